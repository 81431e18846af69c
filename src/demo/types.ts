import type { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../modules/listings/schema.ts';

/** Question and answer in one line; the answer begins after the first question mark. */
export type FaqLine = string;

/** An attribute that products of a category are compared on: key, name and optional unit. */
export type DemoAttribute = [key: string, name: string, unit?: string];

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  faqs?: FaqLine[];
  attributes?: DemoAttribute[];
  below?: DemoCategory[];
}

/** A value typed by the owner, or a value with its quote and page (default: the homepage). */
export type DemoFact = string | [value: string, quote: string, path?: string];

export type DemoSocials = Partial<Record<(typeof SOCIAL_PLATFORMS)[number], string>>;
export type DemoStory = Partial<Record<(typeof STORY_SECTIONS)[number], string>>;

/** Missing fields are unknown: stored as null or as an empty list. */
export interface DemoProduct {
  slug: string;
  name: string;
  domain: string;
  /** Launch week relative to the current one: -1 is last week, 0 this week, 1 next week. Null for none. */
  week: number | null;
  /** Only if neither live nor scheduled. */
  status?: 'draft' | 'awaiting_badge';
  /** Default: free. Only paid listings have more than one category. */
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
  /** By attribute key of one of its categories. */
  attributes?: Record<string, DemoFact>;
  alternatives?: string[];
  story?: DemoStory;
  milestones?: [days_ago: number, title: string, description?: string, url?: string][];
  updates?: [days_ago: number, title: string, body: string][];
  unlocked?: ('story' | 'milestones')[];
  not_found?: string[];
  /** Quotes by field, with the page they are on (default: the homepage). */
  read?: Record<string, [quote: string, path?: string]>;
  /** Monthly values, newest last. */
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
  /** Null for an unpublished post. */
  days_ago: number | null;
  faqs?: FaqLine[];
  body_markdown: string;
}

export interface DemoQuestion {
  question: string;
  hint: string | null;
}
