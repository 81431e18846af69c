import {
  type Content,
  type FaqText,
  type FounderText,
  type Held,
  type Listed,
  type MilestoneText,
  moved,
  NOTHING_FOUND,
  type SocialLinks,
  withRedrafted,
} from './content.ts';
import type { DraftFieldName } from './fields.ts';
import type { Platform, Proposal, Quote, StorySection } from './proposal.ts';
import { landing } from './states.ts';

type Blank = null | undefined;

/** What a PATCH asks for, its values already read (SPEC 4.4). */
export interface Edits {
  restore: readonly DraftFieldName[];
  fields: Partial<Record<DraftFieldName, string | string[] | null>>;
  lock_fields: readonly DraftFieldName[];
  regenerate: readonly DraftFieldName[];
  faqs?: FaqText[];
  founders?: { name: string; title?: string | Blank; bio?: string | Blank }[];
  milestones?: { date: string; title: string; description?: string | Blank; url?: string | Blank }[];
  company_socials: Partial<Record<Platform, string | null>>;
  founder_socials: Partial<Record<Platform, string | null>>;
  story: Partial<Record<StorySection, string | Blank>>;
  seo: { title?: string | Blank; meta?: string | Blank };
}

export const NO_EDITS: Edits = {
  restore: [],
  fields: {},
  lock_fields: [],
  regenerate: [],
  company_socials: {},
  founder_socials: {},
  story: {},
  seo: {},
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const NOWHERE: Held<never> = { value: null, state: 'not_found', evidence: [] };

/** Types or removes one value. Sending what stands there already is no edit. */
const written = <V>(held: Held<V>, original: { value: V; evidence: Quote[] } | undefined, value: V | null): Held<V> => {
  if (same(held.value, value)) return held;
  return value === null ? moved(held, original, 'remove') : moved(held, original, 'type', value);
};

const writtenAll = <K extends string, V>(
  held: Partial<Record<K, Held<V>>>,
  originals: Partial<Record<K, { value: V; evidence: Quote[] }>>,
  values: Partial<Record<K, V | Blank>>,
): Partial<Record<K, Held<V>>> => ({
  ...held,
  ...Object.fromEntries(
    Object.entries<V | Blank>(values).map(([name, value]) => [
      name,
      written(held[name as K] ?? (NOWHERE as Held<V>), originals[name as K], (value || null) as V | null),
    ]),
  ),
});

/** A link nobody found and nobody gave is not there at all. */
const withoutBlanks = (links: SocialLinks): SocialLinks =>
  Object.fromEntries(Object.entries(links).filter(([, { value, state }]) => value !== null || state === 'deleted'));

/**
 * A list sent anew. An item that was there keeps its state and evidence; one that is known by its key is the drafter's, edited;
 * any other is a person's own.
 */
const relisted = <V extends object>(held: Listed<V>[], originals: (V & { evidence: Quote[] })[], sent: V[], keyOf: (item: V) => string) => {
  const textOf = ({ state: _, evidence: __, ...text }: Listed<V>) => text;
  const found = originals.map(({ evidence, ...text }) => ({ text, evidence, key: keyOf(text as unknown as V) }));
  return sent.map((item): Listed<V> => {
    const standing = held.find((one) => same(textOf(one), item));
    if (standing) return standing;
    const drafted = found.find(({ text }) => same(text, item));
    if (drafted) return { ...item, state: landing('restore', 'edited', true), evidence: drafted.evidence };
    const state = landing(
      'type',
      'not_found',
      found.some(({ key }) => key === keyOf(item)),
    );
    return { ...item, state, evidence: [] };
  });
};

/** What is compared is written alike, whatever was left out. */
const faqOf = ({ question, answer }: FaqText): FaqText => ({ question, answer });
const founderOf = ({ name, title, bio }: NonNullable<Edits['founders']>[number]): FounderText => ({
  name,
  title: title || null,
  bio: bio || null,
});
const milestoneOf = ({ date, title, description, url }: NonNullable<Edits['milestones']>[number]): MilestoneText => ({
  date,
  title,
  description: description || null,
  url: url || null,
});

/** A draft's content after an edit: restored first, then typed, then locked, then drafted anew from what the site said. */
export const editContent = (content: Content, original: Proposal | null, edits: Edits): Content => {
  const found = original ?? NOTHING_FOUND;
  const fields = { ...content.fields };
  for (const name of edits.restore) fields[name] = moved(fields[name], found.fields[name], 'restore');
  Object.assign(fields, writtenAll(fields, found.fields, edits.fields));
  for (const name of edits.lock_fields) fields[name] = moved(fields[name], found.fields[name], 'lock');
  const edited: Content = {
    fields,
    faqs: edits.faqs ? relisted(content.faqs, found.faqs, edits.faqs.map(faqOf), ({ question }) => question) : content.faqs,
    founders: edits.founders
      ? relisted(content.founders, found.founders, edits.founders.map(founderOf), ({ name }) => name)
      : content.founders,
    milestones: edits.milestones
      ? relisted(content.milestones, found.milestones, edits.milestones.map(milestoneOf), ({ date, title }) => `${date} ${title}`)
      : content.milestones,
    socials: {
      company: withoutBlanks(writtenAll(content.socials.company, found.company_socials, edits.company_socials)),
      founder: withoutBlanks(writtenAll(content.socials.founder, found.founder_socials, edits.founder_socials)),
    },
    story: { ...content.story, ...writtenAll(content.story, found.story, edits.story) } as Content['story'],
    seo: { ...content.seo, ...Object.fromEntries(Object.entries(edits.seo).map(([name, text]) => [name, text || null])) },
  };
  return withRedrafted(edited, found.fields, edits.regenerate);
};
