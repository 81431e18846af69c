import type { Db } from '../../../kernel/context.ts';
import { findRow, firstValue, hasRows, selectColumn } from '../../../kernel/database.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { NoteKey } from './notes.ts';

/** The hashes of ledger rows, by number. */
export const selectRowHashes = (sql: Db, site_id: number, after: number, to: number): Promise<Buffer[]> =>
  selectColumn<Buffer>(sql`select hash from votes where site_id = ${site_id} and seq > ${after} and seq <= ${to} order by seq`);

/** Stored hashes of a level of the tree, from a position to before another. */
export const selectNodes = (sql: Db, site_id: number, level: number, from: number, to: number): Promise<Buffer[]> =>
  selectColumn<Buffer>(sql`
    select hash from ledger_nodes where site_id = ${site_id} and level = ${level} and position >= ${from} and position < ${to} order by position`);

/** How many hashes of a level are stored. They are written in order. */
export const countNodes = (sql: Db, site_id: number, level: number): Promise<number> =>
  firstValue<number>(sql`
    select coalesce(max(position) + 1, 0) as count from ledger_nodes where site_id = ${site_id} and level = ${level}`);

export const insertNodes = async (sql: Db, site_id: number, level: number, first: number, hashes: Buffer[]): Promise<void> => {
  const rows = hashes.map((hash, i) => ({ position: first + i, hash: hash.toString('hex') }));
  await sql`
    insert into ledger_nodes (site_id, level, position, hash)
    select ${site_id}, ${level}, position, decode(hash, 'hex') from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (position bigint, hash text)
    on conflict do nothing`;
};

export interface LedgerKey {
  number: number;
  origin: string;
  public_key: Buffer;
  from_size: number;
  compromised: number[];
  note: string;
  created_at: Date;
}

const keyColumns = (sql: Db) => sql`number, origin, public_key, from_size, compromised, note, created_at`;

export const selectLedgerKeys = (sql: Db, site_id: number): Promise<LedgerKey[]> =>
  sql<LedgerKey[]>`select ${keyColumns(sql)} from ledger_keys where site_id = ${site_id} order by number`;

/** The key that signs now. Locked, so that no checkpoint is signed with it while it is replaced. */
export const lockCurrentKey = (sql: Db, site_id: number): Promise<LedgerKey | undefined> =>
  findRow(sql<LedgerKey[]>`
    select ${keyColumns(sql)} from ledger_keys where site_id = ${site_id} order by number desc limit 1 for update`);

export const insertLedgerKey = async (sql: Db, site_id: number, key: LedgerKey): Promise<boolean> =>
  hasRows(sql`
    insert into ledger_keys (site_id, number, origin, public_key, from_size, compromised, note, created_at)
    values (${site_id}, ${key.number}, ${key.origin}, ${key.public_key}, ${key.from_size}, ${key.compromised}::integer[], ${key.note}, ${key.created_at})
    on conflict do nothing returning number`);

export interface StoredCheckpoint {
  size: number;
  root: Buffer;
  /** With the signatures of the site and of witnesses. */
  note: string;
  signed_at: Date;
}

const cosignatures = (sql: Db) => sql`
  coalesce((select string_agg(s.line || chr(10), '' order by s.witness) from ledger_cosignatures s where s.site_id = c.site_id and s.size = c.size), '')`;

/** The checkpoint of a size; without one, the latest. */
export const findCheckpoint = (sql: Db, site_id: number, size: number | null = null): Promise<StoredCheckpoint | undefined> =>
  findRow(sql<StoredCheckpoint[]>`
    select c.size, c.root, c.note || ${cosignatures(sql)} as note, c.signed_at from ledger_checkpoints c
    where c.site_id = ${site_id} ${size === null ? sql`` : sql`and c.size = ${size}`} order by c.size desc limit 1`);

/** Checkpoints after a size, in order. */
export const selectCheckpoints = (sql: Db, site_id: number, after: number, limit: number): Promise<StoredCheckpoint[]> =>
  sql<StoredCheckpoint[]>`
    select c.size, c.root, c.note || ${cosignatures(sql)} as note, c.signed_at from ledger_checkpoints c
    where c.site_id = ${site_id} and c.size > ${after} order by c.size limit ${limit}`;

/** The first checkpoint with a row in it. */
export const findCheckpointOf = (sql: Db, site_id: number, seq: number): Promise<number | undefined> =>
  findRow(sql<{ size: number }[]>`
    select size from ledger_checkpoints where site_id = ${site_id} and size >= ${seq} order by size limit 1`).then((row) => row?.size);

export const insertCheckpoint = (sql: Db, site_id: number, { size, root, note, signed_at }: StoredCheckpoint) => sql`
  insert into ledger_checkpoints (site_id, size, root, note, signed_at) values (${site_id}, ${size}, ${root}, ${note}, ${signed_at})
  on conflict do nothing`;

/** Adds a signature line to a checkpoint. */
export const addSignature = (sql: Db, site_id: number, size: number, line: string) => sql`
  update ledger_checkpoints set note = note || ${line} where site_id = ${site_id} and size = ${size}`;

export interface FrozenResult {
  week: string;
  size: number;
  counted: number;
  uncounted: number;
}

/** Frozen weeks whose result is not signed yet. */
export const selectUnsignedWeeks = (sql: Db, site_id: number): Promise<FrozenResult[]> => sql<FrozenResult[]>`
  select week_on as week, last_seq as size, counted_votes::int as counted, uncounted_votes::int as uncounted from frozen_weeks f
  where site_id = ${site_id} and not exists (select from ledger_results r where r.site_id = f.site_id and r.week_on = f.week_on)
  order by last_seq, week_on`;

export interface SignedResult {
  week: string;
  size: number;
  note: string;
  signed_at: Date;
}

export const insertResult = (sql: Db, site_id: number, { week, size, note, signed_at }: SignedResult) => sql`
  insert into ledger_results (site_id, week_on, size, note, signed_at) values (${site_id}, ${week}, ${size}, ${note}, ${signed_at})
  on conflict do nothing`;

export const writeResultNote = (sql: Db, site_id: number, week: string, note: string) => sql`
  update ledger_results set note = ${note} where site_id = ${site_id} and week_on = ${week}`;

/** The signed results, of all weeks or of one. */
export const selectResults = (sql: Db, site_id: number, week: string | null = null): Promise<SignedResult[]> => sql<SignedResult[]>`
  select week_on as week, size, note, signed_at from ledger_results
  where site_id = ${site_id} and (${week}::date is null or week_on = ${week}) order by size, week_on`;

export interface Witness extends NoteKey {
  added_at: Date;
}

/** The witnesses whose signatures are accepted. */
export const selectWitnesses = (sql: Db, site_id: number): Promise<Witness[]> =>
  sql<Witness[]>`select name, public_key, added_at from ledger_witnesses where site_id = ${site_id} and removed_at is null order by name`;

/** Registers a witness; false if it is. Another key under a known name replaces the old one together with what that signed. */
export const insertWitness = async (sql: Db, site_id: number, { name, public_key, added_at }: Witness): Promise<boolean> => {
  await sql`delete from ledger_witnesses where site_id = ${site_id} and name = ${name} and public_key <> ${public_key}`;
  return hasRows(sql`
    insert into ledger_witnesses as w (site_id, name, public_key, added_at) values (${site_id}, ${name}, ${public_key}, ${added_at})
    on conflict (site_id, name) do update set removed_at = null where w.removed_at is not null returning name`);
};

/** Accepts no more signatures of a witness. Returns it; nothing if there was none. */
export const removeWitness = (sql: Db, site_id: number, name: string, at: Date): Promise<Witness | undefined> =>
  findRow(sql<Witness[]>`
    update ledger_witnesses set removed_at = ${at} where site_id = ${site_id} and name = ${name} and removed_at is null
    returning name, public_key, added_at`);

export const insertCosignature = (sql: Db, site_id: number, size: number, witness: string, line: string, signed_at: Date) => sql`
  insert into ledger_cosignatures as c (site_id, size, witness, line, signed_at) values (${site_id}, ${size}, ${witness}, ${line}, ${signed_at})
  on conflict (site_id, size, witness) do update set line = excluded.line, signed_at = excluded.signed_at where c.signed_at < excluded.signed_at`;

/**
 * Text that changes with the notes of an export: of all sizes up to one, or of a week that ends there. New notes change their number or
 * when the last was signed; a new key, which signs older notes again, changes the keys.
 */
export const summarizeNotes = (sql: Db, site_id: number, week: string | null, last_seq: number): Promise<string> => {
  const ofSite = sql`site_id = ${site_id} and ${week === null ? sql`size <= ${last_seq}` : sql`size = ${last_seq}`}`;
  return firstValue<string>(sql`
    select concat_ws(' ',
      (select md5(string_agg(note, '' order by number)) from ledger_keys where site_id = ${site_id}),
      (select count(*) from ledger_checkpoints where ${ofSite}),
      (select signed_at from ledger_checkpoints where ${ofSite} order by size desc limit 1),
      (select concat(count(*), ' ', sum(extract(epoch from signed_at))) from ledger_cosignatures where ${ofSite}),
      (select concat(count(*), ' ', max(signed_at)) from ledger_results
       where site_id = ${site_id} and size <= ${last_seq} and (${week}::date is null or week_on = ${week}))) as summary`);
};

/** The numbers of all rows about the vote that a row is about, from that row on. */
export const selectBallotSeqs = (sql: Db, site_id: number, seq: number, to: number): Promise<LedgerRow['seq'][]> =>
  selectColumn<number>(sql`
    select v.seq from votes c join votes v on v.site_id = c.site_id and v.listing_id = c.listing_id and v.launch_week_on = c.launch_week_on
      and v.voter_id = c.voter_id and v.seq >= c.seq
    where c.site_id = ${site_id} and c.seq = ${seq} and v.seq <= ${to} order by v.seq`);
