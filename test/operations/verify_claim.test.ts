import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castVote, myVote } from '../../src/modules/ballot/vote.ts';
import { ownerOf, unownedListing } from '../support/claims.ts';
import { useNameServer } from '../support/dns-server.ts';
import { problemOf } from '../support/drafts.ts';
import { newestMail } from '../support/person.ts';
import { type Member, NOON, useServer } from '../support/server.ts';
import { type ProductSite, serveProduct } from '../support/site.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

let now = NOON;
const names = useNameServer();
const server = useServer({ clock: { now: () => now }, demo: false, crawl_allow_private: true, names });
let site: ProductSite;
beforeAll(async () => {
  site = await serveProduct({});
});
afterAll(() => site.close());
const DAY = 24 * 3_600_000;

let numbers = 0;
/** A listing of a name of its own, whose website is ours. */
const listed = (contact_email?: (domain: string) => string) => {
  const domain = `acme-${++numbers}.example`;
  names.zones[domain] = { a: ['127.0.0.1'] };
  const { port } = new URL(site.url);
  return unownedListing(server, { website: `http://${domain}:${port}/`, contact_email: contact_email?.(domain) });
};
const FILE = '/.well-known/launchweek-verification.txt';
const claimBy = async (method: 'dns' | 'meta' | 'file', { slug }: { slug: string }, member?: Member) => {
  const by = member ?? (await server.member());
  const claim = await by.client.claim_listing({ slug, method });
  return { ...by, claim, token: claim.instructions.token!, verify: () => by.client.verify_claim({ claim_id: claim.id }) };
};

test('200 by DNS: pending until the record is there, then the listing is the claimant’s', async () => {
  const listing = await listed((domain) => `hello@${domain}`);
  const other = await claimBy('meta', listing);
  const { claim, token, verify, account_id, client } = await claimBy('dns', listing);
  const empty = await verify();
  expect(empty).toMatchObject({ status: 'pending', last_check: { checked_at: NOON.toISOString(), found: false } });
  expect(empty.last_check!.detail).toContain(`no TXT record at _launchweek.${listing.domain}`);
  expect(new Date(empty.next_check_at!).getTime()).toBeGreaterThan(NOON.getTime());
  names.zones[`_launchweek.${listing.domain}`] = { txt: ['v=spf1 -all', 'launchweek-other'] };
  expect((await verify()).last_check!.detail).toContain('“launchweek-other”');
  names.zones[`_launchweek.${listing.domain}`] = { txt: ['v=spf1 -all', [token.slice(0, 20), token.slice(20)]] };
  const verified = await verify();
  expect(verified).toMatchObject({ status: 'verified', verified_at: NOON.toISOString(), next_check_at: null, last_check: { found: true } });
  expect(await ownerOf(server, listing)).toBe(account_id);
  expect((await other.client.list_my_claims({})).items[0]).toMatchObject({ id: other.claim.id, status: 'superseded' });
  const moves =
    await server.sql`select record_id, move, account_id from moves where record = 'claim' and record_id = any(${[claim.id, other.claim.id].map(String)}) order by id`;
  expect(moves).toEqual([
    { record_id: String(claim.id), move: 'verify', account_id },
    { record_id: String(other.claim.id), move: 'supersede', account_id: null },
  ]);
  const [account] = await server.sql<{ email: string }[]>`select email from accounts where id = ${account_id}`;
  expect((await newestMail(server, account!.email)).subject).toContain(`${listing.name} is yours`);
  expect((await newestMail(server, `hello@${listing.domain}`)).subject).toContain('has an owner');
  // Once verified it stays so, whatever becomes of the record.
  delete names.zones[`_launchweek.${listing.domain}`];
  expect(await client.verify_claim({ claim_id: claim.id })).toEqual(verified);
});

test('200 by DNS: what the name servers could not say is said, and the claim stays pending', async () => {
  const listing = await listed();
  names.zones[`_launchweek.${listing.domain}`] = { trouble: 'servfail' };
  const { verify } = await claimBy('dns', listing);
  expect(await verify()).toMatchObject({
    status: 'pending',
    last_check: { found: false, detail: expect.stringContaining('could not answer') },
  });
});

test('200 by DNS: a token that somebody else was given proves nothing', async () => {
  const listing = await listed();
  const [one, other] = [await claimBy('dns', listing), await claimBy('dns', listing)];
  names.zones[`_launchweek.${listing.domain}`] = { txt: [one.token] };
  expect(await other.verify()).toMatchObject({ status: 'pending' });
  expect(await ownerOf(server, listing)).toBeNull();
});

test('200 by meta tag in the head of the homepage', async () => {
  const { verify, token, account_id, ...rest } = await claimBy('meta', await listed());
  site.pages['/'] = `<!doctype html><title>x</title><p>${token}</p>`;
  expect((await verify()).last_check!.detail).toContain('no such tag');
  site.pages['/'] = `<!doctype html><title>x</title><META content=" ${token} " NAME="Launchweek-Verification"><p>Hello</p>`;
  expect(await verify()).toMatchObject({ id: rest.claim.id, status: 'verified' });
});

test('200 by file at its well-known address', async () => {
  const listing = await listed();
  const { verify, token, account_id } = await claimBy('file', listing);
  delete site.pages[FILE];
  expect((await verify()).last_check!.detail).toContain('status 404');
  site.pages[FILE] = `\uFEFF${token} \r\nand a second line`;
  expect(await verify()).toMatchObject({ status: 'verified' });
  expect(await ownerOf(server, listing)).toBe(account_id);
});

test('200 in development also for a site known by its host and port, but by neither DNS nor mail', async () => {
  const listing = await unownedListing(server, { website: `${site.url}/` });
  const { verify, token, client } = await claimBy('file', listing);
  for (const asked of [{ method: 'dns' }, { method: 'email', email: 'a@localhost.example' }] as const)
    expect(await problemOf(client.claim_listing({ slug: listing.slug, ...asked }))).toMatchObject({
      errors: [{ path: 'method', code: 'not_possible' }],
    });
  site.pages[FILE] = token;
  expect(await verify()).toMatchObject({ status: 'verified' });
});

test('200 by email: stays pending, and says that the link waits', async () => {
  const listing = await listed();
  const { client } = await server.member();
  const { id } = await client.claim_listing({ slug: listing.slug, method: 'email', email: `ada@${listing.domain}` });
  expect(await client.verify_claim({ claim_id: id })).toMatchObject({
    status: 'pending',
    last_check: { found: false, detail: expect.stringContaining('not been opened') },
  });
});

test('two accounts that prove the same listing at once: one has it, the other is told so, every time', async () => {
  for (let round = 0; round < 5; round++) {
    const listing = await listed();
    const claimants = await Promise.all(Array.from({ length: 4 }, () => claimBy('dns', listing)));
    names.zones[`_launchweek.${listing.domain}`] = { txt: claimants.map(({ token }) => token) };
    const outcomes = await Promise.all(
      claimants.map(({ verify }) =>
        verify().then(
          ({ status }) => status,
          (error) => error.problem.code as string,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['already_owned', 'already_owned', 'already_owned', 'verified']);
    expect(await ownerOf(server, listing)).toBe(claimants[outcomes.indexOf('verified')]!.account_id);
    const kept = await server.sql`select status from claims where listing_id = ${listing.id} order by status`;
    expect(kept.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'superseded', 'verified']);
  }
});

test('one account that proves it in two ways has it once', async () => {
  const listing = await listed();
  const dns = await claimBy('dns', listing);
  const file = await claimBy('file', listing, dns);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [dns.token] };
  site.pages[FILE] = file.token;
  const outcomes = await Promise.allSettled([dns.verify(), file.verify(), dns.verify(), file.verify()]);
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  const kept = await server.sql`select status from claims where listing_id = ${listing.id} order by status`;
  expect(kept.map(({ status }) => status)).toEqual(['superseded', 'verified']);
});

test('400 claim_not_pending once it has expired, whatever is there by then', async () => {
  const listing = await listed();
  const { verify, token } = await claimBy('dns', listing);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  now = new Date(NOON.getTime() + 14 * DAY);
  expect(await problemOf(verify())).toMatchObject({ status: 400, code: 'claim_not_pending', detail: expect.stringContaining('expired') });
  now = NOON;
  expect(await ownerOf(server, listing)).toBeNull();
});

test('400 already_owned when the listing has come to have an owner meanwhile', async () => {
  const listing = await listed();
  const { verify, token } = await claimBy('dns', listing);
  const { account_id } = await server.member();
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  await server.sql`update listings set owner_id = ${account_id} where id = ${listing.id}`;
  expect(await problemOf(verify())).toMatchObject({ status: 400, code: 'already_owned' });
  expect(await ownerOf(server, listing)).toBe(account_id);
});

test('200 for an owner who had submitted the listing: proved, still theirs, and Verified on its badges', async () => {
  const listing = await listed();
  const email = 'submitter@elsewhere.example';
  const owner = await server.member({ email });
  const stranger = await claimBy('meta', listing);
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  const kinds = async () => (await owner.client.get_badges({ slug: listing.slug })).items.map(({ kind }) => kind);
  expect(await kinds()).not.toContain('verified');
  const { verify, token } = await claimBy('dns', listing, owner);
  expect(await verify()).toMatchObject({ status: 'pending' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  expect(await verify()).toMatchObject({ status: 'verified' });
  expect(await ownerOf(server, listing)).toBe(owner.account_id);
  await expect.poll(kinds).toContain('verified');
  expect((await newestMail(server, email)).subject).toContain('proved');
  expect(await problemOf(stranger.verify())).toMatchObject({ code: 'already_owned' });
});

test('whoever voted for a listing and proves that it is theirs has not voted: the ledger says so, and nobody else’s vote changes', async () => {
  const listing = await listed();
  const site_now = await siteOf(server.sql, server.site_id);
  const [fan] = await makeVoters(server.sql, [{}]);
  const owner = await claimBy('dns', listing);
  const at = (account_id: number) => as(account_id, { ...server, site: site_now, clock: { now: () => now } });
  for (const id of [fan!, owner.account_id]) expect(await castVote(at(id), { slug: listing.slug })).toMatchObject({ state: 'counted' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [owner.token] };
  await owner.verify();
  expect(await myVote(at(owner.account_id), { slug: listing.slug })).toMatchObject({ state: 'uncounted', reason: 'own_listing' });
  expect(await myVote(at(fan!), { slug: listing.slug })).toMatchObject({ state: 'counted' });
  const [counts] = await server.sql`select votes from listing_counts where listing_id = ${listing.id}`;
  expect(counts!.votes).toBe(1);
});

test('404 claim_not_found for an id nobody has, and for somebody else’s', async () => {
  const listing = await listed();
  const { claim, token } = await claimBy('dns', listing);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  const { client } = await server.member();
  for (const claim_id of [claim.id, 999_999_999])
    expect(await problemOf(client.verify_claim({ claim_id }))).toMatchObject({ status: 404, code: 'claim_not_found' });
  expect(await ownerOf(server, listing)).toBeNull();
});

test('with an Idempotency-Key the first answer comes again, and nobody’s server is asked a second time', async () => {
  const listing = await listed();
  const { client, claim, token } = await claimBy('dns', listing);
  const verify = (idempotency_key: string) => client.verify_claim({ claim_id: claim.id }, { idempotency_key });
  const asked = () => names.asked.filter((one) => one.endsWith(` _launchweek.${listing.domain}`)).length;
  const first = await verify('a');
  expect(asked()).toBe(1);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  expect(await verify('a')).toEqual(first);
  expect(asked()).toBe(1);
  expect(await verify('b')).toMatchObject({ status: 'verified' });
});

test('no transaction is open while the network is waited for', async () => {
  const listing = await listed();
  const { client, claim } = await claimBy('meta', listing);
  let open: unknown[] = [];
  site.pages['/'] = async (_request, response) => {
    open = [
      ...(await server.sql`select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`),
    ];
    response.end('<p>');
  };
  await client.verify_claim({ claim_id: claim.id }, { idempotency_key: 'k' });
  expect(open).toEqual([]);
});

test('the whole way through MCP, by the official client, which holds each answer against its schema', async () => {
  const listing = await listed();
  const { key, account_id } = await server.member();
  const client = new Client({ name: 'launchweek-test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.root}/mcp`), { requestInit }));
  await client.listTools();
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })).structuredContent as {
      id: number;
      status: string;
      instructions: { value: string };
    };
  const { id, instructions } = await call('claim_listing', { slug: listing.slug, method: 'dns', idempotency_key: 'k' });
  expect(await call('verify_claim', { claim_id: id })).toMatchObject({ status: 'pending' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [instructions.value] };
  expect(await call('verify_claim', { claim_id: id, idempotency_key: 'k' })).toMatchObject({ status: 'verified' });
  expect(await call('list_my_claims', {})).toMatchObject({ items: [{ id, status: 'verified' }] });
  expect(await ownerOf(server, listing)).toBe(account_id);
  await client.close();
});
