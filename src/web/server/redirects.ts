import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { RefusalCode } from '../../kernel/refusals.ts';
import { getMergedInto } from '../../modules/listings/profile/profile.ts';
import { getMergedFounder } from '../../modules/people/founders.ts';
import { listingPaths, peoplePaths } from '../paths.ts';
import { MovedPermanently } from './page.ts';

type MergeLookup = (ctx: Ctx, slug: string) => Promise<string | null>;

/** How to find what something was merged into, by refusal code. */
const MERGE_LOOKUPS: Partial<Record<RefusalCode, MergeLookup>> = {
  async listing_not_found(ctx, slug) {
    const into = await getMergedInto(ctx, { slug });
    return into && listingPaths.listing({ slug: into });
  },
  async founder_not_found(ctx, slug) {
    const into = await getMergedFounder(ctx, { slug });
    return into && peoplePaths.founder({ slug: into });
  },
};

/** Redirects to the listing or founder this slug was merged into; otherwise rethrows the error. */
export const redirectIfMerged = async (ctx: Ctx, slug: string, error: unknown): Promise<never> => {
  const path = error instanceof Refusal ? await MERGE_LOOKUPS[error.code]?.(ctx, slug) : null;
  throw path ? new MovedPermanently(path) : error;
};
