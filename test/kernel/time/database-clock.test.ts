import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startClockCheck } from '../../../src/db/health-checks.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { enqueue } from '../../../src/kernel/jobs.ts';
import { type Clock, systemClock } from '../../../src/kernel/time/clock.ts';
import { databaseTime, describeDifference, readDatabaseTime } from '../../../src/kernel/time/database-clock.ts';
import { chooseFreePlan } from '../../../src/modules/launches/free-queue/free-plan.ts';
import { roll_over_weeks } from '../../../src/modules/launches/jobs.ts';
import { freezeWeek, rollOverWeek } from '../../../src/modules/launches/rollover/week-rollover.ts';
import { launchListing } from '../../../src/modules/launches/team/team-scheduling.ts';
import { cancelOrder } from '../../../src/modules/orders/details/order-details.ts';
import { expire_order, make_refund } from '../../../src/modules/orders/payment/jobs.ts';
import { receiveNotice } from '../../../src/modules/orders/payment/provider-sync.ts';
import { refundOrder } from '../../../src/modules/orders/payment/refunds.ts';
import { makeTestPayment, startPayment } from '../../../src/modules/orders/payment/start-payment.ts';
import { decideVote } from '../../../src/modules/votes/team/decisions.ts';
import { castVote, withdrawVote } from '../../../src/modules/votes/votes.ts';
import { startJobRunner } from '../../../src/process/job-runner.ts';
import { openServer } from '../../../src/process/serve.ts';
import { Person } from '../../support/accounts/person.ts';
import { createTestDatabase } from '../../support/database.ts';
import { saveListing } from '../../support/launches/saved-listings.ts';
import { movableClock } from '../../support/moved-clock.ts';
import { BILLBOARD, type Buyer, makeBuyer, placeOrder } from '../../support/orders/buyers.ts';
import { configureSeller } from '../../support/orders/paid-orders.ts';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const MINUTE = 60_000;
const { clock, setWrongBy } = movableClock(NOON);
const server = useServer({ clock });
let site: Site;
let voter: Ctx<Caller>;
let buyer: Buyer;
beforeAll(async () => {
  site = await siteOf(server.sql, server.site_id);
  const [account_id] = (await makeVoters(server.sql, [{}])) as [number];
  voter = as(account_id, { ...server, site, clock });
  buyer = await makeBuyer(server, { clock });
  await server.sql`insert into account_roles (account_id, site_id, role) values (${buyer.account_id}, ${server.site_id}, 'site_admin')`;
  await configureSeller(server.sql, server.site_id);
});
afterEach(() => setWrongBy(0));

const differs = { code: 'clock_differs' };
const ledger = async (): Promise<number> => (await server.sql`select count(*)::int as n from votes`)[0]!.n;

describe('comparing', () => {
  const fixed = (ms: number): Clock => ({ now: () => new Date(ms), offset_ms: 0 });
  const compare = async (own: number, database: number, takes_ms = 0) =>
    (await readDatabaseTime(fixed(own), async () => {
      await sleep(takes_ms);
      return new Date(database);
    }))!.ahead_ms;

  test('a deviation within the query time does not count', async () => {
    expect(await compare(1_000_000, 1_000_000 - 50, 100)).toBeCloseTo(0);
    expect(await compare(1_000_000, 1_000_000 + 90_000, 100)).toBe(-90_000);
    const ahead = await compare(1_000_000, 1_000_000 - 90_000, 100);
    expect(ahead).toBeLessThanOrEqual(89_901);
    expect(ahead).toBeGreaterThan(80_000);
  });

  test('it is described in words', () => {
    expect(describeDifference(61_000)).toBe('61 seconds ahead of');
    expect(describeDifference(-7 * 86_400_000)).toBe('7 days behind');
    expect(describeDifference(3.2 * 3_600_000)).toBe('3 hours ahead of');
  });

  test('a clock set by a test is not compared; the system’s is, and agrees here', async () => {
    expect(await databaseTime(server.sql, { now: () => NOON })).toBe(NOON);
    expect(Math.abs((await databaseTime(server.sql, systemClock)).getTime() - Date.now())).toBeLessThan(MINUTE);
  });
});

describe.each([
  ['ahead', 61_000],
  ['behind', -61_000],
  ['a week ahead', 7 * 86_400_000],
])('with a clock that is %s', (_, wrong_ms) => {
  test('votes are refused, and nothing is written', async () => {
    await castVote(voter, { slug: 'packmoth' });
    const before = await ledger();
    setWrongBy(wrong_ms);
    await expect(castVote(voter, { slug: 'ledgerly' })).rejects.toMatchObject(differs);
    await expect(withdrawVote(voter, { slug: 'packmoth' })).rejects.toMatchObject(differs);
    const team = { ...voter, caller: { ...voter.caller, account_id: buyer.account_id } };
    await expect(decideVote(team, { seq: 1, counts: false, note: '', include_similar: false })).rejects.toMatchObject(differs);
    expect(await ledger()).toBe(before);
    setWrongBy(0);
    await withdrawVote(voter, { slug: 'packmoth' });
    expect(await ledger()).toBe(before + 1);
  });

  test('no week begins or is closed, and nothing goes live or is queued', async () => {
    const { id: listing_id } = await saveListing(server.sql, server.site_id, { owner_id: voter.caller.account_id });
    const standing = () => server.sql`select week_on, began_at, finished_at from launch_weeks order by week_on`;
    const before = await standing();
    setWrongBy(wrong_ms);
    await expect(rollOverWeek({ sql: server.sql, site, clock })).rejects.toMatchObject(differs);
    await expect(roll_over_weeks.run(job(), {})).rejects.toMatchObject(differs);
    await expect(freezeWeek({ sql: server.sql, site, clock }, '2026-11-09')).rejects.toMatchObject(differs);
    await expect(chooseFreePlan(voter, { listing_id })).rejects.toMatchObject(differs);
    await expect(launchListing(buyer.ctx, { listing_id })).rejects.toMatchObject(differs);
    expect(await standing()).toEqual(before);
  });

  test('no payment is requested, taken or refunded', async () => {
    const { number } = await placeOrder(buyer, BILLBOARD);
    const [order] = await server.sql<{ id: number }[]>`select id from orders where number = ${number}`;
    const url = new URL((await startPayment(buyer.ctx, { number })).url);
    const session = url.pathname.split('/').at(-1)!;
    setWrongBy(wrong_ms);
    await expect(placeOrder(buyer, BILLBOARD)).rejects.toMatchObject(differs);
    await expect(startPayment(buyer.ctx, { number })).rejects.toMatchObject(differs);
    await expect(makeTestPayment(buyer.ctx, { session, outcome: 'paid' })).rejects.toMatchObject(differs);
    await expect(cancelOrder(buyer.ctx, { number })).rejects.toMatchObject(differs);
    await expect(expire_order.run(job(), { order_id: order!.id })).rejects.toMatchObject(differs);
    const looking = { sql: server.sql, clock, integrations: buyer.ctx.integrations };
    await expect(receiveNotice(looking, { body: Buffer.from('{}'), signature: '' })).rejects.toMatchObject(differs);
    const [stands] = await server.sql`select status from orders where number = ${number}`;
    expect(stands).toEqual({ status: 'pending' });

    setWrongBy(0);
    await makeTestPayment(buyer.ctx, { session, outcome: 'paid' });
    setWrongBy(wrong_ms);
    await expect(refundOrder(buyer.ctx, { number, reason: 'It was asked for.' })).rejects.toMatchObject(differs);
    setWrongBy(0);
    const { refund_id } = await refundOrder(buyer.ctx, { number, reason: 'It was asked for.' });
    setWrongBy(wrong_ms);
    await expect(make_refund.run(job(), { refund_id })).rejects.toMatchObject(differs);
    const [refund] = await server.sql`select status from refunds where id = ${refund_id}`;
    expect(refund).toEqual({ status: 'asked' });
  });
});

const job = () => ({
  sql: server.sql,
  clock,
  integrations: buyer.ctx.integrations,
  site_root: server.root,
  last_attempt: false,
  signal: new AbortController().signal,
});

describe('with a clock that is wrong by less than a minute', () => {
  test('a vote has the database’s time', async () => {
    setWrongBy(50_000);
    await castVote(voter, { slug: 'ledgerly' });
    const [vote] = await server.sql<{ at: Date }[]>`select at from votes order by seq desc limit 1`;
    expect(Math.abs(vote!.at.getTime() - (clock.now().getTime() - 50_000))).toBeLessThan(5000);
  });

  test('a week ends by the database’s clock', async () => {
    const database = await createTestDatabase();
    const { sql } = database;
    await sql`insert into sites (key, name, tagline, purpose, root) values ('weeks', '', '', '', 'https://weeks.example')`;
    const [made] = await sql<{ id: number }[]>`select id from sites where key = 'weeks'`;
    const here = await siteOf(sql, made!.id);
    const turnAt = (start: string, wrong_ms: number) => {
      const moved = movableClock(new Date(start));
      moved.setWrongBy(wrong_ms);
      return rollOverWeek({ sql, site: here, clock: moved.clock });
    };
    const weeks = () => sql`select week_on, finished_at is not null as frozen from launch_weeks order by week_on`;
    await turnAt('2026-11-11T12:00:00Z', 0);
    // By the process's clock it is Monday.
    await turnAt('2026-11-15T23:59:20Z', 50_000);
    expect(await weeks()).toEqual([{ week_on: '2026-11-09', frozen: false }]);
    // By the process's clock it is still Sunday.
    await turnAt('2026-11-16T00:00:05Z', -50_000);
    expect(await weeks()).toEqual([
      { week_on: '2026-11-09', frozen: true },
      { week_on: '2026-11-16', frozen: false },
    ]);
    await database.drop();
  });

  test('a week that is not over is not closed', async () => {
    await expect(freezeWeek({ sql: server.sql, site, clock }, '2026-11-09')).rejects.toThrow('The week of 2026-11-09 is not over');
    expect(await server.sql`select from launch_weeks where week_on = '2026-11-09' and finished_at is not null`).toHaveLength(0);
  });
});

describe('a process', () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const told = () => lines.filter(({ msg }) => /clock/.test(msg)).map(({ level, msg }) => `${level} ${msg}`);

  test('reports it at /readyz, refuses forms with 503, serves reads, and logs start and end once', async () => {
    const clock_check = await startClockCheck({ sql: server.sql, clock, log, every_ms: 20 });
    const { app } = await openServer({
      ...{ sql: server.sql, clock, log: pino({ level: 'silent' }), checks: [clock_check.readiness] },
      ...{ host: '127.0.0.1', port: 0, site_root: null, rate_limit: false },
    });
    const root = `http://localhost:${(app.server.address() as AddressInfo).port}`;
    const person = await new Person({ root, sql: server.sql }).signIn('clock@voter.example');
    expect((await fetch(`${root}/readyz`)).status).toBe(200);
    for (const wrong_ms of [3 * 3_600_000, -3 * 3_600_000]) {
      lines.length = 0;
      // Detected at once, before the next comparison.
      setWrongBy(wrong_ms);
      const reason = `This server’s clock is 3 hours ${wrong_ms > 0 ? 'ahead of' : 'behind'} the database’s.`;
      const ready = await fetch(`${root}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'not_ready', reason, checks: { clock: reason } }]);
      const refused = await person.send('/listings/ledgerly/vote');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await refused.text()).toContain('Votes, launches and payments are paused because of a problem on our side.');
      expect((await fetch(`${root}/listings/ledgerly`)).status).toBe(200);
      await until(async () => told().length === 1);
      setWrongBy(0);
      await until(async () => told().length === 2);
      expect((await fetch(`${root}/readyz`)).status).toBe(200);
      expect(told()).toEqual([expect.stringMatching(/^50 This server’s clock is 3 hours/), expect.stringMatching(/^30 .* again\.$/)]);
    }
    await clock_check.stop();
    await app.close();
  });

  test('postpones time-dependent jobs without counting an attempt, and runs them when the clock is right', async () => {
    const database = await createTestDatabase();
    const { sql } = database;
    await sql`insert into sites (key, name, tagline, purpose, root) values ('jobs', '', '', '', 'https://jobs.example')`;
    // As recorded by a process whose clock was far ahead.
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('turn_weeks', now(), now() + interval '1 year')`;
    const moved = movableClock(NOON);
    moved.setWrongBy(86_400_000);
    const clock_check = await startClockCheck({ sql, clock: moved.clock, log, every_ms: 20 });
    const integrations = openIntegrations({ smtp_url: null, mail_from: null });
    const working = await startJobRunner({
      ...database,
      clock: moved.clock,
      clock_check,
      log,
      integrations,
      site_root: 'http://localhost',
    });
    // A job that is being postponed still has a locked row.
    const waiting = () => sql<{ attempts: number; later: boolean }[]>`
      select attempts, run_at > now() as later from graphile_worker.jobs where task_identifier = 'turn_weeks' and locked_at is null`;
    await until(async () => (await waiting()).some(({ later }) => later));
    expect(await waiting()).toEqual([{ attempts: 0, later: true }]);
    expect(await sql`select from launch_weeks`).toHaveLength(0);
    await until(async () => (await sql`select from graphile_worker._private_known_crontabs where last_execution > now()`).length === 0);

    moved.setWrongBy(0);
    await until(async () => clock_check.trouble() === null);
    await enqueue(sql, roll_over_weeks, {}, { key: 'turn_weeks at start' });
    await until(async () => (await sql`select from launch_weeks where began_at is not null`).length === 1);
    await working.stop();
    await clock_check.stop();
    await database.drop();
  });
});
