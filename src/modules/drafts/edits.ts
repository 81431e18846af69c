import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  EMPTY_PROPOSAL,
  type EvidenceQuote,
  type FaqText,
  type FounderText,
  type MilestoneText,
  type ProfileFieldName,
  type Proposal,
  type ProposedValue,
  type SocialPlatform,
  type StorySection,
  SUGGESTED_FIELDS,
} from '../extraction/proposal.ts';
import { containsWhole } from '../extraction/words/text.ts';
import {
  applyMove,
  blankValue,
  type DraftContent,
  type FieldValue,
  type ListItem,
  moveValues,
  type SocialLinks,
  type ValueName,
  withRedrafted,
} from './content.ts';
import type { UpdateDraft } from './schema.ts';
import { fieldOutcome, isDrafted } from './states.ts';

type Blank = null | undefined;

type List<N extends 'faqs' | 'founders' | 'milestones'> = NonNullable<UpdateDraft[N]>;

/** What changes. Null removes a value. */
export interface DraftEdits {
  restore: ValueName[];
  fields: Partial<Record<ProfileFieldName, string | string[] | null>>;
  lock_fields: ValueName[];
  regenerate: ValueName[];
  faqs?: List<'faqs'>;
  founders?: List<'founders'>;
  milestones?: List<'milestones'>;
  company_socials: Partial<Record<SocialPlatform, string | null>>;
  founder_socials: Partial<Record<SocialPlatform, string | null>>;
  story: Partial<Record<StorySection, string | null>>;
  seo: Partial<DraftContent['seo']>;
  attributes: Partial<Record<string, AttributeValue | null>>;
}

export const NO_EDITS: DraftEdits = {
  restore: [],
  fields: {},
  lock_fields: [],
  regenerate: [],
  company_socials: {},
  founder_socials: {},
  story: {},
  seo: {},
  attributes: {},
};

/** Whether two values are the same as JSON, in whatever order their properties are. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b) || isDeepStrictEqual(a, b);

/** Sets or removes one value. Sending the current value again is not an edit. */
const editValue = <V>(current: FieldValue<V>, original: ProposedValue<V> | undefined, value: V | null): FieldValue<V> => {
  if (isSame(current.value, value)) return current;
  return value === null ? applyMove(current, original, 'remove') : applyMove(current, original, 'type', value);
};

/** An edited list keeps the quotes of its items, and gets those of suggestions added to it. */
const quotesFor = (lines: string[], known: EvidenceQuote[]): EvidenceQuote[] =>
  known.filter(({ quote }, i) => lines.some((line) => containsWhole(line, quote)) && known.findIndex((one) => isSame(one, known[i])) === i);

const editSuggested = (before: DraftContent['fields'], after: DraftContent['fields'], found: Proposal): DraftContent['fields'] => {
  const fields = { ...after };
  for (const name of SUGGESTED_FIELDS) {
    const { value, state } = after[name];
    if (before[name] === after[name] || !Array.isArray(value) || isDrafted(state)) continue;
    fields[name] = { value, state, evidence: quotesFor(value, [...before[name].evidence, ...(found.suggested[name]?.evidence ?? [])]) };
  }
  return fields;
};

const editValues = <K extends string, V>(
  current: Partial<Record<K, FieldValue<V>>>,
  originals: Partial<Record<K, ProposedValue<V>>>,
  values: Partial<Record<K, V | Blank>>,
): Partial<Record<K, FieldValue<V>>> => ({
  ...current,
  ...Object.fromEntries(
    Object.entries<V | Blank>(values).map(([name, value]) => [
      name,
      editValue<V>(current[name as K] ?? blankValue(), originals[name as K], value === '' ? null : (value ?? null)),
    ]),
  ),
});

/** Drops links that were neither found nor typed. */
export const withoutBlankLinks = (links: SocialLinks): SocialLinks =>
  Object.fromEntries(Object.entries(links).filter(([, { value, state }]) => value !== null || state === 'deleted'));

/** Unchanged items keep their state and evidence; one with the key of an extracted item counts as edited, others as the person's own. */
export const replaceList = <V extends object>(
  current: ListItem<V>[],
  originals: (V & { evidence: EvidenceQuote[] })[],
  sent: V[],
  keyOf: (item: V) => string,
) => {
  const withoutState = ({ state: _, evidence: __, ...text }: ListItem<V>) => text;
  return sent.map((item): ListItem<V> => {
    const unchanged = current.find((one) => isSame(withoutState(one), item));
    if (unchanged) return unchanged;
    const drafted = originals.find(({ evidence: _, ...text }) => isSame(text, item));
    if (drafted) return { ...item, state: fieldOutcome('restore', 'edited', true), evidence: drafted.evidence };
    const is_edit = originals.some((original) => keyOf(original) === keyOf(item));
    return { ...item, state: fieldOutcome('type', 'not_found', is_edit), evidence: [] };
  });
};

export const normalizeFaq = ({ question, answer }: FaqText): FaqText => ({ question, answer });
const normalizeFounder = ({ name, title, bio }: List<'founders'>[number]): FounderText => ({
  name,
  title: title || null,
  bio: bio || null,
});
export const normalizeMilestone = ({ date, title, description, url }: List<'milestones'>[number]): MilestoneText => ({
  date,
  title,
  description: description || null,
  url: url || null,
});

/** Applies edits in this order: restore, type, lock, then redraft from what the site said. */
export const editContent = (content: DraftContent, original: Proposal | null, edits: DraftEdits): DraftContent => {
  // Proposals from before attributes were read have none.
  const found = { ...EMPTY_PROPOSAL, ...original };
  const restored = moveValues(content, found, edits.restore, 'restore');
  const fields = { ...restored.fields, ...(editValues(restored.fields, found.fields, edits.fields) as DraftContent['fields']) };
  const typed: DraftContent = {
    ...restored,
    fields: editSuggested(restored.fields, fields, found),
    attributes: editValues(restored.attributes, found.attributes, edits.attributes),
  };
  const edited: DraftContent = {
    ...moveValues(typed, found, edits.lock_fields, 'lock'),
    faqs: edits.faqs ? replaceList(content.faqs, found.faqs, edits.faqs.map(normalizeFaq), ({ question }) => question) : content.faqs,
    founders: edits.founders
      ? replaceList(content.founders, found.founders, edits.founders.map(normalizeFounder), ({ name }) => name)
      : content.founders,
    milestones: edits.milestones
      ? replaceList(content.milestones, found.milestones, edits.milestones.map(normalizeMilestone), ({ date, title }) => `${date} ${title}`)
      : content.milestones,
    socials: {
      company: withoutBlankLinks(editValues(content.socials.company, found.company_socials, edits.company_socials)),
      founder: withoutBlankLinks(editValues(content.socials.founder, found.founder_socials, edits.founder_socials)),
    },
    story: { ...content.story, ...editValues(content.story, found.story, edits.story) } as DraftContent['story'],
    seo: { ...content.seo, ...Object.fromEntries(Object.entries(edits.seo).map(([name, text]) => [name, text || null])) },
  };
  return withRedrafted(edited, found, edits.regenerate);
};
