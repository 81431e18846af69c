import { Count, Default, Id, Instant, Named, Nullable, OneOf, RequiredText, T, Text } from '../../kernel/schema.ts';
import { getImport, listImports, startImport, stopImport } from '../imports/imports.ts';
import type { ImportRow } from '../imports/queries.ts';
import { leaveOutImportDrafts, listReviewedDrafts, publishDrafts } from '../imports/review.ts';
import { planImport, uploadText } from '../imports/text-import.ts';
import { selectExportedListings } from '../listings/export/queries.ts';
import { Ids, May, PAGING, PageOf, teamRead, teamWrite, toPage } from './team-operation.ts';

const import_id = Id('From list_imports.');

const IMPORT = {
  id: Id('The import_id for other operations.'),
  file_name: T.String({ description: 'Name of the file.' }),
  status: T.String({
    description: 'reading, mapping (waits for start_import), running, drafting, reviewing, done, undoing, undone or failed.',
  }),
  format: Nullable(T.String(), { description: 'Its format; null before it was read.' }),
  failure: Nullable(T.String(), { description: 'Why it failed; null if it did not.' }),
  rows: Count('Rows of the file.'),
  imported: Count('Rows that became listings.'),
  updated: Count('Rows that changed listings.'),
  skipped: Count('Rows left out, such as those that are listed already.'),
  refused: Count('Rows with faults.'),
  created_at: Instant('When it was uploaded.'),
};

const summaryOf = ({ id, file_name, status, format, failure, rows, imported, updated, skipped, refused, created_at }: ImportRow) => ({
  id,
  file_name,
  status,
  format,
  failure,
  rows,
  imported,
  updated,
  skipped,
  refused,
  created_at,
});

const MAX_EXPORTED = 100;

export const export_listings = teamRead({
  path: '/export/listings',
  summary: 'Export listings',
  description: 'Live and scheduled listings with all that belongs to them, as in the export file.',
  input: {
    after: Default(T.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'next_after of the call before.' }), 0),
    limit: Default(T.Integer({ minimum: 1, maximum: MAX_EXPORTED, description: 'How many.' }), 50),
  },
  output: Named('ListingExport', {
    items: T.Array(T.Record(T.String(), T.Unknown()), { description: 'In the order of their IDs.' }),
    next_after: Nullable(T.Integer(), { description: 'For the next call; null at the end.' }),
  }),
  example: { limit: 10 },
  async read({ sql, site }, { after, limit }) {
    const rows = await selectExportedListings(sql, site.id, after, limit);
    return { items: rows.map(({ exported }) => exported), next_after: rows.length < limit ? null : rows.at(-1)!.id };
  },
});

export const list_imports = teamRead({
  path: '/imports',
  summary: 'Imports',
  description: 'What the team imported, newest first.',
  input: { ...PAGING },
  output: PageOf('ImportPage', Named('Import', IMPORT)),
  async read(ctx, input) {
    const { imports, has_more } = await listImports(ctx, input);
    return toPage(input, imports.map(summaryOf), has_more);
  },
});

const RowFaults = T.Array(
  Named('RowFault', {
    line: T.Integer({ description: 'Line of the file.' }),
    column: Nullable(T.String(), { description: 'The column; null for the whole row.' }),
    message: T.String({ description: 'What to correct.' }),
  }),
);

export const get_import = teamRead({
  path: '/imports/{import_id}',
  summary: 'An import with its preview',
  description:
    'How far an import is; before it runs, its columns, the fields they became and a preview; of websites, the drafts to decide on.',
  refusals: ['not_found'],
  input: { import_id },
  output: Named('ImportRecord', {
    ...IMPORT,
    columns: T.Array(
      Named('ImportColumn', {
        name: T.String({ description: 'Its name in the file.' }),
        field: Nullable(T.String(), { description: 'The field it becomes; null if it is left out.' }),
        filled: Count('Rows with a value.'),
        samples: T.Array(T.String(), { description: 'Some values.' }),
      }),
      { description: 'Columns of the file.' },
    ),
    existing: OneOf(['skip', 'update'], { description: 'What happens to websites that are listed already.' }),
    invite_owners: T.Boolean({ description: 'Whether owners that the file names are mailed.' }),
    fields: T.Array(T.String(), { description: 'The fields that a column can become.' }),
    preview: T.Array(
      Named('ImportPreviewRow', {
        line: T.Integer({ description: 'Line of the file.' }),
        name: Nullable(T.String(), { description: 'Name of the listing; null for a row with faults.' }),
        website: Nullable(T.String(), { description: 'Its website; null for a row with faults.' }),
        existing: Nullable(T.String(), { description: 'Slug of the listing that has the website; null without one.' }),
      }),
      { description: 'The first rows, while it waits for start_import.' },
    ),
    faults: { ...RowFaults, description: 'The first faults.' },
    drafts: T.Array(
      Named('ImportDraft', {
        number: T.Integer({ description: 'For decide_import_drafts.' }),
        url: T.String({ description: 'The website.' }),
        state: T.String({ description: 'reading, ready, failed or publishing.' }),
        name: Nullable(T.String(), { description: 'Name of the product; null if unknown.' }),
        category: Nullable(T.String({ description: 'Its category, or the best guess.' })),
        quotes: Count('Facts with a quote.'),
      }),
      { description: 'Drafts that wait for a decision.' },
    ),
  }),
  example: { import_id: 3 },
  async read(ctx, { import_id: id }) {
    const { import: row, fields, preview, refused } = await getImport(ctx, { id });
    const { drafts } = await listReviewedDrafts(ctx, { id });
    const refused_faults = refused.rows.flatMap(({ line, faults }) => (faults ?? []).map((fault) => ({ line, ...fault })));
    return {
      ...summaryOf(row),
      columns: row.columns.map(({ name, filled, samples }) => ({ name, filled, samples, field: row.mapping?.[name] ?? null })),
      existing: row.existing,
      invite_owners: row.invite_owners,
      fields: fields.map(({ value }) => value),
      preview: (preview?.rows ?? []).map(({ line, mapped, existing }) => ({
        line,
        name: mapped?.listing.name ?? null,
        website: mapped?.listing.website ?? null,
        existing: existing?.slug ?? null,
      })),
      faults: preview?.faults ?? refused_faults,
      drafts: drafts.map(({ number, url, state, name, category, quotes }) => ({
        number,
        url,
        state,
        name,
        category: category?.name ?? null,
        quotes,
      })),
    };
  },
});

export const upload_import = teamWrite({
  path: '/imports',
  idempotent: true,
  summary: 'Upload a list to import',
  description: 'Stores CSV, JSON, JSON lines, an awesome list or websites, one per line. Then see get_import.',
  input: { file_name: RequiredText(200, 'Such as tools.csv.'), text: RequiredText(2_000_000, 'Content of the file.') },
  example: { file_name: 'tools.csv', text: 'name,website\nLedgerly,https://ledgerly.example' },
  change: uploadText,
});

export const map_import = teamWrite({
  method: 'PATCH',
  path: '/imports/{import_id}',
  summary: 'Map columns to fields',
  description: 'Chooses what an import does before it runs. get_import then shows the preview.',
  refusals: ['not_found', 'act_stands'],
  input: {
    import_id,
    mapping: May(T.Record(T.String(), Text(80)), 'Field by column. Replaces all.'),
    existing: May(OneOf(['skip', 'update']), 'For websites that are listed already.'),
    invite_owners: May(T.Boolean(), 'Mail owners that the file names.'),
  },
  example: { import_id: 3, mapping: { Title: 'name', Link: 'website' } },
  change: (ctx, { import_id: id, ...plan }) => planImport(ctx, { id, ...plan }),
});

export const start_import = teamWrite({
  path: '/imports/{import_id}/start',
  summary: 'Start an import',
  description: 'Writes the rows as listings, or drafts the websites. undo takes the whole import back.',
  refusals: ['not_found', 'act_stands'],
  input: { import_id },
  example: { import_id: 3 },
  change: (ctx, { import_id: id }) => startImport(ctx, { id }),
});

export const stop_import = teamWrite({
  path: '/imports/{import_id}/stop',
  summary: 'Stop an import',
  description: 'Stops an import that runs. What was written stays.',
  refusals: ['not_found', 'act_stands'],
  input: { import_id },
  example: { import_id: 3 },
  change: (ctx, { import_id: id }) => stopImport(ctx, { id }),
});

export const decide_import_drafts = teamWrite({
  path: '/imports/{import_id}/drafts',
  summary: 'Publish or leave out drafts of websites',
  description: 'Decides on up to 100 drafts of an import.',
  refusals: ['not_found'],
  input: { import_id, numbers: Ids('From get_import.'), decision: OneOf(['publish', 'leave_out']) },
  example: { import_id: 3, numbers: [1, 2], decision: 'publish' },
  change: (ctx, { import_id: id, numbers, decision }) =>
    decision === 'publish' ? publishDrafts(ctx, { id, numbers }) : leaveOutImportDrafts(ctx, { id, numbers }),
});
