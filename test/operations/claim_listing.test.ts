import { expect, test } from 'vitest';
import { findNewestMail, findTokenFor } from '../support/accounts/person.ts';
import { ownerOf, unownedListing } from '../support/claims/claims.ts';
import { getProblem } from '../support/drafts/drafts.ts';
import { NOON, useServer } from '../support/server.ts';

let now = NOON;
const server = useServer({ pool: 5, clock: { now: () => now }, demo: false });
const after = (ms: number) => new Date(NOON.getTime() + ms);
const DAY = 24 * 3_600_000;
const mailsTo = async (email: string) =>
  (await server.sql`select count(*)::int as count from mails where to_email = ${email}`)[0]!.count as number;

test('201 what to publish and where, for each method', async () => {
  const { client } = await server.member();
  const { id, slug, name, domain } = await unownedListing(server, { website: 'https://www.tidewater-claims.example/en?a=1' });
  const dns = await client.claim_listing({ slug, method: 'dns' });
  expect(dns).toEqual({
    id: expect.any(Number),
    listing_id: id,
    listing_slug: slug,
    listing_name: name,
    method: 'dns',
    email: null,
    status: 'pending',
    instructions: {
      what: expect.stringContaining('TXT record'),
      where: `_launchweek.${domain}`,
      value: expect.stringMatching(/^launchweek-[\w-]{43}$/),
      token: expect.any(String),
    },
    last_check: null,
    next_check_at: after(5 * 60_000).toISOString(),
    expires_at: after(14 * DAY).toISOString(),
    verified_at: null,
    created_at: NOON.toISOString(),
    next_steps: [expect.stringContaining('TXT record'), expect.stringContaining(`verify_claim with claim_id ${dns.id}`)],
  });
  expect(dns.instructions.token).toBe(dns.instructions.value);
  const meta = await client.claim_listing({ slug, method: 'meta' });
  expect(meta.instructions.where).toBe('https://www.tidewater-claims.example/');
  expect(meta.instructions.value).toBe(`<meta name="launchweek-verification" content="${meta.instructions.token}">`);
  const file = await client.claim_listing({ slug, method: 'file' });
  expect(file.instructions).toMatchObject({ where: 'https://www.tidewater-claims.example/.well-known/launchweek-verification.txt' });
  expect(new Set([dns, meta, file].map(({ instructions }) => instructions.token)).size).toBe(3);
});

test('201 by email: a link goes to an address at the domain or a subdomain, and names the claimant', async () => {
  const member = await server.member({ email: 'asker@elsewhere.example' });
  const { slug, name, domain } = await unownedListing(server);
  const claim = await member.client.claim_listing({ slug, method: 'email', email: `Ada@mail.${domain}` });
  expect(claim).toMatchObject({ email: `Ada@mail.${domain}`, instructions: { where: `Ada@mail.${domain}`, value: null, token: null } });
  expect(claim.next_steps[0]).toContain(`Ada@mail.${domain}`);
  const { subject, text } = await findNewestMail(server, `Ada@mail.${domain}`);
  expect(subject).toBe('Confirm a claim to your listing on Launchweek');
  expect(text).toContain(`“${name}”`);
  expect(text).toContain('asker@elsewhere.example');
  expect(text).toContain(`${server.root}/claims/confirm?token=`);
  const [row] = await server.sql`select * from claims where id = ${claim.id}`;
  expect(JSON.stringify(row)).not.toContain(await findTokenFor(server, `Ada@mail.${domain}`));
});

test('the same claim again returns the same claim, also concurrently; another account gets its own', async () => {
  const [one, other] = await Promise.all([server.member(), server.member()]);
  const { slug } = await unownedListing(server);
  const claims = await Promise.all(Array.from({ length: 6 }, () => one.client.claim_listing({ slug, method: 'dns' })));
  expect(new Set(claims.map((claim) => JSON.stringify(claim))).size).toBe(1);
  expect((await other.client.claim_listing({ slug, method: 'dns' })).instructions.token).not.toBe(claims[0]!.instructions.token);
});

test('the same claim by email sends another link after five minutes; another address replaces it', async () => {
  const { client } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const email = `ada@${domain}`;
  const first = await client.claim_listing({ slug, method: 'email', email });
  expect((await client.claim_listing({ slug, method: 'email', email: email.toUpperCase() })).id).toBe(first.id);
  expect(await mailsTo(email)).toBe(1);
  now = after(6 * 60_000);
  expect((await client.claim_listing({ slug, method: 'email', email })).id).toBe(first.id);
  expect(await mailsTo(email)).toBe(2);
  const second = await client.claim_listing({ slug, method: 'email', email: `bob@${domain}` });
  expect(second.id).not.toBe(first.id);
  now = NOON;
  const { items } = await client.list_my_claims({});
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [second.id, 'pending'],
    [first.id, 'superseded'],
  ]);
});

test('a claim expires after 14 days, and claiming again makes a new one', async () => {
  const { client } = await server.member();
  const { slug } = await unownedListing(server);
  const first = await client.claim_listing({ slug, method: 'meta' });
  now = after(14 * DAY);
  expect((await client.list_my_claims({})).items[0]).toMatchObject({ id: first.id, status: 'expired', next_check_at: null });
  const second = await client.claim_listing({ slug, method: 'meta' });
  expect(second.id).not.toBe(first.id);
  expect(second.instructions.token).not.toBe(first.instructions.token);
  now = NOON;
  const moves = await server.sql`select move, from_status, to_status from moves where record = 'claim' and record_id = ${String(first.id)}`;
  expect(moves).toEqual([{ move: 'expire', from_status: 'pending', to_status: 'expired' }]);
});

test.each([
  ['at another domain', 'https://acme-a.example', 'ada@other.example'],
  ['at a domain with the same ending', 'https://acme-b.example', 'ada@notacme-b.example'],
  ['free mail', 'https://acme-c.example', 'ada@gmail.com'],
  ['disposable mail', 'https://acme-d.example', 'ada@mailinator.com'],
  ['at the shared host, not at the site on it', 'https://acme-claims.github.io', 'ada@github.io'],
  ['at a sister domain of a shared suffix', 'https://acme-e.co.uk', 'ada@other.co.uk'],
])('400 for a mailbox %s', async (_what, website, email) => {
  const { client } = await server.member();
  const { slug } = await unownedListing(server, { website });
  const problem = await getProblem(client.claim_listing({ slug, method: 'email', email }));
  expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(['email', 'method']).toContain(problem.errors[0]!.path);
  expect(await mailsTo(email)).toBe(0);
});

test.each([
  ['a site on a shared host', 'https://acme-shared.github.io', 'ada@acme-shared.github.io', 'on a shared host'],
  ['a shared host itself', 'https://pages.dev', 'ada@pages.dev', 'on a shared host'],
  ['a free mail provider', 'https://gmail.com', 'ada@gmail.com', 'anyone can get an address'],
])('400 by email for %s, and the other methods still work', async (_what, website, email, words) => {
  const { client } = await server.member();
  const { slug } = await unownedListing(server, { website });
  const problem = await getProblem(client.claim_listing({ slug, method: 'email', email }));
  expect(problem).toMatchObject({
    status: 400,
    errors: [{ path: 'method', code: 'not_possible', message: expect.stringContaining(words) }],
  });
  expect(await client.claim_listing({ slug, method: 'meta' })).toMatchObject({ status: 'pending' });
});

test('400 for a missing address, an address with another method, and an invalid address', async () => {
  const { client } = await server.member();
  const { slug } = await unownedListing(server);
  expect(await getProblem(client.claim_listing({ slug, method: 'email' }))).toMatchObject({
    errors: [{ path: 'email', code: 'required' }],
  });
  expect(await getProblem(client.claim_listing({ slug, method: 'dns', email: 'a@b.example' }))).toMatchObject({
    errors: [{ path: 'email', code: 'not_allowed' }],
  });
  expect(await getProblem(client.claim_listing({ slug, method: 'email', email: 'nobody' }))).toMatchObject({ errors: [{ path: 'email' }] });
  expect(await getProblem(client.claim_listing({ slug, method: 'fax' as 'dns' }))).toMatchObject({ errors: [{ path: 'method' }] });
});

test('400 for a listing that is not public', async () => {
  const { client } = await server.member();
  const draft = await unownedListing(server, { status: 'draft' });
  for (const slug of ['nobody-there', draft.slug])
    expect(await getProblem(client.claim_listing({ slug, method: 'dns' }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      errors: [{ path: 'slug', code: 'unknown', message: expect.stringContaining('domain') }],
    });
});

test('400 already_owned only for a listing whose owner has proved it; others can be claimed', async () => {
  const [owner, other] = await Promise.all([server.member(), server.member()]);
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  expect(await other.client.claim_listing({ slug: listing.slug, method: 'meta' })).toMatchObject({ status: 'pending' });
  const { id } = await owner.client.claim_listing({ slug: listing.slug, method: 'dns' });
  await server.sql`update claims set status = 'verified', verified_at = ${NOON}, next_check_at = null where id = ${id}`;
  const refused = await getProblem(other.client.claim_listing({ slug: listing.slug, method: 'dns' }));
  expect(refused).toMatchObject({ status: 400, code: 'already_owned' });
  expect(refused.detail).toContain(`${server.root}/listings/${listing.slug}/claim`);
  expect(await ownerOf(server, listing)).toBe(owner.account_id);
});

test('an owner without proof may claim, and once verified gets 400 already_owned', async () => {
  const { client, account_id } = await server.member();
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${account_id} where id = ${listing.id}`;
  const input = { slug: listing.slug, method: 'dns' } as const;
  const { id } = await client.claim_listing(input);
  expect(await client.claim_listing(input)).toMatchObject({ id, status: 'pending' });
  await server.sql`update claims set status = 'verified', verified_at = ${NOON}, next_check_at = null where id = ${id}`;
  expect(await getProblem(client.claim_listing(input))).toMatchObject({
    code: 'already_owned',
    detail: expect.stringContaining('You already own this listing'),
  });
});

test('a listing whose owner was deleted can be claimed again', async () => {
  const [owner, other] = await Promise.all([server.member(), server.member()]);
  const listing = await unownedListing(server);
  await server.sql`update listings set owner_id = ${owner.account_id} where id = ${listing.id}`;
  await server.sql`delete from accounts where id = ${owner.account_id}`;
  expect(await other.client.claim_listing({ slug: listing.slug, method: 'dns' })).toMatchObject({ status: 'pending' });
});

test('400 too_many_claims for the twenty-first pending claim', async () => {
  const { client } = await server.member();
  for (let n = 0; n < 20; n++) await client.claim_listing({ slug: (await unownedListing(server)).slug, method: 'dns' });
  const { slug } = await unownedListing(server);
  expect(await getProblem(client.claim_listing({ slug, method: 'dns' }))).toMatchObject({ status: 400, code: 'too_many_claims' });
});

test('with an Idempotency-Key, a claim by email is one claim and one mail', async () => {
  const { client } = await server.member();
  const { slug, domain } = await unownedListing(server);
  const input = { slug, method: 'email', email: `once@${domain}` } as const;
  const claims = await Promise.all(Array.from({ length: 3 }, () => client.claim_listing(input, { idempotency_key: 'k' })));
  expect(new Set(claims.map(({ id }) => id)).size).toBe(1);
  expect(await mailsTo(`once@${domain}`)).toBe(1);
  expect(await getProblem(client.claim_listing({ slug, method: 'dns' }, { idempotency_key: 'k' }))).toMatchObject({
    code: 'idempotency_key_reused',
  });
});
