import type { Ctx } from '../../kernel/context.ts';
import { freshFor } from '../../kernel/fresh.ts';
import { selectCommonWords } from './search-queries.ts';
import type { CountOf } from './terms.ts';

const A_MINUTE = 60_000;
let asking: Ctx;
const counts = freshFor(A_MINUTE, async () => new Map((await selectCommonWords(asking)).map(({ word, count }) => [word, count])));

/**
 * How many listings have a word, where they are many. It changes slowly, so each process asks PostgreSQL once a minute; an
 * outdated answer makes a search slower, never wrong.
 */
export const commonWords = async (ctx: Ctx): Promise<CountOf> => {
  asking = ctx;
  const known = await counts();
  return (word) => known.get(word) ?? 0;
};
