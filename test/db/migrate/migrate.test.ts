import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { LOCK_RETRY_POLICY } from '../../../src/db/migrate/locks.ts';
import { migrate } from '../../../src/db/migrate/migrate.ts';
import { connect } from '../../../src/db/open.ts';
import { createTestDatabase, onDatabase, type TestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let folder: string;
const write = (name: string, text: string) => writeFile(join(folder, name), text);

beforeEach(async () => {
  folder = await mkdtemp(join(inject('folder'), 'migrations-'));
  database = await createTestDatabase();
  // The test database has the real migrations already: these tests bring their own.
  await database.sql`drop table migrations`;
  await write('0002_second.sql', 'insert into steps (name) values (2);');
  await write('0001_first.sql', 'create table steps (id int generated always as identity, name int); insert into steps (name) values (1);');
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const steps = async () => (await database.sql`select name from steps order by id`).map((row) => row.name);

test('applies missing migrations in order, once', async () => {
  expect(await migrate(database.sql, folder)).toEqual(['0001_first', '0002_second']);
  await write('0003_third.sql', 'insert into steps (name) values (3);');
  expect(await migrate(database.sql, folder)).toEqual(['0003_third']);
  expect(await migrate(database.sql, folder)).toEqual([]);
  expect(await steps()).toEqual([1, 2, 3]);
});

test('the template has all real migrations, accepts no connections, and can be copied concurrently', async () => {
  const copies = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  for (const { sql } of copies) expect(await migrate(sql)).toEqual([]);
  await Promise.all(copies.map((copy) => copy.drop()));
  const { server, template } = inject('database');
  const intruder = connect(onDatabase(server, template), 1);
  await expect(intruder`select 1`).rejects.toThrow('is not currently accepting connections');
  await intruder.end();
});

test('a failed migration leaves nothing behind, and earlier ones stay', async () => {
  await write('0003_third.sql', 'insert into steps (name) values (3); select 1/0;');
  await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0003_third failed and was undone: division by zero');
  expect(await steps()).toEqual([1, 2]);
  await write('0003_third.sql', 'insert into steps (name) values (3);');
  expect(await migrate(database.sql, folder)).toEqual(['0003_third']);
});

test('a migration and its record are atomic', async () => {
  await write('0003_third.sql', `insert into steps (name) values (3); insert into migrations (name, checksum) values ('0003_third', '');`);
  await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0003_third failed and was undone');
  expect(await steps()).toEqual([1, 2]);
});

test('rejects a file that changed after it was applied, except for line endings', async () => {
  await write('0001_first.sql', 'create table steps (id int generated always as identity,\n name int);');
  await migrate(database.sql, folder);
  await write('0001_first.sql', 'create table steps (id int generated always as identity,\r\n name int);');
  expect(await migrate(database.sql, folder)).toEqual([]);
  await write('0001_first.sql', 'create table steps (id int generated always as identity,\n name text);');
  await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0001_first was changed after it was applied.');
});

test('rejects a database migrated by a newer version', async () => {
  await migrate(database.sql, folder);
  await rm(join(folder, '0002_second.sql'));
  await expect(migrate(database.sql, folder)).rejects.toThrow(
    '0002_second, which this version does not know: a newer Launchweek wrote it.',
  );
});

test('five concurrent processes apply each migration once', async () => {
  await write('0002_second.sql', 'select pg_sleep(0.3); insert into steps (name) values (2);');
  const pools = Array.from({ length: 5 }, () => connect(database.url, 1));
  const answers = await Promise.all(pools.map((sql) => migrate(sql, folder)));
  await Promise.all(pools.map((sql) => sql.end()));
  expect(answers.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, 2]);
  expect(await steps()).toEqual([1, 2]);
});

test('after an error the lock is released and the connection reset', async () => {
  await write('0003_third.sql', 'select 1/0;');
  const sql = connect(database.url, 1);
  await expect(migrate(sql, folder)).rejects.toThrow();
  expect(await sql`select current_setting('statement_timeout') as timeout`).toEqual([{ timeout: '30s' }]);
  expect(
    await sql`select from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = current_database()`,
  ).toHaveLength(0);
  await sql.end();
});

describe('a migration of a locked table', () => {
  const QUICK = { ...LOCK_RETRY_POLICY, lock_timeout_ms: 1000, attempts: 3, pause_ms: 20 };
  const told: { message: string; facts: object }[] = [];
  const log = {
    info: (facts: object, message: string) => void told.push({ facts, message }),
    warn: (facts: object, message: string) => void told.push({ facts, message }),
  };
  beforeEach(async () => {
    told.length = 0;
    await migrate(database.sql, folder);
    await write('0003_third.sql', 'create table others (id int); alter table steps add column extra int;');
  });

  /** Another session in an open transaction that has read the table. */
  const holdSteps = async () => {
    const holder = connect(database.url, 1);
    const session = await holder.reserve();
    await session`set application_name = 'a report'`;
    await session`begin`;
    await session`select count(*) from steps`;
    return async () => {
      await session`commit`;
      session.release();
      await holder.end();
    };
  };

  test('gives way to running traffic, logs to whom, and is applied when the lock is free', async () => {
    const letGo = await holdSteps();
    const migrating = migrate(database.sql, folder, { log, patience: { ...QUICK, attempts: 100 } });
    await until(async () => told.length >= 2);
    // While it pauses, nobody waits behind it.
    expect(await steps()).toEqual([1, 2]);
    expect(told[0]!.message).toMatch(
      /^Migration 0003_third gave way to process \d+ \(a report, idle in transaction, since .+\): "select count\(\*\) from steps" and tries again\.$/,
    );
    expect(told[0]!.facts).toMatchObject({ attempt: 1, blockers: [{ application: 'a report' }] });
    await letGo();
    expect(await migrating).toEqual(['0003_third']);
    expect(await database.sql`select extra from steps`).toHaveLength(2);
  });

  test('finally fails, names who was in its way, and changes nothing', async () => {
    const letGo = await holdSteps();
    await expect(migrate(database.sql, folder, { log, patience: QUICK })).rejects.toThrow(
      /^Migration 0003_third could not get its locks in 3 tries and changed nothing\. In its way: process \d+ \(a report/,
    );
    expect(await database.sql`select to_regclass('others') as there`).toEqual([{ there: null }]);
    expect(await database.sql`select from migrations`).toHaveLength(2);
    await letGo();
    expect(await migrate(database.sql, folder, { log })).toEqual(['0003_third']);
  });

  test('logs which other migrating process it waits for', async () => {
    const other = connect(database.url, 1);
    const session = await other.reserve();
    await session`select pg_advisory_lock(7305003)`;
    const migrating = migrate(database.sql, folder, { log });
    await until(async () => told.length > 0);
    expect(told[0]!.message).toMatch(/^Waits for another process that migrates the database: process \d+ \(launchweek, idle, since /);
    session.release();
    await other.end();
    expect(await migrating).toEqual(['0003_third']);
  });
});

describe('a migration in steps', () => {
  const STEPS = `-- steps
-- Names become texts, a few rows at a time.
-- step: add the column
alter table steps add column label text;
-- repeat: fill it
update steps set label = 'step ' || name where id in (select id from steps where label is null order by id limit 10);
-- step: index it
create index concurrently if not exists steps_by_label on steps (label);
-- step: finish
alter table steps alter column label set not null;
`;
  const labels = () => database.sql`select name, label from steps order by id`;
  const index = async () =>
    (
      await database.sql<{ valid: boolean }[]>`select indisvalid as valid from pg_index where indexrelid = to_regclass('steps_by_label')`
    )[0];
  beforeEach(async () => {
    await migrate(database.sql, folder);
    await database.sql`insert into steps (name) select generate_series(3, 45)`;
  });

  test('runs in batches alongside writers, and is recorded once', async () => {
    await write('0003_third.sql', STEPS.replace('limit 10)', 'limit 10) and (select pg_sleep(0.05)) is not null'));
    const migrating = migrate(database.sql, folder);
    await until(async () => (await database.sql`select from steps where label is not null`.catch(() => [])).length >= 10);
    // Not finished yet, and writers are not blocked.
    await database.sql`insert into steps (name) values (46)`;
    expect(await database.sql`select from migrations where name = '0003_third'`).toHaveLength(0);
    expect(await migrating).toEqual(['0003_third']);
    expect(await labels()).toEqual(Array.from({ length: 46 }, (_, i) => ({ name: i + 1, label: `step ${i + 1}` })));
    expect(await index()).toEqual({ valid: true });
    expect(await database.sql`select from migration_steps`).toHaveLength(0);
    expect(await migrate(database.sql, folder)).toEqual([]);
  });

  test('resumes with the missing steps and batches after a crash', async () => {
    await write('0003_third.sql', STEPS.replace('limit 10)', 'limit 10) and (select pg_sleep(0.1)) is not null'));
    const doomed = connect(database.url, 2);
    const dying = migrate(doomed, folder, { patience: { ...LOCK_RETRY_POLICY, answer_ms: 1000 } }).catch((error: Error) => error);
    await until(async () => (await database.sql`select from steps where label is not null`.catch(() => [])).length >= 10);
    const end = () => database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%update steps set label%'`;
    await until(async () => (await end()).length === 1);
    expect(await dying).toBeInstanceOf(Error);
    await doomed.end({ timeout: 1 });
    const [left] = await database.sql`select count(*)::int as n from steps where label is null`;
    expect(left!.n).toBeGreaterThan(0);
    const [progress] = await database.sql`select array_agg(step order by step) as steps, max(changed)::int as changed from migration_steps`;
    expect(progress).toEqual({ steps: [0, 1], changed: 45 - left!.n });
    expect(await migrate(database.sql, folder)).toEqual(['0003_third']);
    expect((await labels()).every(({ label }) => label)).toBe(true);
  });

  test('an index whose build was interrupted is rebuilt', async () => {
    await write('0003_third.sql', STEPS.replace('create index', 'create unique index'));
    await database.sql`insert into steps (name) values (1)`;
    await expect(migrate(database.sql, folder)).rejects.toThrow(
      /^Migration 0003_third stopped at step "index it": could not create unique index .* The steps before it are kept/,
    );
    expect(await index()).toEqual({ valid: false });
    await database.sql`delete from steps where id = (select max(id) from steps)`;
    expect(await migrate(database.sql, folder)).toEqual(['0003_third']);
    expect(await index()).toEqual({ valid: true });
  });

  test('is rejected if it was changed halfway, or could not be resumed', async () => {
    await write('0003_third.sql', STEPS.replace('set not null', 'set no such thing'));
    await expect(migrate(database.sql, folder)).rejects.toThrow('stopped at step "finish"');
    await write('0003_third.sql', STEPS);
    await expect(migrate(database.sql, folder)).rejects.toThrow('Migration 0003_third was changed after some of its steps were done.');
    for (const [text, why] of [
      ['-- steps\nselect 1;', 'each part begins with a line'],
      ['-- steps\n-- step: a\n-- nothing\n', 'there is nothing in it'],
      ['-- steps\n-- repeat: a\nselect 1; delete from steps;', 'what is repeated is one statement'],
      ['-- steps\n-- step: a\ncreate index concurrently i on steps (name);', 'if not exists NAME'],
      ['-- steps\n-- step: a\ncreate index concurrently if not exists i on steps (name); select 1;', 'needs a step of its own'],
    ] as const) {
      await write('0003_third.sql', text);
      await expect(migrate(database.sql, folder)).rejects.toThrow(why);
    }
  });
});
