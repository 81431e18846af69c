import { Nullable, OneOf, RequiredText, Slug, type Static, Strict, T } from '../kernel/schema.ts';
import { PAYMENT_PERIODS } from '../modules/catalog/attributes/kinds.ts';
import { SCREENSHOT_KINDS } from '../modules/listings/drawings/screenshot.ts';
import { Faq, Socials, STORY_SECTIONS } from '../modules/listings/schema.ts';
import { Seller } from '../modules/orders/quote/seller.ts';

const Line = RequiredText(1000);
const Lines = T.Array(Line);
const Days = T.Integer({ description: 'Days before the demo is loaded.' });
const optional = <P extends Parameters<typeof T.Object>[0]>(properties: P) => T.Partial(T.Object(properties)).properties;

export const DemoCategory = T.Cyclic(
  {
    DemoCategory: Strict({
      slug: Slug('Category slug.'),
      name: Line,
      description: Line,
      ...optional({
        faqs: T.Array(Faq),
        /** What its products are compared on. */
        attributes: T.Array(Strict({ key: Line, name: Line, unit: T.Optional(Line) })),
        below: T.Array(T.Ref('DemoCategory')),
      }),
    }),
  },
  'DemoCategory',
);
export type DemoCategory = Static<typeof DemoCategory>;

/** Missing fields are unknown: stored as null or as an empty list. */
export const DemoProduct = Strict({
  slug: Slug('Listing slug.'),
  name: Line,
  /** Ends in .example, which nobody can register (RFC 2606). */
  domain: T.String({ pattern: '\\.example$' }),
  /** Launch week relative to the current one: -1 is last week, 0 this week, 1 next week. Null for none. */
  week: Nullable(T.Integer()),
  /** The first is the primary one; only paid listings have others. */
  categories: T.Array(Line, { minItems: 1 }),
  counts: Strict({ votes: T.Integer(), views: T.Integer(), followers: T.Integer() }),
  ...optional({
    /** Only if neither live nor scheduled. */
    status: OneOf(['draft', 'awaiting_badge']),
    /** Default: free. */
    plan: OneOf(['paid']),
    tagline: Line,
    short_description: Line,
    /** Paragraphs. */
    description: Lines,
    headline: Line,
    summary: Line,
    stage: OneOf(['idea', 'prototype', 'beta', 'launched', 'growing']),
    pricing_model: OneOf(['free', 'freemium', 'subscription', 'one-time', 'usage-based', 'open-source']),
    pricing_summary: Line,
    country: T.String({ pattern: '^[A-Z]{2}$' }),
    city: Line,
    founded_year: T.Integer(),
    features: Lines,
    usps: Lines,
    keywords: Lines,
    tags: Lines,
    contact_email: Line,
    demo_video_url: Line,
    seo_title: Line,
    seo_description: Line,
    faqs: T.Array(Faq),
    socials: Socials,
    founders: T.Array(Strict({ slug: Line, title: T.Optional(Line) })),
    /** By attribute key of one of its categories. Without a quote the owner typed it; the page is the homepage unless it has a path. */
    attributes: T.Record(T.String(), Strict({ value: Line, ...optional({ quote: Line, path: Line }) })),
    alternatives: Lines,
    story: T.Partial(T.Record(OneOf([...STORY_SECTIONS]), Line), { additionalProperties: false }),
    milestones: T.Array(Strict({ days_ago: Days, title: Line, ...optional({ description: Line, url: Line }) })),
    updates: T.Array(Strict({ days_ago: Days, title: Line, body: Line })),
    unlocked: T.Array(OneOf(['story', 'milestones'])),
    not_found: Lines,
    /** Quotes by field, with the path of their page (default: the homepage). */
    read: T.Record(T.String(), Strict({ quote: Line, path: T.Optional(Line) })),
    /** What its plans cost: each amount from a day on until the next one. */
    prices: T.Array(
      Strict({
        plan: Line,
        currency: T.String({ pattern: '^[A-Z]{3}$' }),
        period: OneOf([...PAYMENT_PERIODS]),
        path: Line,
        amounts: T.Array(Strict({ days_ago: Days, amount: T.Number(), quote: Line }), { minItems: 1 }),
      }),
    ),
    /** Fields that its website stated differently before, with the quote of then. The owner accepted the new value. */
    changes: T.Array(Strict({ days_ago: Days, field: OneOf(['pricing_summary', 'city']), before: Line, quote: Line })),
    /** Monthly values, newest last. */
    domain_rating: T.Array(T.Integer()),
    monthly_revenue_usd: T.Array(T.Number()),
  }),
});
export type DemoProduct = Static<typeof DemoProduct>;

export const DemoFounder = Strict({
  slug: Slug('Founder slug.'),
  name: Line,
  ...optional({ country: T.String({ pattern: '^[A-Z]{2}$' }), bio: Line, socials: Socials }),
});

export const DemoReview = Strict({
  listing: Line,
  days_ago: Days,
  rating: T.Integer({ minimum: 1, maximum: 5 }),
  body: Line,
  ...optional({ title: Line, answer: Line }),
});

const Votes = T.Integer({ minimum: 0 });

/** Comments by invented people; replies follow in their order. */
export const DemoComment = Strict({
  listing: Line,
  votes: Votes,
  body: Line,
  replies: T.Optional(T.Array(Strict({ by: OneOf(['maker', 'reader']), votes: Votes, body: Line }))),
});
/** A drawn screenshot. The listing is then on a plan with pictures. */
export const DemoPicture = Strict({ listing: Line, kind: OneOf([...SCREENSHOT_KINDS]), alt: Line });

export const DemoQuestion = Strict({ question: Line, hint: T.Optional(Line) });

/** Prices are USD cents without VAT, by product code. No real offers. */
export const DemoShop = Strict({ seller: Seller, prices: T.Record(T.String(), T.Integer({ minimum: 0 })) });

/** The header of a post. Without days it is not published. */
export const DemoPostHeader = Strict({ title: Line, excerpt: Line, author_name: Line, days_ago: T.Optional(Days), faqs: T.Array(Faq) });
