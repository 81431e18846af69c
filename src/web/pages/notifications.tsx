import type { Ctx } from '../../kernel/context.ts';
import { Paging } from '../../kernel/schema.ts';
import { listNotifications, type Notifications } from '../../modules/accounts/notifications.ts';
import { pathHere } from '../../modules/accounts/rules.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pages } from '../parts/pager.tsx';
import { Prose } from '../parts/prose.tsx';
import { counted, startOf } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Notifications> =>
  listNotifications(signedIn(ctx), asked(Paging, query).input);

export const head = (): Head => ({
  title: 'Notifications',
  description: 'What you were told on this site.',
  canonical: to.notifications(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

/** An update is in its maker's own words; everything else is a sentence of ours, in whatever script the names in it are. */
const directionOf = (kind: string): 'auto' | 'ltr' => (kind === 'update' ? 'auto' : 'ltr');

export const view = (told: Notifications, here: Here) => (
  <div class="own">
    <header class="page-head own-head">
      <h1>Notifications</h1>
      {told.unread > 0 && (
        <Form action="/notifications/read" here={here} hidden={{ newest_id: told.items[0] && String(told.items[0].id) }}>
          <button class="button" type="submit">
            Mark {counted(told.unread, 'notification')} as read
          </button>
        </Form>
      )}
    </header>
    <Pages
      list={told}
      href={to.notifications}
      empty={
        <Empty title="Nothing yet">
          <p>
            Follow a product, and its updates come here. <a href={to.listings()}>Find one</a>.
          </p>
        </Empty>
      }
    >
      <ol class="news">
        {told.items.map(({ kind, title, body, url, created_at, read_at }) => (
          <li class={read_at ? undefined : 'news-unread'}>
            <div>
              <h2 dir={directionOf(kind)}>
                <a href={pathHere(url) ?? to.notifications()}>{title}</a>
              </h2>
              <p class="quiet">
                {!read_at && <strong>New · </strong>}
                <Moment at={created_at} now={here.now} />
              </p>
              {body && <Prose text={startOf(body, 400)} dir={directionOf(kind)} />}
            </div>
          </li>
        ))}
      </ol>
    </Pages>
    <p class="more">
      <a href={to.follows()}>What you follow</a> · <a href={to.mail()}>Which of it comes by mail</a>
    </p>
  </div>
);
