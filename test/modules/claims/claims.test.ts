import { expect, test } from 'vitest';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import type { JobCtx } from '../../../src/kernel/jobs.ts';
import { type Limit, noLimits, sharedLimits } from '../../../src/kernel/limits.ts';
import { confirmClaim, countClaimMails, findMailedClaim } from '../../../src/modules/claims/claims.ts';
import { objectToOwner } from '../../../src/modules/claims/disputes.ts';
import { check_claim, sweep_claims } from '../../../src/modules/claims/jobs.ts';
import { checkProof } from '../../../src/modules/claims/verification.ts';
import { findNewestMail, findTokenFor } from '../../support/accounts/person.ts';
import { ownerOf, unownedListing } from '../../support/claims/claims.ts';
import { useNameServer } from '../../support/integrations/dns-server.ts';
import { NOON, useServer } from '../../support/server.ts';

let now = NOON;
const clock = { now: () => now };
const names = useNameServer();
const server = useServer({ clock, demo: false, names });
const HOUR = 3_600_000;
const setTime = (ms: number) => {
  now = new Date(NOON.getTime() + ms);
};

const thisSite = () => ({ id: server.site_id, root: server.root, name: 'Launchweek' }) as Site;
const ctxOf = (account_id?: number): Ctx => ({
  site: thisSite(),
  caller: account_id === undefined ? null : ({ account_id } as Caller),
  clock,
  sql: server.sql,
  limits: noLimits,
  request_id: '',
  integrations: openIntegrations(),
});
const jobCtx = (): JobCtx => ({
  sql: server.sql,
  clock,
  integrations: openIntegrations({ smtp_url: null, mail_from: null, dns_servers: [names.address] }),
  site_root: server.root,
  last_attempt: false,
  signal: new AbortController().signal,
});

const enqueuedChecks = async () =>
  (await server.sql<{ key: string }[]>`select key from graphile_worker._private_jobs where key like 'claim %' order by key`).map(
    ({ key }) => key,
  );

test('the mailed link shows what it would confirm, survives scanners that open it, and gives the listing once', async () => {
  setTime(0);
  const { client, account_id } = await server.member({ email: 'maker@elsewhere.example' });
  const listing = await unownedListing(server);
  const email = `ada@${listing.domain}`;
  const { id } = await client.claim_listing({ slug: listing.slug, method: 'email', email });
  const token = await findTokenFor(server, email);
  for (let n = 0; n < 3; n++)
    expect(await findMailedClaim(ctxOf(), { token })).toMatchObject({
      email,
      account_email: 'maker@elsewhere.example',
      listing_name: listing.name,
    });
  expect(await ownerOf(server, listing)).toBeNull();
  // Whoever reads the mailbox presses the button, in whatever browser.
  const other_account = await server.member();
  const confirmed = await Promise.allSettled(Array.from({ length: 4 }, () => confirmClaim(ctxOf(other_account.account_id), { token })));
  expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ownerOf(server, listing)).toBe(account_id);
  expect(await client.verify_claim({ claim_id: id })).toMatchObject({ status: 'verified' });
  await expect(findMailedClaim(ctxOf(), { token })).rejects.toMatchObject({ code: 'link_not_valid' });
});

test('the link works for 24 hours; claiming again sends a new one and invalidates the old one', async () => {
  setTime(0);
  const { client } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const email = `late@${domain}`;
  await client.claim_listing({ slug, method: 'email', email });
  const first = await findTokenFor(server, email);
  setTime(24 * HOUR);
  await expect(confirmClaim(ctxOf(), { token: first })).rejects.toMatchObject({ code: 'link_not_valid' });
  await client.claim_listing({ slug, method: 'email', email });
  const second = await findTokenFor(server, email);
  setTime(25 * HOUR);
  await expect(confirmClaim(ctxOf(), { token: first })).rejects.toMatchObject({ code: 'link_not_valid' });
  expect(await confirmClaim(ctxOf(), { token: second })).toMatchObject({ email });
});

test('a link of another site, an unknown link and a link of a superseded claim confirm nothing', async () => {
  setTime(0);
  const [one, other] = await Promise.all([server.member(), server.member()]);
  const listing = await unownedListing(server);
  const [a, b] = [`a@${listing.domain}`, `b@${listing.domain}`];
  await one.client.claim_listing({ slug: listing.slug, method: 'email', email: a });
  await other.client.claim_listing({ slug: listing.slug, method: 'email', email: b });
  const token = await findTokenFor(server, a);
  await expect(confirmClaim({ ...ctxOf(), site: { ...thisSite(), id: 999 } }, { token })).rejects.toMatchObject({ code: 'link_not_valid' });
  await expect(confirmClaim(ctxOf(), { token: 'x' })).rejects.toMatchObject({ code: 'link_not_valid' });
  await confirmClaim(ctxOf(), { token: await findTokenFor(server, b) });
  await expect(confirmClaim(ctxOf(), { token })).rejects.toMatchObject({ code: 'link_not_valid' });
  expect(await ownerOf(server, listing)).toBe(other.account_id);
});

test('a claim is checked on schedule, soon at first and then less often, and is verified once the proof is there', async () => {
  setTime(0);
  await server.sql`delete from claims`;
  const { client, account_id } = await server.member();
  const listing = await unownedListing(server);
  const { id, instructions } = await client.claim_listing({ slug: listing.slug, method: 'dns' });
  await sweep_claims.run(jobCtx(), {});
  expect(await enqueuedChecks()).toEqual([]);
  const waits: number[] = [];
  for (let n = 0; n < 9; n++) {
    const [{ next_check_at }] = await server.sql<[{ next_check_at: Date }]>`select next_check_at from claims where id = ${id}`;
    waits.push((next_check_at.getTime() - now.getTime()) / 60_000);
    now = next_check_at;
    await sweep_claims.run(jobCtx(), {});
    expect(await enqueuedChecks()).toEqual([`claim ${id}`]);
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

test('the sweep expires or supersedes claims once, and leaves the rest', async () => {
  setTime(0);
  const { client } = await server.member();
  const owner = await server.member();
  const [old, owned, fresh] = await Promise.all([unownedListing(server), unownedListing(server), unownedListing(server)]);
  const claim = async ({ slug }: { slug: string }) => (await client.claim_listing({ slug, method: 'file' })).id;
  const ids = [await claim(old)];
  setTime(HOUR);
  ids.push(await claim(owned), await claim(fresh));
  const proved = await owner.client.claim_listing({ slug: owned.slug, method: 'file' });
  await server.sql`update claims set status = 'verified', verified_at = ${NOON} where id = ${proved.id}`;
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${owned.id}`;
  setTime(14 * 24 * HOUR);
  for (let n = 0; n < 2; n++) await sweep_claims.run(jobCtx(), {});
  const rows = await server.sql`select status from claims where id = any(${ids}) order by id`;
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'superseded', 'pending']);
  const moves = await server.sql`select move from moves where record = 'claim' and record_id = any(${ids.map(String)}) order by id`;
  expect(moves.map(({ move }) => move)).toEqual(['supersede', 'expire']);
});

test('a claimant whose claim expired is notified once, with a link to claim again', async () => {
  setTime(0);
  const email = 'forgot@elsewhere.example';
  const { client } = await server.member({ email });
  const listing = await unownedListing(server);
  await client.claim_listing({ slug: listing.slug, method: 'file' });
  setTime(14 * 24 * HOUR);
  await Promise.all([sweep_claims.run(jobCtx(), {}), sweep_claims.run(jobCtx(), {})]);
  await sweep_claims.run(jobCtx(), {});
  const mails = await server.sql`select subject, body_text as text from mails where to_email = ${email}`;
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toContain(listing.name);
  expect(mails[0]!.text).toContain(`${server.root}/listings/${listing.slug}/claim`);
});

test('the sweep leaves an owner’s own claim pending, and the job verifies it', async () => {
  setTime(0);
  const { client, account_id } = await server.member();
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${account_id} where id = ${listing.id}`;
  const { id, instructions } = await client.claim_listing({ slug: listing.slug, method: 'dns' });
  await sweep_claims.run(jobCtx(), {});
  names.zones[`_launchweek.${listing.domain}`] = { txt: [instructions.value!] };
  await check_claim.run(jobCtx(), { claim_id: id });
  expect((await client.list_my_claims({})).items[0]).toMatchObject({ id, status: 'verified' });
});

test('a check that runs too late, or for a listing that another owner has proved, changes nothing', async () => {
  setTime(0);
  const [one, other] = await Promise.all([server.member(), server.member()]);
  const listing = await unownedListing(server);
  const { id, instructions } = await one.client.claim_listing({ slug: listing.slug, method: 'dns' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [instructions.value!] };
  const proved = await other.client.claim_listing({ slug: listing.slug, method: 'meta' });
  await server.sql`update claims set status = 'verified', verified_at = ${NOON} where id = ${proved.id}`;
  await server.sql`update listings set owner_id = ${other.account_id} where id = ${listing.id}`;
  await check_claim.run(jobCtx(), { claim_id: id });
  expect(await ownerOf(server, listing)).toBe(other.account_id);
  await server.sql`update listings set owner_id = null where id = ${listing.id}`;
  setTime(14 * 24 * HOUR);
  await check_claim.run(jobCtx(), { claim_id: id });
  await check_claim.run(jobCtx(), { claim_id: 999_999_999 });
  expect(await ownerOf(server, listing)).toBeNull();
});

test('an objection is mailed to the site’s admins, or to the network admins if it has none, at most three times a day', async () => {
  setTime(0);
  const [owner, admin, site_admin] = await Promise.all([
    server.member({ email: 'owner@a.example' }),
    server.member({ email: 'net@b.example' }),
    server.member({ email: 'site@c.example' }),
  ]);
  await server.sql`update accounts set is_network_admin = true where id = ${admin.account_id}`;
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  const objector = await server.member({ email: 'asker@d.example' });
  const ctx = { ...ctxOf(objector.account_id), limits: sharedLimits(server.sql, clock) } as Ctx<Caller>;
  const object = () => objectToOwner(ctx, { slug: listing.slug, message: 'I made it <b>myself</b>.' });
  await object();
  const { text } = await findNewestMail(server, 'net@b.example');
  for (const part of ['asker@d.example', 'owner@a.example', 'I made it <b>myself</b>.', `/listings/${listing.slug}`])
    expect(text).toContain(part);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${site_admin.account_id}, ${server.site_id}, 'site_admin')`;
  await object();
  await findNewestMail(server, 'site@c.example');
  expect(await server.sql`select from mails where to_email = 'net@b.example'`).toHaveLength(1);
  await object();
  await expect(object()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('mails to other people and checks of their servers are rate-limited', async () => {
  setTime(0);
  const { client, account_id } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const { id } = await client.claim_listing({ slug, method: 'dns' });
  const exhausted_limits = {
    ...noLimits,
    take: async (_who: string, limit: Limit) => ({ ...limit, remaining: 0, resets_in: 60, granted: false }),
  };
  const caller = { account_id } as Caller;
  const ctx = { ...ctxOf(), caller, limits: exhausted_limits, integrations: jobCtx().integrations };
  await expect(checkProof(ctx, { claim_id: id })).rejects.toMatchObject({ code: 'rate_limited' });
  expect(names.asked.filter((one) => one.endsWith(domain))).toEqual([]);
  await expect(countClaimMails(ctx, { slug, method: 'email' })).rejects.toMatchObject({ code: 'rate_limited' });
  await countClaimMails(ctx, { slug, method: 'dns' });
});
