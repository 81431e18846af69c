import { expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { addFollowers, createOwnListing } from '../support/listings/own-listings.ts';
import { NOON, startServer, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true });
const count = async (table: 'notifications' | 'mails', where: string) =>
  (
    await server.sql<{ count: number }[]>`
      select count(*)::int as count from ${server.sql(table)} t where ${server.sql(table === 'mails' ? 'subject' : 'title')} = ${where}`
  )[0]!.count;

test('201 the update is on the listing, and its followers are notified on the site and by mail', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member);
  await addFollowers(server, listing_id, 3, 'reader');
  await server.sql`update follows set wants_mail = false where account_id = (select id from accounts where email = 'reader2@example.com')`;
  const posted = await member.client.post_listing_update({ listing_id, title: 'Bank feeds', body: 'Three banks.\n\nFrom today.' });
  expect(posted).toEqual({
    id: expect.any(Number),
    listing_id,
    title: 'Bank feeds',
    body: 'Three banks.\n\nFrom today.',
    created_at: NOON.toISOString(),
    followers_told: 3,
    warnings: [],
    next_steps: [],
  });
  expect((await server.client.get_listing({ slug })).updates).toMatchObject([{ title: 'Bank feeds', body: 'Three banks.\n\nFrom today.' }]);
  await until(async () => (await count('notifications', 'Acme Notes: Bank feeds')) === 3);
  expect(await server.sql`select to_email from mails where subject = 'Update from “Acme Notes”: “Bank feeds”' order by 1`).toEqual([
    { to_email: 'reader1@example.com' },
    { to_email: 'reader3@example.com' },
  ]);
  const [mail] = await server.sql`select body_text, unsubscribe_url from mails where to_email = 'reader1@example.com'`;
  expect(mail!.body_text).toContain('Three banks.\n\nFrom today.');
  expect(mail!.unsubscribe_url).toMatch(new RegExp(`^${server.root}/unsubscribe\\?token=[\\w-]{43}$`));
  expect(mail!.body_text).toContain(mail!.unsubscribe_url);
});

/** Two batches of 200, and a part of a third. */
const MANY = 450;

test('201 many followers do not delay the response, and each is notified once however often the job runs', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  await addFollowers(server, listing_id, MANY, 'many');
  // The response comes although nobody can be mailed yet.
  const { id, followers_told } = await server.sql.begin(async (tx) => {
    await tx`lock table mails in exclusive mode`;
    return member.client.post_listing_update({ listing_id, title: 'For many', body: 'Hello.' });
  });
  expect(followers_told).toBe(MANY);
  await server.sql`select graphile_worker.add_job('tell_followers', ${JSON.stringify({ update_id: id })}::text::json)`;
  await until(async () => (await count('mails', 'Update from “Acme Notes”: “For many”')) === MANY);
  await until(async () => (await server.sql`select from graphile_worker.jobs where task_identifier = 'tell_followers'`).length === 0);
  expect(await count('mails', 'Update from “Acme Notes”: “For many”')).toBe(MANY);
  expect(await count('notifications', 'Acme Notes: For many')).toBe(MANY);
});

test('201 nobody is notified about a listing that is not public', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member, { status: 'draft' });
  await addFollowers(server, listing_id, 2, 'early');
  expect(await member.client.post_listing_update({ listing_id, title: 'Soon', body: 'Soon.' })).toMatchObject({
    followers_told: 0,
    warnings: [{ code: 'listing_not_public', path: 'listing_id' }],
  });
});

test('201 the same key twice is one update', async () => {
  const member = await server.member();
  const { listing_id, slug } = await createOwnListing(server, member);
  const post = () => member.client.post_listing_update({ listing_id, title: 'Once', body: 'Once.' }, { idempotency_key: 'once' });
  const [first, second] = await Promise.all([post(), post()]);
  expect(second).toEqual(first);
  expect((await server.client.get_listing({ slug })).updates).toHaveLength(1);
});

test('400 for missing, empty and too long values', async () => {
  const member = await server.member();
  const { listing_id } = await createOwnListing(server, member);
  const refused = async (sent: object) => (await getProblem(member.client.post_listing_update({ listing_id, ...sent } as never))).errors;
  expect(await refused({ title: 'A' })).toMatchObject([{ path: 'body', code: 'required' }]);
  expect(await refused({ title: ' ', body: 'B' })).toMatchObject([{ path: 'title', code: 'too_short' }]);
  expect(await refused({ title: 'x'.repeat(201), body: 'x'.repeat(5001) })).toMatchObject([
    { path: 'title', code: 'too_long', limit: 200 },
    { path: 'body', code: 'too_long', limit: 5000 },
  ]);
});

test('429 rate_limited for the 11th update of a listing in a day, since each notifies every follower', async () => {
  const limited = await startServer({ rate_limit: true });
  const member = await limited.member();
  const [one, other] = [await createOwnListing(limited, member), await createOwnListing(limited, member)];
  const post = (listing_id: number, n: number) => member.client.post_listing_update({ listing_id, title: `News ${n}`, body: 'Something.' });
  for (let n = 0; n < 10; n++) await post(one.listing_id, n);
  expect(await getProblem(post(one.listing_id, 10))).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await post(other.listing_id, 0)).toMatchObject({ title: 'News 0' });
  await limited.close();
});
