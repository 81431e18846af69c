import type { DraftFieldName } from '../fields.ts';
import type { Platform, Quote, StorySection } from '../proposal.ts';

/**
 * How a value follows from its quotes. `literal`: it stands in one of them. `composed`: each of its parts does. `normalised`: the
 * same in its usual form. `looked_up`: a word of a table that the quote's words stand for.
 */
export type RuleName = 'literal' | 'composed' | 'normalised' | 'looked_up';

export interface Judged<V> {
  value: V;
  evidence: Quote[];
  rule: RuleName;
}

/** What of a proposal is supported, in the same form, and what was refused. */
export interface Judgement {
  fields: Partial<Record<DraftFieldName, Judged<string | string[]>>>;
  faqs: { question: string; answer: string; evidence: Quote[] }[];
  founders: { name: string; title: string | null; bio: string | null; evidence: Quote[] }[];
  company_socials: Partial<Record<Platform, Judged<string>>>;
  founder_socials: Partial<Record<Platform, Judged<string>>>;
  story: Partial<Record<StorySection, Judged<string>>>;
  milestones: { date: string; title: string; description: string | null; url: string | null; evidence: Quote[] }[];
  /** For logs: which parts were refused, and why. */
  dropped: { what: string; why: string }[];
}
