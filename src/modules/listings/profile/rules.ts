import type { Site } from '../../../kernel/context.ts';
import type { Listing } from '../schema.ts';

/**
 * The `rel` of the link to a product's website. Search engines require that links somebody paid for are marked as sponsored; whether
 * they follow the others is the site's choice.
 */
export const websiteRel = (plan: 'free' | 'paid' | null, { product_links }: Pick<Site, 'product_links'>): string =>
  [plan === 'paid' && 'sponsored', product_links !== 'followed' && 'nofollow', 'noopener'].filter(Boolean).join(' ');

type StatingTexts = Pick<Listing, 'short_description' | 'description' | 'evidence'>;

/** How texts plainly state a fact that the profile has no value for. */
const STATEMENTS: Partial<Record<Listing['not_found_on_website'][number], RegExp>> = {
  founders: /\b(?:[Mm]ade|[Bb]uilt|[Cc]reated|[Ff]ounded|[Ss]tarted|[Dd]eveloped) by \p{Lu}/u,
  founded_year: /\b(?:founded|started|established|built|since)(?: in)? (?:19|20)\d\d\b/i,
};

/** Whether the profile's own texts or quotes state a fact that we did not find. Then the page does not call it missing. */
export const isPlainlyStated = (listing: StatingTexts, fact: Listing['not_found_on_website'][number]): boolean => {
  const { short_description, description, evidence } = listing;
  return [short_description, description, ...evidence.map(({ quote }) => quote)].some((text) => text && STATEMENTS[fact]?.test(text));
};
