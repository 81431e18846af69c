import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsTeam } from '../accounts/team.ts';
import { backNews, mergedNews, removedNews } from './removal-mails.tsx';
import { copyFollows, lockTarget, writeMerged } from './removal-queries.ts';
import { REMOVAL_CAUSES, type RemovalCause, wayBack } from './removal-rules.ts';
import { leaveWeek, move, standing, takeWeek, waits } from './standing.ts';
import { tellOwner } from './telling.ts';
import { watchOn } from './watch.ts';

interface Removal {
  listing_id: number;
  cause: RemovalCause;
  /** For its owner's eyes. */
  note?: string;
}

/** Takes a listing down; its owner is told why. For the site's team. */
export const removeListing = (ctx: Ctx<Caller>, { listing_id, cause, note }: Removal): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const listing = await standing(ctx, listing_id);
    const reason = [REMOVAL_CAUSES[cause], note].filter(Boolean).join(' ');
    await leaveWeek(ctx, listing);
    await move(ctx, listing, 'remove', reason);
    await tellOwner(ctx, listing.owner_id, removedNews(ctx.site, listing, reason, ctx.clock.now()));
    const { status, name: title } = listing;
    return {
      act: 'remove_listing',
      record: 'listing',
      record_id: listing_id,
      title,
      before: { status },
      after: { status: 'removed', cause },
      reason: note ?? null,
    };
  });

/** Merges a duplicate into another listing: its address leads there and its followers follow it. Votes and reviews stay with theirs. For the site's team. */
export const mergeListing = (ctx: Ctx<Caller>, { listing_id, into }: { listing_id: number; into: string }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const target = await lockTarget(ctx, into);
    if (!target || target.listing_id === listing_id)
      throw new Refusal('invalid_input', {
        errors: [{ path: 'into', code: 'unknown', message: 'is not the slug of another listing that stands', actual: into }],
      });
    const listing = await standing(ctx, listing_id);
    await leaveWeek(ctx, listing);
    await move(ctx, listing, 'merge', `merged into ${target.slug}`);
    await writeMerged(ctx.sql, listing_id, target.listing_id);
    const followers = await copyFollows(ctx.sql, listing_id, target.listing_id);
    await tellOwner(ctx, listing.owner_id, mergedNews(ctx.site, listing, target, ctx.clock.now()));
    const { status, name: title } = listing;
    return {
      act: 'merge_listing',
      record: 'listing',
      record_id: listing_id,
      title,
      before: { status },
      after: { status: 'removed', merged_into: target.slug, merged_into_name: target.name, followers },
    };
  });

/** Brings a removed or merged listing back to where it was, and tells its owner. For the site's team. */
export const bringBackListing = (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const listing = await standing(ctx, listing_id);
    const { removed_from, name: title, status } = listing;
    if (!removed_from) throw new Refusal('listing_moved_on');
    await writeMerged(ctx.sql, listing_id, null);
    const week = waits(removed_from) ? await takeWeek(ctx, listing) : null;
    await move(ctx, listing, wayBack(removed_from), null);
    if (week && removed_from === 'awaiting_badge') await watchOn(ctx, listing_id, week);
    await tellOwner(ctx, listing.owner_id, backNews(ctx.site, listing, week, ctx.clock.now()));
    return {
      act: 'bring_back_listing',
      record: 'listing',
      record_id: listing_id,
      title,
      before: { status },
      after: { status: removed_from },
    };
  });
