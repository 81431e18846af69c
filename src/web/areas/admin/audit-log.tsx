import { isDeepStrictEqual } from 'node:util';
import { OneOf, PAGING, T } from '../../../kernel/schema.ts';
import type { ApprovalStatus } from '../../../modules/launches/approval/queries.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../../../modules/launches/team/removal.ts';
import { describeAct, RECORD_LABELS } from '../../../modules/moderation/act-texts.ts';
import { type AuditLogEntry, readAuditLog } from '../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { FieldChanges } from '../../ui/diff.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { formatDollars, formatWeek, humanize } from '../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../ui/frames/owner-frame.tsx';
import { Empty } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { AdminSection, PreviousNext, RefusalNotice, RowButton } from './components.tsx';
import { adminPage } from './page.tsx';

/** Admin page of the record an act is about, by record type. */
const RECORD_PAGES: Record<string, (act: AuditLogEntry) => string | undefined> = {
  listing: ({ record_id }) => adminPaths.listing({ id: Number(record_id) }),
  category: ({ record_id }) => adminPaths.category({ id: Number(record_id) }),
  attribute: ({ record_id }) => adminPaths.attribute({ id: Number(record_id) }),
  founder: ({ record_id }) => adminPaths.founder({ id: Number(record_id) }),
  post: ({ record_id }) => adminPaths.post({ id: Number(record_id) }),
  question: () => adminPaths.questions(),
  week: () => adminPaths.weeks(),
  metric: () => adminPaths.metrics(),
  account: ({ record_id, person }) => (person ? adminPaths.user({ id: Number(record_id) }) : undefined),
  review: () => adminPaths.reviews(),
  comment: () => adminPaths.comments(),
  vote: () => adminPaths.votes(),
  report: () => adminPaths.reports(),
  inbox: () => adminPaths.inbox(),
  reply: () => adminPaths.replies(),
  objection: () => adminPaths.claims(),
  order: ({ title }) => (title ? adminPaths.order({ number: title }) : undefined),
  order_line: ({ after }) => (typeof after?.order === 'string' ? adminPaths.order({ number: after.order }) : undefined),
  team_task: ({ after }) => (typeof after?.order === 'string' ? adminPaths.order({ number: after.order }) : undefined),
  product: () => adminPaths.products(),
  promo_code: () => adminPaths.promoCodes(),
  seller: () => adminPaths.products(),
};

const RecordLink = ({ act }: { act: AuditLogEntry }) => {
  const title = act.record === 'account' ? (act.person ?? 'a deleted account') : act.title;
  const href = RECORD_PAGES[act.record]?.(act);
  if (!title) return null;
  return href ? (
    <a href={href} dir="auto">
      {title}
    </a>
  ) : (
    <bdi>{title}</bdi>
  );
};

const APPROVAL_NAMES: Record<ApprovalStatus, string> = {
  pending: 'In review',
  returned: 'Returned',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** Display formats of stored values, by field. */
const VALUE_FORMATS: Record<string, (value: string) => string> = {
  approval: (value) => APPROVAL_NAMES[value as ApprovalStatus] ?? value,
  status: (value) => LISTING_STATUS_NAMES[value as keyof typeof LISTING_STATUS_NAMES] ?? humanize(value),
  cause: (value) => REMOVAL_CAUSES[value as RemovalCause] ?? value,
  launch_week_on: (value) => formatWeek(value),
  price_cents: (value) => formatDollars(Number(value)),
  amount_cents: (value) => formatDollars(Number(value)),
  on_offer: (value) => (value === 'true' ? 'Yes' : 'No'),
  invite_owners: () => 'Yes',
};

/** Fields left out of the diff: internal ids, and facts shown elsewhere in the entry. */
const HIDDEN_FIELDS = ['line_id', 'order', 'merged_into', 'listing_ids', 'way', 'items', 'of', 'reported_id', 'settled_at'];

/** A field value for display: owners by name, lists of objects as text. */
const formatValue = ({ owners }: AuditLogEntry, name: string, value: unknown): unknown => {
  if (name === 'owner_id') return value === null ? 'Nobody' : (owners[String(value)] ?? 'A deleted account');
  if (value === null) return null;
  if (name === 'attributes' && Array.isArray(value))
    return value.map((one: { name: string; unit: string | null }) => (one.unit ? `${one.name} (${one.unit})` : one.name));
  if (name === 'done_for_you_sites' && Array.isArray(value))
    return value.map((one: { name: string; url: string | null }) => (one.url ? `${one.name} ${one.url}` : one.name));
  if (typeof value === 'object') return value;
  return VALUE_FORMATS[name]?.(String(value)) ?? String(value);
};

/** Labels of fields whose column name is not readable. */
const FIELD_LABELS: Record<string, string> = {
  owner_id: 'Owner',
  launch_week_on: 'Launch week',
  price_cents: 'Price',
  amount_cents: 'Amount',
  merged_into_name: 'Merged into',
};

/** Treats empty strings and empty lists as null, so that they do not show up as changes. */
const emptyToNull = (value: unknown): unknown => (value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null));

/** Changed fields before and after the act. */
const changedFields = (act: AuditLogEntry): [Record<string, unknown>, Record<string, unknown>] => {
  const { before, after } = act;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !HIDDEN_FIELDS.includes(name) && !isDeepStrictEqual(emptyToNull(before?.[name]), emptyToNull(after?.[name])),
  );
  const fieldsOf = (from: Record<string, unknown> | null) =>
    Object.fromEntries(names.map((name) => [FIELD_LABELS[name] ?? name, from ? formatValue(act, name, from[name] ?? null) : null]));
  return [fieldsOf(before), fieldsOf(after)];
};

/** Longer diffs (in JSON characters) are collapsed. */
const MAX_OPEN_DIFF = 600;
const isLong = (before: object, after: object): boolean => JSON.stringify(before).length + JSON.stringify(after).length > MAX_OPEN_DIFF;

/** Tells screen readers which act a button or summary is about. */
const HiddenAct = ({ act: { act, title } }: { act: AuditLogEntry }) => (
  <span class="unseen">
    : {describeAct(act)} <bdi>{title}</bdi>
  </span>
);

const AuditLogItem = ({ act, context }: { act: AuditLogEntry; context: PageContext }) => {
  const [before, after] = changedFields(act);
  return (
    <li class="version" id={`act-${act.id}`}>
      <div class="version-head">
        <div>
          <p class="office-title">
            {describeAct(act.act)} <RecordLink act={act} />
          </p>
          <p class="quiet">
            <RelativeTime at={act.at} now={context.now} /> by <bdi>{act.by ?? 'a deleted account'}</bdi>
            {act.client !== null && (
              <>
                {' '}
                with <bdi>{act.client}</bdi>
              </>
            )}
            {act.undone_by !== null && ' · undone'}
          </p>
          {act.reason && (
            <p>
              <q dir="auto">{act.reason}</q>
            </p>
          )}
        </div>
        {act.undoable && (
          <RowButton action={adminPaths.undo()} context={context} hidden={{ id: String(act.id) }}>
            Undo
            <HiddenAct act={act} />
          </RowButton>
        )}
      </div>
      {isLong(before, after) ? (
        <details class="office-fold">
          <summary>
            What changed
            <HiddenAct act={act} />
          </summary>
          <FieldChanges before={before} after={after} />
        </details>
      ) : (
        <FieldChanges before={before} after={after} />
      )}
    </li>
  );
};

/** What the team did, newest first, with an undo button where possible. */
export const AuditLog = ({ acts, context }: { acts: AuditLogEntry[]; context: PageContext }) => (
  <ol class="rows rows-ruled versions">
    {acts.map((act) => (
      <AuditLogItem act={act} context={context} />
    ))}
  </ol>
);

/** What the team did with the record of a page. */
export const RecordActs = ({ acts, context }: { acts: AuditLogEntry[]; context: PageContext }) =>
  acts.length > 0 ? (
    <AdminSection id="acts" title="Team actions">
      <AuditLog acts={acts} context={context} />
    </AdminSection>
  ) : null;

export const logPage = adminPage({
  name: 'admin_log',
  path: adminPaths.log,
  query: { about: T.Optional(OneOf(Object.keys(RECORD_LABELS))), ...PAGING },
  load: async (ctx, input) => ({ input, ...(await readAuditLog(ctx, input)) }),
  title: 'Log',
  description: 'Every action by the site’s team, with who did it and what changed.',
  lede: () => (
    <>
      Every action by the team, newest first. Undone actions stay in the log. <a href={adminPaths.moderationLog()}>Public moderation log</a>
    </>
  ),
  done: { undone: 'The action was undone.' },
  view: ({ acts, has_more, input }, context) => (
    <>
      <RefusalNotice action={adminPaths.undo()} context={context} />
      <form class="row-form" action={adminPaths.log()} method="get">
        <FilterSelect
          name="about"
          title="Type"
          any="All"
          options={Object.entries(RECORD_LABELS).map(([value, name]) => ({ value, name }))}
          value={input.about}
        />
        <button class="button" type="submit">
          Show
        </button>
      </form>
      {acts.length === 0 ? (
        <Empty title={input.about ? 'No actions match this filter.' : 'No actions yet.'} />
      ) : (
        <AuditLog acts={acts} context={context} />
      )}
      <PreviousNext path={adminPaths.log} input={input} has_more={has_more} />
    </>
  ),
});
