import {
  type EvidenceQuote,
  type FaqText,
  type FounderText,
  type MilestoneText,
  PROFILE_FIELD_NAMES,
  type ProfileFieldName,
  type Proposal,
  type ProposedValue,
  type SocialPlatform,
  type StorySection,
} from '../extraction/proposal.ts';
import { STORY_SECTIONS } from '../listings/schema.ts';
import { type FieldMove, type FieldState, fieldOutcome, isDrafted } from './states.ts';

/** A value in a draft: its text, its state (extracted or typed), and the evidence for it. */
export interface FieldValue<V = string | string[]> {
  value: V | null;
  state: FieldState;
  evidence: EvidenceQuote[];
}

export type ListItem<V> = V & { state: FieldState; evidence: EvidenceQuote[] };

export type SocialLinks = Partial<Record<SocialPlatform, FieldValue<string>>>;

export interface DraftContent {
  fields: Record<ProfileFieldName, FieldValue>;
  faqs: ListItem<FaqText>[];
  founders: ListItem<FounderText>[];
  socials: { company: SocialLinks; founder: SocialLinks };
  story: Record<StorySection, FieldValue<string>>;
  milestones: ListItem<MilestoneText>[];
  seo: { title: string | null; meta: string | null };
}

/** A listing as a draft produces it: its columns and the rows of related tables. */
export interface ListingParts {
  columns: Record<string, unknown>;
  /** Null only while a listing that was made otherwise has none. */
  category: string | null;
  founders: (FounderText & { socials: Record<string, string> })[];
  milestones: MilestoneText[];
}

/** A new object each time: drafts must not share one. */
export const blankValue = (state: FieldState = 'not_found'): FieldValue<never> => ({ value: null, state, evidence: [] });
const blankValues = <K extends string>(names: readonly K[], state?: FieldState) =>
  Object.fromEntries(names.map((name) => [name, blankValue(state)])) as Record<K, FieldValue<never>>;

/** A draft whose site is about to be read. */
export const emptyContent = (): DraftContent => ({
  fields: blankValues(PROFILE_FIELD_NAMES, 'pending'),
  faqs: [],
  founders: [],
  socials: { company: {}, founder: {} },
  story: blankValues(STORY_SECTIONS, 'pending'),
  milestones: [],
  seo: { title: null, meta: null },
});

/** Applies a move to one value. `original` is what extraction found, `typed` the text a person entered; null clears it. */
export const applyMove = <V>(
  current: FieldValue<V>,
  original: ProposedValue<V> | undefined,
  move: FieldMove,
  typed: V | null = null,
): FieldValue<V> => {
  const state = fieldOutcome(move, current.state, original !== undefined);
  if (move === 'type') return { value: typed, state, evidence: [] };
  if (state === 'deleted') return { value: null, state, evidence: [] };
  if (isDrafted(state)) return { value: original?.value ?? null, state, evidence: original?.evidence ?? [] };
  return { ...current, state };
};

const applyArrival = <K extends string, V>(current: Record<K, FieldValue<V>>, found: Partial<Record<K, ProposedValue<V>>>) =>
  Object.fromEntries(
    Object.entries<FieldValue<V>>(current).map(([name, one]) => [name, applyMove(one, found[name as K], 'arrive')]),
  ) as Record<K, FieldValue<V>>;

const applyArrivalToLinks = (current: SocialLinks, found: Proposal['company_socials']): SocialLinks => {
  const platforms = Object.keys({ ...found, ...current }) as SocialPlatform[];
  const all: Record<SocialPlatform, FieldValue<string>> = { ...blankValues(platforms), ...current };
  return applyArrival(all, found);
};

/** A list that a person has edited stays as it is. */
const applyArrivalToList = <V extends { evidence: EvidenceQuote[] }>(current: ListItem<Omit<V, 'evidence'>>[], found: V[]) =>
  current.some(({ state }) => !isDrafted(state)) ? current : found.map((item) => ({ ...item, state: 'ai' as const }));

/** Fills in the extracted values, except where someone has typed meanwhile. */
export const withProposal = (content: DraftContent, found: Proposal): DraftContent => ({
  fields: applyArrival(content.fields, found.fields),
  faqs: applyArrivalToList(content.faqs, found.faqs),
  founders: applyArrivalToList(content.founders, found.founders),
  socials: {
    company: applyArrivalToLinks(content.socials.company, found.company_socials),
    founder: applyArrivalToLinks(content.socials.founder, found.founder_socials),
  },
  story: applyArrival(content.story, found.story),
  milestones: applyArrivalToList(content.milestones, found.milestones),
  seo: content.seo,
});

/** Marks blank values as pending when the site is to be read, and as not found when that failed. */
export const withBlanks = (content: DraftContent, move: 'wait' | 'give_up'): DraftContent => {
  const mark = <V>(one: FieldValue<V>): FieldValue<V> => ({ ...one, state: fieldOutcome(move, one.state, false) });
  const markAll = <K extends string, V>(values: Record<K, FieldValue<V>>) =>
    Object.fromEntries(Object.entries<FieldValue<V>>(values).map(([name, one]) => [name, mark(one)])) as Record<K, FieldValue<V>>;
  return { ...content, fields: markAll(content.fields), story: markAll(content.story) };
};

/** Redrafts some fields; locked ones stay. */
export const withRedrafted = (content: DraftContent, found: Proposal['fields'], names: readonly ProfileFieldName[]): DraftContent => ({
  ...content,
  fields: {
    ...content.fields,
    ...Object.fromEntries(names.map((name) => [name, applyMove(content.fields[name], found[name], 'redraft')])),
  },
});
