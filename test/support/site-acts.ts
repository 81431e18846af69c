import type { Sql } from '../../src/db/open.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { claimListing } from '../../src/modules/claims/claims.ts';
import { writeComment } from '../../src/modules/comments/comments.ts';
import { publishBrand, saveBrandDraft } from '../../src/modules/content/brand/brand.ts';
import { answerInterview } from '../../src/modules/content/interview.ts';
import { startDraft } from '../../src/modules/drafts/drafts.ts';
import { submitDraft } from '../../src/modules/drafts/submission/submit.ts';
import { chooseFreePlan } from '../../src/modules/launches/free-queue/free-plan.ts';
import { removeListing } from '../../src/modules/launches/team/removal.ts';
import { followListing, unfollowListing } from '../../src/modules/listings/follows/follows.ts';
import { postUpdate } from '../../src/modules/listings/follows/updates.ts';
import { addMilestone, updateOwnListing } from '../../src/modules/listings/owner/edit.ts';
import { withdrawReview, writeReview } from '../../src/modules/listings/reviews/reviews.ts';
import { changeSettings } from '../../src/modules/moderation/administration.ts';
import { saveBilling } from '../../src/modules/orders/checkout/billing.ts';
import { createCheckout } from '../../src/modules/orders/checkout/checkout.ts';
import { cancelOrder } from '../../src/modules/orders/details/order-details.ts';
import { fulfilLine } from '../../src/modules/orders/fulfilment/fulfil.ts';
import { makeTestPayment, startPayment } from '../../src/modules/orders/payment/start-payment.ts';
import { setPrice } from '../../src/modules/orders/quote/prices.ts';
import { castVote, withdrawVote } from '../../src/modules/votes/votes.ts';
import { COMPLETE_PROPOSAL, writeFound } from './drafts/drafts.ts';

type Somebody = Ctx<Caller>;

/** The listings every site starts with. */
export const SLUGS = ['alpha', 'beta', 'gamma'];

const integrations = openIntegrations({ smtp_url: null, mail_from: null });
const networkCtx = (ctx: Somebody) => ({ ...ctx, integrations }) as Ctx<Caller>;
const nobody = { country: null, number: null, status: 'not_given', faults: [] } as const;
const slugAt = (n: number): string => SLUGS[n % SLUGS.length]!;

/** A record of the caller on the site, oldest first; an unknown id if there is none. */
const ownListing = async ({ sql, site, caller }: Somebody, status: string): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    select id from listings where site_id = ${site.id} and owner_id = ${caller.account_id} and status = ${status} order by id limit 1`;
  return row?.id ?? 2 ** 40;
};
const ownOrder = async ({ sql, site, caller }: Somebody): Promise<string> => {
  const [row] = await sql<{ number: string }[]>`
    select number from orders where site_id = ${site.id} and account_id = ${caller.account_id} and status = 'pending' order by id limit 1`;
  return row?.number ?? 'LW-00000000';
};

const submit = async (ctx: Somebody, n: number, mark: string): Promise<unknown> => {
  const { id } = await startDraft(ctx, { url: `https://made-${n}.example` });
  const name = { value: `Made ${n} ${mark}`, evidence: [{ quote: 'Made', url: 'https://acme.example/' }] };
  await writeFound(ctx.sql, id, { ...COMPLETE_PROPOSAL, fields: { ...COMPLETE_PROPOSAL.fields, name } });
  return (await submitDraft(ctx, { id })).slug;
};

type Items = Parameters<typeof createCheckout>[1]['items'];

/** Orders, pays and delivers. */
const buy = async (ctx: Somebody, items: Items, mark: string): Promise<unknown> => {
  const { number } = await createCheckout(ctx, { items }, nobody);
  const billing = { name: `Buyer ${mark}`, address: '1 Test Street', city: 'Springfield', country: 'FR', email: 'buyer@both.example' };
  const { total_cents } = await saveBilling(networkCtx(ctx), { number, ...billing });
  const { url } = await startPayment(networkCtx(ctx), { number });
  await makeTestPayment(networkCtx(ctx), { session: url.split('/').pop()!, outcome: 'paid' });
  const sql = ctx.sql as Sql;
  const lines = await sql<
    { id: number }[]
  >`select l.id from order_lines l join orders o on o.id = l.order_id where o.number = ${number} order by l.id`;
  const { site, clock } = ctx;
  for (const { id } of lines) await fulfilLine({ sql, site, clock, integrations, signal: AbortSignal.timeout(10_000) }, id);
  return total_cents;
};

const questionOf = async ({ sql, site }: Somebody): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`select id from interview_questions where site_id = ${site.id}`;
  return row!.id;
};

/** User actions on a site. `n` chooses the record, and the mark is in all text written. */
export const ACTS: Record<string, (ctx: Somebody, n: number, mark: string) => Promise<unknown>> = {
  follow: (ctx, n) => followListing(ctx, { slug: slugAt(n) }),
  unfollow: (ctx, n) => unfollowListing(ctx, { slug: slugAt(n) }),
  vote: (ctx, n) => castVote(ctx, { slug: slugAt(n) }, { address: `198.51.100.${n}` }),
  take_vote_back: (ctx, n) => withdrawVote(ctx, { slug: slugAt(n) }),
  review: (ctx, n, mark) =>
    writeReview(ctx, { slug: slugAt(n), rating: 1 + (n % 5), title: `So it is ${mark}`, body: `It does what it says ${mark}.` }).then(
      ({ held }) => held,
    ),
  comment: (ctx, n, mark) => writeComment(ctx, { slug: slugAt(n), body: `Does it do ${n} ${mark}?` }).then(({ held }) => held),
  withdraw_review: (ctx, n) => withdrawReview(ctx, { slug: slugAt(n) }),
  submit,
  choose_free: async (ctx) => (await chooseFreePlan(ctx, { listing_id: await ownListing(ctx, 'draft') })).launch_week_on,
  edit: async (ctx, n, mark) => {
    const fields = { tagline: `Edited ${n} ${mark}`, keywords: [`${mark}word`] };
    await updateOwnListing(ctx, { listing_id: await ownListing(ctx, n % 2 ? 'draft' : 'live'), fields });
  },
  post_update: async (ctx, n, mark) =>
    (await postUpdate(ctx, { listing_id: await ownListing(ctx, 'live'), title: `News ${n} ${mark}`, body: mark })).followers_told,
  add_milestone: async (ctx, n, mark) =>
    (await addMilestone(ctx, { listing_id: await ownListing(ctx, 'live'), date: `2026-01-0${n + 1}`, title: mark })).date,
  order: async (ctx) =>
    (await createCheckout(ctx, { items: [{ product: 'featured', listing_id: await ownListing(ctx, 'live') }] }, nobody)).net_cents,
  buy_launch: async (ctx, _n, mark) => buy(ctx, [{ product: 'launch', listing_id: await ownListing(ctx, 'draft') }], mark),
  buy_billboard: async (ctx, n, mark) =>
    buy(ctx, [{ product: 'billboard_min', listing_id: await ownListing(ctx, 'live'), amount_cents: 1000 + n }], mark),
  cancel_order: async (ctx) => cancelOrder(ctx, { number: await ownOrder(ctx) }),
  claim: async (ctx, n) => (await claimListing(ctx, { slug: slugAt(n), method: 'dns' })).status,
  set_price: (ctx, n) => setPrice(ctx, { code: n % 2 ? 'launch' : 'featured', price_cents: 1000 + n, on_offer: n !== 5 }).then(Boolean),
  change_settings: (ctx, n, mark) => changeSettings(ctx, { tagline: `Settled ${n} ${mark}`, week_room: 1 + n }).then(Boolean),
  publish_brand: async (ctx, n, mark) => {
    const text = { name: `Brand ${mark}`, tagline: `Branded ${n} ${mark}`, accent: n % 2 ? '#7c3aed' : undefined };
    await saveBrandDraft(ctx, { ...text, uploads: {}, removed: [] });
    return Boolean(await publishBrand(ctx));
  },
  answer_interview: async (ctx, n, mark) => {
    await answerInterview(ctx, { answers: [{ question_id: await questionOf(ctx), answer: `Answer ${n} ${mark}` }] });
  },
  remove: async (ctx, n) => {
    const [row] = await ctx.sql<{ id: number }[]>`select id from listings where site_id = ${ctx.site.id} and slug = ${slugAt(n)}`;
    // Rare: removed records take no further part.
    return n === 5 && Boolean(await removeListing(ctx, { listing_id: row!.id, cause: 'spam', note: '' }));
  },
};

/** Outcome of an action: its result, or its refusal. */
export const outcomeOf = async (act: Promise<unknown>): Promise<unknown> => {
  try {
    return (await act) ?? null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
