import type { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../modules/listings/schema.ts';

/** A question and its answer in one line: the first question mark is where the answer begins. */
export type FaqLine = string;

/** What a category compares on: key, name and, where it is measured in something, the unit. */
export type DemoAttribute = [key: string, name: string, unit?: string];

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  faqs?: FaqLine[];
  attributes?: DemoAttribute[];
  below?: DemoCategory[];
}

/** A value the owner typed, or a value with the sentence it was read from and the page that says it (the homepage if unsaid). */
export type Fact = string | [value: string, quote: string, path?: string];

export type DemoSocials = Partial<Record<(typeof SOCIAL_PLATFORMS)[number], string>>;
export type DemoStory = Partial<Record<(typeof STORY_SECTIONS)[number], string>>;

/** What is left out is not known: it is stored as null or as an empty list. */
export interface DemoProduct {
  slug: string;
  name: string;
  domain: string;
  /** Weeks from the one that is running: -1 was last week, 0 is live in this one, 1 is scheduled for the next. Null has none. */
  week: number | null;
  /** Only for those that are neither live nor scheduled. */
  status?: 'draft' | 'awaiting_badge';
  /** Free unless said. Only paid listings stand in more than one category. */
  plan?: 'paid';
  categories: [primary: string, ...others: string[]];
  tagline?: string;
  short_description?: string;
  /** Paragraphs. */
  description?: string[];
  headline?: string;
  summary?: string;
  stage?: 'idea' | 'prototype' | 'beta' | 'launched' | 'growing';
  pricing_model?: 'free' | 'freemium' | 'subscription' | 'one-time' | 'usage-based' | 'open-source';
  pricing_summary?: string;
  country?: string;
  city?: string;
  founded_year?: number;
  features?: string[];
  usps?: string[];
  keywords?: string[];
  tags?: string[];
  contact_email?: string;
  demo_video_url?: string;
  seo_title?: string;
  seo_description?: string;
  faqs?: FaqLine[];
  socials?: DemoSocials;
  founders?: [slug: string, title?: string][];
  /** By the key of an attribute of one of its categories. */
  attributes?: Record<string, Fact>;
  alternatives?: string[];
  story?: DemoStory;
  milestones?: [days_ago: number, title: string, description?: string, url?: string][];
  updates?: [days_ago: number, title: string, body: string][];
  unlocked?: ('story' | 'milestones')[];
  not_found?: string[];
  /** Words its site was read in, by field, and the page they stand on (the homepage if unsaid). */
  read?: Record<string, [quote: string, path?: string]>;
  /** Monthly values, the newest last. */
  domain_rating?: number[];
  monthly_revenue_usd?: number[];
  counts: [votes: number, views: number, followers: number];
}

export interface DemoFounder {
  slug: string;
  name: string;
  country?: string;
  bio?: string;
  socials?: DemoSocials;
}

export interface DemoPost {
  slug: string;
  title: string;
  excerpt: string;
  author_name: string;
  /** Null is a post that is not published yet. */
  days_ago: number | null;
  faqs?: FaqLine[];
  body_markdown: string;
}

export interface DemoQuestion {
  question: string;
  hint: string | null;
}
