import type { Ctx } from '../../kernel/context.ts';
import type { Badge } from './badge-embed.ts';
import { findOwnWebsite } from './badge-queries.ts';
import { badgesOf } from './badges.ts';
import type { GetBadges } from './schema.ts';

/** What somebody who wants to put a badge up is shown. */
export interface Installing {
  slug: string;
  name: string;
  badges: Badge[];
  /** The homepage, where the one who asks may have it looked at. */
  own_website: string | null;
}

/** A listing's badges with the code for each, and for its owner where they would be looked for. */
export const installBadges = async (ctx: Ctx, asked: GetBadges): Promise<Installing> => {
  const own = ctx.caller ? await findOwnWebsite(ctx, asked.slug, ctx.caller.account_id) : undefined;
  const { standing, badges } = await badgesOf(ctx, asked);
  return { slug: standing.slug, name: standing.name, badges, own_website: own?.website ?? null };
};
