import { msg, rich, t } from '../../../kernel/language/messages.ts';
import { OneOf, PAGING, T } from '../../../kernel/schema.ts';
import { describeAct, RECORD_LABELS } from '../../../modules/moderation/act-texts.ts';
import { type AuditLogEntry, readAuditLog } from '../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../paths.ts';
import { FieldChanges } from '../../ui/diff.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { Empty } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { changedFields } from './act-changes.ts';
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

/** Longer diffs (in JSON characters) are collapsed. */
const MAX_OPEN_DIFF = 600;
const isLong = (before: object, after: object): boolean => JSON.stringify(before).length + JSON.stringify(after).length > MAX_OPEN_DIFF;

/** Tells screen readers which act a button or summary is about. */
const HiddenAct = ({ act: { act, title } }: { act: AuditLogEntry }) => <span class="unseen">: {describeAct(act, <bdi>{title}</bdi>)}</span>;

const AuditLogItem = ({ act }: { act: AuditLogEntry }) => {
  const [before, after] = changedFields(act);
  return (
    <li class="version" id={`act-${act.id}`}>
      <div class="version-head">
        <div>
          <p class="office-title">{describeAct(act.act, <RecordLink act={act} />)}</p>
          <p class="quiet">
            <RelativeTime at={act.at} />
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
          <RowButton action={adminPaths.undo()} hidden={{ id: String(act.id) }}>
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
export const AuditLog = ({ acts }: { acts: AuditLogEntry[] }) => (
  <ol class="rows rows-ruled versions">
    {acts.map((act) => (
      <AuditLogItem act={act} />
    ))}
  </ol>
);

/** What the team did with the record of a page. */
export const RecordActs = ({ acts }: { acts: AuditLogEntry[] }) =>
  acts.length > 0 ? (
    <AdminSection id="acts" title={t('Team actions')}>
      <AuditLog acts={acts} />
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
  view: ({ acts, has_more, input }) => (
    <>
      <RefusalNotice action={adminPaths.undo()} />
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
        <AuditLog acts={acts} />
      )}
      <PreviousNext path={adminPaths.log} input={input} has_more={has_more} />
    </>
  ),
});
