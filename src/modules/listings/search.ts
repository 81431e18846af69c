import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT, type ListAnswer, listAnswer, type Paging } from '../../kernel/paging.ts';
import { hostOrDomainOf } from './address.ts';
import { ask, missingIn } from './asking.ts';
import { commonWords } from './common-words.ts';
import { lookupsOf, questionOf } from './question.ts';
import type { ListingSummary, SearchListings } from './schema.ts';
import { lookUp, selectMatches } from './search-queries.ts';
import { countShelf, findShelf, type Shelf, type Sort, selectShelf, wholeSite } from './shelf-queries.ts';

type Summaries = JsonText<ListAnswer<ListingSummary>>;

/** Finds listings by words, forgiving typing errors, or browses them without; narrowed and ordered as asked (SPEC 4.1). */
export const searchListings = async (ctx: Ctx, input: SearchListings): Promise<Summaries> => {
  const shelf = await shelfOf(ctx, input);
  if (!shelf) return listAnswer(input, [], 0);
  return input.q ? findByWords(ctx, shelf, input.q, input.sort, input) : browse(ctx, shelf, input.sort, input);
};

/** A page of a category's live listings, of which there are `live`. */
export const browseShelf = async (ctx: Ctx, category_id: number, sort: Sort, paging: Paging, live: number): Promise<Summaries> =>
  listAnswer(paging, await selectShelf(ctx, { ...wholeSite, category_id }, sort, paging), live);

/** The shelf asked for; null where no listing can stand on it. */
const shelfOf = async (ctx: Ctx, { status, category, stage, country, pricing_model, domain }: SearchListings): Promise<Shelf | null> => {
  const known = domain === undefined ? undefined : hostOrDomainOf(domain);
  if (known === null) return null;
  const place = category === undefined ? wholeSite : await findShelf(ctx, category);
  if (!place)
    throw new Refusal('invalid_input', {
      errors: [
        {
          path: 'category',
          code: 'unknown_category',
          message: 'is not the slug of a category; list_categories shows them all',
          actual: category,
        },
      ],
    });
  return {
    status,
    category_id: place.category_id,
    category_ids: place.category_ids,
    wishes: { stage, country, pricing_model, domain: known },
  };
};

const browse = async (ctx: Ctx, shelf: Shelf, sort: Sort, paging: Paging): Promise<Summaries> => {
  const [items, count] = await Promise.all([selectShelf(ctx, shelf, sort, paging), countShelf(ctx, shelf, COUNT_LIMIT)]);
  return listAnswer(paging, items, count);
};

/** All words are wanted; where no listing has them all, one may be missing, and at last all but one. */
const findByWords = async (ctx: Ctx, shelf: Shelf, q: string, sort: Sort, paging: Paging): Promise<Summaries> => {
  const question = questionOf(q);
  if (!question) return listAnswer(paging, [], 0);
  const [countOf, findings] = await Promise.all([commonWords(ctx), lookUp(ctx, lookupsOf(question), question.words.at(-1)!)]);
  for (const missing of missingIn(question)) {
    const { items, count, more } = await selectMatches(ctx, shelf, ask(question, findings, countOf, missing), sort, paging);
    if (count > 0) return listAnswer(paging, items, more ? count + 1 : count, more ? count : COUNT_LIMIT);
  }
  return listAnswer(paging, [], 0);
};
