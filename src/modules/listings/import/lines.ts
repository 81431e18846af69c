import { InvalidLine, readJsonLine } from '../../../kernel/json-lines.ts';
import { Country, Day, Email, Nullable, RequiredText, type Static, Strict, T, Text, Texts, type TSchema } from '../../../kernel/schema.ts';
import { identifyWebsite, makeListingSlug, normalizeWebsite, slugify } from '../addresses.ts';
import { normalizeLink, normalizeLogo } from '../owner/fields.ts';
import { Faq, MAX_FAQS, MAX_FEATURES, propertiesOf, SOCIAL_PLATFORMS } from '../schema.ts';

const Maybe = <S extends TSchema>(schema: S) => T.Optional(Nullable(schema));
const Link = (platform: string) => T.Optional(Text(500, `Link: ${platform}.`));

/** The columns of a listing that an import writes as they are, with the same limits as an owner's edit. */
const COLUMNS = {
  tagline: Maybe(Text(200)),
  short_description: Maybe(Text(300)),
  description: Maybe(Text(20_000)),
  headline: Maybe(Text(200)),
  summary: Maybe(Text(2000)),
  stage: Maybe(Text(40)),
  pricing_model: Maybe(Text(40)),
  pricing_summary: Maybe(Text(300)),
  country: Maybe(Country('ISO 3166-1 alpha-2.')),
  city: Maybe(Text(120)),
  founded_year: Maybe(T.Integer({ minimum: 1800, maximum: 2100 })),
  contact_email: Maybe(Email('Public contact address.')),
  demo_video_url: Maybe(Text(500)),
  logo_url: Maybe(Text(500)),
  seo_title: Maybe(Text(200)),
  seo_description: Maybe(Text(400)),
  tags: Maybe(Texts(20, 200)),
  keywords: Maybe(Texts(20, 200)),
  features: Maybe(Texts(MAX_FEATURES, 200)),
  usps: Maybe(Texts(20, 200)),
  faqs: Maybe(T.Array(Faq, { maxItems: MAX_FAQS })),
  socials: Maybe(Strict(propertiesOf(SOCIAL_PLATFORMS, Link))),
};
export const IMPORTED_COLUMNS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const LISTS: string[] = ['tags', 'keywords', 'features', 'usps', 'faqs'];

/** A line of `listings import`. */
export const ImportLine = Strict({
  name: RequiredText(500),
  website: RequiredText(2048),
  categories: Maybe(T.Array(RequiredText(80, 'Slug or name of a category; the first is primary.'), { maxItems: 4, uniqueItems: true })),
  launched_on: Maybe(Day('The day it launched; without it, today.')),
  ...COLUMNS,
});
export type ImportLine = Static<typeof ImportLine>;

type ListingColumns = { [K in keyof typeof COLUMNS]: Exclude<ImportLine[K], undefined> };

export interface ImportedListing extends ListingColumns {
  line: number;
  name: string;
  website: string;
  domain: string;
  slug: string;
  tags: string[];
  categories: CategoryName[];
  launched_on: string | null;
}

export interface CategoryName {
  slug: string;
  name: string;
}

/** A category from its slug or its name. */
const parseCategory = (text: string): CategoryName => {
  const slug = slugify(text);
  if (!slug) throw new InvalidLine(`categories: no letter of "${text}" can be part of an address`);
  return { slug, name: slug === text ? text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ') : text };
};

const parseLink = (name: string, text: string, normalize: typeof normalizeLink): string => {
  const link = normalize(text, false);
  if (!link) throw new InvalidLine(`${name} is not a web address: ${text.slice(0, 100)}`);
  return link;
};

/** Links are checked: others open them. */
const LINKS: Record<string, (value: unknown) => unknown> = {
  logo_url: (value) => value && parseLink('logo_url', String(value), normalizeLogo),
  demo_video_url: (value) => value && parseLink('demo_video_url', String(value), normalizeLink),
  socials: (value) =>
    Object.fromEntries(
      Object.entries((value ?? {}) as Record<string, string>).map(([name, url]) => [name, parseLink(name, url, normalizeLink)]),
    ),
};

/** A value as its column stores it: blank texts as null, lists and links never as null. */
const toColumn = (name: string, value: unknown): unknown => {
  if (name === 'country') return (value as string | null)?.toUpperCase() ?? null;
  return LISTS.includes(name) ? (value ?? []) : (value ?? '') === '' ? null : value;
};

/** Throws InvalidLine with the reason if the line cannot be imported. */
export const toImportedListing = (values: ImportLine, line: number): ImportedListing => {
  const domain = identifyWebsite(values.website);
  const website = normalizeWebsite(values.website);
  if (!domain || !website) throw new InvalidLine(`website is not the address of a public website: ${values.website.slice(0, 100)}`);
  const columns = Object.fromEntries(
    IMPORTED_COLUMNS.map((name) => [name, toColumn(name, LINKS[name] ? LINKS[name](values[name]) : values[name])]),
  ) as ListingColumns;
  const categories = new Map((values.categories ?? []).map(parseCategory).map((one) => [one.slug, one]));
  return {
    line,
    name: values.name,
    website,
    domain,
    slug: makeListingSlug(values.name, domain),
    ...columns,
    tags: columns.tags ?? [],
    categories: [...categories.values()],
    launched_on: values.launched_on ?? null,
  };
};

export const parseListingLine = (text: string, line: number): ImportedListing => toImportedListing(readJsonLine(ImportLine, text), line);
