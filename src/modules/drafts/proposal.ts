import type { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../listings/schema.ts';
import type { DraftFieldName } from './fields.ts';

/** A verbatim piece of a page that was read. */
export interface Quote {
  quote: string;
  url: string;
}

export interface Proposed<V> {
  value: V;
  evidence: Quote[];
}

export type Platform = (typeof SOCIAL_PLATFORMS)[number];
export type StorySection = (typeof STORY_SECTIONS)[number];

/** What a drafter thinks a site says. Nothing of it is believed before the judge has seen it. */
export interface Proposal {
  fields: Partial<Record<DraftFieldName, Proposed<string | string[]>>>;
  faqs: { question: string; answer: string; evidence: Quote[] }[];
  founders: { name: string; title: string | null; bio: string | null; evidence: Quote[] }[];
  company_socials: Partial<Record<Platform, Proposed<string>>>;
  founder_socials: Partial<Record<Platform, Proposed<string>>>;
  story: Partial<Record<StorySection, Proposed<string>>>;
  milestones: { date: string; title: string; description: string | null; url: string | null; evidence: Quote[] }[];
}

/** A category of the site a draft may be put into. */
export interface CategoryName {
  slug: string;
  name: string;
  description: string | null;
}
