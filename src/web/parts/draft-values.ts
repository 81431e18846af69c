import { createHash } from 'node:crypto';
import { DRAFT_FIELD_NAMES, type DraftFieldName } from '../../modules/drafts/fields.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { STORY_SECTIONS } from '../../modules/listings/schema.ts';

/** What the fields of the editor hold. They are called what update_draft calls them, so that a refusal's path names the field. */
export type Values = Record<string, string>;

/** The fields with a line for each item; `categories` are chosen instead. */
const LINES: readonly string[] = ['tags', 'keywords', 'features', 'usps'] satisfies DraftFieldName[];
const PARAGRAPHS: readonly string[] = ['short_description', 'description'] satisfies DraftFieldName[];

export const isLines = (field: string): boolean => LINES.includes(field);
export const isParagraphs = (field: string): boolean => PARAGRAPHS.includes(field);

/** One line, but longer than a phone is wide: drawn as a box that grows. */
const LONG_LINE = /^fields\.(tagline|pricing_summary)$|\.question$/;
export const isLongLine = (name: string): boolean => LONG_LINE.test(name);

/** A browser's one-line field has no line breaks: what comes back must be what was shown. */
const oneLine = (text: string | null): string => (text ?? '').replace(/\s*[\r\n]+\s*/g, ' ');

/** A form's values as they are meant: what is one line stays one. */
export const tidied = (sent: Values): Values =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, isLongLine(name) ? oneLine(value) : value]));

const fieldValues = (name: DraftFieldName, value: unknown): Values => {
  if (Array.isArray(value)) {
    if (isLines(name)) return { [`fields.${name}`]: value.map((item) => oneLine(String(item))).join('\n') };
    return Object.fromEntries(value.map((item, i) => [`fields.${name}[${i}]`, oneLine(String(item))]));
  }
  const text = typeof value === 'string' ? value : '';
  return { [`fields.${name}`]: isParagraphs(name) ? text : oneLine(text) };
};

const numbered = <R>(list: string, rows: R[], columns: (row: R) => Values): Values =>
  Object.assign(
    {},
    ...rows.map((row, i) => Object.fromEntries(Object.entries(columns(row)).map(([name, value]) => [`${list}[${i}].${name}`, value]))),
  );

const socialValues = (whose: string, socials: Draft['socials']['company']): Values =>
  Object.fromEntries(Object.entries(socials).map(([platform, { value }]) => [`${whose}.${platform}`, oneLine(value)]));

/** A draft as its form shows it. */
export const valuesOf = (draft: Draft): Values => ({
  ...Object.assign({}, ...DRAFT_FIELD_NAMES.map((name) => fieldValues(name, draft.fields[name].value))),
  ...numbered('faqs', draft.faqs, ({ question, answer }) => ({ question: oneLine(question), answer })),
  ...numbered('founders', draft.founders, ({ name, title, bio }) => ({ name: oneLine(name), title: oneLine(title), bio: bio ?? '' })),
  ...socialValues('company_socials', draft.socials.company),
  ...socialValues('founder_socials', draft.socials.founder),
  ...Object.fromEntries(STORY_SECTIONS.map((section) => [`story.${section}`, draft.story[section].value ?? ''])),
  ...numbered('milestones', draft.milestones, ({ date, title, description, url }) => ({
    date,
    title: oneLine(title),
    description: description ?? '',
    url: oneLine(url),
  })),
  'seo.title': oneLine(draft.seo.title),
  'seo.meta': oneLine(draft.seo.meta),
  competitor_url: oneLine(draft.competitor?.url ?? null),
});

/** What is changed as one: a field, a platform's link, or a whole list. */
export const unitOf = (name: string): string => name.replace(/\[.*$/s, '');

/** White space that means nothing is no change; a line break is one. */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

const fingerprints = (values: Values): Map<string, string> => {
  const units = Map.groupBy(
    Object.entries(values)
      .map(([name, value]) => [name, folded(value.replace(/\r\n?/g, '\n'))] as const)
      .filter(([, value]) => value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ([name]) => unitOf(name),
  );
  return new Map(
    [...units].map(([unit, entries]) => [unit, createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 10)]),
  );
};

/** What the form was when it was drawn, in short: sent back with it, so that only what its sender changed is written. */
export const seenOf = (values: Values): string => [...fingerprints(values)].map((pair) => pair.join(':')).join(' ');

/** The units in which a sent form differs from what its sender saw, in the form's order. */
export const changedIn = (values: Values, seen: string): string[] => {
  const before = new Map(seen.split(' ').map((pair) => pair.split(':') as [string, string]));
  const now = fingerprints(values);
  return [...new Set([...before.keys(), ...now.keys()])].filter((unit) => unit && before.get(unit) !== now.get(unit));
};

/** How many rows of a list a form holds. */
export const rowsIn = (values: Values, list: string): number =>
  Object.entries(values).reduce((most, [name, value]) => {
    const row = name.startsWith(`${list}[`) && value ? Number(/\[(\d+)\]/.exec(name)?.[1]) + 1 : 0;
    return Math.max(most, row);
  }, 0);

/** The id of the field with a name, and of the place of a unit. */
export const idOf = (name: string): string => name.replace(/\W+/g, '-').replace(/-$/, '');
export const placeOf = (unit: string): string => `at-${idOf(unit)}`;
