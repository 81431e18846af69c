import { T } from '../../../../kernel/schema.ts';
import { INBOX_KINDS, type InboxItem, type InboxKind, listInbox } from '../../../../modules/moderation/inbox/inbox.ts';
import { countTeamWorkload, type TeamWorkload } from '../../../../modules/moderation/queries.ts';
import { listReplies } from '../../../../modules/moderation/replies/replies.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { Form } from '../../../ui/form.tsx';
import { formatCount, pluralize } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminFields, AdminSection, Confirmation, RefusalNotice } from '../components.tsx';
import { ADMIN_TASKS } from '../frame.tsx';
import { adminPage } from '../page.tsx';
import { hasReasonError, reasonFields } from './reason-fields.ts';

const KIND_NAMES: Record<InboxKind, { name: string; href: (id: number) => string }> = {
  approval: { name: 'Listing to approve', href: (id) => adminPaths.approval({ id }) },
  comment: { name: 'Comment', href: () => adminPaths.comments() },
  review: { name: 'Review', href: () => adminPaths.reviews() },
  vote: { name: 'Held vote', href: () => adminPaths.votes() },
};

/** What waits elsewhere, because it needs more than yes or no. */
const ELSEWHERE: (keyof TeamWorkload)[] = ['reports', 'objections', 'lines', 'refunds'];

const Item = ({ item, context }: { item: InboxItem; context: PageContext }) => {
  const id = `item-${item.kind}-${item.id}`;
  const { name, href } = KIND_NAMES[item.kind];
  return (
    <li class="inbox-item" data-inbox-item>
      <input id={id} type="checkbox" name={`item.${item.kind}.${item.id}`} aria-describedby={`${id}-text`} />
      <div>
        <label for={id} class="office-title" dir="auto">
          {item.title}
        </label>
        <p class="quiet">
          <a href={href(item.id)}>{name}</a> · <RelativeTime at={item.since} now={context.now} />
        </p>
        <p id={`${id}-text`} class="inbox-text" dir="auto">
          {item.text}
        </p>
      </div>
    </li>
  );
};

const KEYS: [key: string, what: string][] = [
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'select'],
  ['o', 'open'],
  ['a', 'approve what is selected'],
  ['r', 'go to the reason, to reject'],
  ['?', 'show or hide this list'],
];

const KeyHelp = () => (
  <details class="office-fold" data-inbox-help>
    <summary>Keyboard shortcuts</summary>
    <ul class="chips">
      {KEYS.map(([key, what]) => (
        <li class="chip">
          <kbd>{key}</kbd> {what}
        </li>
      ))}
    </ul>
  </details>
);

const DONE: Record<string, string> = { accept: 'approved', reject: 'rejected' };

export const inboxPage = adminPage({
  name: 'admin_inbox',
  path: adminPaths.inbox,
  query: { decided: T.Optional(T.String()) },
  async load(ctx, { decided }) {
    const [items, replies, waiting] = await Promise.all([listInbox(ctx), listReplies(ctx), countTeamWorkload(ctx)]);
    return { items, replies, waiting, decided: Number(decided ?? 0) || 0 };
  },
  title: 'Inbox',
  description: 'Everything that waits for a decision.',
  has_own_heading: true,
  island: 'inbox.js',
  view: ({ items, replies, waiting, decided, done }, context) => {
    const action = adminPaths.decideInbox();
    const tasks = ADMIN_TASKS.filter(({ count }) => ELSEWHERE.includes(count) && waiting[count] > 0);
    return (
      <>
        <header class="page-head">
          <h1>Inbox</h1>
          <p class="lede">Select what you want to decide, then approve or reject all of it at once.</p>
        </header>
        {done && DONE[done] && <Confirmation text={`${pluralize(decided, 'item')} ${DONE[done]}. You can undo this in the log.`} />}
        {done && (
          <p>
            <a href={adminPaths.log()}>Open the log</a>
          </p>
        )}
        {!hasReasonError(action, context) && <RefusalNotice action={action} context={context} />}
        {items.length === 0 ? (
          <Empty title="All done. Nothing to decide." />
        ) : (
          <Form action={action} context={{ ...context, form: undefined }} class="form">
            <KeyHelp />
            <ul class="rows rows-ruled inbox">
              {INBOX_KINDS.flatMap((kind) => items.filter((item) => item.kind === kind)).map((item) => (
                <Item item={item} context={context} />
              ))}
            </ul>
            <div class="inbox-decision stack">
              <AdminFields action={action} context={context} fields={reasonFields(replies, 'Reason (needed to reject or remove)')} />
              <div class="actions">
                <button class="button button-main" type="submit" name="decision" value="accept">
                  Approve selected
                </button>
                <button class="button button-grave" type="submit" name="decision" value="reject">
                  Reject selected
                </button>
              </div>
            </div>
          </Form>
        )}
        {tasks.length > 0 && (
          <AdminSection id="elsewhere" title="Also waiting">
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
