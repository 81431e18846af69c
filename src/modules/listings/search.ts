import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { JsonText } from '../../kernel/json.ts';
import { COUNT_LIMIT, type ListAnswer, listAnswer, type Paging } from '../../kernel/paging.ts';
import { hostOrDomainOf } from './address.ts';
import { type Attempt, ask, attemptsAt } from './asking.ts';
import { commonWords } from './common-words.ts';
import { enoughAtFirst, type Findings, firstLookups, furtherLookups, questionOf } from './question.ts';
import type { ListingSummary, SearchListings } from './schema.ts';
import { lookUp, type Matches, selectMatches } from './search-queries.ts';
import { countShelf, countWished, findShelf, type Shelf, type Sort, selectShelf, wholeSite } from './shelf-queries.ts';

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
  const wished = await countWished(ctx, shelf);
  const [items, count] = await Promise.all([selectShelf(ctx, shelf, sort, paging, wished), countShelf(ctx, shelf, COUNT_LIMIT, wished)]);
  return listAnswer(paging, items, count);
};

/** All words are wanted, as typed or corrected; where no listing has them all, one may be missing, and at last all but one. */
const findByWords = async (ctx: Ctx, shelf: Shelf, q: string, sort: Sort, paging: Paging): Promise<Summaries> => {
  const question = questionOf(q);
  if (!question) return listAnswer(paging, [], 0);
  const last = question.words.at(-1)!;
  const [countOf, at_first] = await Promise.all([commonWords(ctx), lookUp(ctx, firstLookups(question), last)]);
  const match = (findings: Findings, attempt: Attempt) =>
    selectMatches(ctx, shelf, ask(question, findings, countOf, attempt), sort, paging);

  const attempts = attemptsAt(question);
  const enough = enoughAtFirst(question, at_first);
  const first = Number.isFinite(enough) ? await match(at_first, attempts[0]!) : null;
  if (first && first.count >= enough) return answerOf(paging, first);
  const findings = new Map([...at_first, ...(await lookUp(ctx, furtherLookups(question), last))]);
  for (const attempt of attempts) {
    const matches = await match(findings, attempt);
    if (matches.count > 0) return answerOf(paging, matches);
  }
  return listAnswer(paging, [], 0);
};

const answerOf = (paging: Paging, { items, count, more }: Matches): Summaries =>
  listAnswer(paging, items, more ? count + 1 : count, more ? count : COUNT_LIMIT);
