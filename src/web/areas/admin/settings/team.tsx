import type { VNode } from 'preact';
import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import type { TeamMember } from '../../../../modules/accounts/queries.ts';
import { getSiteTeam } from '../../../../modules/accounts/team.ts';
import { adminPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { AdminForm, AdminRows, AdminSection, RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';

const Remove = ({ member }: { member: TeamMember }) => (
  <RowButton action={adminPaths.removeAdmin()} hidden={{ account_id: String(member.account_id) }} destructive>
    {t('Remove')}
    <HiddenName name={member.email} />
  </RowButton>
);

const rowsOf = (members: TeamMember[], status?: (member: TeamMember) => VNode) =>
  members.map((member) => ({
    title: member.name ?? member.email,
    more: member.name && <bdi>{member.email}</bdi>,
    status: status?.(member),
  }));

export const teamPage = adminPage({
  name: 'admin_team',
  path: adminPaths.team,
  load: (ctx) => getSiteTeam(ctx),
  title: msg('Admins'),
  description: msg('People who manage this site.'),
  lede: (_data, { site }) => t('People who manage {site}.', { site: site.name }),
  done: {
    added: msg('Admin added and notified.'),
    removed: msg('Admin removed.'),
    same: msg('No changes to save.'),
  },
  view: ({ site_admins, network_admins }) => (
    <>
      <RefusalNotice action={adminPaths.removeAdmin()} />
      <AdminRows
        rows={rowsOf(site_admins, (member) => <Remove member={member} />)}
        empty={t('No site admins besides the network admins below.')}
      />
      <AdminSection id="add" title={t('Add an admin')}>
        <AdminForm
          action={adminPaths.addAdmin()}
          submit={t('Add admin')}
          fields={[
            {
              name: 'email',
              label: t('Account email'),
              type: 'email',
              max_length: 254,
              required: true,
              hint: t('They must have signed in here at least once.'),
            },
          ]}
        />
      </AdminSection>
      <AdminSection id="network" title={t('Network admins')}>
        <p>
          {rich('They manage all sites. Add more on the server with {command}.', {
            command: <code>launchweek user create --admin</code>,
          })}
        </p>
        <AdminRows rows={rowsOf(network_admins)} empty={t('None yet.')} />
      </AdminSection>
    </>
  ),
});
