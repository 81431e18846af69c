import { isDeepStrictEqual } from 'node:util';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { OneOf, PAGING, T } from '../../../kernel/schema.ts';
import type { ApprovalStatus } from '../../../modules/launches/approval/queries.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../../../modules/launches/team/removal.ts';
import { describeAct, RECORD_LABELS } from '../../../modules/moderation/act-texts.ts';
import { type AuditLogEntry, readAuditLog } from '../../../modules/moderation/audit-log.ts';
import { LIMIT_NUMBERS, SETTING_CHOICES, WEBSITE_NUMBERS, WEEK_NUMBERS } from '../../../modules/moderation/settings-rules.ts';
import { adminPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { FieldChanges } from '../../ui/diff.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { formatDollars, formatWeek, humanize } from '../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../ui/frames/owner-frame.tsx';
import { Empty } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { AdminSection, ByPerson, PreviousNext, RefusalNotice, RowButton } from './components.tsx';
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
  const title = act.record === 'account' ? (act.person ?? t('a deleted account')) : act.title;
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

const APPROVAL_NAMES: Record<ApprovalStatus, string> = texts({
  pending: msg('In review'),
  returned: msg('Returned'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
});

/** Display formats of stored values, by field. */
const VALUE_FORMATS: Record<string, (value: string) => string> = {
  approval: (value) => APPROVAL_NAMES[value as ApprovalStatus] ?? value,
  status: (value) => LISTING_STATUS_NAMES[value as keyof typeof LISTING_STATUS_NAMES] ?? humanize(value),
  cause: (value) => REMOVAL_CAUSES[value as RemovalCause] ?? value,
  launch_week_on: (value) => formatWeek(value),
  price_cents: (value) => formatDollars(Number(value)),
  amount_cents: (value) => formatDollars(Number(value)),
  on_offer: (value) => (value === 'true' ? t('Yes') : t('No')),
  on: (value) => (value === 'true' ? t('Yes') : t('No')),
  invite_owners: () => t('Yes'),
  ...Object.fromEntries(
    Object.entries(SETTING_CHOICES).map(([name, choices]) => [
      name,
      (value: string) => (choices as Record<string, string>)[value] ?? value,
    ]),
  ),
};

/** Fields left out of the diff: internal ids, and facts shown elsewhere in the entry. */
const HIDDEN_FIELDS = ['line_id', 'order', 'merged_into', 'listing_ids', 'way', 'items', 'of', 'reported_id', 'settled_at'];

/** A field value for display: owners by name, lists of objects as text. */
const formatValue = ({ owners }: AuditLogEntry, name: string, value: unknown): unknown => {
  if (name === 'owner_id') return value === null ? t('Nobody') : (owners[String(value)] ?? t('A deleted account'));
  if (value === null) return null;
  if (name === 'attributes' && Array.isArray(value))
    return value.map((one: { name: string; unit: string | null }) => (one.unit ? `${one.name} (${one.unit})` : one.name));
  if (name === 'done_for_you_sites' && Array.isArray(value))
    return value.map((one: { name: string; url: string | null }) => (one.url ? `${one.name} ${one.url}` : one.name));
  if (typeof value === 'object') return value;
  return VALUE_FORMATS[name]?.(String(value)) ?? String(value);
};

/** Labels of fields whose column name is not readable. */
const FIELD_LABELS: Record<string, string> = texts({
  owner_id: msg('Owner'),
  launch_week_on: msg('Launch week'),
  price_cents: msg('Price'),
  amount_cents: msg('Amount'),
  merged_into_name: msg('Merged into'),
  name: msg('Name'),
  title: msg('Title'),
  body: msg('Text'),
  status: msg('Status'),
  approval: msg('Approval'),
  attributes: msg('Attributes'),
  cause: msg('Reason'),
  reason: msg('Reason'),
  description: msg('Description'),
  tagline: msg('Tagline'),
  purpose: msg('Purpose'),
  time_zone: msg('Time zone'),
  language: msg('The site’s own language'),
  languages: msg('Other languages'),
  new_listings: msg('New listings'),
  product_links: msg('Links to products’ websites'),
  price_changes: msg('When the price of a plan changes on a product’s website'),
  discussion: msg('Comments on listings'),
  security_contact: msg('Security contact'),
  done_for_you_sites: msg('Launch sites for “Done for you”'),
  root: msg('Address'),
  key: msg('Key'),
  room: msg('Capacity'),
  until: msg('Until'),
  votes: msg('Votes'),
  reports: msg('Reports'),
  drafts: msg('Drafts'),
  followers: msg('Followers'),
  rows: msg('Rows'),
  websites: msg('Websites'),
  imported: msg('Imported'),
  updated: msg('Updated'),
  invite_owners: msg('Invite the owners'),
  question: msg('Question'),
  hint: msg('Hint'),
  position: msg('Position'),
  cover: msg('Cover'),
  published_at: msg('Published'),
  number: msg('Version'),
  note: msg('Note'),
  on_offer: msg('For sale'),
  percent: msg('Percent off'),
  address: msg('Address'),
  vat_number: msg('VAT number'),
  email: msg('Email'),
  on: msg('Send the digest'),
  hour: msg('Hour'),
  day: msg('Day'),
  unit: msg('Unit'),
  source: msg('Source'),
});

const NUMBER_LABELS: Record<string, { label: string }> = { ...WEEK_NUMBERS, ...WEBSITE_NUMBERS, ...LIMIT_NUMBERS };

const labelOf = (field: string): string => NUMBER_LABELS[field]?.label ?? FIELD_LABELS[field] ?? field;

/** Treats empty strings and empty lists as null, so that they do not show up as changes. */
const emptyToNull = (value: unknown): unknown => (value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null));

/** Changed fields before and after the act. */
const changedFields = (act: AuditLogEntry): [Record<string, unknown>, Record<string, unknown>] => {
  const { before, after } = act;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !HIDDEN_FIELDS.includes(name) && !isDeepStrictEqual(emptyToNull(before?.[name]), emptyToNull(after?.[name])),
  );
  const fieldsOf = (from: Record<string, unknown> | null) =>
    Object.fromEntries(names.map((name) => [labelOf(name), from ? formatValue(act, name, from[name] ?? null) : null]));
  return [fieldsOf(before), fieldsOf(after)];
};

/** Longer diffs (in JSON characters) are collapsed. */
const MAX_OPEN_DIFF = 600;
const isLong = (before: object, after: object): boolean => JSON.stringify(before).length + JSON.stringify(after).length > MAX_OPEN_DIFF;

/** Tells screen readers which act a button or summary is about. */
const HiddenAct = ({ act: { act, title } }: { act: AuditLogEntry }) => <span class="unseen">: {describeAct(act, <bdi>{title}</bdi>)}</span>;

const AuditLogItem = ({ act, context }: { act: AuditLogEntry; context: PageContext }) => {
  const [before, after] = changedFields(act);
  return (
    <li class="version" id={`act-${act.id}`}>
      <div class="version-head">
        <div>
          <p class="office-title">{describeAct(act.act, <RecordLink act={act} />)}</p>
          <p class="quiet">
            <RelativeTime at={act.at} now={context.now} />
            <ByPerson name={act.by ?? t('a deleted account')} />
            {act.client !== null && <> {rich('with {client}', { client: <bdi>{act.client}</bdi> })}</>}
            {act.undone_by !== null && ` · ${t('undone')}`}
          </p>
          {act.reason && (
            <p>
              <q dir="auto">{act.reason}</q>
            </p>
          )}
        </div>
        {act.undoable && (
          <RowButton action={adminPaths.undo()} context={context} hidden={{ id: String(act.id) }}>
            {t('Undo')}
            <HiddenAct act={act} />
          </RowButton>
        )}
      </div>
      {isLong(before, after) ? (
        <details class="office-fold">
          <summary>
            {t('What changed')}
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
    <AdminSection id="acts" title={t('Team actions')}>
      <AuditLog acts={acts} context={context} />
    </AdminSection>
  ) : null;

export const logPage = adminPage({
  name: 'admin_log',
  path: adminPaths.log,
  query: { about: T.Optional(OneOf(Object.keys(RECORD_LABELS))), ...PAGING },
  load: async (ctx, input) => ({ input, ...(await readAuditLog(ctx, input)) }),
  title: msg('Log'),
  description: msg('Every action by the site’s team, with who did it and what changed.'),
  lede: () => (
    <>
      {t('Every action by the team, newest first. Undone actions stay in the log.')}{' '}
      <a href={adminPaths.moderationLog()}>{t('Public moderation log')}</a>
    </>
  ),
  done: { undone: msg('The action was undone.') },
  view: ({ acts, has_more, input }, context) => (
    <>
      <RefusalNotice action={adminPaths.undo()} context={context} />
      <form class="row-form" action={adminPaths.log()} method="get">
        <FilterSelect
          name="about"
          title={t('Type')}
          any={t('All')}
          options={Object.entries(RECORD_LABELS).map(([value, name]) => ({ value, name }))}
          value={input.about}
        />
        <button class="button" type="submit">
          {t('Show')}
        </button>
      </form>
      {acts.length === 0 ? (
        <Empty title={input.about ? t('No actions match this filter.') : t('No actions yet.')} />
      ) : (
        <AuditLog acts={acts} context={context} />
      )}
      <PreviousNext path={adminPaths.log} input={input} has_more={has_more} />
    </>
  ),
});
