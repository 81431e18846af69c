import { DRAFT_FIELDS, type DraftFieldName } from '../fields.ts';
import { email, foundedYear, link } from './facts.ts';
import type { RuleName } from './judgement.ts';
import { isPicture } from './links.ts';
import { categories, country, pricingModel, stage } from './lookups.ts';
import type { Check } from './ruling.ts';
import { inOneLine, items, literal, paragraphs } from './texts.ts';
import { videoOf } from './video-hosts.ts';

interface FieldRule {
  rule: RuleName;
  check: Check<string> | Check<string[]>;
}

const max = (name: DraftFieldName): number => DRAFT_FIELDS[name].max;
const isPlaceName = (text: string): boolean => !/\p{N}/u.test(text) && text.length <= 100;

/** How each field follows from its quotes. */
export const FIELD_RULES: Record<DraftFieldName, FieldRule> = {
  name: { rule: 'literal', check: literal(max('name')) },
  tagline: { rule: 'literal', check: literal(max('tagline')) },
  short_description: { rule: 'literal', check: literal(max('short_description')) },
  description: { rule: 'composed', check: paragraphs(max('description')) },
  stage: { rule: 'looked_up', check: stage },
  categories: { rule: 'looked_up', check: categories },
  tags: { rule: 'composed', check: items(max('tags')) },
  pricing_model: { rule: 'looked_up', check: pricingModel },
  pricing_summary: { rule: 'composed', check: inOneLine(max('pricing_summary')) },
  country: { rule: 'looked_up', check: country },
  city: { rule: 'literal', check: literal(max('city'), isPlaceName) },
  founded_year: { rule: 'normalised', check: foundedYear },
  features: { rule: 'composed', check: items(max('features')) },
  usps: { rule: 'composed', check: items(max('usps')) },
  keywords: { rule: 'composed', check: items(max('keywords')) },
  contact_email: { rule: 'normalised', check: email },
  demo_video_url: {
    rule: 'normalised',
    check: link(
      (url) => videoOf(url.href) !== null,
      (url) => videoOf(url.href)?.watch,
    ),
  },
  logo_url: { rule: 'normalised', check: link(isPicture) },
};
