import { attributeKey } from '../catalog/attributes/names.ts';
import {
  type AttributeValue,
  type EvidenceQuote,
  type FaqText,
  type FounderText,
  type MilestoneText,
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileFieldName,
  type Proposal,
  type ProposedValue,
  type SocialPlatform,
  type StorySection,
} from '../extraction/proposal.ts';
import type { StatedValue } from '../listings/attributes/queries.ts';
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

/** By key. What the website said is kept for attributes of other categories, too: the draft may move there. */
export type DraftAttributes = Partial<Record<string, FieldValue<AttributeValue>>>;

export interface DraftContent {
  fields: Record<ProfileFieldName, FieldValue>;
  faqs: ListItem<FaqText>[];
  founders: ListItem<FounderText>[];
  socials: { company: SocialLinks; founder: SocialLinks };
  story: Record<StorySection, FieldValue<string>>;
  milestones: ListItem<MilestoneText>[];
  seo: { title: string | null; meta: string | null };
  attributes: DraftAttributes;
}

/** A value that can be locked, restored and redrafted: a field, or `attributes.<key>`. */
export type ValueName = ProfileFieldName | `attributes.${string}`;

/** A listing as a draft produces it: its columns and the rows of related tables. */
export interface ListingParts {
  columns: Record<string, unknown>;
  /** Null only while a listing that was made otherwise has none. */
  category: string | null;
  founders: (FounderText & { socials: Record<string, string> })[];
  milestones: MilestoneText[];
  /** By key; null where the draft has no value. */
  attributes: Record<string, StatedValue | null>;
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
  attributes: {},
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

/** For values that a draft need not have: those it has, and those that were found. */
const applyArrivalToSome = <K extends string, V>(
  current: Partial<Record<K, FieldValue<V>>>,
  found: Partial<Record<K, ProposedValue<V>>>,
): Partial<Record<K, FieldValue<V>>> => {
  const names = Object.keys({ ...found, ...current }) as K[];
  return applyArrival({ ...blankValues(names), ...current } as Record<K, FieldValue<V>>, found);
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
    company: applyArrivalToSome(content.socials.company, found.company_socials),
    founder: applyArrivalToSome(content.socials.founder, found.founder_socials),
  },
  story: applyArrival(content.story, found.story),
  milestones: applyArrivalToList(content.milestones, found.milestones),
  seo: content.seo,
  attributes: applyArrivalToSome(content.attributes, found.attributes),
});

/** Marks blank values as pending when the site is to be read, and as not found when that failed. */
export const withBlanks = (content: DraftContent, move: 'wait' | 'give_up'): DraftContent => {
  const mark = <V>(one: FieldValue<V>): FieldValue<V> => ({ ...one, state: fieldOutcome(move, one.state, false) });
  const markAll = <K extends string, V>(values: Record<K, FieldValue<V>>) =>
    Object.fromEntries(Object.entries<FieldValue<V>>(values).map(([name, one]) => [name, mark(one)])) as Record<K, FieldValue<V>>;
  return { ...content, fields: markAll(content.fields), story: markAll(content.story) };
};

/** Whether a name can have a state; the keys of attributes depend on the site. */
export const isKnownValue = (name: string): name is ValueName => attributeKey(name) !== null || name in PROFILE_FIELDS;

export const valueState = ({ fields, attributes }: DraftContent, name: ValueName): FieldState => {
  const key = attributeKey(name);
  return key === null ? fields[name as ProfileFieldName].state : (attributes[key]?.state ?? 'not_found');
};

type Found = Pick<Proposal, 'fields' | 'attributes'>;

/** Applies a move to some values. */
export const moveValues = (content: DraftContent, found: Found, names: readonly ValueName[], move: FieldMove): DraftContent => {
  const fields = { ...content.fields };
  const attributes = { ...content.attributes };
  for (const name of names) {
    const key = attributeKey(name);
    const field = name as ProfileFieldName;
    if (key === null) fields[field] = applyMove(fields[field], found.fields[field], move);
    else attributes[key] = applyMove(attributes[key] ?? blankValue(), found.attributes[key], move);
  }
  return { ...content, fields, attributes };
};

/** Redrafts some values; locked ones stay. */
export const withRedrafted = (content: DraftContent, found: Found, names: readonly ValueName[]): DraftContent =>
  moveValues(content, found, names, 'redraft');
