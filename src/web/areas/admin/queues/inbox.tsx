import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { T } from '../../../../kernel/schema.ts';
import { INBOX_KINDS, type InboxItem, type InboxKind, listInbox } from '../../../../modules/moderation/inbox/inbox.ts';
import { countTeamWorkload, type TeamWorkload } from '../../../../modules/moderation/queries.ts';
import { listReplies } from '../../../../modules/moderation/replies/replies.ts';
import { adminPaths } from '../../../paths.ts';
import { Form } from '../../../ui/form.tsx';
import { formatCount } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminFields, AdminSection, Confirmation, RefusalNotice, RowButton } from '../components.tsx';
import { ADMIN_TASKS } from '../frame.tsx';
import { adminPage } from '../page.tsx';
import { hasReasonError, reasonFields } from './reason-fields.ts';

const KIND_NAMES: Record<InboxKind, { name: string; href: (id: number) => string }> = texts({
  approval: { name: msg('Listing to approve'), href: (id) => adminPaths.approval({ id }) },
  comment: { name: msg('Comment to moderate'), href: () => adminPaths.comments() },
  review: { name: msg('Review to moderate'), href: () => adminPaths.reviews() },
  vote: { name: msg('Vote to review'), href: () => adminPaths.votes() },
});

/** What waits elsewhere, because it needs more than yes or no. */
const ELSEWHERE: (keyof TeamWorkload)[] = ['reports', 'objections', 'lines', 'refunds'];

const Item = ({ item }: { item: InboxItem }) => {
  const id = `item-${item.kind}-${item.id}`;
  const { name, href } = KIND_NAMES[item.kind];
  return (
    <li class="inbox-item" data-inbox-item>
      <input id={id} type="checkbox" name={`item.${item.kind}.${item.id}`} aria-describedby={`${id}-kind ${id}-text`} />
      <div>
        <label for={id} class="office-title" dir="auto">
          {item.title}
        </label>
        <p id={`${id}-kind`} class="quiet">
          <a href={href(item.id)}>{name}</a> · <RelativeTime at={item.since} />
        </p>
        <div id={`${id}-text`}>
          {item.why && (
            <p class="quiet" dir="auto">
              {item.why}
            </p>
          )}
          <p class="inbox-text" dir="auto">
            {item.text}
          </p>
        </div>
      </div>
    </li>
  );
};

const KEYS: Record<string, string> = texts({
  j: msg('next'),
  k: msg('previous'),
  x: msg('select'),
  '*': msg('select all or none'),
  o: msg('open'),
  a: msg('approve what is selected, or this one'),
  r: msg('write the reason, to reject'),
  'Ctrl Enter': msg('in the reason: reject'),
  Esc: msg('in the reason: back to the list'),
  u: msg('undo the last decision'),
  '?': msg('show or hide this list'),
});

const KeyHelp = () => (
  <details class="office-fold inbox-help" data-inbox-help>
    <summary>{t('Keyboard shortcuts')}</summary>
    <ul class="chips">
      {Object.entries(KEYS).map(([key, what]) => (
        <li class="chip">
          <kbd>{key}</kbd> {what}
        </li>
      ))}
    </ul>
    <p class="choice">
      <input id="inbox-keys" type="checkbox" checked data-inbox-keys />
      <label for="inbox-keys">{t('Use these keys on this page')}</label>
    </p>
  </details>
);

const DONE: Record<string, (n: number) => string> = {
  accept: (n) => t('{n, plural, one {# item approved.} other {# items approved.}}', { n }),
  reject: (n) => t('{n, plural, one {# item rejected.} other {# items rejected.}}', { n }),
};

export const inboxPage = adminPage({
  name: 'admin_inbox',
  path: adminPaths.inbox,
  query: { decided: T.Optional(T.String()), act: T.Optional(T.String()) },
  async load(ctx, { decided, act }) {
    const [items, replies, waiting] = await Promise.all([listInbox(ctx), listReplies(ctx), countTeamWorkload(ctx)]);
    return { items, replies, waiting, decided: Number(decided ?? 0) || 0, act };
  },
  title: msg('Inbox'),
  description: msg('Everything that waits for a decision.'),
  has_own_heading: true,
  island: 'inbox.js',
  view: ({ items, replies, waiting, decided, act, done }) => {
    const action = adminPaths.decideInbox();
    const tasks = ADMIN_TASKS.filter(({ count }) => ELSEWHERE.includes(count) && waiting[count] > 0);
    return (
      <>
        <header class="page-head">
          <h1>{t('Inbox')}</h1>
          <p class="lede">{t('Select what you want to decide, then approve or reject all of it at once.')}</p>
        </header>
        <Confirmation text={done && DONE[done]?.(decided)} />
        {done && act && (
          <div class="actions" data-inbox-undo>
            <RowButton action={adminPaths.undo()} hidden={{ id: act }}>
              {t('Undo')}
            </RowButton>
            <a href={adminPaths.log()}>{t('Open the log')}</a>
          </div>
        )}
        {!hasReasonError(action) && <RefusalNotice action={action} />}
        <KeyHelp />
        {items.length === 0 ? (
          <Empty title={t('All done. Nothing to decide.')} />
        ) : (
          <Form action={action} hides_message class="form inbox-form">
            <ul class="rows rows-ruled inbox">
              {INBOX_KINDS.flatMap((kind) => items.filter((item) => item.kind === kind)).map((item) => (
                <Item item={item} />
              ))}
            </ul>
            <div class="inbox-decision stack">
              <AdminFields action={action} fields={reasonFields(replies, t('Reason (needed to reject or remove)'))} />
              <div class="actions">
                <button class="button button-main" type="submit" name="decision" value="accept">
                  {t('Approve selected')}
                </button>
                <button class="button button-grave" type="submit" name="decision" value="reject">
                  {t('Reject selected')}
                </button>
              </div>
            </div>
          </Form>
        )}
        {tasks.length > 0 && (
          <AdminSection id="elsewhere" title={t('Also waiting')}>
            <ul class="chips">
              {tasks.map(({ count, href, one, many }) => (
                <li>
                  <a class="chip" href={href}>
                    {formatCount(waiting[count])} {waiting[count] === 1 ? one : many}
                  </a>
                </li>
              ))}
            </ul>
          </AdminSection>
        )}
      </>
    );
  },
});
