import { createHash } from 'node:crypto';
import type { Sql } from '../../src/db/open.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { notify } from '../../src/modules/accounts/notifications.ts';
import { readChanges } from '../../src/modules/changes/changes.ts';
import { claimListing } from '../../src/modules/claims/claims.ts';
import { objectToOwner } from '../../src/modules/claims/disputes.ts';
import { reportComment, voteForComment, writeComment } from '../../src/modules/comments/comments.ts';
import { answerInterview } from '../../src/modules/content/interview.ts';
import { startDraft } from '../../src/modules/drafts/drafts.ts';
import { inviteCofounder } from '../../src/modules/drafts/invites.ts';
import { submitDraft } from '../../src/modules/drafts/submission/submit.ts';
import { updateCredentials } from '../../src/modules/launches/credentials/credentials.ts';
import { chooseFreePlan } from '../../src/modules/launches/free-queue/free-plan.ts';
import { followCategory } from '../../src/modules/listings/follows/category-follows.ts';
import { followListing, getUnsubscribeKey, makeUnsubscribeToken } from '../../src/modules/listings/follows/follows.ts';
import { postUpdate } from '../../src/modules/listings/follows/updates.ts';
import { addMilestone, setStory, updateOwnListing } from '../../src/modules/listings/owner/edit.ts';
import { reportReview, writeReview } from '../../src/modules/listings/reviews/reviews.ts';
import { saveBilling } from '../../src/modules/orders/checkout/billing.ts';
import { createCheckout } from '../../src/modules/orders/checkout/checkout.ts';
import { refundOrder } from '../../src/modules/orders/payment/refunds.ts';
import { makeTestPayment, startPayment } from '../../src/modules/orders/payment/start-payment.ts';
import { setPrice } from '../../src/modules/orders/quote/prices.ts';
import { signLedger } from '../../src/modules/votes/checkpoints/checkpoints.ts';
import { countVoteDays } from '../../src/modules/votes/days/queries.ts';
import { castVote } from '../../src/modules/votes/votes.ts';
import { extractToken, findNewestMail } from './accounts/person.ts';
import { COMPLETE_PROPOSAL, writeFound } from './drafts/drafts.ts';
import { NOON } from './server.ts';

/** Records created on a site, by the names used in URLs and forms. */
export type Content = Record<
  | 'witness'
  | 'webhook_id'
  | 'team_webhook_id'
  | 'dataset'
  | 'delivery_id'
  | 'team_delivery_id'
  | 'listing_id'
  | 'slug'
  | 'saved_id'
  | 'queued_id'
  | 'draft_id'
  | 'ready_draft_id'
  | 'milestone_id'
  | 'version_id'
  | 'change_id'
  | 'picture_id'
  | 'picture_hash'
  | 'logo_hash'
  | 'review_id'
  | 'comment_id'
  | 'claim_id'
  | 'claim_token'
  | 'invite_token'
  | 'number'
  | 'pending_number'
  | 'session'
  | 'line_id'
  | 'team_line_id'
  | 'task_id'
  | 'refund_id'
  | 'note_number'
  | 'question_id'
  | 'promo_code_id'
  | 'import_id'
  | 'seq'
  | 'objection_id'
  | 'notification_id'
  | 'attribute_id'
  | 'message_id'
  | 'other_slug'
  | 'week'
  | 'founder_id'
  | 'category_id'
  | 'post_id'
  | 'act_id'
  | 'user_id'
  | 'waiting_id'
  | 'reply_id'
  | 'client_id'
  | 'unsubscribe_token'
  | 'category_slug'
  | 'founder_slug'
  | 'post_slug',
  string
>;

type Owner = Ctx<Caller>;

/** A crawled and written draft, of a website that may be on other sites too. */
const aDraft = async (ctx: Owner, url: string, mark: string): Promise<string> => {
  const { id } = await startDraft(ctx, { url });
  const name = `Acme ${mark} ${new URL(url).hostname}`;
  const [category] = await ctx.sql<{ name: string }[]>`select name from categories where site_id = ${ctx.site.id} order by id limit 1`;
  const quoted = <V>(value: V) => ({ value, evidence: [{ quote: name, url }] });
  await writeFound(ctx.sql, id, {
    ...COMPLETE_PROPOSAL,
    fields: { ...COMPLETE_PROPOSAL.fields, name: quoted(name), categories: quoted([category!.name]) },
  });
  return id;
};

const live = (sql: Sql, id: number) => sql`
  update listings set status = 'live', launched_at = ${NOON}, launch_week_on = '2026-11-09', unlocked_sections = '{story,milestones,media}' where id = ${id}`;

const integrations = openIntegrations({ smtp_url: null, mail_from: null });
const nobody = { country: null, number: null, status: 'not_given', faults: [] } as const;

/** An order with its billing details. */
const anOrder = async (ctx: Owner, items: Parameters<typeof createCheckout>[1]['items'], mark: string): Promise<string> => {
  const { number } = await createCheckout(ctx, { items }, nobody);
  const billing = { name: `Buyer ${mark}`, address: '1 Test Street', city: 'Springfield', country: 'US', email: 'buyer@both.example' };
  await saveBilling({ ...ctx, integrations } as Ctx<Caller>, { number, ...billing });
  return number;
};

/** A promo code of a site. */
const aPromoCode = (sql: Sql, site_id: number, mark: string) => sql`
  insert into promo_codes (site_id, code, percent, products, created_at) values (${site_id}, ${`CODE-${mark}`.toUpperCase()}, 10, '{}', ${NOON})`;

/** An import that waits to be checked. */
const anImport = async (sql: Sql, site_id: number, mark: string) => {
  await sql`
    with i as (insert into imports (site_id, file_name, status, created_at, updated_at) values (${site_id}, ${`${mark}.csv`}, 'mapping', ${NOON}, ${NOON}) returning id),
      c as (insert into import_chunks (site_id, import_id, position, bytes, created_at) select ${site_id}, id, 0, ${Buffer.from(mark)}, ${NOON}::timestamptz from i)
    insert into import_rows (site_id, import_id, number, line, record, created_at)
    select ${site_id}, id, 1, 2, ${sql.json({ Name: mark })}, ${NOON}::timestamptz from i`;
  await sql`
    insert into listing_logos (site_id, listing_id, hash, bytes, created_at)
    select ${site_id}, id, ${'f'.repeat(64)}, ${Buffer.from(mark)}, ${NOON}::timestamptz from listings where site_id = ${site_id} order by id limit 1`;
};

const pay = async (ctx: Owner, number: string): Promise<void> => {
  const { url } = await startPayment({ ...ctx, integrations } as Ctx<Caller>, { number });
  await makeTestPayment({ ...ctx, integrations } as Ctx<Caller>, { session: url.split('/').pop()!, outcome: 'paid' });
};

/** Products bought and delivered for a listing, besides its order lines. */
const deliver = async (sql: Sql, site_id: number, listing_id: number, number: string, mark: string): Promise<void> => {
  const lines = await sql<{ id: number; order_id: number; product: string }[]>`
    select l.id, l.order_id, l.product from order_lines l join orders o on o.id = l.order_id where o.number = ${number} order by l.id`;
  const line = (product: string) => lines.find((one) => one.product === product)!;
  const [until_at, at] = [new Date('2026-12-01'), NOON];
  await sql`insert into featured_listings ${sql({ line_id: line('featured').id, site_id, listing_id, from_at: at, until_at })}`;
  await sql`insert into trophy_cabinets ${sql({ line_id: line('trophy_cabinet').id, site_id, listing_id, options: sql.json({ title: mark }) as never, updated_at: at })}`;
  const review = {
    website: mark,
    drafter: 'built-in',
    read: [],
    says: [],
    strengths: [],
    gaps: [],
    not_said: [{ title: mark, says: mark }],
  };
  await sql`insert into ai_reviews ${sql({ line_id: line('ai_review').id, site_id, listing_id, content: sql.json(review) as never, created_at: at })}`;
  await sql`insert into relaunches ${sql({ line_id: line('relaunch').id, site_id, listing_id, week_on: '2026-12-07' })}`;
  await sql`insert into team_tasks ${sql({ line_id: line('done_for_you').id, site_id, position: 1, title: `List it ${mark}`, updated_at: at })}`;
  await sql`update order_lines set status = 'with_the_team' where id = ${line('done_for_you').id}`;
  const { id: line_id, order_id } = line('billboard_min');
  await sql`insert into billboard_contributions ${sql({ site_id, listing_id, amount_cents: 5000, order_id, line_id, at })}`;
};

const idOf = async (sql: Sql, table: string, site_id: number, more = ''): Promise<string> => {
  const [row] = await sql.unsafe<{ id: string }[]>(`select id::text from ${table} where site_id = ${site_id} ${more} order by id limit 1`);
  return row!.id;
};

/** A slug that only this site has. */
const slugOf = async (sql: Sql, table: string, site_id: number, mark: string): Promise<string> => {
  const [row] = await sql.unsafe<{ slug: string }[]>(
    `select slug from ${table} where site_id = ${site_id} and slug like '%${mark}' ${table === 'blog_posts' ? 'and published_at is not null' : ''} order by id limit 1`,
  );
  return row!.slug;
};

/** Performs every action on a site through its operations. The owner is also in its team. */
export const fillSite = async (owner: Owner, friend: Owner, mark: string): Promise<Content> => {
  const sql = owner.sql as Sql;
  const { id: site_id } = owner.site;
  // One website on both sites, and one on this site only.
  const draft_id = await aDraft(owner, 'https://acme-on-both.example', mark);
  const { listing_id, slug } = await submitDraft(owner, { id: draft_id });
  const { listing_id: saved_id } = await submitDraft(owner, { id: await aDraft(owner, `https://acme-${mark}.example`, mark) });
  const { listing_id: queued_id } = await submitDraft(owner, { id: await aDraft(owner, `https://queued-${mark}.example`, mark) });
  await chooseFreePlan(owner, { listing_id: queued_id });
  const ready_draft_id = await aDraft(owner, `https://ready-${mark}.example`, mark);
  await live(sql, listing_id);
  await inviteCofounder(owner, { id: ready_draft_id, email: `invited-${mark}@both.example` });

  await updateOwnListing(owner, { listing_id, fields: { headline: `A headline ${mark}` } });
  await postUpdate(owner, { listing_id, title: `News ${mark}`, body: `All of it ${mark}.` });
  const { id: milestone_id } = await addMilestone(owner, { listing_id, date: '2026-01-01', title: `First ${mark}` });
  await setStory(owner, { listing_id, title: `Why ${mark}`, story: `Because ${mark}.` });
  const question_id = await idOf(sql, 'interview_questions', site_id);
  await answerInterview(owner, { answers: [{ question_id: Number(question_id), answer: `An answer ${mark}` }] });
  const bytes = Buffer.from(`a picture of ${mark}`);
  const picture_hash = createHash('sha256').update(bytes).digest('hex');
  const picture = {
    site_id,
    listing_id,
    hash: picture_hash,
    alt: `Seen ${mark}`,
    width: 1,
    height: 1,
    position: 1,
    bytes,
    created_at: NOON,
  };
  await sql`insert into listing_media ${sql(picture)}`;
  const logo = Buffer.from(`a logo of ${mark}`);
  const logo_hash = createHash('sha256').update(logo).digest('hex');
  await sql`insert into draft_logos ${sql({ site_id, draft_id: ready_draft_id, hash: logo_hash, bytes: logo, created_at: NOON })}`;

  await sql`insert into brand_pictures ${sql({ site_id, hash: logo_hash, width: 1, height: 1, bytes: logo, created_at: NOON })}`;

  await sql`insert into unused_media ${sql({ site_id, hash: createHash('sha256').update(mark).digest('hex'), found_at: NOON })}`;

  await sql`insert into legal_versions ${sql({ site_id, kind: 'terms', number: 1, title: `Terms ${mark}`, body_markdown: `Be kind, ${mark}.`, published_at: NOON })}`;
  await sql`insert into legal_drafts ${sql({ site_id, kind: 'imprint', title: `Imprint ${mark}`, body_markdown: `We are ${mark}.`, updated_at: NOON })}`;
  await sql`
    insert into legal_acceptances ${sql({ site_id, account_id: owner.caller.account_id, kind: 'terms', number: 1, accepted_at: NOON })}`;
  const [user] = await sql<{ id: number }[]>`
    insert into accounts (email, email_key) values (${`person@${mark}.example`}, ${`person@${mark}.example`}) returning id`;
  await sql`insert into site_members (site_id, account_id, joined_at) values (${site_id}, ${user!.id}, ${NOON})`;
  await sql`insert into banned_mailboxes (site_id, mailbox, banned_at, deleted_at) values (${site_id}, ${createHash('sha256').update(mark).digest()}, ${NOON}, ${NOON})`;
  await sql`insert into bans (site_id, account_id, reason, banned_at) values (${site_id}, ${user!.id}, ${`Spam about ${mark}`}, ${NOON})`;

  await sql`insert into saved_replies (site_id, title, body, created_at) values (${site_id}, ${`Reply ${mark}`}, ${`About ${mark}`}, ${NOON})`;
  const waiting = await submitDraft(owner, { id: await aDraft(owner, `https://waiting-${mark}.example`, mark) });
  const waiting_id = String(waiting.listing_id);
  await sql`insert into approvals (site_id, listing_id, plan, requested_at) values (${site_id}, ${waiting_id}, 'free', ${NOON})`;

  await sql`insert into reports (site_id, listing_id, account_id, cause, note, created_at) values (${site_id}, ${listing_id}, ${friend.caller.account_id}, 'spam', ${`Not so, ${mark}`}, ${NOON})`;

  const message = { site_id, account_id: friend.caller.account_id, name: mark, email: `${mark}@both.example`, subject: mark, body: mark };
  await sql`insert into contact_messages ${sql({ ...message, created_at: NOON, updated_at: NOON })}`;
  await followListing(friend, { slug });
  await followCategory(friend, { slug: await slugOf(sql, 'categories', site_id, mark) });
  await castVote(friend, { slug }, { address: '198.51.100.7' });
  await castVote(owner, { slug }, { address: '198.51.100.8' });
  const [held] = await sql<
    { seq: string }[]
  >`select max(cast_seq)::text as seq from ballots where site_id = ${site_id} and state = 'uncounted'`;
  await sql`insert into vote_decisions (site_id, seq, account_id, note) values (${site_id}, ${held!.seq}, ${owner.caller.account_id}, ${mark})`;
  const { id: review_id } = await writeReview(friend, { slug, rating: 4, title: `Good ${mark}`, body: `It does what it says, ${mark}.` });
  const [demo] = await sql<{ id: number; slug: string }[]>`
    select v.id, l.slug from reviews v join listings l on l.id = v.listing_id where v.site_id = ${site_id} and l.owner_id is null and l.status = 'live' order by v.id limit 1`;
  await reportReview(friend, { slug: demo!.slug, review_id: demo!.id, reason: `Not so, ${mark}` });
  const { id: comment_id } = await writeComment(owner, { slug, body: `Ask me about ${mark}.` });
  await writeComment(friend, { slug, body: `How is ${mark}?`, reply_to: comment_id });
  await voteForComment(friend, { slug, comment_id, wanted: true });
  await reportComment(friend, { slug, comment_id, reason: `Not so, ${mark}` });
  await objectToOwner(friend, { slug, message: `It is mine, ${mark}` });
  const [free] = await sql<{ slug: string; domain: string }[]>`
    select slug, domain from listings where site_id = ${site_id} and owner_id is null and status = 'live' order by id limit 1`;
  const email = `founder-${mark}@${free!.domain}`;
  const { id: claim_id } = await claimListing(owner, { slug: free!.slug, method: 'email', email });
  await claimListing(owner, { slug: free!.slug, method: 'dns' });

  const items: Parameters<typeof createCheckout>[1]['items'] = [
    ...(['featured', 'ai_review', 'done_for_you'] as const).map((product) => ({ product })),
    { product: 'trophy_cabinet', options: { style: 'oak', title: `Prizes ${mark}` } },
    { product: 'relaunch', week: '2026-12-07' },
    { product: 'billboard_min', amount_cents: 5000 },
  ];
  const number = await anOrder(
    owner,
    items.map((item) => ({ ...item, listing_id })),
    mark,
  );
  await pay(owner, number);
  await deliver(sql, site_id, listing_id, number, mark);
  await aPromoCode(sql, site_id, mark);
  await anImport(sql, site_id, mark);
  const { refund_id } = await refundOrder(owner, { number, amount_cents: 100, reason: `A part of it, ${mark}` });
  await sql`update refunds set status = 'failed', trouble = ${`The bank said ${mark}`} where id = ${refund_id}`;
  const pending_number = await anOrder(owner, [{ product: 'launch', listing_id: saved_id }], mark);
  const { url } = await startPayment({ ...owner, integrations } as Ctx<Caller>, { number: pending_number });
  await setPrice(owner, { code: 'launch', price_cents: 4900 + site_id, on_offer: true });
  const account_ids = [owner.caller.account_id, friend.caller.account_id];
  const told = {
    site_id,
    kind: 'update',
    key: `told ${mark}`,
    title: `News ${mark}`,
    body: null,
    url: `/listings/${slug}`,
    created_at: NOON,
  };
  await notify(sql, account_ids, told);
  const reading = { site_id, listing_id, name: 'domain_rating', asked_at: NOON, due_at: NOON, trouble: `Nobody answers ${mark}` };
  await sql`insert into metric_readings ${sql(reading)}`;
  await sql`insert into listing_days (site_id, listing_id, day, views) values (${site_id}, ${listing_id}, '2026-11-10', 7)`;
  await sql`
    insert into listing_sources (site_id, listing_id, day, kind, source, views)
    values (${site_id}, ${listing_id}, '2026-11-10', 'campaign', ${mark}, 7)`;
  await sql`
    insert into setup_results (site_id, key, status, found, checked_at) values (${site_id}, 'domain', 'failed', ${`${mark} does not answer`}, ${NOON})`;
  await sql`insert into site_days (site_id, day, visitors, page_views) values (${site_id}, '2026-11-10', 3, 7)`;
  await sql`insert into search_misses (site_id, day, words, searches) values (${site_id}, '2026-11-10', ${mark.toLowerCase()}, 2)`;
  const recheck = { site_id, listing_id, domain: `recheck-${mark}.example`, next_check_at: NOON, interval_hours: 24, checked_at: NOON };
  await sql`insert into listing_rechecks ${sql({ ...recheck, failure: `Nobody answers ${mark}` })}`;
  await sql`insert into recheck_pages ${sql({ site_id, listing_id, url: `https://${mark}.example/`, hash: mark })}`;
  const quotes = JSON.stringify([{ quote: `It says ${mark}`, url: `https://${mark}.example/`, read_at: null }]);
  await sql`
    insert into fact_changes (site_id, listing_id, path, status, before, after, quotes_before, quotes_after, found_at, updated_at)
    select ${site_id}, id, 'tagline', 'open', to_jsonb(tagline), to_jsonb(${`A new ${mark}`}::text), ${quotes}::text::jsonb, ${quotes}::text::jsonb, ${NOON}, ${NOON}
    from listings where id = ${listing_id}`;
  const price = {
    site_id,
    listing_id,
    plan: `Plan ${mark}`,
    currency: 'EUR',
    period: 'month',
    quote: `9 ${mark}`,
    url: `https://${mark}.example/`,
  };
  await sql`insert into plan_prices ${sql({ ...price, amount: 9, from_at: new Date('2026-11-01'), confirmed_at: NOON, ended_at: NOON })}`;
  await sql`insert into plan_prices ${sql({ ...price, amount: 12, from_at: NOON, confirmed_at: NOON })}`;
  await sql`
    insert into digest_subscribers (site_id, email, email_key, confirmed_at)
    values (${site_id}, ${`${mark}@digest.example`}, ${`${mark}@digest.example`}, ${NOON})`;
  const dataset = mark;
  await sql`
    insert into datasets (site_id, name, week_on, started_at, published_at, manifest, note)
    values (${site_id}, ${dataset}, '2026-11-09', ${NOON}, ${NOON}, ${JSON.stringify({ name: mark, written_at: NOON, files: [] })}, ${mark})`;
  await sql`insert into dataset_files (site_id, dataset, name, size, sha256) values (${site_id}, ${dataset}, 'listing.jsonl.gz', 1, ${mark})`;
  await sql`
    insert into dataset_chunks (site_id, dataset, file, position, hash) values (${site_id}, ${dataset}, 'listing.jsonl.gz', 0, ${mark})`;
  await sql`insert into mailings (site_id, kind, week_on, started_at) values (${site_id}, 'digest', '2026-11-09', ${NOON})`;
  await sql`
    insert into idempotency_keys (site_id, account_id, operation, key, input_hash, status, answer, created_at)
    values (${site_id}, ${owner.caller.account_id}, 'none', ${mark}, '', 200, ${mark}, ${NOON})`;

  const [line] = await sql<{ id: string; team: string }[]>`
    select min(l.id)::text as id, (max(l.id) filter (where l.status = 'with_the_team'))::text as team
    from order_lines l join orders o on o.id = l.order_id where o.number = ${number}`;
  const [note] = await sql<{ number: string }[]>`select number from invoices where site_id = ${site_id} and kind = 'credit_note'`;
  const mailed = async (to: string) => extractToken((await findNewestMail({ sql }, to)).text);
  await sql`
    insert into filter_bitmaps (site_id, term, chunk, members) values (${site_id}, ${mark}, 0, repeat('0', 32768)::bit(32768))`;
  await signLedger({ sql, site: owner.site, clock: owner.clock });
  await updateCredentials({ sql, site: owner.site, clock: owner.clock });
  await sql`insert into ledger_nodes (site_id, level, position, hash) values (${site_id}, 16, 0, ${createHash('sha256').update(mark).digest()})`;
  await sql`
    insert into ledger_witnesses (site_id, name, public_key, added_at)
    values (${site_id}, ${`${mark}.example/witness`}, ${createHash('sha256').update(mark).digest()}, ${NOON})`;
  await sql`
    insert into ledger_cosignatures (site_id, size, witness, line, signed_at)
    select ${site_id}, size, ${`${mark}.example/witness`}, ${`— ${mark}.example/witness AAAA`}, ${NOON} from ledger_checkpoints
    where site_id = ${site_id} order by size desc limit 1`;
  await countVoteDays(sql, site_id, 1000);
  await readChanges({ sql, site: owner.site }, { limit: 1 });
  await sql`insert into change_touches (site_id, kind, key) values (${site_id}, 'listing', ${slug})`;
  await sql`insert into changed_rows (site_id, kind, row_id) values (${site_id}, 'listing', ${listing_id})`;
  await sql`insert into purge_touches (site_id, kind, key) values (${site_id}, 'listing', ${slug})`;
  await sql`insert into filter_changes (site_id, listing_id) values (${site_id}, ${listing_id})`;
  await sql`
    insert into sitemap_files (site_id, name, written_for, etag, bytes) values (${site_id}, ${`${mark}-1.xml`}, ${mark}, 'W/"1"', ${Buffer.from(mark)})`;

  for (const account_id of [owner.caller.account_id, null])
    await sql`
      with w as (
        insert into webhooks (site_id, account_id, url, kinds, secret, created_at, updated_at)
        values (${site_id}, ${account_id}, ${`https://192.0.2.1/${mark}`}, '{listing}', ${`whsec_${mark}`}, ${NOON}, ${NOON}) returning id
      )
      insert into webhook_deliveries (site_id, webhook_id, message_id, type, kind, key, status_code, duration_ms, answer, created_at)
      select ${site_id}, id, ${`msg_${mark}`}, 'listing.updated', 'listing', ${slug}, 200, 1, ${mark}, ${NOON}::timestamptz from w`;

  return {
    webhook_id: await idOf(sql, 'webhooks', site_id, 'and account_id is not null'),
    team_webhook_id: await idOf(sql, 'webhooks', site_id, 'and account_id is null'),
    dataset,
    delivery_id: await idOf(sql, 'webhook_deliveries', site_id),
    team_delivery_id: await idOf(
      sql,
      'webhook_deliveries',
      site_id,
      'and id > (select min(id) from webhook_deliveries d where d.site_id = webhook_deliveries.site_id)',
    ),
    witness: `${mark}.example/witness`,
    listing_id: String(listing_id),
    slug,
    saved_id: String(saved_id),
    queued_id: String(queued_id),
    draft_id,
    ready_draft_id,
    milestone_id: String(milestone_id),
    version_id: await idOf(sql, 'listing_versions', site_id, `and listing_id = ${listing_id}`),
    change_id: await idOf(sql, 'fact_changes', site_id),
    picture_id: await idOf(sql, 'listing_media', site_id),
    picture_hash,
    logo_hash,
    review_id: String(review_id),
    comment_id: String(comment_id),
    claim_id: String(claim_id),
    claim_token: await mailed(email),
    invite_token: await mailed(`invited-${mark}@both.example`),
    number,
    pending_number,
    session: url.split('/').pop()!,
    line_id: line!.id,
    team_line_id: line!.team,
    task_id: await idOf(sql, 'team_tasks', site_id),
    refund_id: String(refund_id),
    note_number: note!.number,
    question_id,
    promo_code_id: await idOf(sql, 'promo_codes', site_id),
    import_id: await idOf(sql, 'imports', site_id),
    seq: held!.seq,
    objection_id: await idOf(sql, 'objections', site_id),
    notification_id: await idOf(sql, 'notifications', site_id),
    message_id: await idOf(sql, 'contact_messages', site_id),
    attribute_id: await idOf(sql, 'category_attributes', site_id),
    other_slug: free!.slug,
    week: '2026-11-09',
    founder_id: await idOf(sql, 'founders', site_id),
    category_id: await idOf(sql, 'categories', site_id),
    post_id: await idOf(sql, 'blog_posts', site_id),
    act_id: await idOf(sql, 'team_acts', site_id),
    user_id: String(user!.id),
    waiting_id,
    reply_id: await idOf(sql, 'saved_replies', site_id),
    client_id: `client-${mark}`,
    unsubscribe_token: makeUnsubscribeToken(await getUnsubscribeKey(sql), { account_id: friend.caller.account_id, listing_id }),
    category_slug: await slugOf(sql, 'categories', site_id, mark),
    founder_slug: await slugOf(sql, 'founders', site_id, mark),
    post_slug: await slugOf(sql, 'blog_posts', site_id, mark),
  };
};
