import type { Ctx } from '../../kernel/context.ts';
import { type Application, listApplications } from '../../surfaces/oauth/applications.ts';
import { SCOPES } from '../../surfaces/oauth/scopes.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Vouched } from '../parts/application.tsx';
import { Empty } from '../parts/empty.tsx';
import { Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  applications: await listApplications(signedIn(ctx)),
  disconnected: typed(query.done) === 'disconnected',
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Connected applications',
  description: 'What you have let in, and how to shut it out.',
  canonical: to.applications(),
  index: false,
  trail: [{ name: 'Your account', href: to.account() }],
});

const ApplicationItem = ({ application, here }: { application: Application; here: Here }) => {
  const { client_id, client_name, client_host, scopes, connected_at, last_used_at } = application;
  return (
    <li>
      <div>
        <h2 class="strong-link" dir="auto">
          {client_name}
        </h2>
        <p>{scopes.map((scope) => SCOPES[scope].title).join(' · ')}</p>
        <p class="quiet">
          <Vouched host={client_host} /> Connected <Moment at={connected_at} now={here.now} />,{' '}
          {last_used_at ? (
            <>
              last used <Moment at={last_used_at} now={here.now} />.
            </>
          ) : (
            'not used yet.'
          )}
        </p>
      </div>
      <Form action="/account/applications/disconnect" here={here} hidden={{ client_id }} class="form-inline">
        <button class="button" type="submit" aria-label={`Disconnect ${client_name}`}>
          Disconnect
        </button>
      </Form>
    </li>
  );
};

export const view = ({ applications, disconnected }: Data, here: Here) => (
  <div class="account">
    <header class="page-head">
      <h1>Connected applications</h1>
      <p class="lede">What you have let in to act for you on {here.site.name}. Disconnecting one shuts it out at once.</p>
    </header>
    {disconnected && (
      <p class="done" role="status">
        It is shut out.
      </p>
    )}
    {applications.length === 0 ? (
      <Empty title="Nothing is connected">
        <p>
          Applications that speak MCP ask for access by themselves: give them the address <code>{here.site.root}/mcp</code>.
        </p>
      </Empty>
    ) : (
      <ul class="devices">
        {applications.map((application) => (
          <ApplicationItem application={application} here={here} />
        ))}
      </ul>
    )}
  </div>
);
