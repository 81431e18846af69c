import type { Db } from '../../kernel/context.ts';
import { findRow, hasRows } from '../../kernel/database.ts';
import type { DatasetFile } from './rules.ts';

/** A dump and one of its files. */
export interface FileRef {
  site_id: number;
  dataset: string;
  file: string;
}

interface DatasetRef {
  site_id: number;
  name: string;
}

/** A writer that was not alive for this long has died: it says so every few seconds. */
const LEASE_MINUTES = 5;

/** Begins a dump, unless another process writes one of this site. What a writer left behind that died is deleted. */
export const insertDataset = async (
  sql: Db,
  { site_id, name, week_on, started_at }: DatasetRef & { week_on: string; started_at: Date },
): Promise<boolean> => {
  await sql`
    delete from datasets
    where site_id = ${site_id} and published_at is null and seen_at < now() - make_interval(mins => ${LEASE_MINUTES})`;
  return hasRows(sql`
    insert into datasets (site_id, name, week_on, started_at) values (${site_id}, ${name}, ${week_on}, ${started_at})
    on conflict do nothing returning name`);
};

/** Says that the writer is alive; false if another one took over. */
export const touchDataset = (sql: Db, { site_id, name }: DatasetRef): Promise<boolean> =>
  hasRows(sql`
    update datasets set seen_at = now() where site_id = ${site_id} and name = ${name} and published_at is null returning name`);

export const insertDatasetChunk = async (
  sql: Db,
  { site_id, dataset, file }: FileRef,
  { position, hash, bytes }: { position: number; hash: string; bytes: Buffer | null },
): Promise<void> => {
  await sql`
    insert into dataset_chunks (site_id, dataset, file, position, hash, bytes)
    values (${site_id}, ${dataset}, ${file}, ${position}, ${hash}, ${bytes})`;
};

export const insertFile = async (sql: Db, site_id: number, dataset: string, { name, size, sha256 }: DatasetFile): Promise<void> => {
  await sql`
    insert into dataset_files (site_id, dataset, name, size, sha256) values (${site_id}, ${dataset}, ${name}, ${size}, ${sha256})`;
};

/** Publishes a dump; false if another writer took over. */
export const publishDataset = (
  sql: Db,
  { site_id, name, published_at, manifest, note }: DatasetRef & { published_at: Date; manifest: string; note: string },
): Promise<boolean> =>
  hasRows(sql`
    update datasets set published_at = ${published_at}, manifest = ${manifest}, note = ${note}
    where site_id = ${site_id} and name = ${name} and published_at is null returning name`);

export const deleteUnfinished = async (sql: Db, { site_id, name }: DatasetRef): Promise<void> => {
  await sql`delete from datasets where site_id = ${site_id} and name = ${name} and published_at is null`;
};

export const deleteDatasetRow = (sql: Db, { site_id, name }: DatasetRef): Promise<boolean> =>
  hasRows(sql`delete from datasets where site_id = ${site_id} and name = ${name} and published_at is not null returning name`);

export const hasDatasetOfWeek = (sql: Db, site_id: number, week_on: string): Promise<boolean> =>
  hasRows(sql`select from datasets where site_id = ${site_id} and week_on = ${week_on} and published_at is not null limit 1`);

export const isWriting = (sql: Db, site_id: number): Promise<boolean> =>
  hasRows(sql`
    select from datasets
    where site_id = ${site_id} and published_at is null and seen_at >= now() - make_interval(mins => ${LEASE_MINUTES})`);

export interface PublishedDataset {
  name: string;
  published_at: Date;
  manifest: string;
  note: string;
}

/** The newest first. */
export const selectDatasets = (sql: Db, site_id: number, limit: number): Promise<PublishedDataset[]> => sql<PublishedDataset[]>`
  select name, published_at, manifest, note from datasets where site_id = ${site_id} and published_at is not null
  order by name desc limit ${limit}`;

export const findDataset = (sql: Db, { site_id, name }: DatasetRef): Promise<PublishedDataset | undefined> =>
  findRow(sql<PublishedDataset[]>`
    select name, published_at, manifest, note from datasets
    where site_id = ${site_id} and name = ${name} and published_at is not null`);

/** A file of a published dump. */
export const findFile = (
  sql: Db,
  { site_id, dataset, file }: FileRef,
): Promise<{ size: number; sha256: string; published_at: Date } | undefined> =>
  findRow(sql<{ size: number; sha256: string; published_at: Date }[]>`
    select f.size, f.sha256, d.published_at from dataset_files f join datasets d on d.site_id = f.site_id and d.name = f.dataset
    where f.site_id = ${site_id} and f.dataset = ${dataset} and f.name = ${file} and d.published_at is not null`);

export const findChunk = (
  sql: Db,
  { site_id, dataset, file }: FileRef,
  position: number,
): Promise<{ hash: string; bytes: Buffer | null } | undefined> =>
  findRow(sql<{ hash: string; bytes: Buffer | null }[]>`
    select hash, bytes from dataset_chunks
    where site_id = ${site_id} and dataset = ${dataset} and file = ${file} and position = ${position}`);
