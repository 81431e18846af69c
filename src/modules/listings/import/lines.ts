import { InvalidLine, readJsonLine } from '../../../kernel/json-lines.ts';
import { Country, Day, Nullable, RequiredText, Slug, type Static, Strict, T, Text, Texts } from '../../../kernel/schema.ts';
import { extractDomain, makeListingSlug, normalizeWebsite } from '../addresses.ts';
import { MAX_FEATURES } from '../schema.ts';

/** A line of `listings import`, with the same limits as an owner's edit. */
export const ImportLine = Strict({
  name: RequiredText(500),
  website: RequiredText(2048),
  tagline: T.Optional(Nullable(Text(200))),
  short_description: T.Optional(Nullable(Text(300))),
  description: T.Optional(Nullable(Text(20_000))),
  categories: T.Optional(Nullable(T.Array(Slug('Category slug; the first is primary.'), { maxItems: 4, uniqueItems: true }))),
  tags: T.Optional(Nullable(Texts(20, 200))),
  keywords: T.Optional(Nullable(Texts(20, 200))),
  features: T.Optional(Nullable(Texts(MAX_FEATURES, 200))),
  country: T.Optional(Nullable(Country('ISO 3166-1 alpha-2.'))),
  city: T.Optional(Nullable(Text(120))),
  pricing_model: T.Optional(Nullable(Text(40))),
  founded_year: T.Optional(Nullable(T.Integer({ minimum: 1800, maximum: 2100 }))),
  launched_on: T.Optional(Nullable(Day('The day it launched; without it, today.'))),
});
type ImportLine = Static<typeof ImportLine>;

export interface ImportedListing extends Required<{ [K in keyof ImportLine]: NonNullable<ImportLine[K]> | null }> {
  line: number;
  name: string;
  website: string;
  domain: string;
  slug: string;
  categories: string[];
  tags: string[];
  keywords: string[];
  features: string[];
}

/** Throws InvalidLine with the reason if the line cannot be imported. */
export const parseListingLine = (text: string, line: number): ImportedListing => {
  const values = readJsonLine(ImportLine, text);
  const domain = extractDomain(values.website);
  const website = normalizeWebsite(values.website);
  if (!domain || !website) throw new InvalidLine(`website is not the address of a public website: ${values.website.slice(0, 100)}`);
  return {
    line,
    name: values.name,
    website,
    domain,
    slug: makeListingSlug(values.name, domain),
    tagline: values.tagline || null,
    short_description: values.short_description || null,
    description: values.description || null,
    categories: values.categories ?? [],
    tags: values.tags ?? [],
    keywords: values.keywords ?? [],
    features: values.features ?? [],
    country: values.country?.toUpperCase() ?? null,
    city: values.city || null,
    pricing_model: values.pricing_model || null,
    founded_year: values.founded_year ?? null,
    launched_on: values.launched_on ?? null,
  };
};
