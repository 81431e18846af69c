import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { packEntry, readArchive } from '../../../src/db/backup/archive.ts';
import { sumRows } from '../../../src/db/backup/format.ts';
import { restoreBackup } from '../../../src/db/backup/restore.ts';
import { makeBackup } from '../../../src/db/backup/write.ts';
import { prepareDatabase } from '../../../src/db/migrate/migrate.ts';
import { connect, type Sql } from '../../../src/db/open.ts';
import { makeTestPayment, startPayment } from '../../../src/modules/orders/payment/start-payment.ts';
import { readStoredLedger, recountWeek } from '../../../src/modules/votes/ledger/recount.ts';
import { castVote } from '../../../src/modules/votes/votes.ts';
import { onDatabase } from '../../support/database.ts';
import { readyDraft } from '../../support/drafts/drafts.ts';
import { BILLBOARD, makeBuyer, placeOrder } from '../../support/orders/buyers.ts';
import { configureSeller } from '../../support/orders/paid-orders.ts';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const clock = { now: () => NOON };
const server = useServer({ demo: 'few votes', clock });
let backup: Buffer;
const made: string[] = [];

/** An empty database. */
const emptyDatabase = async () => {
  const { server: url, template } = inject('database');
  const name = `${template}_restored_${made.length}`;
  made.push(name);
  const admin = connect(url, 1);
  await admin`create database ${admin(name)}`;
  await admin.end();
  const connectionString = onDatabase(url, name);
  return { sql: connect(connectionString, 1), connection: { connectionString } };
};

const chunksOf = async function* (bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const takeBackup = async (sql: Sql): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  await makeBackup(sql, { version: '1.0.0', now: NOON, pictures: { name: 'nowhere', get: async () => null } }, async (given) => {
    for await (const piece of given) pieces.push(piece);
  });
  return Buffer.concat(pieces);
};
type BackupTarget = Awaited<ReturnType<typeof emptyDatabase>>;
const restore = (place: BackupTarget, bytes = backup, { replace = false } = {}) =>
  restoreBackup({ ...place, open: () => chunksOf(bytes), replace });

/** All rows of all tables, and the sequences. */
const dump = async (sql: Sql): Promise<Record<string, string[]>> => {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('pools_at_work', 'migration_steps', 'datasets', 'dataset_files', 'dataset_chunks', 'purge_touches') order by 1`;
  const all: Record<string, string[]> = {};
  for (const { name } of tables)
    all[name] = (await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t order by 1`).map(({ row }) => row);
  const shape = await sql<{ line: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text <> 'migration_steps'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal
    union all select sequencename || ' ' || coalesce(last_value::text, '') from pg_sequences where schemaname = 'public'
    order by 1`;
  return { ...all, shape: shape.map(({ line }) => line) };
};
const jobs = (sql: Sql) => sql`
  select t.identifier, j.payload::text as payload, j.key, j.attempts, j.max_attempts, j.priority, j.run_at, j.last_error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by 1, 2`;
const isEmpty = async ({ sql }: BackupTarget): Promise<boolean> =>
  (await sql`select from pg_class where relnamespace = 'public'::regnamespace`).length === 0;

beforeAll(async () => {
  const { sql } = server;
  await configureSeller(sql, server.site_id);
  const site = await siteOf(sql, server.site_id);
  const voters = await makeVoters(
    sql,
    Array.from({ length: 12 }, () => ({})),
  );
  for (const voter of voters) await castVote(as(voter, { sql, site, clock }), { slug: 'packmoth' });
  const buyer = await makeBuyer(server, { clock });
  for (const pays of [true, false]) {
    const { number } = await placeOrder(buyer, BILLBOARD, { country: 'FR' });
    const { url } = await startPayment(buyer.ctx, { number });
    if (pays) await makeTestPayment(buyer.ctx, { session: url.split('/').at(-1)!, outcome: 'paid' });
  }
  await readyDraft(server, await server.member());
  // Values that COPY must escape, and binary data.
  await sql`update listings set tagline = ${'tab\tline\nslash\\ \\N \\. ‘quotes’ 🚀'} where slug = 'packmoth'`;
  await sql`insert into secrets (name, value) values ('backed up', 'a secret')`;
  // A last row larger than the driver's buffer.
  await sql`insert into secrets (name, value) values ('large', ${'a secret '.repeat(300_000)})`;
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'It went wrong.' where id = (select min(id) from graphile_worker._private_jobs)`;
  backup = await takeBackup(sql);
});
const places: BackupTarget[] = [];
const here = async (): Promise<BackupTarget> => {
  const place = await emptyDatabase();
  places.push(place);
  return place;
};
afterEach(async () => {
  for (const { sql } of places.splice(0)) await sql.end({ timeout: 5 });
});
afterAll(async () => {
  const admin = connect(inject('database').server, 1);
  for (const name of made) await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end();
});

test('a restored database is identical, can be written to, and passes the recount', async () => {
  const place = await here();
  expect(await restore(place)).toMatchObject({ head: { format: 1, made_at: NOON.toISOString() } });
  const before = await dump(server.sql);
  expect(await dump(place.sql)).toEqual(before);
  for (const table of ['votes', 'orders', 'invoices', 'payments', 'drafts', 'draft_pages', 'secrets', 'migrations', 'week_results'])
    expect(before[table]!.length, table).toBeGreaterThan(0);
  expect(await jobs(place.sql)).toEqual([...(await jobs(server.sql))]);
  expect((await jobs(place.sql)).length).toBeGreaterThan(2);

  // Migrations find nothing to do, the vote chain continues, and constraints are back.
  await prepareDatabase(place);
  const { sql } = place;
  const site = await siteOf(sql, server.site_id);
  const [voter] = (await makeVoters(sql, [{}])) as [number];
  await castVote(as(voter, { sql, site, clock }), { slug: 'packmoth' });
  // A recount of one week checks the whole chain; the results of all weeks were compared above.
  for (const week_on of ['2026-11-02', '2026-11-09'])
    expect(await recountWeek(sql, site.id, week_on, readStoredLedger(sql, site))).toMatchObject({
      is_final: week_on === '2026-11-02',
      faults: [],
      differences: [],
    });
  await expect(sql`delete from votes`).rejects.toThrow();
  await expect(sql`insert into account_roles (account_id, site_id, role) values (-1, ${site.id}, 'site_admin')`).rejects.toThrow(
    /violates foreign key/,
  );

  // Restore over existing data: all changes since are gone.
  await sql`insert into secrets (name, value) values ('newer', '')`;
  await sql`create view newer as select 1`;
  await restore(place, backup, { replace: true });
  expect(await dump(sql)).toEqual(before);
  expect(await jobs(sql)).toEqual([...(await jobs(server.sql))]);
});

test('a backup is a consistent snapshot while others write', async () => {
  const { sql } = server;
  const writer = connect(server.connection.connectionString, 1);
  let over = false;
  let n = 0;
  const writing = (async () => {
    // Two tables that always have the same number of rows.
    for (; !over; n++)
      await writer.begin(async (tx) => {
        await tx`insert into secrets (name, value) values (${`pair ${n}`}, '')`;
        await tx`insert into companies (domain) values (${`pair-${n}.example`})`;
      });
  })();
  await until(async () => n > 5);
  const bytes = await takeBackup(sql);
  over = true;
  await writing;
  await writer.end();
  const entries: { name: string; content: Buffer }[] = [];
  for await (const entry of readArchive(chunksOf(bytes))) entries.push(entry);
  const pairsIn = (table: string) =>
    Buffer.concat(entries.filter(({ name }) => name.startsWith(`tables/${table}/`)).map(({ content }) => content))
      .toString()
      .split('\n')
      .filter((line) => /\bpair[ -]\d/.test(line)).length;
  expect(pairsIn('secrets')).toBeGreaterThan(5);
  expect(pairsIn('secrets')).toBe(pairsIn('companies'));
});

describe('a restore fails and changes nothing', () => {
  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.6), 'The backup is truncated'],
    [
      'without its end',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, bytes.lastIndexOf('manifest.json')), Buffer.alloc(1024)]),
      'its end is missing',
    ],
    // In the middle of a row: padding between tar entries is not checked.
    ['garbled', (bytes: Buffer) => Buffer.from(bytes).fill('x', bytes.indexOf('.example'), bytes.indexOf('.example') + 20), /damaged/],
    ['something else', () => Buffer.alloc(4096, 'no backup '), 'This is not a backup of Launchweek, or it is damaged.'],
    ['empty', () => Buffer.alloc(0), 'The backup is truncated'],
  ])('from a file that is %s', async (_, spoil, message) => {
    const place = await here();
    await expect(restore(place, spoil(backup))).rejects.toThrow(message);
    expect(await isEmpty(place)).toBe(true);
  });

  test('if one byte of the compressed file is changed', async () => {
    const place = await here();
    const packed = gzipSync(backup, { level: 1 });
    for (let i = 0; i < 20; i++) {
      const spoilt = Buffer.from(packed);
      const at = 20 + Math.floor(((packed.length - 40) * i) / 20);
      spoilt[at] = spoilt[at]! ^ 0x41;
      const unpacked = await promisify(gunzip)(spoilt).catch((error: Error) => error);
      // Some bits of a compressed file are unused: then the content is the same.
      if (Buffer.isBuffer(unpacked) && unpacked.equals(backup)) continue;
      const open = async function* () {
        if (!Buffer.isBuffer(unpacked)) throw unpacked;
        yield unpacked;
      };
      await expect(restoreBackup({ ...place, open, replace: false })).rejects.toThrow();
    }
    expect(await isEmpty(place)).toBe(true);
  });

  /** A backup with manipulated entries and valid checksums. */
  const rewritten = async (change: (name: string, content: Buffer) => Buffer): Promise<Buffer> => {
    const entries: Buffer[] = [];
    for await (const { name, content } of readArchive(chunksOf(backup)))
      entries.push(packEntry({ name, content: change(name, content) }, NOON));
    return Buffer.concat([...entries, Buffer.alloc(1024)]);
  };

  test('if a newer version made the backup', async () => {
    const place = await here();
    const newer = await rewritten((name, content) =>
      name === 'launchweek.json' ? Buffer.from(content.toString().replace('0001_directory', '9999_later')) : content,
    );
    await expect(restore(place, newer)).rejects.toThrow('The backup has migration 9999_later, which this version does not know');
    const format = await rewritten((name, content) =>
      name === 'launchweek.json' ? Buffer.from(content.toString().replace('"format": 1', '"format": 2')) : content,
    );
    await expect(restore(place, format)).rejects.toThrow('This backup has format 2');
    expect(await isEmpty(place)).toBe(true);
  });

  test('if the database rejects rows, naming the table', async () => {
    const place = await here();
    const row = Buffer.from(`${'secret\tb'.repeat(2)}\n`);
    const sum = sumRows();
    sum.add(row);
    const refused = await rewritten((name, content) => {
      if (name.startsWith('tables/secrets/')) return row;
      if (name !== 'manifest.json') return content;
      const tail = JSON.parse(content.toString());
      return Buffer.from(JSON.stringify({ ...tail, tables: { ...tail.tables, secrets: sum.end() } }));
    });
    await expect(restore(place, refused)).rejects.toThrow(/^The rows of secrets were refused, so nothing was restored: /);
    expect(await isEmpty(place)).toBe(true);
  });

  test('if the database is in use, not empty, or being migrated', async () => {
    const place = await here();
    const visitor = connect(place.connection.connectionString, 1);
    await visitor`select 1`;
    await expect(restore(place)).rejects.toThrow(/^The database is in use by launchweek \(process \d+\)\. Stop every server/);
    await visitor`select pg_advisory_lock(7305003)`;
    const second = { ...place, sql: connect(place.connection.connectionString, 1) };
    await expect(restore(second)).rejects.toThrow('Another process is migrating or restoring this database.');
    await second.sql.end();
    await visitor.end();
    await until(
      async () =>
        (await place.sql`select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`).length === 1,
    );
    await place.sql`create table somebodys (id int)`;
    await expect(restore(place)).rejects.toThrow('The database is not empty.');
    expect(await place.sql`select from somebodys`).toHaveLength(0);
  });
});
