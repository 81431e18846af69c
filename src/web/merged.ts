import type { Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import type { RefusalCode } from '../kernel/refusals.ts';
import { mergedInto } from '../modules/listings/team.ts';
import { mergedFounder } from '../modules/people/editing.ts';
import { to } from './addresses.ts';
import { MovedTo } from './page.ts';

type Lead = (ctx: Ctx, slug: string) => Promise<string | null>;

/** What may have been merged into another, by the refusal it gives. */
const LEADS: Partial<Record<RefusalCode, Lead>> = {
  async listing_not_found(ctx, slug) {
    const into = await mergedInto(ctx, { slug });
    return into && to.listing(into);
  },
  async founder_not_found(ctx, slug) {
    const into = await mergedFounder(ctx, { slug });
    return into && to.founder(into);
  },
};

/** Who asks for what was merged into another is sent there; any other trouble goes on. */
export const leadOn = async (ctx: Ctx, slug: string, error: unknown): Promise<never> => {
  const path = error instanceof Refusal ? await LEADS[error.code]?.(ctx, slug) : null;
  throw path ? new MovedTo(path) : error;
};
