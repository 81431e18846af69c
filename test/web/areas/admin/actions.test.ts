import { beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { sendMail } from '../../../../src/modules/accounts/mail/outbox.ts';
import { claimListing } from '../../../../src/modules/claims/claims.ts';
import { objectToOwner } from '../../../../src/modules/claims/disputes.ts';
import { moderateComment } from '../../../../src/modules/comments/moderation.ts';
import { writePost } from '../../../../src/modules/content/blog.ts';
import { sendMessage } from '../../../../src/modules/content/contact/contact.ts';
import { takeSlot } from '../../../../src/modules/launches/queries.ts';
import { setFeaturedUntil } from '../../../../src/modules/launches/team/featuring.ts';
import { removeListing } from '../../../../src/modules/launches/team/removal.ts';
import { editListing } from '../../../../src/modules/listings/history/history.ts';
import { rasterizeSvg } from '../../../../src/modules/listings/media/image-processing.ts';
import { moderateReview } from '../../../../src/modules/listings/reviews/moderation.ts';
import { report } from '../../../../src/modules/moderation/reports/reports.ts';
import { fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import { hideFounder } from '../../../../src/modules/people/founders.ts';
import { formatWitnessKey } from '../../../../src/modules/votes/checkpoints/notes.ts';
import { getLaunchVotes } from '../../../../src/modules/votes/team/launch-votes.ts';
import { castVote } from '../../../../src/modules/votes/votes.ts';
import { FORM_ACTIONS } from '../../../../src/web/server/form-table.ts';
import { Person } from '../../../support/accounts/person.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { contentDigests } from '../../../support/table-digests.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: 'few votes' });
let person: Person;
let team: Ctx<Caller>;
let owner: Ctx<Caller>;

beforeAll(async () => {
  const { sql, site_id } = server;
  const [owner_id] = await makeVoters(sql, [{ email: 'owner@works.example' }]);
  person = await new Person(server).signIn('day@team.example');
  const [account] = await sql<
    { id: number }[]
  >`update accounts set is_network_admin = true where email_key = 'day@team.example' returning id`;
  await sql`insert into account_roles (account_id, site_id, role) values (${account!.id}, ${site_id}, 'site_admin')`;
  const base = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  [team, owner] = [as(account!.id, base), as(owner_id!, base)];
});

test('the breadcrumb says where one is', async () => {
  const crumbs = async (path: string) => {
    const [, list] = /<nav class="crumbs[^>]*>(.*?)<\/nav>/s.exec(await (await person.get(path)).text())!;
    return [...list!.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([item, inside]) =>
      item.includes('aria-current') ? `[${inside}]` : inside!.replace(/<[^>]*>/g, ''),
    );
  };
  expect(await crumbs('/admin')).toEqual(['Home', '[Back office]']);
  expect(await crumbs('/admin/orders')).toEqual(['Home', 'Back office', '[Orders]']);
  const [category] = await server.sql<
    { id: number; name: string }[]
  >`select id, name from categories where site_id = ${server.site_id} limit 1`;
  expect(await crumbs(`/admin/categories/${category!.id}`)).toEqual(['Home', 'Back office', 'Categories', `[${category!.name}]`]);
});

const WEEK = '2026-12-21';

const aWitnessKey = (name: string): string => formatWitnessKey({ name, public_key: Buffer.alloc(32, 7) });

/** A listing of the owner in the given status. */
const aListing = async (status: 'draft' | 'awaiting_badge' | 'scheduled' | 'live' = 'live'): Promise<{ id: number; slug: string }> => {
  const { sql, site_id } = server;
  const listing = await saveListing(sql, site_id, { owner_id: owner.caller.account_id });
  const week_on = status === 'live' ? '2026-11-09' : WEEK;
  if (status === 'draft') return listing;
  await sql`update listings set status = ${status}, plan = 'free', launch_week_on = ${week_on}, launched_at = ${status === 'live' ? NOON : null} where id = ${listing.id}`;
  if (status !== 'live') await takeSlot(sql, { site_id, week_on, listing_id: listing.id, kind: 'free' }, 50, NOON);
  return listing;
};

const idOf = async (table: string, more = 'true'): Promise<number> => {
  const [row] = await server.sql<{ id: number }[]>`
    select id from ${server.sql(table)} where site_id = ${server.site_id} and ${server.sql.unsafe(more)} order by id desc limit 1`;
  return row!.id;
};

/** An import of one row. */
const anImport = async (status: string): Promise<number> => {
  const { sql, site_id } = server;
  const columns = ['Name', 'Website'].map((name) => ({ name, filled: 1, samples: ['Acme'] }));
  await sql`
    insert into imports (site_id, file_name, status, format, columns, rows, imported, created_at, updated_at)
    values (${site_id}, 'products.csv', ${status}, 'csv', ${sql.json(columns)}, 1, 1, ${NOON}, ${NOON})`;
  const id = await idOf('imports');
  await sql`
    insert into import_rows (site_id, import_id, number, line, record, created_at) values (${site_id}, ${id}, 1, 2, '{"Name": "Acme"}', ${NOON})`;
  return id;
};

/** A paid order whose first line needs the team. */
const anOrderForTeam = async (product: string) => {
  const { sql, site_id } = server;
  const { id: listing_id } = await aListing();
  if (product !== 'done_for_you') await sql`update listings set status = 'removed' where id = ${listing_id}`;
  const order = await makeOrder(sql, { site_id, account_id: owner.caller.account_id, lines: [{ product, listing_id }] });
  const integrations = openIntegrations({ smtp_url: null, mail_from: null });
  await fulfilLine({ sql, site: team.site, clock: team.clock, integrations, signal: new AbortController().signal }, order.line_ids[0]!);
  if (product !== 'done_for_you') await sql`update listings set status = 'live' where id = ${listing_id}`;
  return { ...order, line_id: String(order.line_ids[0]) };
};

const anObjection = async (): Promise<number> => {
  const { slug } = await aListing();
  await objectToOwner(team, { slug, message: 'It is ours.' });
  return idOf('objections');
};

const aMessage = async (): Promise<number> => {
  await sendMessage(owner, { name: 'Bo', email: 'bo@people.example', subject: 'A question', body: 'How?' }, { address: '198.51.100.1' });
  return idOf('contact_messages');
};

const aPost = async (published = false): Promise<number> => {
  const slug = `post-${Math.random().toString(36).slice(2)}`;
  await writePost(team, { slug, title: 'On tides', excerpt: 'Short.', body_markdown: 'Text', author_name: 'Mara', faqs: [] });
  const id = await idOf('blog_posts');
  if (published) await server.sql`update blog_posts set published_at = ${NOON} where id = ${id}`;
  return id;
};

const anEmptyCategory = async (): Promise<number> => {
  await person.send('/admin/categories/new', { name: `Empty ${Math.random()}` });
  return idOf('categories');
};

/** A saved listing that waits for the team's approval, with a slot in a week. */
const aWaitingListing = async (): Promise<number> => {
  const { sql, site_id } = server;
  const { id } = await aListing('draft');
  await takeSlot(sql, { site_id, week_on: WEEK, listing_id: id, kind: 'free' }, 50, NOON);
  await sql`insert into approvals (site_id, listing_id, plan, week_on, requested_at) values (${site_id}, ${id}, 'free', ${WEEK}, ${NOON})`;
  return id;
};

/** Nothing answers at this name. */
const ENDPOINT = { url: 'https://hooks.example/in', kind_listing: 'on' };

const aWebhook = async (): Promise<number> => {
  await person.send('/admin/webhooks', ENDPOINT);
  return idOf('webhooks');
};

/** A message in the log of a webhook. */
const forDelivery = async (): Promise<FormInput> => {
  const id = await aWebhook();
  await server.sql`
    insert into webhook_deliveries (site_id, webhook_id, message_id, type, kind, key, duration_ms, created_at)
    values (${server.site_id}, ${id}, 'msg_1', 'listing.updated', 'listing', 'ledgerly', 1, ${NOON})`;
  return { path: { id }, fields: { delivery_id: String(await idOf('webhook_deliveries')) } };
};

/** A person of the site without any role. */
const aUser = async (): Promise<number> => {
  const { sql, site_id } = server;
  const [id] = await makeVoters(sql, [{}]);
  await sql`update accounts set email = ${`user${id}@people.example`}, email_key = ${`user${id}@people.example`} where id = ${id!}`;
  await sql`insert into site_members (site_id, account_id, joined_at) values (${site_id}, ${id!}, ${NOON})`;
  return id!;
};

const POST = { title: 'On ebbs', author_name: 'Mara', excerpt: 'Short.', body_markdown: 'Other text' };

interface FormInput {
  path?: Record<string, string | number>;
  fields?: Record<string, string>;
}

interface Row {
  /** Creates the record the form is about. */
  make: () => Promise<FormInput> | FormInput;
  act: string;
  /** Whether the act can be undone in the log. */
  undoable: boolean;
}

const forRecord = async (id: Promise<number>, fields?: Record<string, string>): Promise<FormInput> => ({ path: { id: await id }, fields });
const forListing = async (status: Parameters<typeof aListing>[0], fields?: Record<string, string>): Promise<FormInput> => ({
  path: { id: (await aListing(status)).id },
  fields,
});

/** Every team form: sample input, the act it logs, and whether that can be undone. A new form needs a row here. */
const FORMS: Record<string, Row> = {
  '/admin/listings/:id/edit': {
    make: () => forListing('live', { 'fields.tagline': 'Tides at a glance' }),
    act: 'edit_listing',
    undoable: true,
  },
  '/admin/listings/:id/feature': { make: () => forListing('live', { until: '2026-11-30' }), act: 'feature_listing', undoable: true },
  '/admin/listings/:id/stop-featuring': {
    async make() {
      const { id } = await aListing();
      await setFeaturedUntil(team, { listing_id: id, until: '2026-11-30' });
      return { path: { id } };
    },
    act: 'stop_featuring',
    undoable: true,
  },
  '/admin/listings/:id/remove': { make: () => forListing('live', { cause: 'spam' }), act: 'remove_listing', undoable: true },
  '/admin/listings/:id/bring-back': {
    async make() {
      const { id } = await aListing();
      await removeListing(team, { listing_id: id, cause: 'spam' });
      return { path: { id } };
    },
    act: 'bring_back_listing',
    undoable: false,
  },
  '/admin/listings/:id/merge': { make: () => forListing('live', { into: 'ledgerly' }), act: 'merge_listing', undoable: true },
  '/admin/listings/:id/launch': { make: () => forListing('draft'), act: 'launch_listing', undoable: false },
  '/admin/listings/:id/waive-badge': { make: () => forListing('awaiting_badge'), act: 'waive_badge', undoable: true },
  '/admin/listings/:id/week': { make: () => forListing('scheduled', { week: '2026-11-30' }), act: 'move_week', undoable: true },
  '/admin/listings/:id/send-back': {
    make: () => forListing('scheduled', { reason: 'No price.' }),
    act: 'send_back_listing',
    undoable: true,
  },
  '/admin/listings/:id/owner': { make: () => forListing('live', { email: 'day@team.example' }), act: 'give_listing', undoable: true },
  '/admin/edits/:id/take-back': {
    async make() {
      const { id } = await aListing();
      const edit = { account_id: owner.caller.account_id, source: 'owner', at: NOON } as const;
      await server.sql.begin((sql) => editListing(sql, id, { tagline: 'The best of all' }, edit));
      return { path: { id: await idOf('listing_versions') }, fields: { reason: 'Says nothing.' } };
    },
    act: 'take_back_edit',
    undoable: true,
  },
  '/admin/inbox/decide': {
    make: async () => ({ fields: { decision: 'accept', [`item.approval.${await aWaitingListing()}`]: 'on' } }),
    act: 'accept_items',
    undoable: true,
  },
  '/admin/reports/decide': {
    async make() {
      const { id: listing_id, slug } = await aListing();
      await report(owner, { of: 'listing', slug, cause: 'spam' });
      return { fields: { of: 'listing', reported_id: String(listing_id), decision: 'dismissed', reason: 'It is fine.' } };
    },
    act: 'dismiss_reports',
    undoable: true,
  },
  '/admin/approvals/:id/approve': { make: () => forRecord(aWaitingListing()), act: 'approve_listing', undoable: true },
  '/admin/approvals/:id/return': {
    make: () => forRecord(aWaitingListing(), { reason: 'Say what it costs.' }),
    act: 'return_listing',
    undoable: true,
  },
  '/admin/approvals/:id/reject': {
    async make() {
      await person.send('/admin/replies', { title: 'No product', body: 'This is not a product.' });
      return forRecord(aWaitingListing(), { reply_id: String(await idOf('saved_replies')) });
    },
    act: 'reject_listing',
    undoable: true,
  },
  '/admin/replies': { make: () => ({ fields: { title: 'Price', body: 'Say what it costs.' } }), act: 'save_reply', undoable: true },
  '/admin/replies/:id/delete': {
    async make() {
      await person.send('/admin/replies', { title: 'Link', body: 'The link is dead.' });
      return forRecord(idOf('saved_replies'));
    },
    act: 'delete_reply',
    undoable: true,
  },
  '/admin/claims/:id/grant': {
    async make() {
      const { id, slug } = await aListing();
      await server.sql`update listings set owner_id = null where id = ${id}`;
      return { path: { id: (await claimListing(owner, { slug, method: 'dns' })).id } };
    },
    act: 'give_listing',
    undoable: true,
  },
  '/admin/claims/objections/:id/uphold': { make: () => forRecord(anObjection()), act: 'uphold_objection', undoable: true },
  '/admin/claims/objections/:id/dismiss': {
    make: () => forRecord(anObjection(), { answer: 'No.' }),
    act: 'dismiss_objection',
    undoable: true,
  },
  '/admin/votes/decide': {
    async make() {
      const { sql, site_id } = server;
      const [id] = await makeVoters(sql, [{ email: 'held@mailinator.com' }]);
      await castVote(as(id!, { ...server, site: team.site, clock: team.clock }), { slug: 'stagelet' }, { address: '198.51.100.9' });
      const [ballot] = await sql<
        { seq: number }[]
      >`select cast_seq as seq from ballots where site_id = ${site_id} and not decided and state = 'uncounted' limit 1`;
      return { fields: { seq: String(ballot!.seq), counts: 'yes', note: 'Known' } };
    },
    act: 'count_votes',
    undoable: true,
  },
  '/admin/listings/:id/votes/decide': {
    async make() {
      const voters = await makeVoters(server.sql, [{}, {}, {}]);
      for (const id of voters)
        await castVote(as(id, { ...server, site: team.site, clock: team.clock }), { slug: 'stagelet' }, { address: '198.51.100.77' });
      const listing_id = await idOf('listings', `slug = 'stagelet'`);
      const { clusters } = await getLaunchVotes(team, { listing_id });
      const cluster = clusters.find(({ votes }) => votes === 3)!.key;
      return { path: { id: listing_id }, fields: { cluster, counts: 'no', note: 'Bought' } };
    },
    act: 'leave_out_votes',
    undoable: true,
  },
  '/admin/comments/decide': {
    make: async () => ({ fields: { comment_id: String(await idOf('comments', `status = 'shown'`)), decision: 'remove', reason: 'Rude' } }),
    act: 'remove_comment',
    undoable: true,
  },
  '/admin/comments/undo': {
    async make() {
      const comment_id = await idOf('comments', `status = 'shown'`);
      await moderateComment(team, { comment_id, decision: 'remove', reason: 'Rude' });
      return { fields: { comment_id: String(comment_id) } };
    },
    act: 'reopen_comment',
    undoable: false,
  },
  '/admin/reviews/decide': {
    make: async () => ({ fields: { review_id: String(await idOf('reviews', `status = 'shown'`)), decision: 'remove', reason: 'Rude' } }),
    act: 'remove_review',
    undoable: true,
  },
  '/admin/reviews/undo': {
    async make() {
      const review_id = await idOf('reviews', `status = 'shown'`);
      await moderateReview(team, { review_id, decision: 'remove', reason: 'Rude' });
      return { fields: { review_id: String(review_id) } };
    },
    act: 'reopen_review',
    undoable: false,
  },
  '/admin/categories/new': { make: () => ({ fields: { name: 'Harbours' } }), act: 'create_category', undoable: true },
  '/admin/categories/:id/edit': { make: () => forRecord(anEmptyCategory(), { name: 'Docks' }), act: 'edit_category', undoable: true },
  '/admin/categories/:id/delete': {
    make: () => forRecord(anEmptyCategory()),
    act: 'delete_category',
    undoable: true,
  },
  '/admin/categories/:id/attributes': {
    make: () => forRecord(anEmptyCategory(), { name: 'Berths', kind: 'number', unit: 'boats' }),
    act: 'create_attribute',
    undoable: true,
  },
  '/admin/attributes/new': {
    make: () => ({ fields: { name: 'Tides', kind: 'list', options: 'Ebb\nFlood' } }),
    act: 'create_attribute',
    undoable: true,
  },
  '/admin/attributes/:id/edit': {
    make: () => forRecord(idOf('category_attributes', `key = 'api'`), { name: 'API docs', kind: 'boolean' }),
    act: 'edit_attribute',
    undoable: true,
  },
  '/admin/attributes/:id/archive': {
    make: () => forRecord(idOf('category_attributes', `key = 'sso'`)),
    act: 'archive_attribute',
    undoable: true,
  },
  '/admin/attributes/:id/restore': {
    async make() {
      const id = await idOf('category_attributes', `key = 'compliance'`);
      await person.send(`/admin/attributes/${id}/archive`, {});
      return forRecord(Promise.resolve(id));
    },
    act: 'restore_attribute',
    undoable: true,
  },
  '/admin/founders/:id/edit': { make: () => forRecord(idOf('founders'), { name: 'Ada' }), act: 'edit_founder', undoable: true },
  '/admin/founders/:id/hide': { make: () => forRecord(idOf('founders', 'hidden_at is null')), act: 'hide_founder', undoable: true },
  '/admin/founders/:id/show': {
    async make() {
      const id = await idOf('founders', 'hidden_at is null');
      await hideFounder(team, { id });
      return { path: { id } };
    },
    act: 'show_founder',
    undoable: true,
  },
  '/admin/founders/:id/merge': {
    async make() {
      const rows = await server.sql<{ id: number; slug: string }[]>`
        select id, slug from founders where site_id = ${server.site_id} and hidden_at is null order by id limit 2`;
      return { path: { id: rows[0]!.id }, fields: { into: rows[1]!.slug } };
    },
    act: 'merge_founder',
    undoable: true,
  },
  '/admin/blog/new': { make: () => ({ fields: { ...POST, slug: 'ebbs' } }), act: 'write_post', undoable: false },
  '/admin/blog/:id/edit': { make: () => forRecord(aPost(), POST), act: 'edit_post', undoable: true },
  '/admin/blog/:id/cover': {
    async make() {
      const id = await aPost();
      const cover = { hash: 'a'.repeat(64), width: 1200, height: 630, alt: 'A harbour' };
      await server.sql`update blog_posts set cover = ${server.sql.json(cover)} where id = ${id}`;
      return { path: { id }, fields: { alt: 'A port' } };
    },
    act: 'set_post_cover',
    undoable: true,
  },
  '/admin/blog/:id/publish': { make: () => forRecord(aPost()), act: 'publish_post', undoable: true },
  '/admin/blog/:id/withdraw': { make: () => forRecord(aPost(true)), act: 'withdraw_post', undoable: true },
  '/admin/blog/:id/restore': {
    async make() {
      const id = await aPost();
      const first = await idOf('team_acts');
      await person.send(`/admin/blog/${id}/edit`, POST);
      return { path: { id }, fields: { act_id: String(first) } };
    },
    act: 'edit_post',
    undoable: true,
  },
  '/admin/questions/new': { make: () => ({ fields: { question: 'Again?' } }), act: 'add_question', undoable: true },
  '/admin/questions/:id/edit': {
    make: () => forRecord(idOf('interview_questions'), { question: 'Why?' }),
    act: 'edit_question',
    undoable: true,
  },
  '/admin/questions/:id/move': {
    make: () => forRecord(idOf('interview_questions', 'retired_at is null'), { way: 'up' }),
    act: 'move_question',
    undoable: true,
  },
  '/admin/questions/:id/retire': {
    make: () => forRecord(idOf('interview_questions', 'retired_at is null')),
    act: 'retire_question',
    undoable: true,
  },
  '/admin/questions/:id/ask-again': {
    async make() {
      const id = await idOf('interview_questions', 'retired_at is null');
      await person.send(`/admin/questions/${id}/retire`);
      return { path: { id } };
    },
    act: 'ask_question_again',
    undoable: true,
  },
  '/admin/weeks/:week/room': { make: () => ({ path: { week: '2027-01-04' }, fields: { room: '9' } }), act: 'set_room', undoable: true },
  '/admin/settings': {
    make: () => ({
      fields: {
        time_zone: 'UTC',
        security_contact: 'safe@launchweek.example',
        done_for_you_sites: 'One Launch https://one.example/submit\nTwo Launch',
      },
    }),
    act: 'change_settings',
    undoable: true,
  },
  '/admin/brand/publish': {
    async make() {
      await person.send('/admin/brand', { name: 'Quayside' });
      return {};
    },
    act: 'publish_brand',
    undoable: true,
  },
  '/admin/legal/:kind': {
    make: () => ({ path: { kind: 'terms' }, fields: { act: 'publish', title: 'Terms', body_markdown: 'Be kind.' } }),
    act: 'publish_legal_page',
    undoable: true,
  },
  '/admin/messages/:id/answer': { make: () => forRecord(aMessage(), { answer: 'Gladly.' }), act: 'answer_message', undoable: false },
  '/admin/messages/:id/close': { make: () => forRecord(aMessage()), act: 'close_message', undoable: true },
  '/admin/messages/:id/reopen': {
    async make() {
      const id = await aMessage();
      await person.send(`/admin/messages/${id}/close`);
      return { path: { id } };
    },
    act: 'reopen_message',
    undoable: true,
  },
  '/admin/metrics/:name': {
    make: () => ({
      path: { name: 'revenue' },
      fields: { url_template: 'https://r.example/{domain}', json_path: 'a', unit: 'USD per month', source: 'R' },
    }),
    act: 'set_metric_source',
    undoable: true,
  },
  '/admin/dataset/settings': { make: () => ({ fields: { publish: 'yes', licence: 'CC0-1.0' } }), act: 'set_dataset', undoable: true },
  '/admin/dataset/write': {
    async make() {
      await server.sql`update sites set settings = settings || '{"dataset": {"publish": true, "licence": "CC0-1.0"}}'`;
      return {};
    },
    act: 'write_dataset',
    undoable: false,
  },
  '/admin/dataset/delete': {
    async make() {
      await server.sql`
        insert into datasets (site_id, name, week_on, started_at, published_at, manifest, note)
        values (${server.site_id}, '2026-11-09-000000', '2026-11-09', now(), now(), '{"files":[]}', '')`;
      return { fields: { dataset: '2026-11-09-000000' } };
    },
    act: 'delete_dataset',
    undoable: false,
  },
  '/admin/digest/schedule': { make: () => ({ fields: { on: 'yes', day: '5', hour: '7' } }), act: 'set_digest', undoable: true },
  '/admin/ledger/rotate-key': {
    make: () => ({ fields: { compromised: 'yes' } }),
    act: 'rotate_ledger_key',
    // The old key is gone.
    undoable: false,
  },
  '/admin/ledger/witnesses': { make: () => ({ fields: { key: aWitnessKey('first.example') } }), act: 'add_ledger_witness', undoable: true },
  '/admin/ledger/witnesses/remove': {
    async make() {
      await person.send('/admin/ledger/witnesses', { key: aWitnessKey('second.example') });
      return { fields: { witness: 'second.example' } };
    },
    act: 'remove_ledger_witness',
    undoable: true,
  },
  '/admin/webhooks': { make: () => ({ fields: ENDPOINT }), act: 'create_webhook', undoable: true },
  '/admin/webhooks/:id/edit': {
    make: () => forRecord(aWebhook(), { ...ENDPOINT, kind_founder: 'on' }),
    act: 'edit_webhook',
    undoable: true,
  },
  '/admin/webhooks/:id/status': { make: () => forRecord(aWebhook(), { active: 'no' }), act: 'pause_webhook', undoable: true },
  '/admin/webhooks/:id/rotate': { make: () => forRecord(aWebhook()), act: 'rotate_webhook_secret', undoable: false },
  '/admin/webhooks/:id/resend': { make: () => forDelivery(), act: 'resend_webhook_message', undoable: false },
  '/admin/webhooks/:id/replay': { make: () => forDelivery(), act: 'replay_webhook', undoable: false },
  '/admin/webhooks/:id/delete': { make: () => forRecord(aWebhook()), act: 'delete_webhook', undoable: false },
  '/admin/team/add': {
    async make() {
      await makeVoters(server.sql, [{ email: 'second@team.example' }]);
      return { fields: { email: 'second@team.example' } };
    },
    act: 'add_site_admin',
    undoable: true,
  },
  '/admin/team/remove': {
    async make() {
      const [id] = await makeVoters(server.sql, [{ email: 'third@team.example' }]);
      await person.send('/admin/team/add', { email: 'third@team.example' });
      return { fields: { account_id: String(id) } };
    },
    act: 'remove_site_admin',
    undoable: true,
  },
  '/admin/users/:id/role': { make: () => forRecord(aUser(), { role: 'site_admin' }), act: 'add_site_admin', undoable: true },
  '/admin/users/:id/ban': { make: () => forRecord(aUser(), { reason: 'Spam' }), act: 'ban_account', undoable: true },
  '/admin/users/:id/lift-ban': {
    async make() {
      const id = await aUser();
      await person.send(`/admin/users/${id}/ban`, { reason: 'Spam' });
      return { path: { id } };
    },
    act: 'lift_ban',
    undoable: true,
  },
  '/admin/users/:id/sign-out': { make: () => forRecord(aUser()), act: 'sign_out_account', undoable: false },
  '/admin/users/:id/delete': {
    async make() {
      const id = await aUser();
      return { path: { id }, fields: { email: `user${id}@people.example`, reason: 'By mail' } };
    },
    act: 'delete_account',
    undoable: false,
  },
  '/admin/jobs/retry': {
    async make() {
      const { sql } = server;
      await sql`select graphile_worker.add_job('turn_weeks', '{}'::json, max_attempts => 3)`;
      await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It fell', locked_at = null`;
      const [job] = await sql<{ id: string }[]>`select id::text from graphile_worker.jobs where task_identifier = 'turn_weeks' limit 1`;
      return { fields: { id: job!.id } };
    },
    act: 'retry_job',
    undoable: false,
  },
  '/admin/mail/:id/retry': {
    async make() {
      await sendMail(team, 'late@example.com', { subject: 'Late', text: 'words', html: 'words' });
      const [mail] = await server.sql<
        { id: number }[]
      >`update mails set status = 'failed' where to_email = 'late@example.com' returning id`;
      return { path: { id: mail!.id } };
    },
    act: 'retry_mail',
    undoable: false,
  },
  '/admin/sign-in': {
    make: () => ({ fields: { key: 'acme', issuer: 'https://id.example', client_id: 'abc', client_secret: 'a-secret' } }),
    act: 'set_sign_in_provider',
    undoable: false,
  },
  '/admin/sign-in/remove': {
    async make() {
      await person.send('/admin/sign-in', { key: 'other', issuer: 'https://id.example', client_id: 'abc', client_secret: 'a-secret' });
      return { fields: { key: 'other' } };
    },
    act: 'remove_sign_in_provider',
    undoable: false,
  },
  '/admin/sites': {
    make: () => ({ fields: { key: 'garden', name: 'Garden', root: 'https://garden.example', time_zone: 'UTC' } }),
    act: 'found_site',
    undoable: false,
  },
  '/admin/orders/:number/refund': {
    make: async () => ({ path: { number: (await anOrderForTeam('featured')).number }, fields: { reason: 'Late' } }),
    act: 'refund_order',
    undoable: false,
  },
  '/admin/orders/:number/retry': {
    async make() {
      const { number, order_id } = await anOrderForTeam('featured');
      await person.send(`/admin/orders/${number}/refund`, { reason: 'Late' });
      const [refund] = await server.sql<{ id: number }[]>`update refunds set status = 'failed' where order_id = ${order_id} returning id`;
      return { path: { number }, fields: { refund_id: String(refund!.id) } };
    },
    act: 'retry_refund',
    undoable: false,
  },
  '/admin/orders/:number/task': {
    async make() {
      const { number, line_id } = await anOrderForTeam('done_for_you');
      const [task] = await server.sql<{ id: number }[]>`select id from team_tasks where line_id = ${line_id} order by position limit 1`;
      return { path: { number }, fields: { task_id: String(task!.id), status: 'done', note: 'Ready.' } };
    },
    act: 'report_step',
    undoable: true,
  },
  '/admin/orders/:number/deliver': {
    async make() {
      const { number, line_id } = await anOrderForTeam('featured');
      return { path: { number }, fields: { line_id } };
    },
    act: 'deliver_line',
    undoable: false,
  },
  '/admin/orders/:number/finish': {
    async make() {
      const { number, line_id } = await anOrderForTeam('featured');
      return { path: { number }, fields: { line_id, note: 'Done.' } };
    },
    act: 'finish_line',
    undoable: false,
  },
  '/admin/orders/:number/give-up': {
    async make() {
      const { number, line_id } = await anOrderForTeam('featured');
      return { path: { number }, fields: { line_id, reason: 'Gone.' } };
    },
    act: 'give_up_line',
    undoable: false,
  },
  '/admin/import/:id/mapping': {
    make: () => forRecord(anImport('mapping'), { field_0: 'name', field_1: 'website', existing: 'skip', start: 'yes' }),
    act: 'import_listings',
    undoable: true,
  },
  '/admin/import/:id/drafts': {
    make: () => forRecord(anImport('reviewing'), { review: 'publish', row_1: 'on' }),
    act: 'publish_drafts',
    undoable: false,
  },
  '/admin/import/:id/stop': { make: () => forRecord(anImport('running')), act: 'stop_import', undoable: false },
  '/admin/import/:id/undo': { make: () => forRecord(anImport('done')), act: 'undo_import', undoable: false },
  '/admin/products': { make: () => ({ fields: { code: 'featured', price: '77.00', on_offer: 'on' } }), act: 'set_price', undoable: true },
  '/admin/promo-codes': {
    make: () => ({ fields: { code: 'LAUNCH20', percent: '20', 'product.featured': 'on' } }),
    act: 'create_promo_code',
    undoable: true,
  },
  '/admin/promo-codes/:id/active': {
    async make() {
      await person.send('/admin/promo-codes', { code: 'SPRING', percent: '10' });
      return forRecord(idOf('promo_codes'), { active: 'no' });
    },
    act: 'deactivate_promo_code',
    undoable: true,
  },
  '/admin/products/seller': {
    async make() {
      await person.send('/admin/products/seller', { name: 'One', address: 'Rua 1', country: 'PT' });
      return { fields: { name: 'Two', address: 'Rua 2', country: 'PT' } };
    },
    act: 'set_seller',
    undoable: true,
  },
};

/** Not in the table. An undo is logged as the act that it performs; a mail to the sender only and a draft are no acts. */
const UNDO = '/admin/log/undo';
/** Answers with a file instead of a page; tested with the users. */
const EXPORT = '/admin/users/:id/export';
const SETUP = ['/admin/setup/finish', '/admin/setup/mail', '/admin/setup/mail/confirm', '/admin/setup/:key/test'];
/** Only prepares an import, which is logged when it starts. */
const PASTE_IMPORT = '/admin/import/paste';
/** A test event and a look at the secret change nothing. */
const WEBHOOK_CHECKS = ['/admin/webhooks/:id/test', '/admin/webhooks/:id/secret'];
const NOT_LOGGED = [UNDO, EXPORT, PASTE_IMPORT, ...SETUP, ...WEBHOOK_CHECKS, '/admin/digest/test', '/admin/brand', '/admin/brand/discard'];
const TEAM_FORMS = FORM_ACTIONS.filter((action) => action.for === 'team' || action.for === 'admin').map(({ path }) => path);

test('every team form has a row in the table', () => {
  expect(TEAM_FORMS.filter((path) => !NOT_LOGGED.includes(path)).sort()).toEqual(Object.keys(FORMS).sort());
});

/** Why acts stand that the table marks as not undoable. */
const STANDING: Record<string, string> = {
  write_dataset: 'a dump is written; it can be deleted',
  delete_dataset: 'a dump is not kept; another one can be written',
  answer_message: 'the answer was sent',
  bring_back_listing: 'remove it again, with a cause',
  delete_account: 'the data is gone, as the person wanted',
  delete_webhook: 'its secret is not stored in the log',
  replay_webhook: 'the messages were sent',
  resend_webhook_message: 'it was sent',
  rotate_webhook_secret: 'the receiver may use the new one already',
  deliver_line: 'what was delivered cannot be taken back',
  rotate_ledger_key: 'the old key is deleted',
  finish_line: 'the buyer was told that it was delivered',
  found_site: 'people may use it already',
  give_up_line: 'the money was sent back',
  launch_listing: 'people saw it and voted',
  publish_drafts: 'undo the import as a whole',
  refund_order: 'the money was sent back',
  remove_sign_in_provider: 'its secret is not stored in the log',
  reopen_comment: 'decide again, with a reason',
  reopen_review: 'decide again, with a reason',
  retry_job: 'it ran',
  retry_mail: 'it was sent',
  retry_refund: 'the money was sent back',
  set_sign_in_provider: 'its secret is not stored in the log',
  sign_out_account: 'the person signs in again',
  stop_import: 'undo the import as a whole',
  undo_import: 'import the file again',
  write_post: 'it is a draft, which nobody else sees',
};

test('every act that cannot be undone has a reason', () => {
  const standing = Object.values(FORMS).flatMap(({ act, undoable }) => (undoable ? [] : [act]));
  expect([...new Set(standing)].toSorted()).toEqual(Object.keys(STANDING).toSorted());
});

/** The tables that are not as before after an undo, and why. */
const LEFT_AFTER_UNDO: Record<string, [tables: string, why: string]> = {
  '/admin/votes/decide': ['ballots vote_decisions votes', 'the ledger keeps both decisions'],
  '/admin/listings/:id/votes/decide': ['ballots vote_decisions votes', 'the ledger keeps both decisions'],
  '/admin/listings/:id/stop-featuring': ['featured_listings', 'it is featured again by a new row, until the same day'],
  '/admin/ledger/witnesses': ['ledger_witnesses', 'it stays without a say, so that what it signed can be verified'],
  '/admin/listings/:id/waive-badge': ['badge_watches', 'the badge is checked at another time'],
  '/admin/inbox/decide': ['badge_watches', 'the badge is checked at another time'],
  '/admin/approvals/:id/approve': ['badge_watches', 'the badge is checked at another time'],
  '/admin/replies/:id/delete': ['saved_replies', 'it comes back with another id'],
  '/admin/claims/:id/grant': ['claims', 'the listing has its former owner again; the claim stays decided'],
  '/admin/categories/:id/delete': ['categories', 'it comes back with another id'],
  '/admin/categories/:id/attributes': ['category_attributes', 'it is archived, so that listings keep their values'],
  '/admin/attributes/new': ['category_attributes', 'it is archived, so that listings keep their values'],
  '/admin/questions/new': ['interview_questions', 'it is no longer asked, so that answers stay'],
  '/admin/weeks/:week/room': ['launch_weeks', 'the week stays, with the usual capacity'],
  '/admin/settings': ['sites', 'an empty list of limits stays'],
  '/admin/brand/publish': ['sites', 'the draft that was published is gone'],
  '/admin/metrics/:name': ['sites', 'an empty list of sources stays'],
  '/admin/legal/:kind': ['legal_versions', 'the version stays in the history, withdrawn'],
  '/admin/digest/schedule': ['sites', 'a setting that was not set has its default'],
  '/admin/team/add': ['site_members', 'who was an admin stays a member'],
  '/admin/import/:id/mapping': ['imports', 'a job takes the listings back'],
  '/admin/products': ['product_prices', 'the price stays in the history, not for sale'],
  '/admin/promo-codes': ['promo_codes', 'it is switched off, since somebody may have used it'],
};

interface ActRow {
  id: number;
  act: string;
  account_id: number;
  undone_by: number | null;
}
const newestAct = async (): Promise<ActRow> =>
  (
    await server.sql<
      ActRow[]
    >`select id, act, account_id, undone_by from team_acts where site_id = ${server.site_id} order by id desc limit 1`
  )[0]!;

describe('every team form', () => {
  test.each(Object.entries(FORMS))(
    '%s shows a confirmation, is logged, and can be undone where the table says so',
    async (form, { make, act, undoable }) => {
      const { path = {}, fields = {} } = await make();
      const before = Number((await server.sql`select coalesce(max(id), 0) as id from team_acts`)[0]!.id);
      const content = await contentDigests(server.sql);
      const reply = await person.send(
        form.replace(/:(\w+)/g, (_, name: string) => String(path[name])),
        fields,
      );
      expect([reply.status, reply.status === 303 ? '' : await reply.text()]).toEqual([303, '']);
      const page = await person.get(reply.headers.get('location')!);
      expect(await page.text()).toMatch(/class="done" role="status"/);
      const logged = await newestAct();
      expect(logged.id).toBeGreaterThan(before);
      expect(logged).toMatchObject({ act, account_id: team.caller.account_id, undone_by: null });
      const undone = await person.send(UNDO, { id: String(logged.id) });
      expect(undone.status).toBe(undoable ? 303 : 400);
      const [after] = await server.sql<ActRow[]>`select undone_by from team_acts where id = ${logged.id}`;
      expect(after!.undone_by !== null).toBe(undoable);
      if (!undoable) return;
      const digests = await contentDigests(server.sql);
      const changed = Object.keys(digests).filter((table) => digests[table] !== content[table]);
      expect(changed).toEqual(LEFT_AFTER_UNDO[form]?.[0].split(' ') ?? []);
    },
  );
});

test('a post is published from its preview, a new one and a draft', async () => {
  const preview = await (await person.send('/admin/blog/new', { ...POST, slug: 'from-preview', preview: 'on' })).text();
  expect(preview).toMatch(/<form[^>]*action="\/admin\/blog\/new".*isn’t saved yet.*name="publish"/s);
  const reply = await person.send('/admin/blog/new', { ...POST, slug: 'from-preview', publish: 'on' });
  expect(reply.headers.get('location')).toBe(`/admin/blog/${await idOf('blog_posts')}?done=publish`);
  expect((await person.get('/blog/from-preview')).status).toBe(200);
  expect(await (await person.get(reply.headers.get('location')!)).text()).not.toContain('name="publish"');

  const id = await aPost();
  await person.send(`/admin/blog/${id}/edit`, { ...POST, slug: `draft-${id}`, publish: 'on' });
  expect(await (await person.get(`/blog/draft-${id}`)).text()).toContain('Other text');
  expect((await newestAct()).act).toBe('publish_post');
});

test('a post has a cover, which is shown, shared and in feeds, and every change of it can be undone', async () => {
  const id = await aPost(true);
  const [post] = await server.sql<{ slug: string }[]>`select slug from blog_posts where id = ${id}`;
  const send = (fields: Record<string, string>, picture?: Buffer) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (picture) body.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'cover.png');
    return person.send(`/admin/blog/${id}/cover`, body);
  };
  const picture = await rasterizeSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="900" height="400" fill="#0a5"/></svg>',
  );
  const pageOf = async (path: string) => (await person.get(path)).text();
  expect((await send({ alt: 'A harbour' })).status).toBe(400);
  expect((await send({}, picture)).status).toBe(400);
  expect((await send({ alt: 'A harbour' }, Buffer.from('no picture'))).status).toBe(400);
  expect((await send({ alt: 'A harbour' }, picture)).headers.get('location')).toBe(`/admin/blog/${id}?done=cover`);
  const page = await pageOf(`/blog/${post!.slug}`);
  const [, file] = /<img class="cover" src="(\/brand\/[0-9a-f]{64}\.webp)" alt="A harbour" width="1200" height="630"/.exec(page)!;
  const reply = await person.get(file!);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(page).toContain(`property="og:image" content="${server.root}${file}"`);
  for (const path of ['/blog', `/admin/blog/${id}`]) expect(await pageOf(path)).toContain(`src="${file}"`);
  for (const format of ['rss', 'atom', 'json']) expect(await pageOf(`/feeds/blog.${format}`)).toContain(`${server.root}${file}`);

  await send({ alt: 'A port' });
  expect(await pageOf(`/blog/${post!.slug}`)).toContain('alt="A port"');
  await person.send(UNDO, { id: String((await newestAct()).id) });
  expect(await pageOf(`/blog/${post!.slug}`)).toContain('alt="A harbour"');
  await send({ remove: 'on' });
  expect(await pageOf(`/blog/${post!.slug}`)).not.toContain('class="cover"');
  await person.send(UNDO, { id: String((await newestAct()).id) });
  expect(await pageOf(`/blog/${post!.slug}`)).toContain(file);
});
