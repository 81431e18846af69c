import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { localeFor, withLocale } from '../../../kernel/language/locale.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { asTeamMember, asTeamMemberOnWeeks } from '../../accounts/team.ts';
import { copyFollows } from '../../listings/follows/queries.ts';
import { findListingOfSameWebsite, updateListing } from '../../listings/queries.ts';
import type { ListingStatus, listingMoves } from '../../listings/states.ts';
import { rescheduleBadgeCheck } from '../free-queue/badge-checks.ts';
import { notifyOwner } from '../notifications.ts';
import { auditSubject, isQueued, leaveQueuedSlot, moveListing, requireListing, takeQueuedSlot } from './listing-moves.ts';
import { listingMergedNotification, listingRemovedNotification, listingRestoredNotification } from './mails.tsx';
import { lockMergeTarget } from './queries.ts';

/** Why a listing is removed, as published in the public log. The note to its owner is private. */
export const REMOVAL_CAUSES = texts({
  not_a_product: msg('It is not a product.'),
  misleading: msg('It is misleading.'),
  spam: msg('It is spam.'),
  unlawful: msg('It is illegal or violates someone’s rights.'),
  gone: msg('The product no longer exists.'),
  asked: msg('The maker asked us to remove it.'),
  other: msg('It breaks the rules of the site.'),
});
export type RemovalCause = keyof typeof REMOVAL_CAUSES;

/** The move that restores a removed listing to its former status. */
export const restoringMove = (from: Exclude<ListingStatus, 'removed'>): keyof typeof listingMoves.table => `bring_back_${from}`;

interface Removal {
  listing_id: number;
  cause: RemovalCause;
  /** Shown to the owner only. */
  note?: string;
}

/** Removes a listing; its owner gets the reason. For the site's team. */
export const removeListing = (ctx: Ctx<Caller>, { listing_id, cause, note }: Removal): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const listing = await requireListing(ctx, listing_id);
    const describeReason = () => [REMOVAL_CAUSES[cause], note].filter(Boolean).join(' ');
    await leaveQueuedSlot(ctx, listing);
    await moveListing(ctx, listing, 'remove', withLocale(localeFor(ctx.site), describeReason));
    await notifyOwner(ctx, listing.owner_id, () => listingRemovedNotification(ctx.site, listing, describeReason(), ctx.clock.now()));
    return {
      act: 'remove_listing',
      ...auditSubject(listing),
      before: { status: listing.status },
      after: { status: 'removed', cause },
      reason: note ?? null,
    };
  });

/**
 * Merges a duplicate into another listing: its address redirects there, and its followers follow the other listing. Votes and reviews stay
 * with the duplicate. For the site's team.
 */
export const mergeListing = (ctx: Ctx<Caller>, { listing_id, into }: { listing_id: number; into: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const target = await lockMergeTarget(ctx, into);
    if (!target || target.listing_id === listing_id)
      throw invalidInput({ path: 'into', code: 'unknown', message: t('is not the slug of another listing on this site'), actual: into });
    const listing = await requireListing(ctx, listing_id);
    await leaveQueuedSlot(ctx, listing);
    await moveListing(ctx, listing, 'merge', `merged into ${target.slug}`);
    await updateListing(ctx.sql, listing_id, { merged_into_id: target.listing_id });
    const followers = await copyFollows(ctx.sql, listing_id, target.listing_id);
    await notifyOwner(ctx, listing.owner_id, () => listingMergedNotification(ctx.site, listing, target, ctx.clock.now()));
    return {
      act: 'merge_listing',
      ...auditSubject(listing),
      before: { status: listing.status },
      after: { status: 'removed', merged_into: target.slug, merged_into_name: target.name, followers },
    };
  });

/** Restores a removed or merged listing to its former status, and notifies its owner. For the site's team. */
export const bringBackListing = (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const listing = await requireListing(ctx, listing_id);
    const { removed_from, status } = listing;
    if (!removed_from) throw new Refusal('listing_moved_on');
    const taken_by = await findListingOfSameWebsite(ctx.sql, listing_id);
    if (taken_by) throw new Refusal('listing_moved_on', { detail: `Its website now belongs to the listing "${taken_by}".` });
    await updateListing(ctx.sql, listing_id, { merged_into_id: null });
    const week = isQueued(removed_from) ? await takeQueuedSlot(ctx, listing) : null;
    await moveListing(ctx, listing, restoringMove(removed_from), null);
    if (week && removed_from === 'awaiting_badge') await rescheduleBadgeCheck(ctx, listing_id, week);
    await notifyOwner(ctx, listing.owner_id, () => listingRestoredNotification(ctx.site, listing, week, ctx.clock.now()));
    return { act: 'bring_back_listing', ...auditSubject(listing), before: { status }, after: { status: removed_from } };
  });
