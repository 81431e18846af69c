import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT, type ListAnswer, listAnswer } from '../../kernel/paging.ts';
import { prefixQueryOf } from '../../kernel/words.ts';
import { countFounders, findFounder, selectFounders } from './queries.ts';
import type { Founder, FounderSummary, ListFounders } from './schema.ts';

/** Founders by name; the last word of q may be a beginning. A q without any word finds nobody. */
export const listFounders = async (ctx: Ctx, input: ListFounders): Promise<JsonText<ListAnswer<FounderSummary>>> => {
  const words = input.q ? prefixQueryOf(input.q) : null;
  if (input.q && !words) return listAnswer(input, [], 0);
  const [items, counted] = await Promise.all([selectFounders(ctx, input, words), countFounders(ctx, input, words, COUNT_LIMIT)]);
  return listAnswer(input, items, counted);
};

/** A founder's bio, socials, companies and published stories. */
export const getFounder = async (ctx: Ctx, { slug }: { slug: string }): Promise<JsonText<Founder>> => {
  const founder = await findFounder(ctx, slug);
  if (!founder) throw new Refusal('founder_not_found');
  return new JsonText(founder);
};
