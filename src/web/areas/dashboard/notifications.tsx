import type { Ctx } from '../../../kernel/context.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { listNotifications, type Notifications } from '../../../modules/accounts/notifications.ts';
import { parseLocalPath } from '../../../modules/accounts/rules.ts';
import { accountPaths, dashboardPaths, searchPaths } from '../../paths.ts';
import { type PageContext, type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { Prose } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { pluralize, RelativeTime, truncateText } from '../../ui/format.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { accountHead } from '../account/head.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Notifications> =>
  listNotifications(requireSignedIn(ctx), parseQuery(PagingInput, query).input);

export const head = () => accountHead('Notifications', 'Your notifications on this site.', dashboardPaths.notifications());

/** Updates are written by makers in any script; all other notifications are our own English sentences. */
const directionOf = (kind: string): 'auto' | 'ltr' => (kind === 'update' ? 'auto' : 'ltr');

export const view = (result: Notifications, context: PageContext) => (
  <div class="broad own">
    <header class="page-head split">
      <h1>Notifications</h1>
      {result.unread > 0 && (
        <Form
          action={dashboardPaths.markNotificationsRead()}
          context={context}
          hidden={{ newest_id: result.items[0] && String(result.items[0].id) }}
        >
          <button class="button" type="submit">
            Mark {pluralize(result.unread, 'notification')} as read
          </button>
        </Form>
      )}
    </header>
    <PagedList
      list={result}
      href={(page) => dashboardPaths.notifications({ page })}
      empty={
        <Empty title="Nothing yet">
          <p>
            Follow a product to get its updates here. <a href={searchPaths.listings()}>Find one</a>.
          </p>
        </Empty>
      }
    >
      <ol class="rows news">
        {result.items.map(({ kind, title, body, url, created_at, read_at }) => (
          <li class={read_at ? undefined : 'row-marked'}>
            <div>
              <h2 dir={directionOf(kind)}>
                <a href={parseLocalPath(url) ?? dashboardPaths.notifications()}>{title}</a>
              </h2>
              <p class="quiet">
                {!read_at && <strong>New · </strong>}
                <RelativeTime at={created_at} now={context.now} />
              </p>
              {body && <Prose text={truncateText(body, 400)} dir={directionOf(kind)} />}
            </div>
          </li>
        ))}
      </ol>
    </PagedList>
    <p class="more">
      <a href={accountPaths.follows()}>What you follow</a> · <a href={accountPaths.mail()}>Email preferences</a>
    </p>
  </div>
);
