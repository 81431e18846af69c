import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { sendMail } from '../../src/modules/accounts/mail.ts';
import { castVote } from '../../src/modules/ballot/vote.ts';
import { claimListing } from '../../src/modules/claims/claim.ts';
import { objectToOwner } from '../../src/modules/claims/objection.ts';
import { writePost } from '../../src/modules/content/posts.ts';
import { takePlace } from '../../src/modules/launches/place-queries.ts';
import { removeListing } from '../../src/modules/launches/removal.ts';
import { editListing } from '../../src/modules/listings/versions.ts';
import { fulfilLine } from '../../src/modules/orders/delivery/fulfil.ts';
import { hideFounder } from '../../src/modules/people/editing.ts';
import { openOutside } from '../../src/outside/outside.ts';
import { ACTIONS } from '../../src/web/actions/table.ts';
import { makeOrder } from '../support/orders.ts';
import { Person } from '../support/person.ts';
import { saveListing } from '../support/saved.ts';
import { NOON, useServer } from '../support/server.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

const server = useServer();
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
  const place = { sql, site: await siteOf(sql, site_id), clock: { now: () => NOON } };
  [team, owner] = [as(account!.id, place), as(owner_id!, place)];
});

const WEEK = '2026-12-21';

/** A listing of somebody's own, where it is to be. */
const aListing = async (status: 'draft' | 'awaiting_badge' | 'scheduled' | 'live' = 'live'): Promise<{ id: number; slug: string }> => {
  const { sql, site_id } = server;
  const listing = await saveListing(sql, site_id, { owner_id: owner.caller.account_id });
  const week_on = status === 'live' ? '2026-11-09' : WEEK;
  if (status === 'draft') return listing;
  await sql`update listings set status = ${status}, plan = 'free', launch_week_on = ${week_on}, launched_at = ${status === 'live' ? NOON : null} where id = ${listing.id}`;
  if (status !== 'live') await takePlace(sql, { site_id, week_on, listing_id: listing.id, kind: 'free' }, 50);
  return listing;
};

const idOf = async (table: string, more = 'true'): Promise<number> => {
  const [row] = await server.sql<{ id: number }[]>`
    select id from ${server.sql(table)} where site_id = ${server.site_id} and ${server.sql.unsafe(more)} order by id desc limit 1`;
  return row!.id;
};

/** A paid order whose first line is with the team. */
const handed = async (product: string) => {
  const { sql, site_id } = server;
  const { id: listing_id } = await aListing();
  if (product !== 'done_for_you') await sql`update listings set status = 'removed' where id = ${listing_id}`;
  const made = await makeOrder(sql, { site_id, account_id: owner.caller.account_id, lines: [{ product, listing_id }] });
  const outside = openOutside({ smtp_url: null, mail_from: null });
  await fulfilLine({ sql, site: team.site, clock: team.clock, outside, signal: new AbortController().signal }, made.line_ids[0]!);
  if (product !== 'done_for_you') await sql`update listings set status = 'live' where id = ${listing_id}`;
  return { ...made, line_id: String(made.line_ids[0]) };
};

const anObjection = async (): Promise<number> => {
  const { slug } = await aListing();
  await objectToOwner(team, { slug, message: 'It is ours.' });
  return idOf('objections');
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

const POST = { title: 'On ebbs', author_name: 'Mara', excerpt: 'Short.', body_markdown: 'Other text' };

interface Sent {
  path?: Record<string, string | number>;
  fields?: Record<string, string>;
}

interface Row {
  /** Makes what the form is about. */
  make: () => Promise<Sent> | Sent;
  act: string;
  /** Whether the log offers a way back. */
  back: boolean;
}

const about = async (id: Promise<number>, fields?: Record<string, string>): Promise<Sent> => ({ path: { id: await id }, fields });
const listed = async (status: Parameters<typeof aListing>[0], fields?: Record<string, string>): Promise<Sent> => ({
  path: { id: (await aListing(status)).id },
  fields,
});

/** Every form of the team, what it is tried on and what is written down of it. Adding a form is adding a row. */
const FORMS: Record<string, Row> = {
  '/admin/listings/:id/remove': { make: () => listed('live', { cause: 'spam' }), act: 'remove_listing', back: true },
  '/admin/listings/:id/bring-back': {
    async make() {
      const { id } = await aListing();
      await removeListing(team, { listing_id: id, cause: 'spam' });
      return { path: { id } };
    },
    act: 'bring_back_listing',
    back: false,
  },
  '/admin/listings/:id/merge': { make: () => listed('live', { into: 'ledgerly' }), act: 'merge_listing', back: true },
  '/admin/listings/:id/launch': { make: () => listed('draft'), act: 'launch_listing', back: false },
  '/admin/listings/:id/waive-badge': { make: () => listed('awaiting_badge'), act: 'waive_badge', back: true },
  '/admin/listings/:id/week': { make: () => listed('scheduled', { week: '2026-11-30' }), act: 'move_week', back: true },
  '/admin/listings/:id/send-back': { make: () => listed('scheduled', { reason: 'No price.' }), act: 'send_back_listing', back: true },
  '/admin/listings/:id/owner': { make: () => listed('live', { email: 'day@team.example' }), act: 'give_listing', back: true },
  '/admin/edits/:id/take-back': {
    async make() {
      const { id } = await aListing();
      const edit = { account_id: owner.caller.account_id, source: 'owner', at: NOON } as const;
      await server.sql.begin((sql) => editListing(sql, id, { tagline: 'The best of all' }, edit));
      return { path: { id: await idOf('listing_versions') }, fields: { reason: 'Says nothing.' } };
    },
    act: 'take_back_edit',
    back: true,
  },
  '/admin/claims/:id/grant': {
    async make() {
      const { id, slug } = await aListing();
      await server.sql`update listings set owner_id = null where id = ${id}`;
      return { path: { id: (await claimListing(owner, { slug, method: 'dns' })).id } };
    },
    act: 'give_listing',
    back: true,
  },
  '/admin/claims/objections/:id/uphold': { make: () => about(anObjection()), act: 'uphold_objection', back: true },
  '/admin/claims/objections/:id/dismiss': { make: () => about(anObjection(), { answer: 'No.' }), act: 'dismiss_objection', back: true },
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
    // Decided the other way on its own page.
    back: false,
  },
  '/admin/reviews/decide': {
    make: async () => ({ fields: { review_id: String(await idOf('reviews', `status = 'shown'`)), decision: 'remove', reason: 'Rude' } }),
    act: 'remove_review',
    back: false,
  },
  '/admin/reviews/undo': {
    make: async () => ({ fields: { review_id: String(await idOf('reviews', `status = 'removed'`)) } }),
    act: 'reopen_review',
    back: false,
  },
  '/admin/categories/new': { make: () => ({ fields: { name: 'Harbours' } }), act: 'create_category', back: true },
  '/admin/categories/:id/edit': { make: () => about(anEmptyCategory(), { name: 'Docks' }), act: 'edit_category', back: true },
  '/admin/categories/:id/delete': {
    make: () => about(anEmptyCategory()),
    act: 'delete_category',
    back: true,
  },
  '/admin/founders/:id/edit': { make: () => about(idOf('founders'), { name: 'Ada' }), act: 'edit_founder', back: true },
  '/admin/founders/:id/hide': { make: () => about(idOf('founders', 'hidden_at is null')), act: 'hide_founder', back: true },
  '/admin/founders/:id/show': {
    async make() {
      const id = await idOf('founders', 'hidden_at is null');
      await hideFounder(team, { id });
      return { path: { id } };
    },
    act: 'show_founder',
    back: true,
  },
  '/admin/founders/:id/merge': {
    async make() {
      const rows = await server.sql<{ id: number; slug: string }[]>`
        select id, slug from founders where site_id = ${server.site_id} and hidden_at is null order by id limit 2`;
      return { path: { id: rows[0]!.id }, fields: { into: rows[1]!.slug } };
    },
    act: 'merge_founder',
    back: true,
  },
  '/admin/blog/new': { make: () => ({ fields: { ...POST, slug: 'ebbs' } }), act: 'write_post', back: false },
  '/admin/blog/:id/edit': { make: () => about(aPost(), POST), act: 'edit_post', back: true },
  '/admin/blog/:id/publish': { make: () => about(aPost()), act: 'publish_post', back: true },
  '/admin/blog/:id/withdraw': { make: () => about(aPost(true)), act: 'withdraw_post', back: true },
  '/admin/blog/:id/restore': {
    async make() {
      const id = await aPost();
      const first = await idOf('team_acts');
      await person.send(`/admin/blog/${id}/edit`, POST);
      return { path: { id }, fields: { act_id: String(first) } };
    },
    act: 'edit_post',
    back: true,
  },
  '/admin/questions/new': { make: () => ({ fields: { question: 'Again?' } }), act: 'add_question', back: true },
  '/admin/questions/:id/edit': { make: () => about(idOf('interview_questions'), { question: 'Why?' }), act: 'edit_question', back: true },
  '/admin/questions/:id/move': {
    make: () => about(idOf('interview_questions', 'retired_at is null'), { way: 'up' }),
    act: 'move_question',
    back: true,
  },
  '/admin/questions/:id/retire': {
    make: () => about(idOf('interview_questions', 'retired_at is null')),
    act: 'retire_question',
    back: true,
  },
  '/admin/questions/:id/ask-again': {
    async make() {
      const id = await idOf('interview_questions', 'retired_at is null');
      await person.send(`/admin/questions/${id}/retire`);
      return { path: { id } };
    },
    act: 'ask_question_again',
    back: true,
  },
  '/admin/weeks/:week/room': { make: () => ({ path: { week: '2027-01-04' }, fields: { room: '9' } }), act: 'set_room', back: true },
  '/admin/settings': {
    make: () => ({
      fields: {
        name: 'Launchweek',
        time_zone: 'UTC',
        security_contact: 'safe@launchweek.example',
        done_for_you_sites: 'One Launch https://one.example/submit\nTwo Launch',
      },
    }),
    act: 'change_settings',
    back: true,
  },
  '/admin/metrics/:name': {
    make: () => ({
      path: { name: 'revenue' },
      fields: { url_template: 'https://r.example/{domain}', json_path: 'a', unit: 'USD per month', source: 'R' },
    }),
    act: 'set_metric_source',
    back: true,
  },
  '/admin/team/add': {
    async make() {
      await makeVoters(server.sql, [{ email: 'second@team.example' }]);
      return { fields: { email: 'second@team.example' } };
    },
    act: 'add_site_admin',
    back: true,
  },
  '/admin/team/remove': {
    async make() {
      const [id] = await makeVoters(server.sql, [{ email: 'third@team.example' }]);
      await person.send('/admin/team/add', { email: 'third@team.example' });
      return { fields: { account_id: String(id) } };
    },
    act: 'remove_site_admin',
    back: true,
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
    back: false,
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
    back: false,
  },
  '/admin/sites': {
    make: () => ({ fields: { key: 'garden', name: 'Garden', root: 'https://garden.example', time_zone: 'UTC' } }),
    act: 'found_site',
    back: false,
  },
  '/admin/orders/:number/refund': {
    make: async () => ({ path: { number: (await handed('featured')).number }, fields: { reason: 'Late' } }),
    act: 'refund_order',
    back: false,
  },
  '/admin/orders/:number/retry': {
    async make() {
      const { number, order_id } = await handed('featured');
      await person.send(`/admin/orders/${number}/refund`, { reason: 'Late' });
      const [refund] = await server.sql<{ id: number }[]>`update refunds set status = 'failed' where order_id = ${order_id} returning id`;
      return { path: { number }, fields: { refund_id: String(refund!.id) } };
    },
    act: 'retry_refund',
    back: false,
  },
  '/admin/orders/:number/task': {
    async make() {
      const { number, line_id } = await handed('done_for_you');
      const [task] = await server.sql<{ id: number }[]>`select id from team_tasks where line_id = ${line_id} order by position limit 1`;
      return { path: { number }, fields: { task_id: String(task!.id), status: 'done', note: 'Ready.' } };
    },
    act: 'report_step',
    back: true,
  },
  '/admin/orders/:number/deliver': {
    async make() {
      const { number, line_id } = await handed('featured');
      return { path: { number }, fields: { line_id } };
    },
    act: 'deliver_line',
    back: false,
  },
  '/admin/orders/:number/finish': {
    async make() {
      const { number, line_id } = await handed('featured');
      return { path: { number }, fields: { line_id, note: 'Done.' } };
    },
    act: 'finish_line',
    back: false,
  },
  '/admin/orders/:number/give-up': {
    async make() {
      const { number, line_id } = await handed('featured');
      return { path: { number }, fields: { line_id, reason: 'Gone.' } };
    },
    act: 'give_up_line',
    back: false,
  },
  '/admin/products': { make: () => ({ fields: { code: 'featured', price: '77.00', on_offer: 'on' } }), act: 'set_price', back: true },
  '/admin/products/seller': {
    async make() {
      await person.send('/admin/products/seller', { name: 'One', address: 'Rua 1', country: 'PT' });
      return { fields: { name: 'Two', address: 'Rua 2', country: 'PT' } };
    },
    act: 'set_seller',
    back: true,
  },
};

/** Undoing is written down by what it does. */
const UNDO = '/admin/log/undo';
const OFFICE = ACTIONS.filter((action) => action.for === 'team' || action.for === 'admin').map(({ path }) => path);

test('every form of the team has a row here', () => {
  expect(OFFICE.filter((path) => path !== UNDO).sort()).toEqual(Object.keys(FORMS).sort());
});

interface Written {
  id: number;
  act: string;
  account_id: number;
  undone_by: number | null;
}
const newest = async (): Promise<Written> =>
  (
    await server.sql<
      Written[]
    >`select id, act, account_id, undone_by from team_acts where site_id = ${server.site_id} order by id desc limit 1`
  )[0]!;

describe('every act of the team', () => {
  test.each(Object.entries(FORMS))(
    '%s is confirmed to who did it, is written down, and is undone where there is a way back',
    async (form, { make, act, back }) => {
      const { path = {}, fields = {} } = await make();
      const before = Number((await server.sql`select coalesce(max(id), 0) as id from team_acts`)[0]!.id);
      const reply = await person.send(
        form.replace(/:(\w+)/g, (_, name: string) => String(path[name])),
        fields,
      );
      expect([reply.status, reply.status === 303 ? '' : await reply.text()]).toEqual([303, '']);
      const page = await person.get(reply.headers.get('location')!);
      expect(await page.text()).toMatch(/class="done" role="status"/);
      const written = await newest();
      expect(written.id).toBeGreaterThan(before);
      expect(written).toMatchObject({ act, account_id: team.caller.account_id, undone_by: null });
      const undone = await person.send(UNDO, { id: String(written.id) });
      expect(undone.status).toBe(back ? 303 : 400);
      const [after] = await server.sql<Written[]>`select undone_by from team_acts where id = ${written.id}`;
      expect(after!.undone_by !== null).toBe(back);
    },
  );
});
