import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { searchListings } from '../../modules/listings/listing.ts';
import { to } from '../addresses.ts';
import type { Query } from '../page.ts';

const SHOWN = 6;
const LONGEST = 200;

/** What was typed so far, cleaned as the search itself would; nothing where there is too little to go by. */
const typedIn = (query: Query): string => {
  const q =
    typeof query.q === 'string'
      ? query.q
          .toWellFormed()
          .normalize('NFC')
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
      : '';
  return q.length >= 2 && q.length <= LONGEST ? q : '';
};

/** Products a search for what is being typed would find first. */
export const suggestions = async (ctx: Ctx, query: Query): Promise<string> => {
  const q = typedIn(query);
  if (!q) return JSON.stringify({ items: [] });
  const { items } = valueIn(await searchListings(ctx, { q, status: 'live', sort: 'relevance', page: 1, per_page: SHOWN }));
  return JSON.stringify({ items: items.map(({ slug, name, tagline }) => ({ name, tagline, href: to.listing(slug) })) });
};
