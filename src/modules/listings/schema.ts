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
import { CategoryLink } from '../catalog/schema.ts';
import { ListingAttributeSchema, Quotation } from './attributes/schema.ts';

export const LISTING_STATUSES = ['draft', 'awaiting_badge', 'scheduled', 'live', 'removed'] as const;

/** The stages and pricing models that filters offer. Others are kept, with a warning. */
export const STAGES = ['idea', 'prototype', 'beta', 'launched', 'growing'] as const;
/** The labels of pricing models on pages. */
export const PRICING_LABELS: Readonly<Record<string, string>> = {
  free: 'Free',
  freemium: 'Freemium',
  'free-trial': 'Free trial',
  subscription: 'Subscription',
  'one-time': 'One-time payment',
  'usage-based': 'Usage-based',
  'open-source': 'Open source',
  'contact-sales': 'Contact sales',
};
export const PRICING_MODELS = Object.keys(PRICING_LABELS);

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
export const propertiesOf = <K extends string, S extends TSchema>(names: readonly K[], schema: (name: K) => S) =>
  Object.fromEntries(names.map((name) => [name, schema(name)])) as Record<K, S>;

export const Socials = Named(
  'Socials',
  propertiesOf(SOCIAL_PLATFORMS, (platform) => T.Optional(T.String({ description: `Link: ${platform}.` }))),
  { description: 'Social profiles, if there are any.' },
);

export const Faq = Named('Faq', {
  question: RequiredText(300, 'What people ask.'),
  answer: RequiredText(1500, 'The answer, as plain text.'),
});
export type Faq = Static<typeof Faq>;
export const MAX_FAQS = 30;
export const MAX_FEATURES = 40;

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

/** What each section of the founder story is about. */
export const STORY_TEXTS: Record<(typeof STORY_SECTIONS)[number], string> = {
  title: 'Title of the story.',
  story: 'The story as a whole.',
  why_started: 'Why they started.',
  problem: 'The problem they saw.',
  journey: 'How it went from idea to product.',
  challenges: 'What was hard.',
  achievements: 'What they are proud of.',
  lessons: 'What they learned.',
  whats_next: 'What comes next.',
};

export const Story = Named(
  'Story',
  propertiesOf(STORY_SECTIONS, (section) => Nullable(T.String(), { description: STORY_TEXTS[section] })),
  { description: 'The founder story, in the founders’ own words.' },
);
export type Story = Static<typeof Story>;

export const MILESTONE_FIELDS = {
  date: Day('The day it happened, YYYY-MM-DD.'),
  title: T.String({ description: 'What happened.' }),
  description: Nullable(T.String(), { description: 'Details.' }),
  url: Nullable(T.String(), { description: 'An https link about it.' }),
};
export const Milestone = Named('Milestone', { id: T.Integer({ description: 'Its id, for delete_milestone.' }), ...MILESTONE_FIELDS });
export type Milestone = Static<typeof Milestone>;

export const Update = Named('ListingUpdate', {
  id: T.Integer({ description: 'Its id.' }),
  title: T.String({ description: 'What is new; one line.' }),
  body: T.String({ description: 'Plain text.' }),
  created_at: Instant('When it was posted.'),
});

/** The badge that a listing of the free plan has to show, and what the checks of its homepage found. */
export const BadgeStatus = Named(
  'BadgeStatus',
  {
    embed_html: T.String({ description: 'HTML for the product’s homepage. Any rel is fine.' }),
    found: T.Boolean({ description: 'Whether a check has found it.' }),
    checked_at: Nullable(Instant(), { description: 'When the homepage was last checked; null before.' }),
    next_check_at: Nullable(Instant(), {
      description: 'When it is checked next; null if no check is planned, as when the badge was found.',
    }),
    due_at: Nullable(Instant(), { description: 'Deadline; without the badge, the listing moves to a later week. Null once found.' }),
    seen: Nullable(T.String(), { description: 'Result of the last check, in words; null before it.' }),
  },
  { description: 'The badge of the free plan.' },
);
export type BadgeStatus = Static<typeof BadgeStatus>;

export const Picture = Named('Picture', {
  url: T.String({ description: 'URL of the picture (WebP).' }),
  alt: T.String({ description: 'Alt text.' }),
  width: T.Integer({ description: 'In pixels.' }),
  height: T.Integer({ description: 'In pixels.' }),
});

/** A figure always comes with its source. */
export const Metric = Named(
  'Metric',
  {
    name: T.String({ description: 'E.g. votes, billboard, domain_rating or revenue.' }),
    value: T.Number({ description: 'The value, in its unit.' }),
    unit: T.String({ description: 'E.g. votes, cents or points.' }),
    as_of: Nullable(T.String(), { description: 'The date or time it is from.' }),
    source: Nullable(T.String(), { description: 'Its source.' }),
    trend: Nullable(T.Number(), { description: 'Change since the last value.' }),
  },
  { description: 'The figure it is ranked by, with its source.' },
);

export const ListingSummary = Named(
  'ListingCard',
  {
    slug: Slug('Slug, used in its URL.'),
    name: T.String({ description: 'The product’s name.' }),
    tagline: Nullable(T.String(), { description: 'One line that says what it does.' }),
    short_description: Nullable(T.String(), { description: 'Two sentences for lists and search.' }),
    status: OneOf(['awaiting_badge', 'scheduled', 'live'], {
      description: 'awaiting_badge: queued until the badge is on its homepage.',
    }),
    website: T.String({ description: 'The product’s own site.' }),
    domain: T.String({ description: 'What identifies its website.' }),
    logo_url: Nullable(T.String(), { description: 'URL of its logo.' }),
    stage: Nullable(T.String(), { description: `One of ${STAGES.join(', ')}, or the owner’s own word.` }),
    pricing_model: Nullable(T.String(), { description: `One of ${PRICING_MODELS.join(', ')}, or the owner’s own word.` }),
    country: Nullable(T.String(), { description: 'ISO 3166-1 alpha-2.' }),
    categories: T.Array(CategoryLink, { description: 'The first is the primary category.' }),
    tags: T.Array(T.String(), { description: 'Words people filter by.' }),
    votes: Count('All counted community votes.'),
    views: Count('Page visitors, counted once a day.'),
    followers: Count('How many people follow it.'),
    comments_count: Count('Comments on its page, with replies.'),
    launch_week_on: Nullable(Day(), { description: 'Monday of its launch week.' }),
    launched_at: Nullable(Instant(), { description: 'When it went live; null before.' }),
    url: T.String({ description: 'Its page on the site.' }),
  },
  { description: 'A listing in a list; get_listing has the full profile.' },
);
export type ListingSummary = Static<typeof ListingSummary>;

/** Facts that a company's own site could state. */
export const SITE_FACTS = ['country', 'city', 'founded_year', 'founders', 'prices', 'contact', 'social_profiles'] as const;
export const NotFoundOnWebsite = T.Array(OneOf([...SITE_FACTS]), {
  title: 'NotFoundOnWebsite',
  description: 'Facts that were not found on the company’s own site.',
});

export const Listing = Named('Listing', {
  ...ListingSummary.properties,
  headline: Nullable(T.String(), { description: 'Headline of its page.' }),
  summary: Nullable(T.String(), { description: 'Summary at the top of its page.' }),
  description: Nullable(T.String(), { description: 'What it does, for whom, and how.' }),
  features: T.Array(T.String(), { description: 'Its features.' }),
  usps: T.Array(T.String(), { description: 'What sets it apart.' }),
  keywords: T.Array(T.String(), { description: 'Words that describe it.' }),
  pricing_summary: Nullable(T.String(), { description: 'Plans and prices in one line.' }),
  city: Nullable(T.String(), { description: 'The company’s city.' }),
  founded_year: Nullable(T.Integer(), { description: 'Year the company or product started.' }),
  contact_email: Nullable(T.String(), { description: 'Contact email address.' }),
  demo_video_url: Nullable(T.String(), { description: 'Its demo video.' }),
  seo_title: Nullable(T.String(), { description: 'Title for search engines.' }),
  seo_description: Nullable(T.String(), { description: 'Description for search engines.' }),
  faqs: T.Array(Faq, { description: 'Questions and answers.' }),
  socials: Socials,
  attributes: T.Array(ListingAttributeSchema, { description: 'What its categories are compared on.' }),
  founders: T.Array(
    Named('FounderLink', {
      slug: T.String({ description: 'Founder slug, for get_founder.' }),
      name: T.String({ description: 'The founder’s name.' }),
      title: Nullable(T.String(), { description: 'The founder’s role.' }),
      url: T.String({ description: 'The founder’s page on the site.' }),
    }),
    { description: 'Who makes it; the first is primary.' },
  ),
  updates: T.Array(Update, { description: 'The latest five.' }),
  community_rating: Nullable(
    Named('CommunityRating', { value: T.Number({ description: 'Mean of 1 to 5 stars.' }), reviews: Count('Number of reviews.') }),
    { description: 'From genuine reviews only; null without any.' },
  ),
  domain_rating: Nullable(Metric, { description: 'Domain Rating with its trend; null without a source.' }),
  story: Nullable(Story, { description: 'Null unless the section is unlocked and written.' }),
  milestones: Nullable(T.Array(Milestone), { description: 'Null unless the section is unlocked.' }),
  media: Nullable(T.Array(Picture), {
    description: 'Null unless the section is unlocked.',
  }),
  evidence: T.Array(
    Named('Evidence', {
      field: T.String({ description: 'Such as founded_year or socials.github.' }),
      ...Quotation.properties,
    }),
    { description: 'Where its facts were read on the company’s site.' },
  ),
  not_found_on_website: NotFoundOnWebsite,
  claimed: T.Boolean({ description: 'Whether it has an owner.' }),
  links: Named(
    'ListingLinks',
    {
      self: T.String({ description: 'Its address in this API.' }),
      alternatives: T.String({ description: 'Its alternatives in this API.' }),
      badges: T.String({ description: 'Its badges in this API.' }),
      page: T.String({ description: 'Its page for people.' }),
    },
    { description: 'URLs of its pages and files.' },
  ),
  updated_at: Instant('When it was last edited.'),
});
export type Listing = Static<typeof Listing>;

export const LISTING_SORTS = ['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'] as const;

export const SearchListings = Strict({
  q: T.Optional(Text(200, 'Words to find; typos are fine, except in quotes. Empty browses.')),
  category: T.Optional(Slug('Category slug; its subcategories are included.')),
  stage: T.Optional(Slug(`${STAGES.join(', ')}.`)),
  country: T.Optional(Country('The company’s, e.g. DE.')),
  pricing_model: T.Optional(Text(40, `${PRICING_MODELS.join(', ')}.`)),
  domain: T.Optional(Text(253, 'Finds the listing of a website, from any form of its address.')),
  attributes: T.Optional(
    Text(
      500,
      'All of: self_hosted,api:no,price_from<20USD (also <=, >, >=; by the month),platforms:macOS|Linux (either). Keys: get_category.',
    ),
  ),
  status: Default(OneOf(['live', 'upcoming'], { description: 'live, or upcoming: scheduled for a later week.' }), 'live'),
  sort: Default(OneOf([...LISTING_SORTS], { description: 'Without q, relevance means most voted.' }), 'relevance'),
  ...PAGING,
});
export type SearchListings = Static<typeof SearchListings>;

export const ListingPage = ListOf(ListingSummary);
export type ListingPage = Static<typeof ListingPage>;
export const ListingSlugInput = Strict({ slug: Slug('Listing slug.') });

export const Alternative = Named('Alternative', {
  ...ListingSummary.properties,
  approved_by_owner: T.Boolean({ description: 'Whether the listing’s owner chose it.' }),
});
export type Alternative = Static<typeof Alternative>;
export const Alternatives = ListOf(Alternative);

export const FindListingsForTeam = Strict({ q: T.Optional(Text(200)), status: T.Optional(OneOf([...LISTING_STATUSES])), ...PAGING });
export type FindListingsForTeam = Static<typeof FindListingsForTeam>;
