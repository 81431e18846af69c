import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientDocumentFetch } from '../../../../src/http/oauth/clients.ts';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { JobCtx } from '../../../../src/kernel/jobs.ts';
import { sharedLimits } from '../../../../src/kernel/limits.ts';
import { check_claim } from '../../../../src/modules/claims/jobs.ts';
import { compare_competitor } from '../../../../src/modules/drafts/competitor.ts';
import { read_draft } from '../../../../src/modules/drafts/jobs.ts';
import { check_listing_badge } from '../../../../src/modules/launches/jobs.ts';
import { readOnSchedule, readWithHostLock, WebsiteBusyError } from '../../../../src/modules/listings/website-access/website-access.ts';
import { Person } from '../../../support/accounts/person.ts';
import { unownedListing } from '../../../support/claims/claims.ts';
import { getProblem, readyDraft } from '../../../support/drafts/drafts.ts';
import { ACME, type ProductSite, serveProduct } from '../../../support/extraction/product-site.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { type Member, NOON, useServer } from '../../../support/server.ts';

let now = NOON;
const clock = { now: () => now };
const server = useServer({ demo: false, rate_limit: true, crawl_allow_private: true, clock });
const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
let product: ProductSite;
beforeAll(async () => {
  product = await serveProduct(ACME);
});
afterAll(() => product.close());
// Each test starts in a new hour, with fresh limits.
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000);
});

const setLimits = async (limits: Record<string, number>): Promise<void> => {
  await server.sql`update sites set settings = ${server.sql.json({ limits })} where id = ${server.site_id}`;
  // Settings of sites are cached for a second.
  await sleep(1100);
};
const getRemainingDrafts = async ({ client }: Pick<Member, 'client'>): Promise<number> =>
  (await client.get_account({})).limits.find(({ name }) => name === 'drafts')!.remaining;
const createMember = async (email: string): Promise<{ member: Member; person: Person }> => ({
  member: await server.member({ email }),
  person: await new Person(server).signIn(email),
});
const countReads = async (host: string): Promise<number> => {
  const [row] = await server.sql<{ taken: number }[]>`
    select coalesce(sum(taken), 0)::int as taken from limits_taken where who = ${`readings:website ${host}`}`;
  return row!.taken;
};

describe('every action that reads a website counts as a draft', () => {
  let [member, person] = [null as unknown as Member, null as unknown as Person];
  beforeAll(async () => {
    ({ member, person } = await createMember('reader@limits.example'));
  });
  const createOwnListing = async (status: string) => {
    const listing = await saveListing(server.sql, server.site_id, { owner_id: member.account_id, website: `${product.url}/${status}` });
    const week_on = status === 'awaiting_badge' ? '2026-12-21' : null;
    await server.sql`update listings set status = ${status}, plan = 'free', launch_week_on = ${week_on}, launched_at = ${week_on ? null : NOON} where id = ${listing.id}`;
    if (week_on)
      await server.sql`insert into badge_watches (listing_id, site_id, began_at, next_look_at) values (${listing.id}, ${server.site_id}, ${now}, ${now})`;
    return listing;
  };
  const createClaim = async (method: 'meta' | 'file' | 'dns') => {
    const website = method === 'dns' ? undefined : `${product.url}/`;
    if (website) await server.sql`delete from listings where website = ${website} and owner_id is null`;
    const { slug } = await unownedListing(server, { website });
    return member.client.claim_listing({ slug, method });
  };
  const ACTIONS: [what: string, used: number, act: () => Promise<unknown>][] = [
    ['a new draft', 1, () => member.client.submit_listing({ url: 'https://new.example' })],
    [
      'a field that is drafted again',
      1,
      async () => member.client.update_draft({ id: (await readyDraft(server, member)).id, regenerate: ['tagline'] }),
    ],
    [
      'a competitor',
      1,
      async () => member.client.update_draft({ id: (await readyDraft(server, member)).id, competitor_url: 'https://rival.example' }),
    ],
    [
      'both',
      2,
      async () =>
        member.client.update_draft({
          id: (await readyDraft(server, member)).id,
          competitor_url: 'https://rival.example',
          regenerate: ['name'],
        }),
    ],
    [
      'reading again on the page',
      1,
      async () => person.send(`/drafts/${(await readyDraft(server, member)).id}`, { act: 'regenerate tagline' }),
    ],
    [
      'a competitor on the page',
      1,
      async () => person.send(`/drafts/${(await readyDraft(server, member)).id}`, { act: 'save', competitor_url: 'https://rival.example' }),
    ],
    ['the badge of a listing that is live', 1, async () => person.send(`/listings/${(await createOwnListing('live')).slug}/badges/check`)],
    [
      'the badge of a listing that waits for it',
      1,
      async () => person.send(`/dashboard/listings/${(await createOwnListing('awaiting_badge')).id}/free/look`),
    ],
    ['the tag of a claim', 1, async () => member.client.verify_claim({ claim_id: (await createClaim('meta')).id })],
    ['the file of a claim', 1, async () => member.client.verify_claim({ claim_id: (await createClaim('file')).id })],
    ['the record of a claim', 1, async () => member.client.verify_claim({ claim_id: (await createClaim('dns')).id })],
    ['the tag of a claim on the page', 1, async () => person.send(`/claims/${(await createClaim('meta')).id}/check`)],
  ];
  /** Drafts created to prepare an action count as well. */
  const countPreparedDrafts = (act: () => Promise<unknown>): number => (String(act).includes('readyDraft') ? 1 : 0);

  test.each(ACTIONS)('%s: %i', async (_what, used, act) => {
    const before = await getRemainingDrafts(member);
    await act();
    expect(before - (await getRemainingDrafts(member))).toBe(used + countPreparedDrafts(act));
  });

  test('actions that read no website do not count', async () => {
    const { id } = await readyDraft(server, member);
    await member.client.update_draft({ id, lock_fields: ['tagline'] });
    const before = await getRemainingDrafts(member);
    await member.client.update_draft({ id, fields: { name: 'Acme' }, competitor_url: '' });
    // Locked fields are not regenerated.
    await member.client.update_draft({ id, regenerate: ['tagline'] });
    await getProblem(member.client.update_draft({ id, competitor_url: 'no address' }));
    await getProblem(member.client.update_draft({ id: '00000000-0000-4000-8000-000000000000', competitor_url: 'https://rival.example' }));
    expect(await getRemainingDrafts(member)).toBe(before);
  });

  test('over the limit each action is refused with the time to wait, and nothing changes', async () => {
    await setLimits({ drafts: 2 });
    const { id } = await readyDraft(server, member);
    await member.client.submit_listing({ url: 'https://last.example' });
    const refused = await getProblem(
      member.client.update_draft({ id, fields: { name: 'Changed' }, competitor_url: 'https://untouched.example' }),
    );
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: expect.stringMatching(/You’ve used all 2 website reads .* Try again in/),
    });
    expect((await member.client.get_draft({ id })).fields.name.value).toBe('Acme Notes');
    expect((await person.send(`/drafts/${id}`, { act: 'regenerate tagline' })).status).toBe(429);
    const { slug } = await createOwnListing('live');
    expect((await person.send(`/listings/${slug}/badges/check`)).status).toBe(429);
    const claim = await createClaim('meta');
    expect((await getProblem(member.client.verify_claim({ claim_id: claim.id }))).code).toBe('rate_limited');
    // An account over its limit does not use up the website's limit.
    expect(await countReads('untouched.example')).toBe(0);
    await setLimits({});
  });
});

describe('one website', () => {
  test('has an hourly limit for all accounts together, for every action and spelling of its address', async () => {
    await setLimits({ readings: 6 });
    const members = await Promise.all([1, 2, 3].map(() => server.member()));
    const spellings = ['https://hammered.example', 'http://www.hammered.example/a', 'shop.hammered.example/?x=1', 'HAMMERED.example'];
    const outcomes = await Promise.allSettled(members.flatMap(({ client }) => spellings.map((url) => client.submit_listing({ url }))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    const [{ client }] = members as [Member, ...Member[]];
    const refused = await getProblem(client.submit_listing({ url: 'https://hammered.example/b' }));
    expect(refused).toMatchObject({ status: 429, detail: expect.stringMatching(/We’ve read hammered\.example 6 times .* Try again in/) });
    const { id } = await client.submit_listing({ url: 'https://other.example' });
    expect((await getProblem(client.update_draft({ id, competitor_url: 'https://b.hammered.example' }))).code).toBe('rate_limited');
    now = new Date(now.getTime() + 3_600_000);
    await client.submit_listing({ url: 'https://hammered.example/c' });
    await setLimits({});
  });

  test('is read by one process at a time', async () => {
    let [running, max_running, done] = [0, 0, 0];
    const read = async () => {
      running += 1;
      max_running = Math.max(max_running, running);
      await sleep(20);
      running -= 1;
      done += 1;
    };
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => readWithHostLock(server.sql, `https://w${i}.turn.example/`, read, { wait_ms: 20_000 })),
    );
    expect([max_running, done]).toEqual([1, 6]);
    expect(await server.sql`select from host_readings`).toHaveLength(0);
    // An expired lock of a crashed process is taken over; a valid one is not.
    await server.sql`insert into host_readings (host, holder, until) values ('dead.example', 'x', now() - interval '1 second'), ('busy.example', 'x', now() + interval '1 minute')`;
    await readWithHostLock(server.sql, 'https://dead.example', read);
    await expect(readWithHostLock(server.sql, 'https://busy.example', read)).rejects.toBeInstanceOf(WebsiteBusyError);
    await expect(
      readWithHostLock(server.sql, 'https://faulty.example', async () => {
        throw new Error('faulty');
      }),
    ).rejects.toThrow('faulty');
    await readWithHostLock(server.sql, 'https://faulty.example', read);
  });

  test('that is busy reschedules jobs without blocking the queue, and no check is lost', async () => {
    const busy = await serveProduct(ACME);
    const { host } = new URL(busy.url);
    await server.sql`
      insert into host_readings (host, holder, until) values (${host}, 'somebody', now() + interval '1 minute')
      on conflict (host) do update set until = excluded.until`;
    const { member } = await createMember('waiting@limits.example');
    const job: JobCtx = {
      sql: server.sql,
      clock,
      integrations,
      site_root: server.root,
      last_attempt: true,
      signal: AbortSignal.timeout(60_000),
    };
    const { id } = await member.client.submit_listing({ url: busy.url });
    await member.client.update_draft({ id, competitor_url: `${busy.url}/rival` });
    busy.asked.length = 0;
    await read_draft.run(job, { draft_id: id, redraft_id: null, priority: 0 });
    await compare_competitor.run(job, { draft_id: id, url: `${busy.url}/rival` });
    const waiting = await server.sql<{ key: string; later: boolean }[]>`
      select key, run_at > now() as later from graphile_worker.jobs where key like ${`%${id}`} order by key`;
    expect(waiting).toEqual([
      { key: `competitor ${id}`, later: true },
      { key: `draft ${id}`, later: true },
    ]);
    expect((await member.client.get_draft({ id })).status).toBe('crawling');
    const { id: listing_id } = await saveListing(server.sql, server.site_id, {
      owner_id: member.account_id,
      website: `${busy.url}/badge`,
    });
    await server.sql`update listings set status = 'awaiting_badge', plan = 'free', launch_week_on = '2026-12-21' where id = ${listing_id}`;
    await server.sql`insert into badge_watches (listing_id, site_id, began_at, next_look_at) values (${listing_id}, ${server.site_id}, ${now}, ${now})`;
    const claimed = await unownedListing(server, { website: `${busy.url}/claimed` });
    const claim = await member.client.claim_listing({ slug: claimed.slug, method: 'file' });
    await check_listing_badge.run(job, { listing_id });
    await check_claim.run(job, { claim_id: claim.id });
    expect(busy.asked).toEqual([]);
    // Both checks are still due.
    expect(await server.sql`select looks, next_look_at from badge_watches where listing_id = ${listing_id}`).toEqual([
      { looks: 0, next_look_at: now },
    ]);
    expect(await server.sql`select checks from claims where id = ${claim.id}`).toEqual([{ checks: 0 }]);
    // A user who waits for the answer gets a refusal.
    expect(await getProblem(member.client.verify_claim({ claim_id: claim.id }))).toMatchObject({
      status: 429,
      detail: expect.stringContaining('already'),
    });
    await server.sql`delete from host_readings`;
    await read_draft.run(job, { draft_id: id, redraft_id: null, priority: 0 });
    await check_listing_badge.run(job, { listing_id });
    await check_claim.run(job, { claim_id: claim.id });
    expect((await member.client.get_draft({ id })).status).toBe('drafting');
    expect(await server.sql`select looks from badge_watches where listing_id = ${listing_id}`).toEqual([{ looks: 1 }]);
    expect(await server.sql`select checks from claims where id = ${claim.id}`).toEqual([{ checks: 1 }]);
    await busy.close();
  });

  test('is checked on schedule at most 60 times an hour', async () => {
    let checks = 0;
    const check = async () => ++checks;
    for (let i = 0; i < 70; i++) await readOnSchedule({ sql: server.sql, clock }, `https://c${i}.scheduled.example/`, check);
    expect(checks).toBe(60);
    now = new Date(now.getTime() + 3_600_000);
    expect(await readOnSchedule({ sql: server.sql, clock }, 'https://scheduled.example/', check)).toBe(61);
  });
});

test('client documents are fetched from one website at most 120 times an hour', async () => {
  const read = clientDocumentFetch(integrations.fetch, sharedLimits(server.sql, clock));
  product.asked.length = 0;
  const outcomes = await Promise.allSettled(Array.from({ length: 125 }, (_, n) => read(`${product.url}/client-${n}.json`)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
  expect(product.asked).toHaveLength(120);
});
