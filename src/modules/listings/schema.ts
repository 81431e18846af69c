import {
  Count,
  Country,
  Day,
  Default,
  Instant,
  ListOf,
  Named,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  Slug,
  type Static,
  Strict,
  T,
  Text,
  type TSchema,
} from '../../kernel/schema.ts';
import { CategoryLink, CategorySummary } from '../catalog/schema.ts';

export const LISTING_STATUSES = ['draft', 'awaiting_badge', 'scheduled', 'live', 'removed'] as const;

export const SOCIAL_PLATFORMS = [
  'linkedin',
  'x',
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
  'threads',
  'pinterest',
  'github',
  'reddit',
  'producthunt',
  'medium',
  'website',
  'custom',
] as const;

/** The properties of an object that has the same schema for each of its names. */
export const propertiesOf = <K extends string, S extends TSchema>(names: readonly K[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>;

export const Socials = Strict(propertiesOf(SOCIAL_PLATFORMS, T.Optional(Text(500))), { description: 'Platform to link.' });

export const Faq = Strict({ question: RequiredText(300), answer: RequiredText(1500) });
export type Faq = Static<typeof Faq>;

export const STORY_SECTIONS = [
  'title',
  'story',
  'why_started',
  'problem',
  'journey',
  'challenges',
  'achievements',
  'lessons',
  'whats_next',
] as const;

export const Story = Strict(propertiesOf(STORY_SECTIONS, Nullable(T.String())));
export type Story = Static<typeof Story>;

export const Milestone = Strict({
  id: T.Integer(),
  date: Day(),
  title: T.String(),
  description: Nullable(T.String()),
  url: Nullable(T.String()),
});
export type Milestone = Static<typeof Milestone>;

export const Update = Strict({ id: T.Integer(), title: T.String(), body: T.String(), created_at: Instant() });

export const Picture = Strict({ url: T.String(), alt: T.String(), width: T.Integer(), height: T.Integer() });

/** A figure always comes with its source. */
export const Metric = Strict({
  name: T.String(),
  value: T.Number(),
  unit: T.String(),
  as_of: Nullable(T.String({ description: 'The day or moment it was true.' })),
  source: Nullable(T.String({ description: 'Who says so.' })),
  trend: Nullable(T.Number({ description: 'Change since the value before, or null where there is none.' })),
});

/** The badge that a listing of the free plan has to show, and what the checks of its homepage found. */
export const BadgeStatus = Named('BadgeStatus', {
  embed_html: T.String({ description: 'The badge’s HTML: put it on the product’s homepage. It counts with any rel.' }),
  found: T.Boolean({ description: 'Whether a check has found it; false until then.' }),
  checked_at: Nullable(Instant(), { description: 'When the homepage was last checked; null before the first check.' }),
  next_check_at: Nullable(Instant(), {
    description: 'When it is checked next by itself; null if no check is planned, as when the badge was found.',
  }),
  seen: Nullable(T.String(), { description: 'What the last check saw, in words; null before the first.' }),
});
export type BadgeStatus = Static<typeof BadgeStatus>;

export const ListingSummary = Strict({
  slug: Slug('Names the listing in every address.'),
  name: T.String(),
  tagline: Nullable(T.String()),
  short_description: Nullable(T.String()),
  status: OneOf(['awaiting_badge', 'scheduled', 'live']),
  website: T.String(),
  domain: T.String({ description: 'Registrable domain of the website.' }),
  logo_url: Nullable(T.String()),
  stage: Nullable(T.String()),
  pricing_model: Nullable(T.String()),
  country: Nullable(T.String({ description: 'ISO 3166 two letters.' })),
  categories: T.Array(CategoryLink, { description: 'The first is the primary category.' }),
  tags: T.Array(T.String()),
  votes: Count('Counted community votes of all time.'),
  views: Count(),
  followers: Count(),
  launch_week_on: Nullable(Day('Monday of its launch week.')),
  launched_at: Nullable(Instant()),
  url: T.String({ description: 'Its page on the site.' }),
});
export type ListingSummary = Static<typeof ListingSummary>;

/** A quote from the company's own site, with the page and when it was read. */
const Quotation = Strict({
  quote: T.String(),
  url: T.String(),
  read_at: Nullable(Instant('When the page was read; null where that was not kept.')),
});
export type Quotation = Static<typeof Quotation>;

export const AttributeValue = Strict({
  key: T.String(),
  name: T.String(),
  unit: Nullable(T.String()),
  value: T.String(),
  evidence: Nullable(Quotation, { description: 'Where it was read; null when the owner typed it.' }),
});

export const Listing = Strict({
  ...ListingSummary.properties,
  headline: Nullable(T.String()),
  summary: Nullable(T.String()),
  description: Nullable(T.String()),
  features: T.Array(T.String()),
  usps: T.Array(T.String()),
  keywords: T.Array(T.String()),
  pricing_summary: Nullable(T.String()),
  city: Nullable(T.String()),
  founded_year: Nullable(T.Integer()),
  contact_email: Nullable(T.String()),
  demo_video_url: Nullable(T.String()),
  seo_title: Nullable(T.String()),
  seo_description: Nullable(T.String()),
  faqs: T.Array(Faq),
  socials: Socials,
  attributes: T.Array(AttributeValue, { description: 'What its categories are compared on.' }),
  founders: T.Array(Strict({ slug: T.String(), name: T.String(), title: Nullable(T.String()), url: T.String() })),
  updates: T.Array(Update, { description: 'The latest five.' }),
  community_rating: Nullable(Strict({ value: T.Number(), reviews: Count() }), {
    description: 'From genuine reviews only; null without any.',
  }),
  domain_rating: Nullable(Metric),
  story: Nullable(Story, { description: 'Null unless the section is unlocked and written.' }),
  milestones: Nullable(T.Array(Milestone), { description: 'Null unless the section is unlocked.' }),
  media: Nullable(T.Array(Picture), {
    description: 'Null unless the section is unlocked.',
  }),
  evidence: T.Array(Strict({ field: T.String({ description: 'Such as founded_year, or socials.github.' }), ...Quotation.properties }), {
    description: 'Where its facts were read. What has no quote was not read on the company’s site.',
  }),
  not_found_on_website: T.Array(T.String(), { description: "Facts the company's own site did not state." }),
  claimed: T.Boolean({ description: 'Whether somebody owns it. If not, and it is yours: claim_listing.' }),
  links: Strict({ self: T.String(), alternatives: T.String(), badges: T.String(), page: T.String() }),
  updated_at: Instant(),
});
export type Listing = Static<typeof Listing>;

export const LISTING_SORTS = ['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'] as const;

export const SearchListings = Strict({
  q: T.Optional(Text(200, 'Words to find in name, tagline, description and keywords; typing errors are forgiven. Empty browses.')),
  category: T.Optional(Slug('Category slug; its subcategories are included.')),
  stage: T.Optional(Slug('Stage slug, e.g. beta.')),
  country: T.Optional(Country('ISO 3166 two letters.')),
  pricing_model: T.Optional(Text(40, 'E.g. free, freemium, subscription.')),
  domain: T.Optional(Text(253, 'Finds the listing of a website, in whatever form the address is typed.')),
  status: Default(OneOf(['live', 'upcoming'], { description: 'live, or upcoming: scheduled for a later week.' }), 'live'),
  sort: Default(OneOf([...LISTING_SORTS], { description: 'relevance without words means most voted.' }), 'relevance'),
  ...PAGING,
});
export type SearchListings = Static<typeof SearchListings>;

export const ListingPage = ListOf(ListingSummary);
export type ListingPage = Static<typeof ListingPage>;

export const ListingSlugInput = Strict({ slug: Slug('Listing slug.') });

export const Alternative = Named('Alternative', {
  ...ListingSummary.properties,
  approved_by_owner: T.Boolean({ description: 'Whether the listing’s owner named it; otherwise it shares the primary category.' }),
});
export type Alternative = Static<typeof Alternative>;
export const Alternatives = ListOf(Alternative);

export const Category = Strict({
  ...CategorySummary.properties,
  faqs: T.Array(Faq),
  parent: Nullable(CategoryLink),
  subcategories: T.Array(CategorySummary),
  attributes: T.Array(Strict({ key: T.String(), name: T.String(), unit: Nullable(T.String()) }), {
    description: 'What its listings are compared on.',
  }),
  listings: ListOf(ListingSummary),
});
export type Category = Static<typeof Category>;

export const CompareListings = Strict({
  a: Slug('Slug of the first listing.'),
  b: Slug('Slug of the second listing.'),
  c: T.Optional(Slug('Slug of a third listing.')),
  d: T.Optional(Slug('Slug of a fourth listing.')),
  e: T.Optional(Slug('Slug of a fifth listing.')),
});
export type CompareListings = Static<typeof CompareListings>;
const ComparisonCell = Named('ComparisonCell', {
  value: T.String({ description: 'What the listing states, without the unit.' }),
  evidence: AttributeValue.properties.evidence,
});
const ComparisonRow = Named('ComparisonRow', {
  key: T.String({ description: 'Names the attribute; unique among the rows.' }),
  name: T.String({ description: 'The attribute’s name, such as Free plan.' }),
  unit: Nullable(T.String(), { description: 'The unit of its values; null if they have none.' }),
  values: T.Record(T.String(), Nullable(ComparisonCell), {
    description: 'What each listing states, by its slug; null if it does not say.',
  }),
});
export const Comparison = Named('Comparison', {
  listings: T.Array(ListingSummary, { minItems: 1, maxItems: 5, description: 'The compared listings, in the order they were named.' }),
  rows: T.Array(ComparisonRow, { description: 'One row for each attribute of their categories.' }),
});
export type Comparison = Static<typeof Comparison>;

export const FindListingsForTeam = Strict({ q: T.Optional(Text(200)), status: T.Optional(OneOf([...LISTING_STATUSES])), ...PAGING });
export type FindListingsForTeam = Static<typeof FindListingsForTeam>;
