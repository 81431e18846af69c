import { PAGING } from '../../../../kernel/schema.ts';
import { FORMATS } from '../../../../modules/imports/formats/detect.ts';
import { getImport, type ImportOverview } from '../../../../modules/imports/imports.ts';
import type { ImportRow } from '../../../../modules/imports/queries.ts';
import { listReviewedDrafts } from '../../../../modules/imports/review.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { formatCount, pluralize } from '../../../ui/format.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminSection, FoldedForm, PreviousNext, RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { STATUS_NAMES, summarizeImport } from './imports.tsx';
import { MappingForm } from './mapping.tsx';
import { DraftReview, isReading } from './review.tsx';

const WAITING: Partial<Record<ImportRow['status'], string>> = {
  reading: 'Reading the file. This takes a few seconds.',
  running: 'Importing. You can leave this page.',
  undoing: 'Undoing the import. You can leave this page.',
};

/** How far the work is. */
const Progress = ({ row, context }: { row: ImportRow; context: PageContext }) => {
  const { id, status, rows, done_rows } = row;
  const is_counted = status !== 'reading';
  return (
    <div data-watch>
      <p role="status">
        {WAITING[status]} {is_counted ? `${formatCount(done_rows)} of ${pluralize(rows, 'row')}.` : pluralize(rows, 'row')}
      </p>
      {is_counted && <progress class="import-progress" max={rows} value={done_rows} aria-label="Progress" />}
      {status === 'running' && (
        <RowButton action={adminPaths.stopImport({ id })} context={context} hidden={{}}>
          Stop
        </RowButton>
      )}
    </div>
  );
};

const Refused = ({ overview: { import: row, refused }, page }: { overview: ImportOverview; page: number }) =>
  refused.rows.length === 0 ? null : (
    <AdminSection id="refused" title={`${pluralize(row.refused, 'row')} refused`}>
      <p>
        <a href={adminPaths.refusedRows({ id: row.id })}>Download these rows</a> with what to correct, then import the corrected file.
      </p>
      <ul class="rows rows-ruled import-faults">
        {refused.rows.flatMap(({ line, faults }) =>
          (faults ?? []).map(({ column, message }) => (
            <li dir="auto">
              <strong>Line {line}</strong>
              {column && (
                <>
                  , <bdi>{column}</bdi>
                </>
              )}
              : {message}.
            </li>
          )),
        )}
      </ul>
      <PreviousNext
        path={({ page }) => adminPaths.import({ id: row.id, page })}
        input={{ page }}
        has_more={refused.has_more}
        labels={['Previous', 'Next']}
      />
    </AdminSection>
  );

/** An export needs no mapping. */
const ArchiveForm = ({ row, context }: { row: ImportRow; context: PageContext }) => (
  <AdminForm action={adminPaths.mapImport({ id: row.id })} context={context} hidden={{ existing: 'skip', start: 'yes' }} submit="Import">
    <p>
      This is the export of a site. Its categories, attributes, founders, posts and listings are added; what this site has already stays as
      it is.
    </p>
  </AdminForm>
);

const USES = { owners: 'owner', votes: 'vote', followers: 'follower', comments: 'comment', reviews: 'review' } as const;
const SHOWN_ACTIVITY = 20;

/** Undoing the whole import, with what people have done since. */
const UndoForm = ({ overview: { import: row, activity }, context }: { overview: ImportOverview; context: PageContext }) => (
  <FoldedForm
    id="undo"
    title="Undo this import"
    action={adminPaths.undoImport({ id: row.id })}
    context={context}
    submit="Undo import"
    about={row.file_name}
    destructive
  >
    <p>
      This deletes {pluralize(row.imported - activity.length, 'listing')}
      {row.updated > 0 && ` and restores the former texts of ${pluralize(row.updated, 'listing')}`}
      {row.format === 'site_export' && ' and the categories, posts and questions of the file that nothing uses'}. You can import the file
      again afterwards.
    </p>
    {activity.length > 0 && (
      <>
        <p>People have used {pluralize(activity.length, 'listing')} since. These stay; remove them one by one if you want to:</p>
        <ul>
          {activity.slice(0, SHOWN_ACTIVITY).map((listing) => (
            <li>
              <a href={adminPaths.listing({ id: listing.id })} dir="auto">
                {listing.name}
              </a>
              :{' '}
              {Object.entries(USES)
                .filter(([use]) => listing[use as keyof typeof USES] > 0)
                .map(([use, noun]) => pluralize(listing[use as keyof typeof USES], noun))
                .join(', ')}
            </li>
          ))}
          {activity.length > SHOWN_ACTIVITY && <li>and {formatCount(activity.length - SHOWN_ACTIVITY)} more</li>}
        </ul>
      </>
    )}
  </FoldedForm>
);

const Result = ({ overview: { import: row, kept, invited } }: { overview: ImportOverview }) => (
  <>
    {row.failure && <p class="form-trouble">{row.failure}</p>}
    {row.status === 'done' && (
      <p>
        {summarizeImport(row)}.{row.skipped > 0 && ` ${formatCount(row.skipped)} were already there.`}{' '}
        {row.invite_owners && `${pluralize(invited, 'owner')} invited by email so far. `}
        <a href={searchPaths.listings()}>View listings</a>
      </p>
    )}
    {row.status === 'undone' && (
      <p>The import was undone.{kept > 0 && ` ${pluralize(kept, 'listing')} stayed because people had used or edited them since.`}</p>
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
  description: 'Check and run an import.',
  canonical: ({ overview }) => adminPaths.import({ id: overview.import.id }),
  done: {
    started: 'Import started.',
    decided: 'Done. Published listings appear in a moment.',
    none: 'Choose at least one website.',
    stopped: 'Import stopped. What was added stays until you undo it.',
    undo: 'Undoing the import.',
  },
  is_waiting: ({ overview, review }) => overview.import.status in WAITING || isReading(overview.import, review),
  view({ overview, acts, page, review }, context) {
    const row = overview.import;
    return (
      <>
        <p class="quiet">
          <span class={`pill pill-${row.status}`}>{STATUS_NAMES[row.status]}</span> {row.format && `${FORMATS[row.format]} · `}
          {pluralize(row.rows, 'row')}
        </p>
        <RefusalNotice action={adminPaths.stopImport({ id: row.id })} context={context} />
        {row.status in WAITING ? <Progress row={row} context={context} /> : <Result overview={overview} />}
        {row.status === 'mapping' && row.format === 'site_export' && <ArchiveForm row={row} context={context} />}
        {overview.preview && row.format !== 'site_export' && (
          <MappingForm overview={overview} preview={overview.preview} context={context} />
        )}
        {(row.status === 'drafting' || row.status === 'reviewing') && <DraftReview row={row} review={review} context={context} />}
        {row.status !== 'mapping' && <Refused overview={overview} page={page} />}
        {overview.can_undo && <UndoForm overview={overview} context={context} />}
        <RecordActs acts={acts} context={context} />
      </>
    );
  },
});
