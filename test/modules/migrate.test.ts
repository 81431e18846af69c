import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { connect } from '../../src/db/open.ts';
import { createTestDatabase, onDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let folder: string;
const write = (name: string, text: string) => writeFile(join(folder, name), text);

beforeEach(async () => {
  folder = await mkdtemp(join(inject('folder'), 'migrations-'));
  database = await createTestDatabase();
  // The copy has the real migrations already: these tests bring their own.
  await database.sql`drop table migrations`;
  await write('0002_second.sql', 'insert into steps (name) values (2);');
  await write('0001_first.sql', 'create table steps (id int generated always as identity, name int); insert into steps (name) values (1);');
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const steps = async () => (await database.sql`select name from steps order by id`).map((row) => row.name);

test('applies what is missing, in order, once', async () => {
  expect(await migrate(database.sql, folder)).toEqual(['0001_first', '0002_second']);
  await write('0003_third.sql', 'insert into steps (name) values (3);');
  expect(await migrate(database.sql, folder)).toEqual(['0003_third']);
  expect(await migrate(database.sql, folder)).toEqual([]);
  expect(await steps()).toEqual([1, 2, 3]);
});

test('the template has all real migrations, lets no one in, and is copied by several at once', async () => {
  const copies = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  for (const { sql } of copies) expect(await migrate(sql)).toEqual([]);
  await Promise.all(copies.map((copy) => copy.drop()));
  const { server, template } = inject('database');
  const intruder = connect(onDatabase(server, template), 1);
  await expect(intruder`select 1`).rejects.toThrow('is not currently accepting connections');
  await intruder.end();
});

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  await write('0003_third.sql', 'insert into steps (name) values (3); select 1/0;');
  await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0003_third failed and was undone: division by zero');
  expect(await steps()).toEqual([1, 2]);
  await write('0003_third.sql', 'insert into steps (name) values (3);');
  expect(await migrate(database.sql, folder)).toEqual(['0003_third']);
});

test('a migration and its record stand or fall together', async () => {
  await write('0003_third.sql', `insert into steps (name) values (3); insert into migrations (name, checksum) values ('0003_third', '');`);
  await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0003_third failed and was undone');
  expect(await steps()).toEqual([1, 2]);
});

test('refuses a file that changed after it was applied, but not its line ends', async () => {
  await write('0001_first.sql', 'create table steps (id int generated always as identity,\n name int);');
  await migrate(database.sql, folder);
  await write('0001_first.sql', 'create table steps (id int generated always as identity,\r\n name int);');
  expect(await migrate(database.sql, folder)).toEqual([]);
  await write('0001_first.sql', 'create table steps (id int generated always as identity,\n name text);');
  await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0001_first was changed after it was applied.');
});

test('refuses a database that a newer version has migrated', async () => {
  await migrate(database.sql, folder);
  await rm(join(folder, '0002_second.sql'));
  await expect(migrate(database.sql, folder)).rejects.toThrow(
    '0002_second, which this version does not know: a newer Launchweek wrote it.',
  );
});

test('five at once apply each migration once', async () => {
  await write('0002_second.sql', 'select pg_sleep(0.3); insert into steps (name) values (2);');
  const pools = Array.from({ length: 5 }, () => connect(database.url, 1));
  const answers = await Promise.all(pools.map((sql) => migrate(sql, folder)));
  await Promise.all(pools.map((sql) => sql.end()));
  expect(answers.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, 2]);
  expect(await steps()).toEqual([1, 2]);
});

test('a refusal gives the lock and the connection back as they were', async () => {
  await write('0003_third.sql', 'select 1/0;');
  const sql = connect(database.url, 1);
  await expect(migrate(sql, folder)).rejects.toThrow();
  expect(await sql`select current_setting('statement_timeout') as timeout`).toEqual([{ timeout: '30s' }]);
  expect(
    await sql`select from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = current_database()`,
  ).toHaveLength(0);
  await sql.end();
});
