import { beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { type FulfilCtx, fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import { fulfil_line, sweep_lines } from '../../../../src/modules/orders/fulfilment/jobs.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder, type NewLine } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
const clock = { now: () => NOON };
let site: Site;
let owner: number;
let ctx: FulfilCtx;

/** All tables that fulfilment writes to. */
const WRITTEN = [
  'order_lines',
  'listings',
  'moves',
  'week_places',
  'launch_weeks',
  'featured_listings',
  'billboard_contributions',
  'trophy_cabinets',
  'team_tasks',
  'relaunches',
  'listing_categories',
  'listing_words',
  'notifications',
  'mails',
];

beforeAll(async () => {
  const { sql } = server;
  site = await siteOf(sql, server.site_id);
  [owner] = (await makeVoters(sql, [{}])) as [number];
  ctx = { sql, site, clock, integrations: openIntegrations({ smtp_url: null, mail_from: null }), signal: new AbortController().signal };
  await sql`insert into categories (site_id, slug, name) values (${site.id}, 'notes', 'Notes')`;
  // Fails at the nth write; the sequence keeps counting after a rollback.
  await sql`create sequence writes`;
  await sql`create table dies_at (write bigint)`;
  await sql`
    create function die() returns trigger language plpgsql as $$
    begin
      if nextval('writes') = (select write from dies_at) then raise exception 'dies here'; end if;
      return null;
    end $$`;
  for (const table of WRITTEN)
    await sql`create trigger zz_die after insert or update or delete on ${sql(table)} for each statement execute function die()`;
});

/** All stored data as one text. */
const everything = async (): Promise<string> => {
  const { sql } = server;
  const tables = await Promise.all(WRITTEN.map((table) => sql`select coalesce(json_agg(t)::text, '') as rows from ${sql(table)} t`));
  const jobs = await sql`select count(*)::int as n from graphile_worker.jobs`;
  return JSON.stringify([tables.map(([row]) => row!.rows), jobs[0]!.n]);
};
const dieAt = async (write: number | null) => {
  await server.sql`delete from dies_at`;
  await server.sql`select setval('writes', 1, false)`;
  if (write !== null) await server.sql`insert into dies_at values (${write})`;
};
const statusOf = async (id: number): Promise<string> => (await server.sql`select status from order_lines where id = ${id}`)[0]!.status;

const aListing = async (status: 'draft' | 'live'): Promise<number> => {
  const { id } = await saveListing(server.sql, site.id, { owner_id: owner });
  if (status === 'live')
    await server.sql`update listings set status = 'live', plan = 'free', launch_week_on = '2026-10-05', launched_at = '2026-10-05' where id = ${id}`;
  return id;
};
const waiting = async (line: Omit<NewLine, 'listing_id'>, status: 'draft' | 'live'): Promise<number> => {
  const lines = [{ ...line, listing_id: await aListing(status) }];
  const { line_ids } = await makeOrder(server.sql, { site_id: site.id, account_id: owner, lines });
  return line_ids[0]!;
};

describe('a crash between two writes of a fulfilment leaves nothing behind, and the retry delivers', () => {
  test.each<[Omit<NewLine, 'listing_id'>, 'draft' | 'live', string]>([
    [{ product: 'launch' }, 'draft', 'fulfilled'],
    [{ product: 'launch', week_on: '2026-11-30' }, 'draft', 'fulfilled'],
    [{ product: 'relaunch', week_on: '2026-11-30' }, 'live', 'fulfilled'],
    [{ product: 'featured' }, 'live', 'fulfilled'],
    [{ product: 'extra_categories', categories: ['notes'] }, 'live', 'fulfilled'],
    [{ product: 'billboard_min' }, 'live', 'fulfilled'],
    [{ product: 'trophy_cabinet', options: { style: 'night' } }, 'live', 'fulfilled'],
    [{ product: 'done_for_you' }, 'live', 'with_the_team'],
    // Already live, so it is handed to the team.
    [{ product: 'launch' }, 'live', 'with_the_team'],
  ])('%j for a %s listing', async (line, status, outcome) => {
    const line_id = await waiting(line, status);
    const before = await everything();
    let deaths = 0;
    for (let write = 1; ; write++) {
      await dieAt(write);
      const died = await fulfilLine(ctx, line_id).then(
        () => false,
        (error) => /dies here/.test(String(error)),
      );
      if (!died) break;
      deaths++;
      expect(await everything()).toBe(before);
    }
    await dieAt(null);
    expect(deaths).toBeGreaterThanOrEqual(3);
    expect(await statusOf(line_id)).toBe(outcome);
  });
});

describe('a failure', () => {
  const job = (last_attempt: boolean) => ({ ...ctx, site_root: site.root, last_attempt, integrations: ctx.integrations as never });

  test('is retried, and after the last attempt the line goes to the team with a note', async () => {
    const line_id = await waiting({ product: 'billboard_min' }, 'live');
    await server.sql`alter table billboard_contributions add constraint broken check (amount_cents = 1) not valid`;
    try {
      await expect(fulfil_line.run(job(false), { line_id })).rejects.toThrow();
      expect(await statusOf(line_id)).toBe('waiting');
      await expect(fulfil_line.run(job(true), { line_id })).rejects.toThrow();
      expect(await statusOf(line_id)).toBe('with_the_team');
    } finally {
      await server.sql`alter table billboard_contributions drop constraint broken`;
    }
    const [line] = await server.sql`select note from order_lines where id = ${line_id}`;
    expect(line!.note).toMatch(/our team/i);
    // It is with the team now, so no job takes it back.
    await fulfil_line.run(job(false), { line_id });
    expect(await statusOf(line_id)).toBe('with_the_team');
  });

  test('that lost its last attempt is found by the sweep, once in two hours', async () => {
    const line_id = await waiting({ product: 'featured' }, 'live');
    const jobs = async (): Promise<number> =>
      (await server.sql`select count(*)::int as n from graphile_worker.jobs where key = ${`line ${line_id}`}`)[0]!.n;
    const sweep = (hours: number) =>
      sweep_lines.run({ ...job(false), clock: { now: () => new Date(NOON.getTime() + hours * 3_600_000) } }, {});
    await sweep(1.9);
    expect(await jobs()).toBe(0);
    await sweep(2.1);
    expect(await jobs()).toBe(1);
    await server.sql`select graphile_worker.remove_job(${`line ${line_id}`})`;
    await sweep(3);
    expect(await jobs()).toBe(0);
  });

  test('leaves no week held for a settled line', async () => {
    const line_id = await waiting({ product: 'launch', week_on: '2027-02-01' }, 'draft');
    const held = async (): Promise<number> =>
      (await server.sql`select count(*)::int as n from week_places where week_on = '2027-02-01' and kind = 'held'`)[0]!.n;
    await sweep_lines.run(job(false), {});
    expect(await held()).toBe(1);
    await server.sql`update order_lines set status = 'failed' where id = ${line_id}`;
    await sweep_lines.run(job(false), {});
    expect(await held()).toBe(0);
  });
});
