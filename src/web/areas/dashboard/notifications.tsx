import type { FastifyInstance } from 'fastify';
import { type AppDeps, requestContext } from '../../../http/deps.ts';
import { nameRoute } from '../../../http/request-metrics.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { listNotifications, type Notifications, openNotification } from '../../../modules/accounts/notifications.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { isPrefetch } from '../../../modules/stats/rules.ts';
import { accountPaths, dashboardPaths, searchPaths } from '../../paths.ts';
import { type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { parseParams } from '../../server/path.ts';
import { readSession } from '../../server/sessions.ts';
import { Prose } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { truncateText } from '../../ui/format.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { accountHead } from '../account/head.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Notifications> =>
  listNotifications(requireSignedIn(ctx), parseQuery(PagingInput, query).input);

export const head = () => accountHead(t('Notifications'), t('Your notifications on this site.'), dashboardPaths.notifications());

/** Updates are written by makers in any script; all other notifications are our own English sentences. */
const directionOf = (kind: string): 'auto' | 'ltr' => (kind === 'update' ? 'auto' : 'ltr');

const localPath = (url: string): string => parseLocalPath(url) ?? dashboardPaths.notifications();

export const view = (result: Notifications) => (
  <div class="broad own">
    <header class="page-head split">
      <h1>{t('Notifications')}</h1>
      {result.unread > 0 && (
        <Form action={dashboardPaths.markNotificationsRead()} hidden={{ newest_id: result.items[0] && String(result.items[0].id) }}>
          <button class="button" type="submit">
            {t('Mark {n, plural, one {# notification} other {# notifications}} as read', { n: result.unread })}
          </button>
        </Form>
      )}
    </header>
    <PagedList
      list={result}
      href={(page) => dashboardPaths.notifications({ page })}
      empty={
        <Empty title={t('Nothing yet')}>
          <p>
            {rich('Follow a product to get its updates here. <link>Find one</link>.', {
              link: (text) => <a href={searchPaths.listings()}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <ol class="rows news">
        {result.items.map(({ id, kind, title, body, url, created_at, read_at }) => (
          <li class={read_at ? undefined : 'row-marked'}>
            <div>
              <h2 dir={directionOf(kind)}>
                <a href={read_at ? localPath(url) : dashboardPaths.openNotification({ id })}>{title}</a>
              </h2>
              <p class="quiet">
                {!read_at && <strong>{t('New ·')} </strong>}
                <RelativeTime at={created_at} />
              </p>
              {body && <Prose text={truncateText(body, 400)} dir={directionOf(kind)} />}
            </div>
          </li>
        ))}
      </ol>
    </PagedList>
    <p class="more">
      <a href={accountPaths.follows()}>{t('What you follow')}</a> · <a href={accountPaths.mail()}>{t('Email preferences')}</a>
    </p>
  </div>
);

/**
 * A link of a new notification: marks it as read and goes where it leads. A link, so that it works without a script and in a new tab.
 * That a GET changes something is fine here: only its owner's own session can do it, it is what opening means, and repeating it changes
 * nothing more.
 */
export const serveNotificationLinks = (app: FastifyInstance, deps: AppDeps): void => {
  const { pattern } = dashboardPaths.openNotification;
  app.get(pattern, { config: { route: nameRoute('page', 'open_notification') } }, async (request, reply) => {
    const ctx = requireSignedIn(await requestContext(deps, request, await readSession(deps, request)));
    const { id } = parseParams(pattern, request.params as Params, 'not_found');
    const url = await openNotification(ctx, { id, marks_read: request.method === 'GET' && !isPrefetch(request.headers) });
    return reply.header('cache-control', 'no-store').redirect(localPath(url), 303);
  });
};
