import type { Site } from '../../../../src/kernel/context.ts';
import type { CategoryTree } from '../../../../src/modules/catalog/schema.ts';
import type { BlogPost } from '../../../../src/modules/content/schema.ts';
import type { Badge } from '../../../../src/modules/listings/badges/render.ts';
import type { Category, Comparison } from '../../../../src/modules/listings/profile/schema.ts';
import type { Alternative, Listing, ListingSummary } from '../../../../src/modules/listings/schema.ts';
import type { Founder, FounderSummary } from '../../../../src/modules/people/schema.ts';
import type { PageContext } from '../../../../src/web/server/page.ts';

/** Sample listings and related records, as the operations return them. */

export const site: Site = {
  id: 1,
  key: 'launchweek',
  name: 'Launchweek',
  tagline: 'Products launch here every Monday.',
  purpose: 'A product launch directory where every fact is quoted from the maker’s own website and every vote can be recounted.',
  root: 'https://launchweek.test',
  time_zone: 'UTC',
};

export const context: PageContext = { site, now: new Date('2026-11-12T09:00:00Z') };

export const aSummary = (more: Partial<ListingSummary> = {}): ListingSummary => ({
  slug: 'tidewater',
  name: 'Tidewater',
  tagline: 'Scheduling for harbours, with the tide built in',
  short_description: 'Berth planning that knows when there is water under the keel.',
  status: 'live',
  website: 'https://tidewater.example/',
  domain: 'tidewater.example',
  logo_url: null,
  stage: 'beta',
  pricing_model: 'freemium',
  country: 'PT',
  categories: [{ slug: 'scheduling', name: 'Scheduling' }],
  tags: ['harbours'],
  votes: 1284,
  views: 9120,
  followers: 64,
  comments_count: 5,
  launch_week_on: '2026-11-09',
  launched_at: '2026-11-09T00:00:00+00:00',
  url: 'https://launchweek.test/listings/tidewater',
  ...more,
});

export const aListing = (more: Partial<Listing> = {}): Listing => ({
  ...aSummary(),
  headline: null,
  summary: null,
  description:
    'Harbour masters plan berths on paper because calendars do not know about water.\n\nTidewater does: each berth has a depth, each boat a draught, and a booking that would ground somebody cannot be made.',
  features: ['Tide tables for 4,000 ports', 'Draught checks on every booking', 'Works offline at the quay'],
  usps: ['The only calendar that refuses to ground a boat'],
  keywords: ['harbour', 'tide'],
  pricing_summary: 'Free for one quay, then €29 a month',
  city: 'Setúbal',
  founded_year: 2024,
  contact_email: 'hello@tidewater.example',
  demo_video_url: 'https://video.example/tidewater',
  seo_title: null,
  seo_description: null,
  faqs: [
    { question: 'Does it work without a network?', answer: 'Yes. Bookings are kept and sent when you are back.' },
    { question: 'Which ports are covered?', answer: 'About 4,000 in Europe and North Africa.' },
  ],
  socials: { github: 'https://github.com/tidewater', x: 'https://x.com/tidewater' },
  attributes: [
    {
      key: 'free_plan',
      name: 'Free plan',
      kind: 'boolean',
      unit: null,
      value: true,
      evidence: [
        {
          quote: 'Free for one quay, forever.',
          url: 'https://tidewater.example/pricing',
          read_at: '2026-10-30T09:00:00.000Z',
          confirmed_at: '2026-11-09T09:00:00.000Z',
          missing_since: null,
        },
      ],
      stated_by: 'website',
    },
    {
      key: 'seats',
      name: 'Seats included',
      kind: 'number',
      unit: 'people',
      value: 5,
      evidence: [
        {
          quote: 'Every plan comes with five seats.',
          url: 'https://tidewater.example/pricing#seats',
          read_at: null,
          confirmed_at: null,
          missing_since: null,
        },
      ],
      stated_by: 'website',
    },
    { key: 'hosting', name: 'Hosting', kind: 'text', unit: null, value: 'On request', evidence: [], stated_by: 'owner' },
  ],
  founders: [{ slug: 'ines-carvalho', name: 'Inês Carvalho', title: 'Founder', url: 'https://launchweek.test/founders/ines-carvalho' }],
  updates: [
    {
      id: 1,
      title: 'Now with wave heights',
      body: 'Forecasts of wave height stand beside the tide.',
      created_at: '2026-11-11T10:00:00+00:00',
    },
  ],
  community_rating: { value: 4.6, reviews: 12 },
  domain_rating: { name: 'domain_rating', value: 41.2, unit: 'points', as_of: '2026-11-01', source: 'Ahrefs', trend: 2.1 },
  story: {
    title: 'From a grounded ferry to a calendar',
    story: 'It began on a sandbank.',
    why_started: 'Because the ferry was late.',
    problem: null,
    journey: null,
    challenges: null,
    achievements: null,
    lessons: null,
    whats_next: 'Rivers.',
  },
  milestones: [
    { id: 1, date: '2025-03-01', title: 'First harbour', description: 'Setúbal went live.', url: 'https://tidewater.example/first' },
    { id: 2, date: '2026-02-14', title: 'One hundred quays', description: null, url: null },
  ],
  media: null,
  evidence: [
    {
      field: 'founded_year',
      quote: 'Tides since 2024.',
      url: 'https://tidewater.example/about',
      read_at: '2026-10-30T09:00:00.000Z',
      confirmed_at: null,
      missing_since: null,
    },
    {
      field: 'tagline',
      quote: 'Book the Quay by the Tide.',
      url: 'https://tidewater.example/',
      read_at: '2026-10-30T09:00:00.000Z',
      confirmed_at: null,
      missing_since: null,
    },
    {
      field: 'socials.github',
      quote: 'Our Code',
      url: 'https://tidewater.example/',
      read_at: null,
      confirmed_at: null,
      missing_since: null,
    },
  ],
  not_found_on_website: ['founded_year', 'prices', 'contact'],
  claimed: false,
  links: { self: '', alternatives: '', badges: '', page: '' },
  updated_at: '2026-11-11T10:00:00+00:00',
  ...more,
});

/** A listing with only the required fields. */
export const aBareListing = (more: Partial<Listing> = {}): Listing =>
  aListing({
    tagline: null,
    short_description: null,
    stage: null,
    pricing_model: null,
    country: null,
    categories: [],
    tags: [],
    votes: 0,
    followers: 0,
    launch_week_on: null,
    description: null,
    features: [],
    usps: [],
    keywords: [],
    pricing_summary: null,
    city: null,
    founded_year: null,
    contact_email: null,
    demo_video_url: null,
    faqs: [],
    socials: {},
    attributes: [],
    founders: [],
    updates: [],
    community_rating: null,
    domain_rating: null,
    story: null,
    milestones: null,
    evidence: [],
    not_found_on_website: [],
    ...more,
  });

export const listOf = <T>(items: T[], more: { page?: number; total?: number; has_more?: boolean; total_is_exact?: boolean } = {}) => ({
  items,
  page: 1,
  per_page: 20,
  total: items.length,
  total_is_exact: true,
  has_more: false,
  ...more,
});

export const anAlternative = (more: Partial<Alternative> = {}): Alternative => ({
  ...aSummary({ slug: 'quayside', name: 'Quayside' }),
  approved_by_owner: true,
  ...more,
});

export const aCategory = (more: Partial<Category> = {}): Category => ({
  slug: 'scheduling',
  name: 'Scheduling',
  description: 'Calendars, bookings and everything that decides who is where when.',
  live_listings: 42,
  url: 'https://launchweek.test/categories/scheduling',
  faqs: [{ question: 'What belongs here?', answer: 'Whatever puts people and things at a place and time.' }],
  parent: { slug: 'productivity', name: 'Productivity' },
  subcategories: [
    { slug: 'booking', name: 'Booking', description: null, live_listings: 7, url: 'https://launchweek.test/categories/booking' },
  ],
  attributes: [{ key: 'free_plan', name: 'Free plan', kind: 'boolean', unit: null, options: null }],
  listings: listOf([aSummary()]),
  ...more,
});

export const aTree: CategoryTree[] = [
  {
    slug: 'productivity',
    name: 'Productivity',
    description: 'Tools that give people their hours back.',
    live_listings: 128,
    url: 'https://launchweek.test/categories/productivity',
    subcategories: [
      {
        slug: 'scheduling',
        name: 'Scheduling',
        description: null,
        live_listings: 42,
        url: 'https://launchweek.test/categories/scheduling',
        subcategories: [
          {
            slug: 'booking',
            name: 'Booking',
            description: null,
            live_listings: 7,
            url: 'https://launchweek.test/categories/booking',
            subcategories: [],
          },
        ],
      },
    ],
  },
];

export const aComparison = (more: Partial<Comparison> = {}): Comparison => ({
  listings: [aSummary(), aSummary({ slug: 'quayside', name: 'Quayside', country: null })],
  rows: [
    {
      key: 'free_plan',
      name: 'Free plan',
      kind: 'boolean',
      unit: null,
      not_applicable: [],
      values: {
        tidewater: {
          value: true,
          unit: null,
          evidence: [
            {
              quote: 'Free for one quay, forever.',
              url: 'https://tidewater.example/pricing',
              read_at: '2026-10-30T09:00:00.000Z',
              confirmed_at: '2026-11-09T09:00:00.000Z',
              missing_since: null,
            },
          ],
          stated_by: 'website',
        },
        quayside: null,
      },
    },
  ],
  ...more,
});

export const aFounderSummary = (more: Partial<FounderSummary> = {}): FounderSummary => ({
  slug: 'ines-carvalho',
  name: 'Inês Carvalho',
  country: 'PT',
  photo_url: null,
  companies: [{ slug: 'tidewater', name: 'Tidewater', title: 'Founder', url: 'https://launchweek.test/listings/tidewater' }],
  url: 'https://launchweek.test/founders/ines-carvalho',
  ...more,
});

export const aFounder = (more: Partial<Founder> = {}): Founder => ({
  ...aFounderSummary(),
  bio: 'Grew up beside a harbour and has been reading tide tables since.\n\nFormer ferry captain.',
  socials: { github: 'https://github.com/ines' },
  stories: [
    {
      listing_slug: 'tidewater',
      listing_name: 'Tidewater',
      title: 'From a grounded ferry to a calendar',
      excerpt: 'It began on a sandbank.',
      url: 'https://launchweek.test/listings/tidewater',
    },
  ],
  ...more,
});

export const aPost = (more: Partial<BlogPost> = {}): BlogPost => ({
  slug: 'how-launch-weeks-work',
  title: 'How launch weeks work',
  excerpt: 'Monday to Sunday, one cohort, one count.',
  author_name: 'The Launchweek team',
  published_at: '2026-10-05T08:00:00+00:00',
  url: 'https://launchweek.test/blog/how-launch-weeks-work',
  body_markdown:
    'A week begins on **Monday**.\n\n## Why a week\n\nA day is *too short*.\n\n- fair\n- calm\n\n> One count, in the open.\n\nSee [the categories](/categories) or [a tide table](https://tides.example/).',
  faqs: [],
  updated_at: '2026-10-06T08:00:00+00:00',
  ...more,
});

export const aBadge = (): Badge => ({
  kind: 'listed-on',
  label: 'Listed on',
  svg_url: 'https://launchweek.test/badges/tidewater/listed-on.svg?shape=pill&mode=dark',
  embed_html:
    '<a href="https://launchweek.test/listings/tidewater"><img src="https://launchweek.test/badges/tidewater/listed-on.svg?shape=pill&amp;mode=dark" alt="Tidewater: Listed on Launchweek" width="210" height="38"></a>',
  width: 210,
  height: 38,
});
