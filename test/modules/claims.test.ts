import { expect, test } from 'vitest';
import type { Caller, Ctx, Site } from '../../src/kernel/context.ts';
import type { JobCtx } from '../../src/kernel/job.ts';
import { type Limit, noLimits, sharedLimits } from '../../src/kernel/limits.ts';
import { countMailed } from '../../src/modules/claims/claim.ts';
import { check_claim, sweep_claims } from '../../src/modules/claims/jobs.ts';
import { confirmClaim, findMailedClaim } from '../../src/modules/claims/link.ts';
import { objectToOwner } from '../../src/modules/claims/objection.ts';
import { lookNow } from '../../src/modules/claims/verify.ts';
import { type Outside, openOutside } from '../../src/outside/outside.ts';
import { ownerOf, unownedListing } from '../support/claims.ts';
import { useNameServer } from '../support/dns-server.ts';
import { newestMail, tokenFor } from '../support/person.ts';
import { NOON, useServer } from '../support/server.ts';

let now = NOON;
const clock = { now: () => now };
const names = useNameServer();
const server = useServer({ clock, demo: false, names });
const HOUR = 3_600_000;
const at = (ms: number) => {
  now = new Date(NOON.getTime() + ms);
};

const siteHere = () => ({ id: server.site_id, root: server.root, name: 'Launchweek' }) as Site;
const ctxOf = (account_id?: number): Ctx => ({
  site: siteHere(),
  caller: account_id === undefined ? null : ({ account_id } as Caller),
  clock,
  sql: server.sql,
  limits: noLimits,
  request_id: '',
});
const jobCtx = (): JobCtx<Outside> => ({
  sql: server.sql,
  clock,
  outside: openOutside({ smtp_url: null, mail_from: null, dns_servers: [names.address] }),
  site_root: server.root,
  last_attempt: false,
  signal: new AbortController().signal,
});

const queued = async () =>
  (await server.sql<{ key: string }[]>`select key from graphile_worker._private_jobs where key like 'claim %' order by key`).map(
    ({ key }) => key,
  );

test('the link shows what it would confirm, as often as scanners open it, and gives the listing once', async () => {
  at(0);
  const { client, account_id } = await server.member({ email: 'maker@elsewhere.example' });
  const listing = await unownedListing(server);
  const email = `ada@${listing.domain}`;
  const { id } = await client.claim_listing({ slug: listing.slug, method: 'email', email });
  const token = await tokenFor(server, email);
  for (let n = 0; n < 3; n++)
    expect(await findMailedClaim(ctxOf(), { token })).toMatchObject({
      email,
      account_email: 'maker@elsewhere.example',
      listing_name: listing.name,
    });
  expect(await ownerOf(server, listing)).toBeNull();
  // Whoever reads the mailbox presses the button, in whatever browser.
  const stranger = await server.member();
  const confirmed = await Promise.allSettled(Array.from({ length: 4 }, () => confirmClaim(ctxOf(stranger.account_id), { token })));
  expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ownerOf(server, listing)).toBe(account_id);
  expect(await client.verify_claim({ claim_id: id })).toMatchObject({ status: 'verified' });
  await expect(findMailedClaim(ctxOf(), { token })).rejects.toMatchObject({ code: 'link_not_valid' });
});

test('the link works for 24 hours; claiming again sends another and ends the one before', async () => {
  at(0);
  const { client } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const email = `late@${domain}`;
  await client.claim_listing({ slug, method: 'email', email });
  const first = await tokenFor(server, email);
  at(24 * HOUR);
  await expect(confirmClaim(ctxOf(), { token: first })).rejects.toMatchObject({ code: 'link_not_valid' });
  await client.claim_listing({ slug, method: 'email', email });
  const second = await tokenFor(server, email);
  at(25 * HOUR);
  await expect(confirmClaim(ctxOf(), { token: first })).rejects.toMatchObject({ code: 'link_not_valid' });
  expect(await confirmClaim(ctxOf(), { token: second })).toMatchObject({ email });
});

test('a link of another site, one nobody made, and one of a claim that was overtaken confirm nothing', async () => {
  at(0);
  const [one, other] = await Promise.all([server.member(), server.member()]);
  const listing = await unownedListing(server);
  const [a, b] = [`a@${listing.domain}`, `b@${listing.domain}`];
  await one.client.claim_listing({ slug: listing.slug, method: 'email', email: a });
  await other.client.claim_listing({ slug: listing.slug, method: 'email', email: b });
  const token = await tokenFor(server, a);
  await expect(confirmClaim({ ...ctxOf(), site: { ...siteHere(), id: 999 } }, { token })).rejects.toMatchObject({ code: 'link_not_valid' });
  await expect(confirmClaim(ctxOf(), { token: 'x' })).rejects.toMatchObject({ code: 'link_not_valid' });
  await confirmClaim(ctxOf(), { token: await tokenFor(server, b) });
  await expect(confirmClaim(ctxOf(), { token })).rejects.toMatchObject({ code: 'link_not_valid' });
  expect(await ownerOf(server, listing)).toBe(other.account_id);
});

test('without anybody asking, a claim is looked at soon, then less and less often, and proved when it is', async () => {
  at(0);
  await server.sql`delete from claims`;
  const { client, account_id } = await server.member();
  const listing = await unownedListing(server);
  const { id, instructions } = await client.claim_listing({ slug: listing.slug, method: 'dns' });
  await sweep_claims.run(jobCtx(), {});
  expect(await queued()).toEqual([]);
  const waits: number[] = [];
  for (let n = 0; n < 9; n++) {
    const [{ next_check_at }] = await server.sql<[{ next_check_at: Date }]>`select next_check_at from claims where id = ${id}`;
    waits.push((next_check_at.getTime() - now.getTime()) / 60_000);
    now = next_check_at;
    await sweep_claims.run(jobCtx(), {});
    expect(await queued()).toEqual([`claim ${id}`]);
    await server.sql`delete from graphile_worker._private_jobs where key = ${`claim ${id}`}`;
    await check_claim.run(jobCtx(), { claim_id: id });
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 120, 240, 360, 360]);
  expect((await client.list_my_claims({})).items[0]!.last_check).toMatchObject({ found: false, checked_at: now.toISOString() });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [instructions.value!] };
  await check_claim.run(jobCtx(), { claim_id: id });
  await check_claim.run(jobCtx(), { claim_id: id });
  expect((await client.list_my_claims({})).items[0]).toMatchObject({ status: 'verified', last_check: { found: true } });
  expect(await ownerOf(server, listing)).toBe(account_id);
});

test('the sweep ends what is out of time or overtaken, once, and leaves the rest', async () => {
  at(0);
  const { client } = await server.member();
  const { account_id } = await server.member();
  const [old, owned, fresh] = await Promise.all([unownedListing(server), unownedListing(server), unownedListing(server)]);
  const claim = async ({ slug }: { slug: string }) => (await client.claim_listing({ slug, method: 'file' })).id;
  const ids = [await claim(old)];
  at(HOUR);
  ids.push(await claim(owned), await claim(fresh));
  await server.sql`update listings set owner_id = ${account_id} where id = ${owned.id}`;
  at(14 * 24 * HOUR);
  for (let n = 0; n < 2; n++) await sweep_claims.run(jobCtx(), {});
  const rows = await server.sql`select status from claims where id = any(${ids}) order by id`;
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'superseded', 'pending']);
  const moves = await server.sql`select move from moves where record = 'claim' and record_id = any(${ids.map(String)}) order by id`;
  expect(moves.map(({ move }) => move)).toEqual(['supersede', 'expire']);
});

test('whoever let a claim expire is told once, with the way to another', async () => {
  at(0);
  const email = 'forgot@elsewhere.example';
  const { client } = await server.member({ email });
  const listing = await unownedListing(server);
  await client.claim_listing({ slug: listing.slug, method: 'file' });
  at(14 * 24 * HOUR);
  await Promise.all([sweep_claims.run(jobCtx(), {}), sweep_claims.run(jobCtx(), {})]);
  await sweep_claims.run(jobCtx(), {});
  const mails = await server.sql`select subject, body_text as text from mails where to_email = ${email}`;
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toContain(listing.name);
  expect(mails[0]!.text).toContain(`${server.root}/listings/${listing.slug}/claim`);
});

test('the sweep leaves an owner’s own claim, and the job proves it', async () => {
  at(0);
  const { client, account_id } = await server.member();
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${account_id} where id = ${listing.id}`;
  const { id, instructions } = await client.claim_listing({ slug: listing.slug, method: 'dns' });
  await sweep_claims.run(jobCtx(), {});
  names.zones[`_launchweek.${listing.domain}`] = { txt: [instructions.value!] };
  await check_claim.run(jobCtx(), { claim_id: id });
  expect((await client.list_my_claims({})).items[0]).toMatchObject({ id, status: 'verified' });
});

test('a job that comes too late, or to a listing somebody else has by then, changes nothing', async () => {
  at(0);
  const [one, other] = await Promise.all([server.member(), server.member()]);
  const listing = await unownedListing(server);
  const { id, instructions } = await one.client.claim_listing({ slug: listing.slug, method: 'dns' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [instructions.value!] };
  await server.sql`update listings set owner_id = ${other.account_id} where id = ${listing.id}`;
  await check_claim.run(jobCtx(), { claim_id: id });
  expect(await ownerOf(server, listing)).toBe(other.account_id);
  await server.sql`update listings set owner_id = null where id = ${listing.id}`;
  at(14 * 24 * HOUR);
  await check_claim.run(jobCtx(), { claim_id: id });
  await check_claim.run(jobCtx(), { claim_id: 999_999_999 });
  expect(await ownerOf(server, listing)).toBeNull();
});

test('an objection reaches the site’s own team, or the deployment’s where it has none, at most three times a day', async () => {
  at(0);
  const [owner, admin, site_admin] = await Promise.all([
    server.member({ email: 'owner@a.example' }),
    server.member({ email: 'net@b.example' }),
    server.member({ email: 'site@c.example' }),
  ]);
  await server.sql`update accounts set is_network_admin = true where id = ${admin.account_id}`;
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  const asker = await server.member({ email: 'asker@d.example' });
  const ctx = { ...ctxOf(asker.account_id), limits: sharedLimits(server.sql, clock) } as Ctx<Caller>;
  const object = () => objectToOwner(ctx, { slug: listing.slug, message: 'I made it <b>myself</b>.' });
  await object();
  const { text } = await newestMail(server, 'net@b.example');
  for (const part of ['asker@d.example', 'owner@a.example', 'I made it <b>myself</b>.', `/listings/${listing.slug}`])
    expect(text).toContain(part);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${site_admin.account_id}, ${server.site_id}, 'site_admin')`;
  await object();
  await newestMail(server, 'site@c.example');
  expect(await server.sql`select from mails where to_email = 'net@b.example'`).toHaveLength(1);
  await object();
  await expect(object()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('what costs other people something has a bound: mails to their boxes, and looks at their servers', async () => {
  at(0);
  const { client, account_id } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const { id } = await client.claim_listing({ slug, method: 'dns' });
  const used_up = { ...noLimits, take: async (_who: string, limit: Limit) => ({ ...limit, remaining: 0, resets_in: 60, granted: false }) };
  const ctx = { ...ctxOf(account_id), limits: used_up, outside: jobCtx().outside };
  await expect(lookNow(ctx, { claim_id: id })).rejects.toMatchObject({ code: 'rate_limited' });
  expect(names.asked.filter((one) => one.endsWith(domain))).toEqual([]);
  await expect(countMailed(ctx, { slug, method: 'email' })).rejects.toMatchObject({ code: 'rate_limited' });
  await countMailed(ctx, { slug, method: 'dns' });
});
