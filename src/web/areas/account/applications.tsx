import { type ConnectedApplication, listApplications } from '../../../http/oauth/applications.ts';
import { SCOPE_TEXTS } from '../../../http/oauth/metadata.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { Empty } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { PublisherNote } from './consent.tsx';
import { accountHead } from './head.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  applications: await listApplications(requireSignedIn(ctx)),
  disconnected: textParam(query.done) === 'disconnected',
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = () =>
  accountHead(t('Connected applications'), t('Applications that can access your account.'), accountPaths.applications());

const ApplicationItem = ({ application }: { application: ConnectedApplication }) => {
  const { client_id, client_name, client_host, scopes, connected_at, last_used_at } = application;
  return (
    <li>
      <div>
        <h2 class="strong-link" dir="auto">
          {client_name}
        </h2>
        <p>{scopes.map((scope) => SCOPE_TEXTS[scope].title).join(' · ')}</p>
        <p class="quiet">
          {rich('{publisherNote} Connected {relativeTime},', {
            publisherNote: <PublisherNote host={client_host} />,
            relativeTime: <RelativeTime at={connected_at} />,
          })}{' '}
          {last_used_at ? rich('last used {relativeTime}.', { relativeTime: <RelativeTime at={last_used_at} /> }) : t('not used yet.')}
        </p>
      </div>
      <Form action={accountPaths.disconnectApplication()} hidden={{ client_id }} class="form-inline">
        <button class="button" type="submit" aria-label={t('Disconnect {client_name}', { client_name })}>
          {t('Disconnect')}
        </button>
      </Form>
    </li>
  );
};

export const view = ({ applications, disconnected }: Data, context: PageContext) => (
  <div class="account">
    <header class="page-head">
      <h1>{t('Connected applications')}</h1>
      <p class="lede">
        {t('Applications that can act on your behalf on {name}. Disconnecting one ends its access immediately.', {
          name: context.site.name,
        })}
      </p>
    </header>
    {disconnected && (
      <p class="done" role="status">
        {t('Application disconnected.')}
      </p>
    )}
    {applications.length === 0 ? (
      <Empty title={t('No connected applications')}>
        <p>
          {rich('To connect an MCP client, give it this address: {value}.', {
            value: <code>{`${context.site.root}/mcp`}</code>,
          })}
        </p>
      </Empty>
    ) : (
      <ul class="rows rows-split">
        {applications.map((application) => (
          <ApplicationItem application={application} />
        ))}
      </ul>
    )}
  </div>
);
