import type { Listing } from '../../modules/listings/schema.ts';
import { countryName, label } from '../wording.ts';

interface ReadFact {
  name: string;
  /** The fields it is said in. */
  fields: string[];
  say: (listing: Listing) => string | null;
}

const joined = (...parts: (string | null)[]): string | null => parts.filter(Boolean).join(', ') || null;

/** Facts that are read on a company's site and are short enough to stand beside the words they were read in. */
export const READ_FACTS = {
  pricing: {
    name: 'Pricing',
    fields: ['pricing_model', 'pricing_summary'],
    say: ({ pricing_model, pricing_summary }) => (pricing_model ? label(pricing_model) : pricing_summary),
  },
  stage: { name: 'Stage', fields: ['stage'], say: ({ stage }) => stage && label(stage) },
  place: { name: 'Based in', fields: ['city', 'country'], say: ({ city, country }) => joined(city, country && countryName(country)) },
  founded: { name: 'Founded', fields: ['founded_year'], say: ({ founded_year }) => (founded_year ? String(founded_year) : null) },
  contact: { name: 'Contact', fields: ['contact_email'], say: ({ contact_email }) => contact_email },
} satisfies Record<string, ReadFact> as Record<string, ReadFact>;

/** Where on the page the words behind a fact stand. */
export const readAt = (fact: string): string => `read-${fact}`;

/** The words a fact was read in, each once. None where the profile no longer says it. */
export const quotesFor = (fact: string, listing: Listing): Listing['evidence'] => {
  const { fields, say } = READ_FACTS[fact]!;
  if (!say(listing)) return [];
  const found = listing.evidence.filter(({ field }) => fields.includes(field) && listing[field as keyof Listing]);
  return found.filter(({ quote, url }, at) => found.findIndex((other) => other.quote === quote && other.url === url) === at);
};
