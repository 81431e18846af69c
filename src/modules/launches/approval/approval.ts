import type { Caller, Ctx, SiteCtx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { addDays, weekAt } from '../../../kernel/time/weeks.ts';
import { selectSiteSettings } from '../../sites/queries.ts';
import { notifyOwner } from '../notifications.ts';
import { leaveSlot } from '../queries.ts';
import { loadWeekSettings, takeFirstFreeSlot } from '../slots.ts';
import { findSlot } from '../team/queries.ts';
import { inReviewNotification, reviewMovedNotification } from './mails.tsx';
import {
  type Approval,
  deleteApproval,
  findApproval,
  insertApproval,
  lockApproval,
  requestApprovalAgain,
  updateApproval,
} from './queries.ts';

/** Whether the site's team approves listings before they go public. */
export const approvesListings = async ({ sql, site }: Pick<SiteCtx, 'sql' | 'site'>): Promise<boolean> =>
  (await selectSiteSettings(sql, site.id)).approve_listings === true;

interface ReviewedListing {
  listing_id: number;
  owner_id: number | null;
  slug: string;
  name: string;
}

/**
 * The approval that a listing must wait for before it goes public; null if it need not. It is in the team's queue from then on. `takeSlot`
 * reserves its week and returns it.
 */
export const awaitApproval = async (
  ctx: SiteCtx,
  listing: ReviewedListing,
  plan: Approval['plan'],
  takeSlot: () => Promise<string | null>,
): Promise<Approval | null> => {
  const { site, sql } = ctx;
  const { listing_id } = listing;
  const known = await lockApproval(ctx, listing_id);
  if (known?.status === 'approved' || (!known && !(await approvesListings(ctx)))) return null;
  if (known && known.status !== 'rejected' && (known.plan === plan || known.plan === 'paid')) return known;
  const week_on = await takeSlot();
  if (known) {
    // A paid launch replaces the free one.
    if (known.week_on && known.week_on !== week_on) await leaveSlot(sql, { site_id: site.id, week_on: known.week_on, listing_id });
    const is_rejected = known.status === 'rejected';
    await updateApproval(ctx, listing_id, { plan, week_on, ...(is_rejected && { status: 'pending', reason: null }) });
  } else {
    await insertApproval(ctx, { listing_id, plan, week_on });
    await notifyOwner(ctx, listing.owner_id, () => inReviewNotification(site, listing, week_on, ctx.clock.now()));
  }
  return (await findApproval(ctx, listing_id))!;
};

/** Whether a listing waits for the team or for its owner before it can go public. */
export const isInReview = async (ctx: SiteCtx, listing_id: number): Promise<boolean> => {
  const status = (await findApproval(ctx, listing_id))?.status;
  return status === 'pending' || status === 'returned';
};

/** Sends a returned listing to the team again, on its owner's request. */
export const sendForApproval = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<void> => {
  const approval = requireFound('listing_not_found', await lockApproval(ctx, listing_id));
  if (approval.status !== 'returned') throw new Refusal('approval_settled');
  await requestApprovalAgain(ctx, listing_id);
};

/** After this many weeks a returned free launch gives up its slot. */
const MAX_RETURNED_WEEKS = 3;

/** Moves a listing whose week has begun without an approval to the next week with room, and tells its owner. */
export const moveUnapproved = async (ctx: SiteCtx, listing: ReviewedListing, from: string): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id } = listing;
  const approval = await lockApproval(ctx, listing_id);
  if (approval?.week_on !== from || (approval.status !== 'pending' && approval.status !== 'returned')) return;
  const slot = await findSlot(ctx, listing_id, from);
  await leaveSlot(sql, { site_id: site.id, week_on: from, listing_id });
  const weeks_missed = approval.weeks_missed + 1;
  if (approval.status === 'returned' && approval.plan === 'free' && weeks_missed >= MAX_RETURNED_WEEKS) {
    await deleteApproval(ctx, listing_id);
    return;
  }
  const next_week = addDays(weekAt(clock.now(), site.time_zone), 7);
  const taken = { ...(slot ?? { kind: approval.plan, order_id: null, until: null }), site_id: site.id, listing_id };
  const to = await takeFirstFreeSlot(sql, taken, next_week, await loadWeekSettings(sql, site.id), clock.now());
  await updateApproval(ctx, listing_id, { week_on: to, weeks_missed });
  const is_returned = approval.status === 'returned';
  await notifyOwner(ctx, listing.owner_id, () => reviewMovedNotification(site, listing, { from, to, is_returned }));
};

/** The week in which an approved paid launch has its slot; null if it was never reviewed or launches at once. */
export const findApprovedWeek = async (ctx: SiteCtx, listing_id: number): Promise<string | null> => {
  const approval = await findApproval(ctx, listing_id);
  return approval?.plan === 'paid' ? approval.week_on : null;
};
