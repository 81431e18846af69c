import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { addDays, weekAt } from '../../src/kernel/time/weeks.ts';
import { claimListing } from '../../src/modules/claims/claims.ts';
import { objectToOwner } from '../../src/modules/claims/disputes.ts';
import { writeComment } from '../../src/modules/comments/comments.ts';
import { removeListing } from '../../src/modules/launches/team/removal.ts';
import { updateOwnListing } from '../../src/modules/listings/owner/edit.ts';
import { writeReview } from '../../src/modules/listings/reviews/reviews.ts';
import { report } from '../../src/modules/moderation/reports/reports.ts';
import { fulfilLine } from '../../src/modules/orders/fulfilment/fulfil.ts';
import { saveListing } from './launches/saved-listings.ts';
import { makeOrder } from './orders/orders.ts';
import { NOON, type TestServer } from './server.ts';
import { as, makeVoters, siteOf } from './voters.ts';

type Input = Record<string, unknown>;

/** How a write of the operators' API is tried: with what, and what shows that it was undone. */
export interface TeamCase {
  input(): Promise<Input> | Input;
  /** The read that shows its effect, and its input; null if it cannot be undone. */
  shown: [operation: string, input?: (input: Input) => Input] | null;
}

const clock = { now: () => NOON };
const integrations = openIntegrations({ smtp_url: null, mail_from: null });

const byListing = ({ listing_id, listing_ids }: Input): Input => ({ listing_id: listing_id ?? (listing_ids as number[])[0] });
const all = (): Input => ({ per_page: 100 });
const byImport = ({ import_id }: Input): Input => ({ import_id });
const byPost = ({ post_id }: Input): Input => ({ post_id });

/** A case for every write. */
export const teamCases = ({ sql, site_id }: TestServer, admin: number): Record<string, TeamCase> => {
  const ctxOf = async (account_id: number): Promise<Ctx<Caller>> => as(account_id, { sql, site: await siteOf(sql, site_id), clock });
  const asAdmin = () => ctxOf(admin);
  const somebody = async () => ctxOf((await makeVoters(sql, [{}]))[0]!);
  const idOf = async (table: string, slug: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`select id from ${sql(table)} where site_id = ${site_id} and slug = ${slug}`;
    return row!.id;
  };
  const withStatus = async (status: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      select id from listings where site_id = ${site_id} and status = ${status} and plan is distinct from 'paid' order by id limit 1`;
    return row!.id;
  };
  const anyId = async (table: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`select id from ${sql(table)} where site_id = ${site_id} order by id limit 1`;
    return row!.id;
  };
  const firstFounder = async (): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`select id from founders where site_id = ${site_id} order by name, id limit 1`;
    return row!.id;
  };
  const aComment = async () => (await writeComment(await somebody(), { slug: 'ledgerly', body: 'See https://spam.com for more' })).id;
  const aReview = async () => {
    const ctx = await somebody();
    await writeReview(ctx, { slug: 'ledgerly', rating: 5, title: 'Look', body: 'Look at https://spam.com instead of this one.' });
    const [row] = await sql<{ id: number }[]>`select id from reviews where account_id = ${ctx.caller.account_id}`;
    return row!.id;
  };
  const anEdit = async () => {
    const ctx = await somebody();
    const listing_id = await idOf('listings', 'packmoth');
    await sql`update listings set owner_id = ${ctx.caller.account_id} where id = ${listing_id}`;
    await updateOwnListing(ctx, { listing_id, fields: { tagline: `Better ${ctx.caller.account_id}` } });
    const [row] = await sql<{ id: number }[]>`select id from listing_versions where listing_id = ${listing_id} order by id desc limit 1`;
    return row!.id;
  };
  const aDispute = async () => {
    const ctx = await somebody();
    await objectToOwner(ctx, { slug: 'packmoth', message: 'It is mine.' });
    const [row] = await sql<{ id: number }[]>`select id from objections where account_id = ${ctx.caller.account_id}`;
    return row!.id;
  };
  const aLine = async () => {
    const ctx = await somebody();
    const sites = { done_for_you_sites: [{ name: 'One Launch', url: 'https://one.example' }] };
    await sql`update sites set settings = settings || ${sql.json(sites)} where id = ${site_id}`;
    const listing_id = await idOf('listings', 'flakewren');
    const { line_ids, number } = await makeOrder(sql, {
      site_id,
      account_id: ctx.caller.account_id,
      lines: [{ product: 'done_for_you', listing_id }],
    });
    await fulfilLine({ ...ctx, sql, integrations, signal: AbortSignal.timeout(10_000) }, line_ids[0]!);
    return { line_id: line_ids[0]!, number };
  };
  const anImport = async (status: string) => {
    const columns = ['a', 'b'].map((name) => ({ name, filled: 1, samples: [] }));
    const [row] = await sql<{ id: number }[]>`
      insert into imports (site_id, account_id, status, file_name, rows, columns, mapping, created_at, updated_at)
      values (${site_id}, ${admin}, ${status}, 'tools.csv', 1, ${sql.json(columns)}, ${sql.json({ a: 'name', b: 'website' })}, ${NOON}, ${NOON})
      returning id`;
    return row!.id;
  };
  let order_number = '';
  const futureWeek = (weeks: number) => addDays(weekAt(NOON, 'UTC'), 7 * weeks);
  const asNetworkAdmin = () => sql`update accounts set is_network_admin = true where id = ${admin}`;

  return {
    decide_comments: {
      input: async () => ({ comment_ids: [await aComment()], decision: 'remove', reason: 'Advertising.' }),
      shown: ['list_pending_comments', all],
    },
    decide_reports: {
      async input() {
        await report(await somebody(), { of: 'listing', slug: 'ledgerly', cause: 'spam' });
        return { of: 'listing', reported_ids: [await idOf('listings', 'ledgerly')], decision: 'dismissed', answer: 'It is fine.' };
      },
      shown: ['list_reports', all],
    },
    decide_approvals: {
      async input() {
        const { id } = await saveListing(sql, site_id, { owner_id: admin });
        await sql`insert into approvals (site_id, listing_id, plan, requested_at) values (${site_id}, ${id}, 'free', ${NOON})`;
        return { listing_ids: [id], decision: 'return', reason: 'Add a price.' };
      },
      shown: ['list_pending_approvals', all],
    },
    set_user_banned: {
      async input() {
        const { account_id } = (await somebody()).caller;
        await sql`insert into site_members (site_id, account_id, joined_at) values (${site_id}, ${account_id}, ${NOON}) on conflict do nothing`;
        return { account_id, banned: true, reason: 'Spam.' };
      },
      shown: ['list_users', ({ account_id }) => ({ q: String(account_id) })],
    },
    answer_message: {
      async input() {
        const [row] = await sql<{ id: number }[]>`
          insert into contact_messages (site_id, name, email, subject, body, created_at, updated_at)
          values (${site_id}, 'Bo', 'bo@people.example', 'A question', 'How?', ${NOON}, ${NOON}) returning id`;
        return { message_id: row!.id, answer: 'So.' };
      },
      shown: null,
    },
    decide_reviews: {
      input: async () => ({ review_ids: [await aReview()], decision: 'remove', reason: 'Advertising.' }),
      shown: ['list_pending_reviews', all],
    },
    decide_dispute: {
      input: async () => ({ dispute_id: await aDispute(), decision: 'transfer' }),
      shown: ['list_ownership_claims'],
    },
    grant_claim: {
      input: async () => ({ claim_id: (await claimListing(await somebody(), { slug: 'flakewren', method: 'dns' })).id }),
      shown: ['get_listing_record', () => ({ listing_id: 0, slug: 'flakewren' })],
    },
    remove_listings: {
      input: async () => ({ listing_ids: [await idOf('listings', 'ledgerly')], cause: 'spam', note: 'Twice.' }),
      shown: ['get_listing_record', byListing],
    },
    restore_listings: {
      async input() {
        const listing_id = await idOf('listings', 'flakewren');
        await removeListing(await asAdmin(), { listing_id, cause: 'spam' });
        return { listing_ids: [listing_id] };
      },
      shown: null,
    },
    merge_listing: {
      input: async () => ({ listing_id: await idOf('listings', 'packmoth'), into: 'ledgerly' }),
      shown: ['get_listing_record', byListing],
    },
    launch_listing: { input: async () => ({ listing_id: await withStatus('scheduled') }), shown: null },
    waive_badge: { input: async () => ({ listing_id: await withStatus('awaiting_badge') }), shown: ['get_listing_record', byListing] },
    move_launch_week: {
      input: async () => ({ listing_id: await withStatus('awaiting_badge'), launch_week_on: futureWeek(12) }),
      shown: ['get_listing_record', byListing],
    },
    remove_from_queue: {
      input: async () => ({ listing_id: await withStatus('awaiting_badge'), reason: 'Not ready.' }),
      shown: ['get_listing_record', byListing],
    },
    change_listing_owner: {
      async input() {
        const [owner] = await makeVoters(sql, [{ email: 'new-owner@works.example' }]);
        return owner ? { listing_id: await idOf('listings', 'ledgerly'), email: 'new-owner@works.example' } : {};
      },
      shown: ['get_listing_record', byListing],
    },
    revert_edit: {
      input: async () => ({ edit_id: await anEdit(), reason: 'Too loud.' }),
      shown: ['get_listing_record', () => ({ listing_id: 0, slug: 'packmoth' })],
    },
    set_week_capacity: { input: () => ({ week_on: futureWeek(5), room: 77 }), shown: ['list_weeks'] },
    create_category: { input: () => ({ name: 'Beekeeping', description: 'For hives.' }), shown: ['list_site_categories'] },
    update_category: { input: async () => ({ category_id: await anyId('categories'), name: 'Renamed' }), shown: ['list_site_categories'] },
    delete_category: {
      async input() {
        const [row] = await sql<
          { id: number }[]
        >`insert into categories (site_id, slug, name) values (${site_id}, 'empty-one', 'Empty') returning id`;
        return { category_id: row!.id };
      },
      // It comes back with another id.
      shown: null,
    },
    // Undo archives it, so that listings keep their values.
    create_attribute: { input: () => ({ name: 'Waterproof', kind: 'boolean' }), shown: null },
    update_attribute: {
      async input() {
        const [row] = await sql<{ id: number }[]>`
          insert into category_attributes (site_id, key, name, kind, synonyms, position) values (${site_id}, 'weight', 'Weight', 'number', '{}', 0) returning id`;
        return { attribute_id: row!.id, name: 'Mass', unit: 'kg' };
      },
      shown: ['list_attribute_definitions'],
    },
    set_attribute_archived: {
      async input() {
        const [row] = await sql<{ id: number }[]>`select id from category_attributes where site_id = ${site_id} and key = 'weight'`;
        return { attribute_id: row!.id, archived: true };
      },
      shown: ['list_attribute_definitions'],
    },
    update_founder: { input: async () => ({ founder_id: await firstFounder(), bio: 'Builds things.' }), shown: ['list_all_founders'] },
    set_founder_hidden: { input: async () => ({ founder_id: await firstFounder(), hidden: true }), shown: ['list_all_founders'] },
    merge_founder: {
      async input() {
        const [one, two] = await sql<
          { id: number; slug: string }[]
        >`select id, slug from founders where site_id = ${site_id} order by name, id limit 2`;
        return { founder_id: one!.id, into: two!.slug };
      },
      shown: ['list_all_founders'],
    },
    write_post: {
      input: () => ({ title: 'News of the week', author_name: 'The team', excerpt: 'Much happened.', body_markdown: 'It **did**.' }),
      shown: null,
    },
    update_post: { input: async () => ({ post_id: await anyId('blog_posts'), title: 'Another title' }), shown: ['get_post', byPost] },
    set_post_published: { input: async () => ({ post_id: await anyId('blog_posts'), published: false }), shown: ['get_post', byPost] },
    add_question: { input: () => ({ question: 'Why bees?' }), shown: null },
    update_question: { input: async () => ({ question_id: await anyId('interview_questions'), move: 'down' }), shown: ['list_questions'] },
    set_dataset: { input: () => ({ publish: true, licence: 'CC0-1.0', attribution: 'The gardeners' }), shown: ['get_dataset'] },
    set_digest: { input: () => ({ on: false, day: 3, hour: 7 }), shown: ['preview_digest'] },
    set_delivery_step: {
      async input() {
        const { line_id, number } = await aLine();
        order_number = number;
        const [row] = await sql<{ id: number }[]>`select id from team_tasks where line_id = ${line_id} order by position limit 1`;
        return { step_id: row!.id, status: 'done', note: 'Posted.' };
      },
      shown: ['get_order_record', () => ({ number: order_number })],
    },
    finish_delivery: {
      async input() {
        const { line_id } = await aLine();
        await sql`update team_tasks set status = 'done' where line_id = ${line_id}`;
        return { line_id, note: 'All done.' };
      },
      shown: null,
    },
    set_price: { input: () => ({ code: 'launch', price_cents: 12_345, on_offer: true }), shown: ['list_prices'] },
    // Undo switches it off.
    create_promo_code: { input: () => ({ code: 'BEES20', percent: 20 }), shown: null },
    set_promo_code_active: {
      input: async () => ({ promo_code_id: await anyId('promo_codes'), active: true }),
      shown: ['list_promo_codes'],
    },
    update_settings: {
      input: () => ({ tagline: 'For bees', language: 'de', languages: ['es'], new_listings: 'approved', week_room: 44, reset: ['reads'] }),
      shown: ['get_settings'],
    },
    update_brand: {
      input: () => ({ headline: 'Look up', accent: '#7c3aed', footer_links: [{ name: 'Forum', url: 'https://forum.example/' }] }),
      shown: ['get_brand'],
    },
    publish_legal_page: {
      input: () => ({ kind: 'imprint', title: 'Imprint', body_markdown: 'Bright Tools' }),
      shown: ['list_legal_pages'],
    },
    // Nothing that visitors see: the file waits for a mapping.
    upload_import: { input: () => ({ file_name: 'bees.csv', text: 'name,website\nHive,https://hive.com' }), shown: null },
    map_import: {
      input: async () => ({ import_id: await anImport('mapping'), mapping: { a: 'name' }, existing: 'update' }),
      shown: ['get_import', byImport],
    },
    // Undone by a job; what people used since stays.
    start_import: { input: async () => ({ import_id: await anImport('mapping') }), shown: null },
    stop_import: { input: async () => ({ import_id: await anImport('running') }), shown: null },
    decide_import_drafts: {
      input: async () => ({ import_id: await anImport('reviewing'), numbers: [1], decision: 'publish' }),
      shown: null,
    },
    retry_job: {
      async input() {
        await asNetworkAdmin();
        await sql`select graphile_worker.add_job('turn_weeks', '{}'::json, max_attempts => 3)`;
        const [row] = await sql<{ id: string }[]>`
          update graphile_worker._private_jobs set attempts = 3, last_error = 'It fell', run_at = now() + interval '1 day' where id =
            (select max(id) from graphile_worker._private_jobs) returning id::text`;
        return { job_id: Number(row!.id) };
      },
      shown: null,
    },
    retry_mail: {
      async input() {
        await asNetworkAdmin();
        const [row] = await sql<{ id: number }[]>`
          insert into mails (site_id, to_email, subject, body_text, body_html, status, last_error) values (${site_id}, 'late@example.com', 'Hello', 'Hello', 'Hello', 'failed', '550') returning id`;
        return { mail_id: row!.id };
      },
      shown: null,
    },
    undo: {
      async input() {
        const [row] = await sql<{ id: number }[]>`
          insert into team_acts (site_id, account_id, act, record, record_id, title, before, after, at)
          values (${site_id}, ${admin}, 'edit_founder', 'founder', ${String(await firstFounder())}, 'Them',
            ${sql.json({ name: 'Former name', bio: null, country: null, photo_url: null, socials: {} })}, '{}', ${NOON}) returning id`;
        return { entry_ids: [row!.id] };
      },
      shown: ['list_all_founders'],
    },
  };
};
