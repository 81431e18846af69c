import type { Sql } from 'postgres';
import { enqueue, type Job, type JobCtx, job } from '../../kernel/jobs.ts';
import { t } from '../../kernel/language/messages.ts';
import { optimizeSearchIndex, withoutTimeout } from '../listings/search/search-index.ts';
import { getSiteById } from '../sites/sites.ts';
import { importSite } from './archive/import-site.ts';
import { inviteNextOwners } from './invitations.ts';
import { readNextLogos } from './logos.ts';
import {
  addImportMade,
  countOutcomes,
  deleteChunks,
  findImport,
  type ImportRow,
  insertArchiveRows,
  lockImport,
  readChunks,
  type StoredRow,
  selectFaultyRows,
  selectRows,
  updateImport,
} from './queries.ts';
import { readFile } from './read-file.ts';
import { importMoves } from './states.ts';
import { undoBatch } from './undo.ts';
import { finishReview, publishNext, startDrafts } from './websites.ts';
import { writeRows } from './write-rows.ts';

declare module '../../kernel/jobs.ts' {
  interface Lanes {
    /** For long work on many rows, one job at a time. */
    importing: true;
  }
}

interface ImportRef {
  site_id: number;
  import_id: number;
}

const loadImport = (sql: Sql, { site_id, import_id }: ImportRef): Promise<ImportRow | undefined> => findImport(sql, site_id, import_id);

/** Reads an uploaded file into rows. */
export const read_import: Job<ImportRef> = job<ImportRef>({
  name: 'read_import',
  lane: 'importing',
  attempts: 5,
  async run(ctx, ref) {
    const row = await loadImport(ctx.sql, ref);
    if (row?.status !== 'reading') return;
    try {
      await readFile(ctx, row);
    } catch (error) {
      if (ctx.last_attempt && !ctx.signal.aborted && (await importMoves.try(ctx, row.id, 'reading_failed')))
        await updateImport(ctx.sql, row.id, {
          failure: t('We couldn’t read this file. Check that it opens in another program, then upload it again.'),
        });
      throw error;
    }
  },
});

/** Rows per transaction: few, so that others wait for none of them. */
const ROWS_PER_BATCH = 500;

/** Writes the next batch of an import. Whether there was one. */
export const writeNextBatch = ({ sql, clock }: Pick<JobCtx, 'sql' | 'clock'>, ref: ImportRef, time_zone: string): Promise<boolean> =>
  withoutTimeout(sql, async (tx) => {
    const row = await lockImport(tx, ref.import_id);
    if (row?.status !== 'running') return false;
    const rows = await selectRows(tx, row.id, row.done_rows, ROWS_PER_BATCH);
    if (rows.length > 0) await writeRows({ sql: tx, clock, time_zone }, row, rows);
    else {
      await importMoves.make({ sql: tx, clock }, row.id, 'finish');
      await enqueue(tx, read_logos, ref);
      if (row.invite_owners) await enqueue(tx, invite_owners, ref);
    }
    return rows.length > 0;
  });

/** A job works this long, then lets others of its lane work. */
const TURN_MS = 10_000;

/** Repeats `work` for a while. Whether there is more to do. */
const workForAWhile = async (signal: AbortSignal, work: () => Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + TURN_MS;
  while (performance.now() < until) {
    signal.throwIfAborted();
    if (!(await work())) return false;
  }
  return true;
};

/** Imports the export of a site. Interrupted, it continues after the listings that were written. */
const runArchive = async ({ sql, clock, integrations, signal }: JobCtx, row: ImportRow): Promise<void> => {
  await importSite(
    {
      sql,
      clock,
      integrations,
      site_id: row.site_id,
      signal,
      written: row.done_rows,
      async onMade(tx, kind, ids) {
        await addImportMade(tx, row.id, kind, ids);
      },
      async onListings(tx, written) {
        await insertArchiveRows(tx, row, written, clock.now());
        const imported = written.filter(({ listing_id }) => listing_id !== null).length;
        const last = written.at(-1)!.number;
        await countOutcomes(tx, row.id, last, { imported, skipped: written.length - imported });
        await updateImport(tx, row.id, { rows: last });
      },
    },
    readChunks(sql, row.id),
  );
  await sql.begin(async (tx) => {
    await importMoves.try({ sql: tx, clock }, row.id, 'finish');
    await deleteChunks(tx, row.id);
  });
};

/** Writes the rows of an import, batch after batch. A killed process repeats no batch: each is one transaction with its cursor. */
export const run_import: Job<ImportRef> = job<ImportRef>({
  name: 'run_import',
  lane: 'importing',
  async run(ctx, ref) {
    const row = await loadImport(ctx.sql, ref);
    if (row?.status !== 'running') return;
    if (row.format === 'site_export') {
      await runArchive(ctx, row);
      return optimizeSearchIndex(ctx.sql);
    }
    const { time_zone } = await getSiteById(ctx.sql, ref.site_id, ctx.site_root);
    const has_more = await workForAWhile(ctx.signal, () => writeNextBatch(ctx, ref, time_zone));
    if (has_more) await enqueue(ctx.sql, run_import, ref);
    else await optimizeSearchIndex(ctx.sql);
  },
});

/** Time between two batches of logos, so that no host is asked too often. */
const NEXT_LOGOS_SECONDS = 10;

/** Fetches the logos of imported listings, a few at a time. */
export const read_logos: Job<ImportRef> = job<ImportRef>({
  name: 'read_logos',
  async run({ sql, clock, signal, integrations, site_root }, ref) {
    const site = await getSiteById(sql, ref.site_id, site_root);
    const has_more = await readNextLogos({ sql, clock, signal, integrations, site, fetch: integrations.fetch }, ref.import_id);
    if (has_more) await enqueue(sql, read_logos, ref, { in_seconds: NEXT_LOGOS_SECONDS });
  },
});

/** Time between two batches of invitations, so that mail servers do not take them for spam. */
const NEXT_INVITATIONS_SECONDS = 30;

/** Invites the owners of imported listings, a few at a time. */
export const invite_owners: Job<ImportRef> = job<ImportRef>({
  name: 'invite_owners',
  async run({ sql, clock, site_root }, ref) {
    const site = await getSiteById(sql, ref.site_id, site_root);
    const has_more = await inviteNextOwners({ sql, clock, site }, ref.import_id);
    if (has_more) await enqueue(sql, invite_owners, ref, { in_seconds: NEXT_INVITATIONS_SECONDS });
  },
});

/** How often the next websites of an import are started. */
const NEXT_DRAFTS_SECONDS = 3;

interface DraftingRef extends ImportRef {
  /** Whether private and loopback addresses are accepted. Development only. */
  allow_private?: boolean;
}

/** Has the websites of an import drafted, a few at a time. */
export const draft_import: Job<DraftingRef> = job<DraftingRef>({
  name: 'draft_import',
  async run({ sql, clock, site_root }, ref) {
    const site = await getSiteById(sql, ref.site_id, site_root);
    const has_more = await startDrafts({ sql, clock, site, allow_private: ref.allow_private }, ref.import_id);
    if (has_more) await enqueue(sql, draft_import, ref, { in_seconds: NEXT_DRAFTS_SECONDS });
  },
});

/** Publishes the drafts that the team accepted, one transaction each. */
export const publish_drafts: Job<ImportRef> = job<ImportRef>({
  name: 'publish_drafts',
  lane: 'importing',
  async run(ctx, ref) {
    const site = await getSiteById(ctx.sql, ref.site_id, ctx.site_root);
    if (await workForAWhile(ctx.signal, () => publishNext({ ...ctx, site }, ref.import_id))) await enqueue(ctx.sql, publish_drafts, ref);
    else await finishReview(ctx, ref.import_id);
  },
});

/** Undoes an import, batch after batch. */
export const undo_import: Job<ImportRef> = job<ImportRef>({
  name: 'undo_import',
  lane: 'importing',
  async run(ctx, ref) {
    const row = await loadImport(ctx.sql, ref);
    if (row?.status !== 'undoing') return;
    if (await workForAWhile(ctx.signal, () => undoBatch(ctx, row))) await enqueue(ctx.sql, undo_import, ref);
  },
});

/** Reads and writes a stored file without jobs, for the command. */
export const finishImport = async (
  ctx: Pick<JobCtx, 'sql' | 'clock'>,
  { id, site_id }: ImportRow,
  time_zone: string,
): Promise<{ result: ImportRow; refused: { line: number; reason: string }[] }> => {
  const ref = { site_id, import_id: id };
  await importMoves.make(ctx, id, 'upload_finished');
  await readFile(ctx, (await loadImport(ctx.sql, ref))!);
  if (await importMoves.try(ctx, id, 'start')) while (await writeNextBatch(ctx, ref, time_zone));
  await optimizeSearchIndex(ctx.sql);
  const rows = await selectFaultyRows(ctx.sql, id, { page: 1, per_page: 60_000 });
  const explain = (faults: StoredRow['faults']) =>
    (faults ?? []).map(({ column, message }) => (column ? `${column} ${message}` : message)).join('; ');
  return {
    result: (await loadImport(ctx.sql, ref))!,
    refused: rows.map(({ line, faults }) => ({ line, reason: explain(faults) })),
  };
};
