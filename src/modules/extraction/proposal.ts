import { msg, texts } from '../../kernel/language/messages.ts';
import type { AttributeValue } from '../catalog/attributes/kinds.ts';
import { MAX_FEATURES, type SOCIAL_PLATFORMS, type STORY_SECTIONS } from '../listings/schema.ts';

export type { AttributeDefinition, AttributeValue, Money } from '../catalog/attributes/kinds.ts';

interface ProfileField {
  kind: 'text' | 'list';
  max: number;
  /** Its weight in completeness; all weights of a profile add up to 100. */
  weight: number;
  required?: true;
  hint: string;
}

/** The 18 fields of a profile: limits, weight in completeness, and a hint for blank ones. */
export const PROFILE_FIELDS = texts({
  name: { kind: 'text', max: 500, weight: 10, required: true, hint: msg('The product’s name.') },
  tagline: { kind: 'text', max: 500, weight: 10, required: true, hint: msg('One line that says what it does.') },
  short_description: { kind: 'text', max: 500, weight: 6, hint: msg('Two sentences for lists and search.') },
  description: { kind: 'text', max: 20000, weight: 12, required: true, hint: msg('What it does, for whom, and how.') },
  stage: { kind: 'text', max: 500, weight: 2, hint: msg('idea, prototype, beta, launched or growing.') },
  categories: {
    kind: 'list',
    max: 20,
    weight: 8,
    required: true,
    hint: msg('Names or slugs from list_categories. Only the first is set; others: buy extra_categories.'),
  },
  tags: { kind: 'list', max: 20, weight: 2, hint: msg('A few words people filter by.') },
  pricing_model: {
    kind: 'text',
    max: 500,
    weight: 5,
    hint: msg('free, freemium, free-trial, subscription, one-time, usage-based, open-source or contact-sales.'),
  },
  pricing_summary: { kind: 'text', max: 500, weight: 4, hint: msg('The plans and prices in one line.') },
  country: { kind: 'text', max: 500, weight: 3, hint: msg('Two-letter code of the company’s country.') },
  city: { kind: 'text', max: 500, weight: 2, hint: msg('The company’s city.') },
  founded_year: { kind: 'text', max: 500, weight: 2, hint: msg('Year the company or product started, such as 2024.') },
  features: { kind: 'list', max: MAX_FEATURES, weight: 8, hint: msg('Features, each a short phrase.') },
  usps: { kind: 'list', max: 20, weight: 3, hint: msg('What sets it apart.') },
  keywords: { kind: 'list', max: 20, weight: 2, hint: msg('Words people would search for.') },
  contact_email: { kind: 'text', max: 500, weight: 3, hint: msg('Public contact email address.') },
  demo_video_url: { kind: 'text', max: 500, weight: 2, hint: msg('Link to a demo video.') },
  logo_url: { kind: 'text', max: 500, weight: 5, hint: msg('URL of the logo.') },
} as const satisfies Record<string, ProfileField>);

export type ProfileFieldName = keyof typeof PROFILE_FIELDS;
export const PROFILE_FIELD_NAMES = Object.keys(PROFILE_FIELDS) as ProfileFieldName[];

export interface EvidenceQuote {
  quote: string;
  url: string;
}

export interface ProposedValue<V> {
  value: V;
  evidence: EvidenceQuote[];
}

export interface FaqText {
  question: string;
  answer: string;
}
export interface FounderText {
  name: string;
  title: string | null;
  bio: string | null;
}
export interface MilestoneText {
  date: string;
  title: string;
  description: string | null;
  url: string | null;
}

export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];
export type StorySection = (typeof STORY_SECTIONS)[number];
type Quoted<T> = T & { evidence: EvidenceQuote[] };

/** What a rule or model believes a site says. Untrusted until verified; verification adds `Extra` to each value. */
export interface Proposal<Extra = unknown> {
  fields: Partial<Record<ProfileFieldName, ProposedValue<string | string[]> & Extra>>;
  faqs: Quoted<FaqText>[];
  founders: Quoted<FounderText>[];
  company_socials: Partial<Record<SocialPlatform, ProposedValue<string> & Extra>>;
  founder_socials: Partial<Record<SocialPlatform, ProposedValue<string> & Extra>>;
  story: Partial<Record<StorySection, ProposedValue<string> & Extra>>;
  milestones: Quoted<MilestoneText>[];
  /** By key. */
  attributes: Partial<Record<string, ProposedValue<AttributeValue> & Extra>>;
  /** What is only probable, quoted and verified like a value: it is offered, not filled in. */
  suggested: Partial<Record<SuggestedField, ProposedValue<string[]> & Extra>>;
}

export const SUGGESTED_FIELDS = ['features'] as const satisfies ProfileFieldName[];
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

export const EMPTY_PROPOSAL: Proposal = {
  fields: {},
  faqs: [],
  founders: [],
  company_socials: {},
  founder_socials: {},
  story: {},
  milestones: [],
  attributes: {},
  suggested: {},
};

export interface CategoryOption {
  slug: string;
  name: string;
  description: string | null;
}
