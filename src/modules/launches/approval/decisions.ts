import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { Paging } from '../../../kernel/responses.ts';
import { asTeamMemberOnWeeks, requireTeam } from '../../accounts/team.ts';
import { updateListing } from '../../listings/queries.ts';
import { insertBadgeWatch, writeNextBadgeCheck } from '../free-queue/queries.ts';
import { check_listing_badge } from '../jobs.ts';
import { notifyOwner } from '../notifications.ts';
import { leaveSlot } from '../queries.ts';
import { auditSubject, moveListing, requireListing, takeQueuedSlot } from '../team/listing-moves.ts';
import { listingRemovedNotification } from '../team/mails.tsx';
import { leaveFreeSlot, type ManagedListing } from '../team/queries.ts';
import { approvedNotification, returnedNotification } from './mails.tsx';
import {
  type Approval,
  type ApprovalStatus,
  findPendingApproval,
  lockApproval,
  type PendingApproval,
  selectPendingApprovals,
  updateApproval,
} from './queries.ts';

/** Listings that wait for the team. For the site's team. */
export const listPendingApprovals = async (
  ctx: Ctx<Caller>,
  paging: Paging,
): Promise<{ approvals: PendingApproval[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const rows = await selectPendingApprovals(ctx, paging);
  return { approvals: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

export const getPendingApproval = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<PendingApproval> => {
  await requireTeam(ctx);
  return requireFound('listing_not_found', await findPendingApproval(ctx, listing_id));
};

interface ListingRef {
  listing_id: number;
}

const lockReviewed = async (
  ctx: Ctx,
  listing_id: number,
  statuses: ApprovalStatus[],
): Promise<{ listing: ManagedListing; approval: Approval }> => {
  const listing = await requireListing(ctx, listing_id);
  const approval = requireFound('listing_not_found', await lockApproval(ctx, listing_id));
  if (!statuses.includes(approval.status)) throw new Refusal('approval_settled');
  return { listing, approval };
};

/** Puts an approved listing on the free plan into the queue. Its week may have begun while it waited. */
const queueApproved = async (ctx: Ctx<Caller>, listing: ManagedListing, { week_on }: Approval): Promise<string> => {
  const { sql, site, clock } = ctx;
  const { listing_id } = listing;
  const week = await takeQueuedSlot(ctx, { ...listing, launch_week_on: week_on, plan: 'free' });
  if (week_on && week !== week_on) await leaveSlot(sql, { site_id: site.id, week_on, listing_id });
  await updateListing(sql, listing_id, { plan: 'free', launch_week_on: week });
  await moveListing(ctx, listing, 'approve', null);
  await insertBadgeWatch(sql, { site_id: site.id, listing_id, at: clock.now() });
  await enqueue(sql, check_listing_badge, { listing_id }, { key: `badge ${listing_id}` });
  await notifyOwner(ctx, listing.owner_id, () => approvedNotification(site, listing, week, clock.now()));
  return week;
};

/** Approves a listing: on the free plan it joins the queue; a paid launch is delivered by its order. For the site's team. */
export const approveListing = (ctx: Ctx<Caller>, { listing_id }: ListingRef): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { listing, approval } = await lockReviewed(ctx, listing_id, ['pending', 'returned']);
    const week_on = approval.plan === 'free' ? await queueApproved(ctx, listing, approval) : approval.week_on;
    await updateApproval(ctx, listing_id, { status: 'approved', week_on, reason: null });
    return {
      act: 'approve_listing',
      ...auditSubject(listing),
      before: { approval: approval.status },
      after: { approval: 'approved', launch_week_on: week_on },
    };
  });

/** Returns a listing to its owner, who edits it and sends it again. Its week stays reserved. For the site's team. */
export const returnListing = (ctx: Ctx<Caller>, { listing_id, reason }: ListingRef & { reason: string }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { listing, approval } = await lockReviewed(ctx, listing_id, ['pending']);
    await updateApproval(ctx, listing_id, { status: 'returned', reason });
    await notifyOwner(ctx, listing.owner_id, () => returnedNotification(ctx.site, listing, reason, ctx.clock.now()));
    return {
      act: 'return_listing',
      ...auditSubject(listing),
      before: { approval: approval.status },
      after: { approval: 'returned' },
      reason,
    };
  });

/** Rejects a listing, which removes it. What was bought for it then goes to the team as undeliverable. For the site's team. */
export const rejectListing = (ctx: Ctx<Caller>, { listing_id, reason }: ListingRef & { reason: string }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { listing, approval } = await lockReviewed(ctx, listing_id, ['pending', 'returned']);
    if (approval.week_on) await leaveFreeSlot(ctx, listing_id, approval.week_on);
    await updateApproval(ctx, listing_id, { status: 'rejected', reason });
    await moveListing(ctx, listing, 'remove', reason);
    await notifyOwner(ctx, listing.owner_id, () => listingRemovedNotification(ctx.site, listing, reason, ctx.clock.now()));
    return {
      act: 'reject_listing',
      ...auditSubject(listing),
      before: { approval: approval.status, status: listing.status },
      after: { approval: 'rejected', status: 'removed' },
      reason,
    };
  });

/** Puts a listing back into the team's queue; undoes a decision while nothing has followed from it. For the site's team. */
export const reopenApproval = (ctx: Ctx<Caller>, { listing_id }: ListingRef): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { listing, approval } = await lockReviewed(ctx, listing_id, ['approved', 'returned', 'rejected']);
    if (approval.status === 'approved') {
      if (listing.status !== 'awaiting_badge')
        throw new Refusal('listing_moved_on', { detail: t('Its launch is already scheduled. Change its week or remove it instead.') });
      await moveListing(ctx, listing, 'send_back', null);
      await updateListing(ctx.sql, listing_id, { plan: null, launch_week_on: null });
      await writeNextBadgeCheck(ctx.sql, listing_id, null);
    }
    if (approval.status === 'rejected') {
      await moveListing(ctx, listing, 'bring_back_draft', null);
      if (approval.plan === 'free') {
        const week_on = await takeQueuedSlot(ctx, { ...listing, launch_week_on: approval.week_on, plan: 'free' });
        await updateListing(ctx.sql, listing_id, { plan: null, launch_week_on: null });
        await updateApproval(ctx, listing_id, { week_on });
      }
    }
    await updateApproval(ctx, listing_id, { status: 'pending', reason: null });
    return { act: 'reopen_approval', ...auditSubject(listing), before: { approval: approval.status }, after: { approval: 'pending' } };
  });
