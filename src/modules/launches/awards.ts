import type { Ctx } from '../../kernel/context.ts';
import type { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT, type ListAnswer, listAnswer } from '../../kernel/paging.ts';
import { countAwards, selectAwards } from './award-queries.ts';
import type { Award, ListAwards } from './schema.ts';

/** Launch of the Week #1, #2 and #3 of every finished week, or of one listing, the newest first (SPEC 4.2). */
export const listAwards = async (ctx: Ctx, { listing, ...paging }: ListAwards): Promise<JsonText<ListAnswer<Award>>> => {
  const [items, count] = await Promise.all([selectAwards(ctx, listing, paging), countAwards(ctx, listing, COUNT_LIMIT + 1)]);
  return listAnswer(paging, items, count);
};
