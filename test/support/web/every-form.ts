import { objectToOwner } from '../../../src/modules/claims/disputes.ts';
import { writeComment } from '../../../src/modules/comments/comments.ts';
import { writeReview } from '../../../src/modules/listings/reviews/reviews.ts';
import { castVote } from '../../../src/modules/votes/votes.ts';
import { extractToken, findNewestMail, Person } from '../accounts/person.ts';
import { unownedListing } from '../claims/claims.ts';
import { readyDraft } from '../drafts/drafts.ts';
import { saveListing } from '../launches/saved-listings.ts';
import { makeOrder } from '../orders/orders.ts';
import { NOON, type TestServer } from '../server.ts';
import { as, makeVoters, siteOf } from '../voters.ts';

export interface FormPage {
  person: Person;
  page: string;
  /** The page is the answer to a form with these values. */
  sent?: Record<string, string>;
}

/** Creates pages with every form of the website, each with a person who may submit it: an anonymous visitor, or a maker on the team. */
export const createEveryForm = async (server: TestServer): Promise<FormPage[]> => {
  const { sql, site_id } = server;
  const member = await server.member({ email: 'ada@forms.example' });
  const ada = await new Person(server).signIn('ada@forms.example');
  const visitor = new Person(server);
  const { account_id } = member;
  await sql`update accounts set is_network_admin = true where id = ${account_id}`;
  await sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${site_id}, 'site_admin')`;

  const base = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  const [somebody, voter] = (await makeVoters(sql, [{}, { email: 'sly@yopmail.com' }])) as [number, number];
  const live = async (owner_id: number) => {
    const listing = await saveListing(sql, site_id, { owner_id });
    await sql`
      update listings set status = 'live', plan = 'paid', launch_week_on = '2026-11-09', launched_at = ${NOON},
        unlocked_sections = '{story,milestones,media}' where id = ${listing.id}`;
    return listing;
  };
  const [own, theirs] = [await live(account_id), await live(somebody)];
  // Only to an owner who has proved the listing can anybody object.
  await sql`
    insert into claims (site_id, listing_id, account_id, method, status, token, expires_at, verified_at, created_at, updated_at)
    values (${site_id}, ${theirs.id}, ${somebody}, 'dns', 'verified', 'proof', ${NOON}, ${NOON}, ${NOON}, ${NOON})`;
  await sql`
    insert into listing_categories (site_id, listing_id, category_id)
    select ${site_id}, ${own.id}, category_id from category_attributes where site_id = ${site_id} and category_id is not null limit 1`;
  const [scheduled, reviewed] = [await live(somebody), await live(somebody)];
  await sql`update listings set status = 'scheduled', plan = 'free', launch_week_on = '2026-12-21', launched_at = null where id = ${scheduled.id}`;
  await ada.send(`/dashboard/listings/${own.id}/edit`, { 'fields.tagline': 'Another tagline' });
  await sql`
    insert into listing_media (site_id, listing_id, hash, alt, width, height, position, bytes, created_at)
    values (${site_id}, ${own.id}, ${'0'.repeat(64)}, '', 1, 1, 1, '', ${NOON})`;
  const unowned = await unownedListing(server);

  const draft = await readyDraft(server, member);
  await ada.send(`/drafts/${draft.id}/invites`, { email: 'co@forms.example' });
  const invite = extractToken((await findNewestMail(server, 'co@forms.example')).text);

  await writeReview(as(somebody, base), { slug: own.slug, rating: 4, body: 'It does what it says, and does it well.' });
  await writeReview(as(voter, base), { slug: theirs.slug, rating: 1, body: 'Better look at https://elsewhere.com/ instead of this.' });
  await writeReview(as(account_id, base), { slug: reviewed.slug, rating: 5, body: 'It does what it says, and does it well.' });
  await writeComment(as(account_id, base), { slug: own.slug, body: 'Ask me anything.' });
  await writeComment(as(voter, base), { slug: theirs.slug, body: 'Better look at https://elsewhere.com/ instead of this.' });
  await writeComment(as(somebody, base), { slug: theirs.slug, body: 'Here I am.' });
  for (const id of [voter, ...(await makeVoters(sql, [{}, {}, {}]))])
    await castVote(as(id, base), { slug: theirs.slug }, { address: '198.51.100.77' });
  await objectToOwner(as(voter, base), { slug: theirs.slug, message: 'It is ours.' });

  const line = { product: 'done_for_you', listing_id: own.id };
  const pending = await makeOrder(sql, { site_id, account_id, lines: [line], status: 'pending' });
  const paid = await makeOrder(sql, { site_id, account_id, lines: [line] });
  await sql`update order_lines set status = 'with_the_team' where id = ${paid.line_ids[0]!}`;
  await sql`
    insert into team_tasks (site_id, line_id, position, title, updated_at) values (${site_id}, ${paid.line_ids[0]!}, 1, 'List it elsewhere', ${NOON})`;
  const idIn = async (table: string): Promise<number> =>
    (await sql<{ id: number }[]>`select id from ${sql(table)} where site_id = ${site_id} order by id limit 1`)[0]!.id;

  const [message] = await sql<{ id: number }[]>`
    insert into contact_messages (site_id, name, email, subject, body, created_at, updated_at)
    values (${site_id}, 'Bo', 'bo@forms.example', 'A question', 'How?', ${NOON}, ${NOON}) returning id`;
  const [drafted] = await sql<{ id: number }[]>`
    insert into imports (site_id, file_name, status, format, columns, rows, created_at, updated_at)
    values (${site_id}, 'websites.txt', 'reviewing', 'websites', '[]', 1, ${NOON}, ${NOON}) returning id`;
  await sql`
    insert into import_rows (site_id, import_id, number, line, record, draft_id, created_at)
    values (${site_id}, ${drafted!.id}, 1, 1, '{}', ${draft.id}, ${NOON})`;
  await sql`
    insert into ledger_witnesses (site_id, name, public_key, added_at)
    values (${site_id}, 'forms.example/witness', ${Buffer.alloc(32, 7)}, ${NOON})`;
  const addWebhook = async (of_account: number | null) => {
    const [webhook] = await sql<{ id: number }[]>`
      with w as (
        insert into webhooks (site_id, account_id, url, kinds, secret, created_at, updated_at)
        values (${site_id}, ${of_account}, 'https://192.0.2.1/in', '{listing}', 'whsec_aaaa', ${NOON}, ${NOON}) returning id
      ), d as (
        insert into webhook_deliveries (site_id, webhook_id, message_id, type, kind, key, status_code, duration_ms, created_at)
        select ${site_id}, id, 'msg_1', 'listing.updated', 'listing', ${own.slug}, 200, 1, ${NOON}::timestamptz from w
      )
      select id from w`;
    return webhook!.id;
  };
  const waiting = await saveListing(sql, site_id, { owner_id: somebody });
  await sql`insert into approvals (site_id, listing_id, plan, requested_at) values (${site_id}, ${waiting.id}, 'free', ${NOON})`;
  await sql`
    insert into reports (site_id, listing_id, account_id, cause, created_at) values (${site_id}, ${theirs.id}, ${voter}, 'spam', ${NOON})`;
  const [founder] = await sql<{ slug: string }[]>`select slug from founders where site_id = ${site_id} order by id limit 1`;
  const own_path = `/dashboard/listings/${own.id}`;
  const admin = (path: string) => `/admin/${path}`;
  return [
    ...['/sign-in', '/sign-up', '/digest', '/contact', '/share/mastodon', `/invites?token=${invite}`].map((page) => ({
      person: visitor,
      page,
    })),
    { person: visitor, page: '/sign-in/email', sent: { email: 'ada@forms.example' } },
    ...[
      '/submit',
      `/drafts/${draft.id}`,
      `/drafts/${draft.id}/invites`,
      '/account',
      '/account/keys',
      '/account/webhooks',
      `/account/webhooks/${await addWebhook(account_id)}`,
      '/account/delete',
      ...['', '/edit', '/story', '/media', '/compare', '/order'].map((part) => own_path + part),
      '/dashboard/interview',
      ...[own.slug, theirs.slug, reviewed.slug].map((slug) => `/listings/${slug}/reviews`),
      ...[own.slug, theirs.slug].map((slug) => `/listings/${slug}/comments`),
      ...[unowned.slug, theirs.slug].map((slug) => `/listings/${slug}/claim`),
      `/listings/${theirs.slug}/report`,
      `/founders/${founder!.slug}/report`,
      `/checkout/${pending.number}`,
      ...[
        'inbox',
        'reports',
        'replies',
        `approvals/${waiting.id}`,
        `users/${somebody}`,
        'setup',
        'votes',
        `listings/${theirs.id}/votes`,
        'reviews',
        'comments',
        'claims',
        'products',
        'dataset',
        'promo-codes',
        'import',
        `import/${drafted!.id}`,
        'categories',
        'attributes',
        'blog/new',
        'questions',
        'weeks',
        'settings',
        'brand',
        'legal/terms',
        `messages/${message!.id}`,
        'metrics',
        'ledger',
        'webhooks',
        `webhooks/${await addWebhook(null)}`,
        'team',
        'sites',
        'sign-in',
      ].map(admin),
      admin('edits'),
      admin(`listings/${theirs.id}`),
      admin(`listings/${theirs.id}/edit`),
      admin(`listings/${scheduled.id}`),
      admin(`categories/${await idIn('categories')}`),
      admin(`attributes/${await idIn('category_attributes')}`),
      admin(`founders/${await idIn('founders')}`),
      admin(`blog/${await idIn('blog_posts')}`),
      admin(`orders/${paid.number}`),
    ].map((page) => ({ person: ada, page })),
  ];
};
