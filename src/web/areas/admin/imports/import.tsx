import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { translateStored } from '../../../../kernel/language/stored.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { FORMATS } from '../../../../modules/imports/formats/detect.ts';
import { getImport, type ImportOverview } from '../../../../modules/imports/imports.ts';
import type { ImportRow } from '../../../../modules/imports/queries.ts';
import { listReviewedDrafts } from '../../../../modules/imports/review.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import { formatCount } from '../../../ui/format.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminSection, FoldedForm, PreviousNext, RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { FaultOfLine } from './faults.tsx';
import { formatRowCount, STATUS_NAMES, summarizeImport } from './imports.tsx';
import { MappingForm } from './mapping.tsx';
import { DraftReviewForm, isReading } from './review.tsx';

const WAITING: Partial<Record<ImportRow['status'], string>> = texts({
  reading: msg('Reading the file. This takes a few seconds.'),
  running: msg('Importing. You can leave this page.'),
  undoing: msg('Undoing the import. You can leave this page.'),
});

/** How far the work is. */
const Progress = ({ row }: { row: ImportRow }) => {
  const { id, status, rows, done_rows } = row;
  const is_counted = status !== 'reading' && rows > 0;
  return (
    <div data-watch>
      <p role="status">
        {WAITING[status]}{' '}
        {is_counted
          ? t('{done} of {n, plural, one {# row} other {# rows}}.', { done: formatCount(done_rows), n: rows })
          : rows > 0 && formatRowCount(rows)}
      </p>
      {is_counted && <progress class="import-progress" max={rows} value={done_rows} aria-label={t('Progress')} />}
      {status === 'running' && (
        <RowButton action={adminPaths.stopImport({ id })} hidden={{}}>
          {t('Stop')}
        </RowButton>
      )}
    </div>
  );
};

const Refused = ({ overview: { import: row, refused }, page }: { overview: ImportOverview; page: number }) =>
  refused.rows.length === 0 ? null : (
    <AdminSection id="refused" title={t('{n, plural, one {# row refused} other {# rows refused}}', { n: row.refused })}>
      <p>
        {rich('<link>Download these rows</link> with what to correct, then import the corrected file.', {
          link: (text) => <a href={adminPaths.refusedRows({ id: row.id })}>{text}</a>,
        })}
      </p>
      <ul class="rows rows-ruled import-faults">
        {refused.rows.flatMap(({ line, faults }) => (faults ?? []).map((fault) => <FaultOfLine line={line} {...fault} />))}
      </ul>
      <PreviousNext
        path={({ page }) => adminPaths.import({ id: row.id, page })}
        input={{ page }}
        has_more={refused.has_more}
        labels={[t('Previous'), t('Next')]}
      />
    </AdminSection>
  );

/** An export needs no mapping. */
const ArchiveForm = ({ row }: { row: ImportRow }) => (
  <AdminForm action={adminPaths.mapImport({ id: row.id })} hidden={{ existing: 'skip', start: 'yes' }} submit={t('Import')}>
    <p>
      {t(
        'This is the export of a site. Its categories, attributes, founders, posts and listings are added, its brand and legal pages as drafts; what this site has already stays as it is.',
      )}
    </p>
  </AdminForm>
);

const describeUses = ({ owners, votes, followers, comments, reviews }: ImportOverview['activity'][number]): string =>
  [
    owners > 0 && t('an owner'),
    votes > 0 && t('{n, plural, one {# vote} other {# votes}}', { n: votes }),
    followers > 0 && t('{n, plural, one {# follower} other {# followers}}', { n: followers }),
    comments > 0 && t('{n, plural, one {# comment} other {# comments}}', { n: comments }),
    reviews > 0 && t('{n, plural, one {# review} other {# reviews}}', { n: reviews }),
  ]
    .filter(Boolean)
    .join(', ');

const SHOWN_ACTIVITY = 20;

/** Undoing the whole import, with what people have done since. */
const UndoForm = ({ overview: { import: row, activity } }: { overview: ImportOverview }) => (
  <FoldedForm
    id="undo"
    title={t('Undo this import')}
    action={adminPaths.undoImport({ id: row.id })}
    submit={t('Undo import')}
    about={row.file_name}
    destructive
  >
    <p>
      {t(
        'This deletes {n, plural, one {# listing} other {# listings}}, and the categories, posts and questions of the import that nothing else uses.',
        {
          n: row.imported - activity.length,
        },
      )}{' '}
      {row.updated > 0 && t('{n, plural, one {# listing gets its} other {# listings get their}} former texts back.', { n: row.updated })}{' '}
      {t('You can import the file again afterwards.')}
    </p>
    {activity.length > 0 && (
      <>
        <p>
          {t('People have used {n, plural, one {# listing} other {# listings}} since. These stay; remove them one by one if you want to:', {
            n: activity.length,
          })}
        </p>
        <ul>
          {activity.slice(0, SHOWN_ACTIVITY).map((listing) => (
            <li>
              <a href={adminPaths.listing({ id: listing.id })} dir="auto">
                {listing.name}
              </a>
              : {describeUses(listing)}
            </li>
          ))}
          {activity.length > SHOWN_ACTIVITY && <li>{t('and {n, plural, other {# more}}', { n: activity.length - SHOWN_ACTIVITY })}</li>}
        </ul>
      </>
    )}
  </FoldedForm>
);

const Result = ({ overview: { import: row, kept, invited } }: { overview: ImportOverview }) => (
  <>
    {row.failure && <p class="form-trouble">{translateStored(row.failure)}</p>}
    {row.status === 'done' && (
      <p>
        {summarizeImport(row)}. {row.skipped > 0 && t('{n, plural, one {# was} other {# were}} already there.', { n: row.skipped })}{' '}
        {row.invite_owners && t('{n, plural, one {# owner} other {# owners}} invited by email so far.', { n: invited })}{' '}
        <a href={searchPaths.listings()}>{t('View listings')}</a>
      </p>
    )}
    {row.status === 'undone' && (
      <p>
        {t('The import was undone.')}{' '}
        {kept > 0 && t('{n, plural, one {# listing} other {# listings}} stayed because people had used or edited them since.', { n: kept })}
      </p>
    )}
  </>
);

export const importPage = adminPage({
  name: 'admin_import',
  path: adminPaths.import,
  menu: adminPaths.imports,
  not_found: 'not_found',
  query: PAGING,
  async load(ctx, { id, page }) {
    const [overview, acts, review] = await Promise.all([
      getImport(ctx, { id, page }),
      listActsAbout(ctx, 'import', id),
      listReviewedDrafts(ctx, { id }),
    ]);
    return { overview, acts, page, review };
  },
  title: ({ overview }) => overview.import.file_name,
  description: msg('Check and run an import.'),
  canonical: ({ overview }) => adminPaths.import({ id: overview.import.id }),
  done: {
    started: msg('Import started.'),
    decided: msg('Done. Published listings appear in a moment.'),
    none: msg('Choose at least one website.'),
    stopped: msg('Import stopped. What was added stays until you undo it.'),
    undo: msg('Undoing the import.'),
  },
  is_waiting: ({ overview, review }) => overview.import.status in WAITING || isReading(overview.import, review),
  view({ overview, acts, page, review }) {
    const row = overview.import;
    return (
      <>
        <p class="quiet">
          <span class={`pill pill-${row.status}`}>{STATUS_NAMES[row.status]}</span>{' '}
          {[row.format && FORMATS[row.format], row.rows > 0 && formatRowCount(row.rows)].filter(Boolean).join(' · ')}
        </p>
        <RefusalNotice action={adminPaths.stopImport({ id: row.id })} />
        {row.status in WAITING ? <Progress row={row} /> : <Result overview={overview} />}
        {row.status === 'mapping' && row.format === 'site_export' && <ArchiveForm row={row} />}
        {overview.preview && row.format !== 'site_export' && <MappingForm overview={overview} preview={overview.preview} />}
        {(row.status === 'drafting' || row.status === 'reviewing') && <DraftReviewForm row={row} review={review} />}
        {row.status !== 'mapping' && <Refused overview={overview} page={page} />}
        {overview.can_undo && <UndoForm overview={overview} />}
        <RecordActs acts={acts} />
      </>
    );
  },
});
