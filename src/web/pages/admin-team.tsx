import type { VNode } from 'preact';
import type { Ctx } from '../../kernel/context.ts';
import type { TeamMember } from '../../modules/accounts/role-queries.ts';
import { teamOfSite } from '../../modules/accounts/roles.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { OfficeHead, OfficeRows, Part } from '../parts/admin-parts.tsx';
import { Form, sentTo } from '../parts/form.tsx';
import { Refused } from '../parts/judging.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({ ...(await teamOfSite(signedIn(ctx))), done: typed(query.done) });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({ title: 'Admins', description: 'Who looks after this site.', canonical: team.people(), index: false });

const DONE: Record<string, string> = {
  added: 'They look after this site from now on, and were told.',
  removed: 'They no longer look after this site.',
  same: 'Nothing was changed.',
};

const Remove = ({ member, here }: { member: TeamMember; here: Here }) => (
  <Form action={team.removeAdmin()} here={{ ...here, form: undefined }} hidden={{ account_id: String(member.account_id) }}>
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

export const view = ({ site_admins, network_admins, done }: Data, here: Here) => (
  <>
    <OfficeHead title="Admins" lede={<>Who looks after {here.site.name}.</>} done={done && DONE[done]} />
    <Refused sent={sentTo(team.removeAdmin(), here)} />
    <OfficeRows rows={rowsOf(site_admins, (member) => <Remove member={member} here={here} />)} empty="Nobody but those below." />
    <Part id="add" title="Add somebody">
      <AdminForm
        action={team.addAdmin()}
        here={here}
        submit="Make them an admin"
        fields={[
          {
            name: 'email',
            label: 'Address of their account',
            type: 'email',
            most: 254,
            required: true,
            hint: 'They must have signed in here once.',
          },
        ]}
      />
    </Part>
    <Part id="network" title="Who runs all sites">
      <p>
        They can do everything here too. Others are added on the server, with <code>launchweek user create --admin</code>.
      </p>
      <OfficeRows rows={rowsOf(network_admins)} empty="Nobody yet." />
    </Part>
  </>
);
