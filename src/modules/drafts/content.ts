import { STORY_SECTIONS } from '../listings/schema.ts';
import { DRAFT_FIELD_NAMES, type DraftFieldName } from './fields.ts';
import type { Platform, Proposal, Quote, StorySection } from './proposal.ts';
import { type FieldMove, type FieldState, isDrafted, landing } from './states.ts';

/** A value as it stands in a draft: what it is, whose word it is, and where it was read. */
export interface Held<V = string | string[]> {
  value: V | null;
  state: FieldState;
  evidence: Quote[];
}

/** An item of a list as it stands in a draft. */
export type Listed<V> = V & { state: FieldState; evidence: Quote[] };

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

export type SocialLinks = Partial<Record<Platform, Held<string>>>;

/** All that a draft says of a product. */
export interface Content {
  fields: Record<DraftFieldName, Held>;
  faqs: Listed<FaqText>[];
  founders: Listed<FounderText>[];
  socials: { company: SocialLinks; founder: SocialLinks };
  story: Record<StorySection, Held<string>>;
  milestones: Listed<MilestoneText>[];
  seo: { title: string | null; meta: string | null };
}

/** A listing as a draft says it: its columns, and what stands in tables of its own. */
export interface ListingParts {
  columns: Record<string, unknown>;
  category: string;
  founders: (FounderText & { socials: Record<string, string> })[];
  milestones: MilestoneText[];
}

export const NOTHING_FOUND: Proposal = {
  fields: {},
  faqs: [],
  founders: [],
  company_socials: {},
  founder_socials: {},
  story: {},
  milestones: [],
};

const BLANK = { value: null, state: 'not_found', evidence: [] } as const satisfies Held;
const blank = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, { ...BLANK, evidence: [] }])) as unknown as Record<K, Held<never>>;

export const emptyContent = (): Content => ({
  fields: blank(DRAFT_FIELD_NAMES),
  faqs: [],
  founders: [],
  socials: { company: {}, founder: {} },
  story: blank(STORY_SECTIONS),
  milestones: [],
  seo: { title: null, meta: null },
});

/** What a drafter found for one value; undefined where it found nothing. */
type Original<V> = { value: V; evidence: Quote[] } | undefined;

/** One value after a move. `typed` is what a person wrote; null clears. */
export const moved = <V>(held: Held<V>, original: Original<V>, move: FieldMove, typed: V | null = null): Held<V> => {
  const state = landing(move, held.state, original !== undefined);
  if (move === 'type') return { value: typed, state, evidence: [] };
  if (state === 'deleted') return { value: null, state, evidence: [] };
  if (isDrafted(state)) return { value: original?.value ?? null, state, evidence: original?.evidence ?? [] };
  return { ...held, state };
};

const arriving = <K extends string, V>(held: Record<K, Held<V>>, found: Partial<Record<K, { value: V; evidence: Quote[] }>>) =>
  Object.fromEntries(Object.entries<Held<V>>(held).map(([name, one]) => [name, moved(one, found[name as K], 'arrive')])) as Record<
    K,
    Held<V>
  >;

const arrivingLinks = (held: SocialLinks, found: Proposal['company_socials']): SocialLinks => {
  const named = Object.keys({ ...found, ...held }) as Platform[];
  const all = Object.fromEntries(named.map((name) => [name, held[name] ?? { ...BLANK, evidence: [] }])) as Record<Platform, Held<string>>;
  return arriving(all, found);
};

/** A list a person has written in stays as it is. */
const arrivingList = <V extends { evidence: Quote[] }>(held: Listed<Omit<V, 'evidence'>>[], found: V[]) =>
  held.some(({ state }) => !isDrafted(state)) ? held : found.map((item) => ({ ...item, state: 'ai' as const }));

/** The draft arrives: what the drafter found goes where nobody has written meanwhile. */
export const withDrafted = (content: Content, found: Proposal): Content => ({
  fields: arriving(content.fields, found.fields),
  faqs: arrivingList(content.faqs, found.faqs),
  founders: arrivingList(content.founders, found.founders),
  socials: {
    company: arrivingLinks(content.socials.company, found.company_socials),
    founder: arrivingLinks(content.socials.founder, found.founder_socials),
  },
  story: arriving(content.story, found.story),
  milestones: arrivingList(content.milestones, found.milestones),
  seo: content.seo,
});

/** The same draft with some fields drafted anew; locked ones stay. */
export const withRedrafted = (content: Content, found: Proposal['fields'], names: readonly DraftFieldName[]): Content => ({
  ...content,
  fields: { ...content.fields, ...Object.fromEntries(names.map((name) => [name, moved(content.fields[name], found[name], 'redraft')])) },
});
