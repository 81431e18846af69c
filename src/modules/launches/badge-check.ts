import type { Caller } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Reaching } from '../../outside/outside.ts';
import { findOwnWebsite } from './badge-queries.ts';
import { LOOKS, lookNow } from './free.ts';
import { lookForBadge, type Sighting } from './look.ts';

/** Looks whether the badge is on the owner's homepage. Of a listing that waits for it, the look counts. */
export const checkBadge = async (ctx: Reaching<Caller>, { slug }: { slug: string }): Promise<Sighting> => {
  const own = await findOwnWebsite(ctx, slug, ctx.caller.account_id);
  if (!own) throw new Refusal('listing_not_found', { detail: 'You have no listing with this address.' });
  if (own.status === 'awaiting_badge') {
    const { found_at, seen } = await lookNow(ctx, own);
    return { found: found_at !== null, seen: seen ?? '' };
  }
  const limit = await ctx.limits.take(`account ${ctx.caller.account_id}`, LOOKS);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  return lookForBadge(ctx.outside.fetch, ctx.site, { website: own.website, slug });
};
