import type { VNode } from 'preact';
import type { Ctx } from '../../../../kernel/context.ts';
import type { TeamMember } from '../../../../modules/accounts/queries.ts';
import { getSiteTeam } from '../../../../modules/accounts/team.ts';
import { adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { Form, submittedTo } from '../../../ui/form.tsx';
import { AdminForm, AdminHeading, AdminRows, AdminSection, RefusalNotice } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  ...(await getSiteTeam(requireSignedIn(ctx))),
  done: textParam(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Admins',
  description: 'Who looks after this site.',
  canonical: adminPaths.team(),
  index: false,
});

const DONE: Record<string, string> = {
  added: 'They look after this site from now on, and were told.',
  removed: 'They no longer look after this site.',
  same: 'Nothing was changed.',
};

const Remove = ({ member, context }: { member: TeamMember; context: PageContext }) => (
  <Form action={adminPaths.removeAdmin()} context={{ ...context, form: undefined }} hidden={{ account_id: String(member.account_id) }}>
    <button class="button button-grave" type="submit">
      Remove
      <span class="unseen">
        {' '}
        <bdi>{member.email}</bdi>
      </span>
    </button>
  </Form>
);

const rowsOf = (members: TeamMember[], status?: (member: TeamMember) => VNode) =>
  members.map((member) => ({
    title: member.name ?? member.email,
    more: member.name && <bdi>{member.email}</bdi>,
    status: status?.(member),
  }));

export const view = ({ site_admins, network_admins, done }: Data, context: PageContext) => (
  <>
    <AdminHeading title="Admins" lede={<>Who looks after {context.site.name}.</>} done={done && DONE[done]} />
    <RefusalNotice form={submittedTo(adminPaths.removeAdmin(), context)} />
    <AdminRows rows={rowsOf(site_admins, (member) => <Remove member={member} context={context} />)} empty="Nobody but those below." />
    <AdminSection id="add" title="Add somebody">
      <AdminForm
        action={adminPaths.addAdmin()}
        context={context}
        submit="Make them an admin"
        fields={[
          {
            name: 'email',
            label: 'Address of their account',
            type: 'email',
            max_length: 254,
            required: true,
            hint: 'They must have signed in here once.',
          },
        ]}
      />
    </AdminSection>
    <AdminSection id="network" title="Who runs all sites">
      <p>
        They can do everything here too. Others are added on the server, with <code>launchweek user create --admin</code>.
      </p>
      <AdminRows rows={rowsOf(network_admins)} empty="Nobody yet." />
    </AdminSection>
  </>
);
