import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { ListAnswer } from '../../kernel/paging.ts';
import { type Badge, badgeOf } from './badge-embed.ts';
import { BADGES, badgeAt, type Standing } from './badge-kinds.ts';
import { findStanding } from './badge-queries.ts';
import { drawBadge, type Look } from './badge-svg.ts';
import type { GetBadges } from './schema.ts';

const standingOf = async (ctx: Ctx, slug: string): Promise<Standing> => {
  const standing = await findStanding(ctx, slug);
  if (!standing) throw new Refusal('listing_not_found');
  return standing;
};

/** A listing's standing and every badge it has, in one shape, mode and size. */
export const badgesOf = async (ctx: Ctx, { slug, rel, ...look }: GetBadges): Promise<{ standing: Standing; badges: Badge[] }> => {
  const standing = await standingOf(ctx, slug);
  return { standing, badges: BADGES.filter(({ holds }) => holds(standing)).map((row) => badgeOf(row, standing, ctx.site, look, rel)) };
};

/** Every badge a listing has, with the code to embed it (SPEC 4.2). */
export const getBadges = async (ctx: Ctx, asked: GetBadges): Promise<ListAnswer<Badge>> => {
  const { badges: items } = await badgesOf(ctx, asked);
  return { items, page: 1, per_page: items.length, total: items.length, total_is_exact: true, has_more: false };
};

/** The picture at a badge's address: what the listing has now, whatever it had when the code was copied. */
export const showBadge = async (ctx: Ctx, { slug, kind, ...look }: { slug: string; kind: string } & Look): Promise<string> => {
  const standing = await standingOf(ctx, slug);
  const row = badgeAt(kind, standing);
  if (!row) throw new Refusal('badge_not_found');
  return drawBadge(row, standing, ctx.site, look).svg;
};
