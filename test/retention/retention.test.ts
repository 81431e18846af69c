import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../src/db/open.ts';
import { sharedLimits } from '../../src/kernel/limits.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import exempt_tables from '../../src/retention/exempt-tables.json' with { type: 'json' };
import { apply_retention, applyRetention } from '../../src/retention/jobs.ts';
import { explainRule } from '../../src/retention/queries.ts';
import { RETENTION_RULES } from '../../src/retention/rules.ts';
import { SAMPLES } from '../support/retention/samples.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer();
const HOUR_MS = 3_600_000;
const never = AbortSignal.any([]);
const hoursAgo = (hours: number): Date => new Date(NOON.getTime() - hours * HOUR_MS);
let known: { site_id: number; account_id: number; listing_id: number };

beforeAll(async () => {
  const { account_id } = await server.member();
  const [listing] = await server.sql`select id from listings where status = 'live' order by id limit 1`;
  known = { site_id: server.site_id, account_id, listing_id: listing!.id };
  // As in production: hardly any page still has its HTML.
  const [draft] = await server.sql`
    insert into drafts (site_id, account_id, url, domain, status, fields, socials, story)
    values (${server.site_id}, ${account_id}, 'https://a.example', 'a.example', 'submitted', '{}', '{}', '{}') returning id`;
  await server.sql`
    insert into draft_pages (site_id, draft_id, position, url, status, read_at)
    select ${server.site_id}, ${draft!.id}, n, 'https://a.example', 200, ${NOON} from generate_series(1, 2000) n`;
  await server.sql`analyze draft_pages`;
});
afterEach(() => vi.useRealTimers());

const insertMails = async (how_many: number, subject: string) => server.sql`
  insert into mails (site_id, to_email, subject, body_text, body_html, status, created_at)
  select ${server.site_id}, 'x@example.com', ${subject}, '', '', 'kept', ${hoursAgo(31 * 24)} from generate_series(1, ${how_many})`;
const countMails = async (subject: string) =>
  (await server.sql`select count(*)::int as n from mails where subject = ${subject}`)[0]!.n as number;
const MAIL_RULES = RETENTION_RULES.filter(({ table }) => table === 'mails');

test('every table has a retention rule or a reason to be exempt', async () => {
  const tables = await server.sql<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'public' and relkind = 'r' order by 1`;
  const ruled = RETENTION_RULES.map(({ table }) => table).filter((table) => !table.includes('.'));
  const kept = Object.values(exempt_tables).flat();
  const names = new Set([...ruled, ...kept]);
  expect(tables.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
  expect(ruled.filter((name) => kept.includes(name))).toEqual([]);
});

test.each(RETENTION_RULES.map((rule) => [rule.index, rule] as const))('%s: older rows go, younger ones stay', async (index, rule) => {
  const old = await SAMPLES[index]!(server.sql, known, `old ${index}`, hoursAgo(rule.keep_hours + 1));
  const young = await SAMPLES[index]!(server.sql, known, `young ${index}`, hoursAgo(rule.keep_hours - 1));
  expect(await old()).toBe(true);
  await applyRetention({ sql: server.sql, now: NOON, signal: never });
  expect(await old()).toBe(false);
  expect(await young()).toBe(true);
});

test.each(RETENTION_RULES.map((rule) => [rule.index, rule] as const))('%s serves its rule', async (index, rule) => {
  const session = await server.sql.reserve();
  await session`set enable_seqscan = off`;
  await session`set enable_sort = off`;
  const plan = await explainRule(session, rule, NOON, 500);
  await session`reset all`;
  session.release();
  expect(plan).toContain(` using ${index} on `);
});

test('evidence and data in use are not touched: listing moves, verified claims, submitted drafts, waiting mail, valid VAT numbers', async () => {
  const { sql } = server;
  const ancient = hoursAgo(10 * 365 * 24);
  const write = [
    sql`insert into moves (site_id, record, record_id, move, from_status, to_status, moved_at)
      values (${server.site_id}, 'listing', 'ancient', 'go', 'a', 'b', ${ancient})`,
    sql`insert into claims (site_id, listing_id, account_id, method, status, token, expires_at, verified_at, created_at, updated_at)
      values (${server.site_id}, ${known.listing_id}, ${known.account_id}, 'dns', 'verified', 'ancient', ${ancient}, ${ancient}, ${ancient}, ${ancient})`,
    sql`insert into drafts (site_id, account_id, url, domain, status, fields, socials, story, created_at, updated_at)
      values (${server.site_id}, ${known.account_id}, 'https://a.example', 'ancient', 'submitted', '{}', '{}', '{}', ${ancient}, ${ancient})`,
    sql`insert into mails (site_id, to_email, subject, body_text, body_html, created_at) values (${server.site_id}, 'a', 'ancient', '', '', ${ancient})`,
    sql`insert into vat_checks (number, valid, checked_at) values ('ancient', true, ${ancient})`,
  ];
  for (const one of write) await one;
  await applyRetention({ sql, now: NOON, signal: never });
  const [left] = await sql`select
    (select count(*)::int from moves where record_id = 'ancient') as moves, (select count(*)::int from claims where token = 'ancient') as claims,
    (select count(*)::int from drafts where domain = 'ancient') as drafts, (select count(*)::int from mails where subject = 'ancient') as mails,
    (select count(*)::int from vat_checks where number = 'ancient') as numbers`;
  expect(left).toEqual({ moves: 1, claims: 1, drafts: 1, mails: 1, numbers: 1 });
});

test('a daily limit is still counted after the rows of short windows are deleted', async () => {
  const clock = { now: () => NOON };
  const daily = { name: 'updates', limit: 2, window_seconds: 86_400 };
  const take = async () => (await sharedLimits(server.sql, clock).take('retention', daily)).granted;
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await applyRetention({ sql: server.sql, now: NOON, signal: never });
  expect(await take()).toBe(false);
});

test('a backlog is deleted in small batches, within the time limit', async () => {
  await insertMails(25, 'backlog');
  const run = (max_ms: number) => applyRetention({ sql: server.sql, now: NOON, signal: never, rules: MAIL_RULES, batch: 10, max_ms });
  await run(0);
  expect(await countMails('backlog')).toBe(25);
  await run(60_000);
  expect(await countMails('backlog')).toBe(0);
});

test('a locked row is left for the next run and blocks nothing', async () => {
  await insertMails(3, 'held');
  const other = connect(server.connection.connectionString, 1);
  await other.begin(async (tx) => {
    await tx`select from mails where id = (select min(id) from mails where subject = 'held') for update`;
    await applyRetention({ sql: server.sql, now: NOON, signal: never, rules: MAIL_RULES });
    expect(await countMails('held')).toBe(1);
  });
  await other.end();
  await applyRetention({ sql: server.sql, now: NOON, signal: never, rules: MAIL_RULES });
  expect(await countMails('held')).toBe(0);
});

test('a failing rule does not stop the others, and is reported', async () => {
  await insertMails(1, 'beside');
  const broken = { ...MAIL_RULES[0]!, table: 'no_such_table' };
  await expect(applyRetention({ sql: server.sql, now: NOON, signal: never, rules: [broken, ...MAIL_RULES] })).rejects.toThrow(
    /no_such_table/,
  );
  expect(await countMails('beside')).toBe(0);
});

test('a clock that is years ahead deletes nothing: the database’s time counts', async () => {
  const [row] = await server.sql<{ now: Date }[]>`select now() as now`;
  const young = await SAMPLES.sessions_expired!(server.sql, known, 'wrong clock', new Date(row!.now.getTime() + 24 * HOUR_MS));
  vi.useFakeTimers({ toFake: ['Date'], now: row!.now.getTime() + 3 * 365 * 24 * HOUR_MS });
  const ctx = { sql: server.sql, clock: systemClock, integrations: {} as never, site_root: '', last_attempt: false, signal: never };
  await apply_retention.run(ctx, {});
  expect(await young()).toBe(true);
});

test('the operating manual lists every rule with its period', () => {
  const manual = readFileSync('docs/operating.md', 'utf8');
  const period = (hours: number) => (hours === 0 ? 'at once' : hours < 48 ? `${hours} h` : `${hours / 24} days`);
  const rows = RETENTION_RULES.map(({ what, keep_hours, reason }) => `| ${what} | ${period(keep_hours)} | ${reason} |`);
  expect(rows.filter((row) => !manual.includes(row))).toEqual([]);
});
