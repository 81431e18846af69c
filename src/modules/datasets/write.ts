import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { SiteCtx } from '../../kernel/context.ts';
import { withDatabaseClock } from '../../kernel/time/database-clock.ts';
import { weekAt } from '../../kernel/time/weeks.ts';
import { CHANGE_KINDS, type ChangeKind } from '../changes/rules.ts';
import type { MediaCtx } from '../listings/media/stored-pictures.ts';
import { signLedger } from '../votes/checkpoints/checkpoints.ts';
import { loadCurrentSigner } from '../votes/checkpoints/keys.ts';
import { datasetText, signNote } from '../votes/checkpoints/notes.ts';
import { findCheckpoint } from '../votes/checkpoints/queries.ts';
import { exportLedger } from '../votes/ledger/export.ts';
import { copyBytes, copySite, recordLines } from './copy.ts';
import { type DatasetStore, storeDatasetFile } from './files.ts';
import { deleteUnfinished, insertDataset, publishDataset, touchDataset } from './queries.ts';
import { type DatasetFile, type DatasetSettings, datasetName, type Licence, licenceOf, licenceText } from './rules.ts';
import { datasetSchema } from './schema.ts';

/** manifest.json: what a dump consists of. Its text is signed. */
export interface Manifest {
  format: 1;
  site: { name: string; address: string };
  name: string;
  /** Where the files are. */
  address: string;
  started_at: string;
  written_at: string;
  licence: Licence;
  /** From here the change feed continues. */
  cursor: string;
  changes: string;
  files: (DatasetFile & { kind?: ChangeKind; records?: number })[];
  /** The latest checkpoint of the vote ledger when its file was written; null if nothing is signed. */
  checkpoint: string | null;
}

export interface WriteCtx extends SiteCtx, MediaCtx {
  sql: Sql;
  signal?: AbortSignal;
}

const HEARTBEAT_MS = 5000;
const FOLDER = 'launchweek-dataset-';
/** A folder that a process left behind when it was killed. */
const LEFT_BEHIND_MS = 2 * 24 * 3_600_000;

const makeFolder = async (): Promise<string> => {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (!name.startsWith(FOLDER)) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), FOLDER));
};

/** Says every few seconds that the writer is alive, and throws if it must stop. */
const keepAlive = ({ sql, site, signal }: WriteCtx, name: string) => {
  let said_at = performance.now();
  return async (): Promise<void> => {
    signal?.throwIfAborted();
    if (performance.now() - said_at < HEARTBEAT_MS) return;
    said_at = performance.now();
    if (!(await touchDataset(sql, { site_id: site.id, name }))) throw new Error(`Another process writes the dataset of ${site.key}.`);
  };
};

const writeFiles = async (ctx: WriteCtx, settings: DatasetSettings, name: string, folder: string) => {
  const { sql, site, signal } = ctx;
  const stay = keepAlive(ctx, name);
  const store: DatasetStore = { ...ctx, dataset: name, onStored: stay };
  const { cursor } = await copySite(ctx, folder, stay);
  const files: Manifest['files'] = [];
  for (const kind of CHANGE_KINDS) {
    let records = 0;
    const lines = recordLines(folder, kind, (more) => {
      records += more;
    });
    files.push({ ...(await storeDatasetFile(store, `${kind}.jsonl.gz`, lines)), kind, records });
  }
  files.push(await storeDatasetFile(store, 'mirror.sqlite.gz', copyBytes(folder)));
  await signLedger(ctx, signal);
  const checkpoint = (await findCheckpoint(sql, site.id))?.note ?? null;
  files.push(await storeDatasetFile(store, 'ledger.jsonl.gz', await exportLedger(sql, site)));
  files.push(await storeDatasetFile(store, 'schema.json', [datasetSchema(site.root)]));
  files.push(await storeDatasetFile(store, 'licence.txt', [licenceText(settings, site)]));
  const sums = files.map((file) => `${file.sha256}  ${file.name}\n`).join('');
  files.push(await storeDatasetFile(store, 'SHA256SUMS', [sums]));
  return { cursor, checkpoint, files };
};

/**
 * Writes a dump of everything public on a site. It can be seen when it is complete: until then its rows are the writer's, and those of a
 * writer that died are deleted by the next one. Returns its name; null if another process writes one.
 */
export const writeDataset = async (ctx: WriteCtx, settings: DatasetSettings): Promise<string | null> => {
  const { sql, site, clock } = ctx;
  const started_at = clock.now();
  const name = datasetName(started_at);
  const week_on = weekAt(started_at, site.time_zone);
  if (!(await insertDataset(sql, { site_id: site.id, name, week_on, started_at }))) return null;
  let folder: string | undefined;
  try {
    folder = await makeFolder();
    const { cursor, checkpoint, files } = await writeFiles(ctx, settings, name, folder);
    await withDatabaseClock(ctx, async (ctx) => {
      const published_at = ctx.clock.now();
      const manifest = `${JSON.stringify(
        {
          format: 1,
          site: { name: site.name, address: site.root },
          name,
          address: `${site.root}/data/${name}/`,
          started_at: started_at.toISOString(),
          written_at: published_at.toISOString(),
          licence: licenceOf(settings, site.name),
          cursor,
          changes: `${site.root}/api/v1/changes?cursor=${cursor}`,
          files,
          checkpoint,
        } satisfies Manifest,
        null,
        1,
      )}\n`;
      const signer = await loadCurrentSigner(ctx);
      const note = signNote(datasetText(signer.name, { name, manifest: hash('sha256', manifest, 'buffer'), at: published_at }), signer);
      if (!(await publishDataset(ctx.sql, { site_id: site.id, name, published_at, manifest, note })))
        throw new Error(`Another process writes the dataset of ${site.key}.`);
    });
    return name;
  } catch (error) {
    await deleteUnfinished(sql, { site_id: site.id, name });
    throw error;
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
};
