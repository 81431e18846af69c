import type { Ctx } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { exactPage, type ListResponse } from '../../../kernel/responses.ts';
import { BADGE_KINDS, type BadgeListing, resolveBadgeKind } from '../../listings/badges/kinds.ts';
import { type Badge, type BadgeStyle, buildBadge, drawBadge } from '../../listings/badges/render.ts';
import type { GetBadges } from '../schema.ts';
import { findBadgeListing, findOwnWebsite } from './queries.ts';

const loadBadgeListing = async (ctx: Ctx, slug: string): Promise<BadgeListing> =>
  requireFound('listing_not_found', await findBadgeListing(ctx, slug));

/** A listing and every badge it has earned, in one shape, mode and size. */
export const loadBadges = async (ctx: Ctx, { slug, ...style }: GetBadges): Promise<{ listing: BadgeListing; badges: Badge[] }> => {
  const listing = await loadBadgeListing(ctx, slug);
  return {
    listing,
    badges: BADGE_KINDS.filter(({ isEarnedBy }) => isEarnedBy(listing)).map((badge_kind) =>
      buildBadge(badge_kind, listing, ctx.site, style),
    ),
  };
};

/** Every badge a listing has earned, with its embed code. */
export const getBadges = async (ctx: Ctx, input: GetBadges): Promise<ListResponse<Badge>> => {
  const { badges: items } = await loadBadges(ctx, input);
  return exactPage({ page: 1, per_page: items.length }, items, items.length);
};

/** The SVG of a badge. It shows what the listing has earned now, whatever it had when the embed code was copied. */
export const renderBadge = async (ctx: Ctx, { slug, kind, ...style }: { slug: string; kind: string } & BadgeStyle): Promise<string> => {
  const listing = await loadBadgeListing(ctx, slug);
  const badge_kind = requireFound('badge_not_found', resolveBadgeKind(kind, listing));
  return drawBadge(badge_kind, listing, ctx.site, style).svg;
};

export interface BadgeInstallation {
  slug: string;
  name: string;
  badges: Badge[];
  /** The caller's own homepage, where the badge can be checked; null for everybody but the owner. */
  own_website: string | null;
}

/** A listing's badges with the code for each and, for its owner, the homepage where we check for them. */
export const getBadgeInstallation = async (ctx: Ctx, input: GetBadges): Promise<BadgeInstallation> => {
  const own = ctx.caller ? await findOwnWebsite(ctx, input.slug, ctx.caller.account_id) : undefined;
  const { listing, badges } = await loadBadges(ctx, input);
  return { slug: listing.slug, name: listing.name, badges, own_website: own?.website ?? null };
};
