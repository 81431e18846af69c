import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castVote, getOwnVote } from '../../src/modules/votes/votes.ts';
import { findNewestMail } from '../support/accounts/person.ts';
import { ownerOf, unownedListing } from '../support/claims/claims.ts';
import { getProblem } from '../support/drafts/drafts.ts';
import { type ProductSite, serveProduct } from '../support/extraction/product-site.ts';
import { answerIn, type Told } from '../support/http/mcp-clients.ts';
import { useNameServer } from '../support/integrations/dns-server.ts';
import { type Member, NOON, useServer } from '../support/server.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

let now = NOON;
const names = useNameServer();
const server = useServer({ pool: 5, clock: { now: () => now }, demo: false, crawl_allow_private: true, names });
let site: ProductSite;
beforeAll(async () => {
  site = await serveProduct({});
});
afterAll(() => site.close());
const DAY = 24 * 3_600_000;

let numbers = 0;
/** A listing with a domain of its own, whose website is served by this test. */
const makeListing = (contact_email?: (domain: string) => string) => {
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

test('200 by DNS: pending until the record is found, then the listing is the claimant’s', async () => {
  const listing = await makeListing((domain) => `hello@${domain}`);
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
  expect((await findNewestMail(server, account!.email)).subject).toContain(`You now manage ${listing.name}`);
  expect((await findNewestMail(server, `hello@${listing.domain}`)).subject).toContain('has a new owner');
  // Once verified it stays so, whatever happens to the record.
  delete names.zones[`_launchweek.${listing.domain}`];
  expect(await client.verify_claim({ claim_id: claim.id })).toEqual(verified);
});

test('200 by DNS: a failed lookup is reported, and the claim stays pending', async () => {
  const listing = await makeListing();
  names.zones[`_launchweek.${listing.domain}`] = { trouble: 'servfail' };
  const { verify } = await claimBy('dns', listing);
  expect(await verify()).toMatchObject({
    status: 'pending',
    last_check: { found: false, detail: expect.stringContaining('name servers reported an error') },
  });
});

test('200 by DNS: another claimant’s token proves nothing', async () => {
  const listing = await makeListing();
  const [one, other] = [await claimBy('dns', listing), await claimBy('dns', listing)];
  names.zones[`_launchweek.${listing.domain}`] = { txt: [one.token] };
  expect(await other.verify()).toMatchObject({ status: 'pending' });
  expect(await ownerOf(server, listing)).toBeNull();
});

test('200 by meta tag in the head of the homepage', async () => {
  const { verify, token, account_id, ...rest } = await claimBy('meta', await makeListing());
  site.pages['/'] = `<!doctype html><title>x</title><p>${token}</p>`;
  expect((await verify()).last_check!.detail).toContain('didn’t find the tag');
  site.pages['/'] = `<!doctype html><title>x</title><META content=" ${token} " NAME="Launchweek-Verification"><p>Hello</p>`;
  expect(await verify()).toMatchObject({ id: rest.claim.id, status: 'verified' });
});

test('200 by file at its well-known address', async () => {
  const listing = await makeListing();
  const { verify, token, account_id } = await claimBy('file', listing);
  delete site.pages[FILE];
  expect((await verify()).last_check!.detail).toContain('status 404');
  site.pages[FILE] = `\uFEFF${token} \r\nand a second line`;
  expect(await verify()).toMatchObject({ status: 'verified' });
  expect(await ownerOf(server, listing)).toBe(account_id);
});

test('200 in development also for a site with host and port, but neither by DNS nor by email', async () => {
  const listing = await unownedListing(server, { website: `${site.url}/` });
  const { verify, token, client } = await claimBy('file', listing);
  for (const input of [{ method: 'dns' }, { method: 'email', email: 'a@localhost.example' }] as const)
    expect(await getProblem(client.claim_listing({ slug: listing.slug, ...input }))).toMatchObject({
      errors: [{ path: 'method', code: 'not_possible' }],
    });
  site.pages[FILE] = token;
  expect(await verify()).toMatchObject({ status: 'verified' });
});

test('200 by email: stays pending until the link is opened', async () => {
  const listing = await makeListing();
  const { client } = await server.member();
  const { id } = await client.claim_listing({ slug: listing.slug, method: 'email', email: `ada@${listing.domain}` });
  expect(await client.verify_claim({ claim_id: id })).toMatchObject({
    status: 'pending',
    last_check: { found: false, detail: expect.stringContaining('hasn’t been opened') },
  });
});

test('two accounts that prove the same listing concurrently: exactly one gets it, and the other is told so', async () => {
  for (let round = 0; round < 5; round++) {
    const listing = await makeListing();
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
    const claims = await server.sql`select status from claims where listing_id = ${listing.id} order by status`;
    expect(claims.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'superseded', 'verified']);
  }
});

test('one account that proves it by two methods gets it once', async () => {
  const listing = await makeListing();
  const dns = await claimBy('dns', listing);
  const file = await claimBy('file', listing, dns);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [dns.token] };
  site.pages[FILE] = file.token;
  const outcomes = await Promise.allSettled([dns.verify(), file.verify(), dns.verify(), file.verify()]);
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  const claims = await server.sql`select status from claims where listing_id = ${listing.id} order by status`;
  expect(claims.map(({ status }) => status)).toEqual(['superseded', 'verified']);
});

test('400 claim_not_pending once it has expired, whatever is published by then', async () => {
  const listing = await makeListing();
  const { verify, token } = await claimBy('dns', listing);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  now = new Date(NOON.getTime() + 14 * DAY);
  expect(await getProblem(verify())).toMatchObject({ status: 400, code: 'claim_not_pending', detail: expect.stringContaining('expired') });
  now = NOON;
  expect(await ownerOf(server, listing)).toBeNull();
});

test('a proof wins over an owner without one, who is told; 400 already_owned once the owner has proved it', async () => {
  const listing = await makeListing();
  const email = 'unproved@elsewhere.example';
  const owner = await server.member({ email });
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  const first = await claimBy('dns', listing);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [first.token] };
  expect(await first.verify()).toMatchObject({ status: 'verified' });
  expect(await ownerOf(server, listing)).toBe(first.account_id);
  expect((await findNewestMail(server, email)).text).toContain('Someone else verified');
  expect(await getProblem(owner.client.claim_listing({ slug: listing.slug, method: 'dns' }))).toMatchObject({ code: 'already_owned' });
});

test('200 for an owner who submitted the listing: verified, still theirs, with the Verified badge', async () => {
  const listing = await makeListing();
  const email = 'submitter@elsewhere.example';
  const owner = await server.member({ email });
  const other_claimant = await claimBy('meta', listing);
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  const kinds = async () => (await owner.client.get_badges({ slug: listing.slug })).items.map(({ kind }) => kind);
  expect(await kinds()).not.toContain('verified');
  const { verify, token } = await claimBy('dns', listing, owner);
  expect(await verify()).toMatchObject({ status: 'pending' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  expect(await verify()).toMatchObject({ status: 'verified' });
  expect(await ownerOf(server, listing)).toBe(owner.account_id);
  await expect.poll(kinds).toContain('verified');
  expect((await findNewestMail(server, email)).subject).toContain('is verified');
  expect(await getProblem(other_claimant.verify())).toMatchObject({ code: 'already_owned' });
});

test('an owner’s earlier vote stops counting when the claim is verified; the ledger records it, and no other vote changes', async () => {
  const listing = await makeListing();
  const site_now = await siteOf(server.sql, server.site_id);
  const [fan] = await makeVoters(server.sql, [{}]);
  const owner = await claimBy('dns', listing);
  const at = (account_id: number) => as(account_id, { ...server, site: site_now, clock: { now: () => now } });
  for (const id of [fan!, owner.account_id]) expect(await castVote(at(id), { slug: listing.slug })).toMatchObject({ state: 'counted' });
  names.zones[`_launchweek.${listing.domain}`] = { txt: [owner.token] };
  await owner.verify();
  expect(await getOwnVote(at(owner.account_id), { slug: listing.slug })).toMatchObject({ state: 'uncounted', reason: 'own_listing' });
  expect(await getOwnVote(at(fan!), { slug: listing.slug })).toMatchObject({ state: 'counted' });
  const [counts] = await server.sql`select votes from listing_counts where listing_id = ${listing.id}`;
  expect(counts!.votes).toBe(1);
});

test('404 claim_not_found for an unknown id and for another account’s', async () => {
  const listing = await makeListing();
  const { claim, token } = await claimBy('dns', listing);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  const { client } = await server.member();
  for (const claim_id of [claim.id, 999_999_999])
    expect(await getProblem(client.verify_claim({ claim_id }))).toMatchObject({ status: 404, code: 'claim_not_found' });
  expect(await ownerOf(server, listing)).toBeNull();
});

test('with an Idempotency-Key, the first answer is returned again without another network request', async () => {
  const listing = await makeListing();
  const { client, claim, token } = await claimBy('dns', listing);
  const verify = (idempotency_key: string) => client.verify_claim({ claim_id: claim.id }, { idempotency_key });
  const countLookups = () => names.asked.filter((one) => one.endsWith(` _launchweek.${listing.domain}`)).length;
  const first = await verify('a');
  expect(countLookups()).toBe(1);
  names.zones[`_launchweek.${listing.domain}`] = { txt: [token] };
  expect(await verify('a')).toEqual(first);
  expect(countLookups()).toBe(1);
  expect(await verify('b')).toMatchObject({ status: 'verified' });
});

test('no transaction is open while waiting for the network', async () => {
  const listing = await makeListing();
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

test('the whole flow through MCP with the official client', async () => {
  const listing = await makeListing();
  const { key, account_id } = await server.member();
  const client = new Client({ name: 'launchweek-test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.root}/mcp`), { requestInit }));
  await client.listTools();
  const call = async (name: string, input: Record<string, unknown>) =>
    answerIn((await client.callTool({ name, arguments: input })) as Told) as {
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
