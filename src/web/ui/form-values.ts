import { createHash } from 'node:crypto';
import { normalize } from '../../kernel/unicode.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { PROFILE_FIELD_NAMES, type ProfileFieldName } from '../../modules/extraction/proposal.ts';
import { STORY_SECTIONS } from '../../modules/listings/schema.ts';
import { attributeFormValues } from './attributes/values.ts';

/** The values of the editor's fields, named as in update_draft, so that the path of an error names the field. */
export type FormValues = Record<string, string>;

/** Fields with one item per line; `categories` has selects instead. */
const LINES: readonly string[] = ['tags', 'keywords', 'features', 'usps'] satisfies ProfileFieldName[];
const PARAGRAPHS: readonly string[] = ['short_description', 'description'] satisfies ProfileFieldName[];

export const isLines = (field: string): boolean => LINES.includes(field);
const isParagraphs = (field: string): boolean => PARAGRAPHS.includes(field);

/** Single-line values that may not fit on a phone's screen: shown as a textarea that grows. */
const LONG_LINE = /^fields\.(tagline|pricing_summary)$|\.question$/;
export const isLongLine = (name: string): boolean => LONG_LINE.test(name);

/** Single-line inputs drop line breaks, so the value shown must not contain any. */
const oneLine = (text: string | null): string => (text ?? '').replace(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? ' ' : gap));

/** Normalizes submitted values: single-line values contain no line breaks. */
export const normalizeValues = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isLongLine(name) ? oneLine(value) : value]));

const fieldValues = (name: ProfileFieldName, value: unknown): FormValues => {
  if (Array.isArray(value)) {
    if (isLines(name)) return { [`fields.${name}`]: value.map((item) => oneLine(String(item))).join('\n') };
    return Object.fromEntries(value.map((item, i) => [`fields.${name}[${i}]`, oneLine(String(item))]));
  }
  const text = typeof value === 'string' ? value : '';
  return { [`fields.${name}`]: isParagraphs(name) ? text : oneLine(text) };
};

const rowValues = <R>(list: string, rows: R[], columns: (row: R) => FormValues): FormValues =>
  Object.assign(
    {},
    ...rows.map((row, i) => Object.fromEntries(Object.entries(columns(row)).map(([name, value]) => [`${list}[${i}].${name}`, value]))),
  );

const socialValues = (whose: string, socials: Draft['socials']['company']): FormValues =>
  Object.fromEntries(Object.entries(socials).map(([platform, { value }]) => [`${whose}.${platform}`, oneLine(value)]));

/** A draft's form values. */
export const draftValues = (draft: Draft): FormValues => ({
  ...Object.assign({}, ...PROFILE_FIELD_NAMES.map((name) => fieldValues(name, draft.fields[name].value))),
  ...rowValues('faqs', draft.faqs, ({ question, answer }) => ({ question: oneLine(question), answer })),
  ...rowValues('founders', draft.founders, ({ name, title, bio }) => ({ name: oneLine(name), title: oneLine(title), bio: bio ?? '' })),
  ...socialValues('company_socials', draft.socials.company),
  ...socialValues('founder_socials', draft.socials.founder),
  ...Object.fromEntries(STORY_SECTIONS.map((section) => [`story.${section}`, draft.story[section].value ?? ''])),
  ...rowValues('milestones', draft.milestones, ({ date, title, description, url }) => ({
    date,
    title: oneLine(title),
    description: description ?? '',
    url: oneLine(url),
  })),
  ...Object.assign({}, ...Object.entries(draft.attributes).map(([key, { value }]) => attributeFormValues(key, value))),
  'seo.title': oneLine(draft.seo.title),
  'seo.meta': oneLine(draft.seo.meta),
  competitor_url: oneLine(draft.competitor?.url ?? null),
});

/** The unit of change a field belongs to: a field, a platform's link, or a whole list. */
export const unitOf = (name: string): string => name.replace(/\[.*$/s, '');

/** Ignores insignificant white space; line breaks are significant. */
const normalizeText = (text: string): string =>
  normalize(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

const fingerprints = (values: FormValues): Map<string, string> => {
  const units = Map.groupBy(
    Object.entries(values)
      .map(([name, value]) => [name, normalizeText(value.replace(/\r\n?/g, '\n'))] as const)
      .filter(([, value]) => value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ([name]) => unitOf(name),
  );
  return new Map(
    [...units].map(([unit, entries]) => [unit, createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 10)]),
  );
};

/** Hashes of a form's values at render time. They are sent back with the form, so that only what the user changed is written. */
export const valuesFingerprint = (values: FormValues): string => [...fingerprints(values)].map((pair) => pair.join(':')).join(' ');

/** The units in which a submitted form differs from what its sender saw, in form order. */
export const changedUnits = (values: FormValues, fingerprint: string): string[] => {
  const before = new Map(fingerprint.split(' ').map((pair) => pair.split(':') as [string, string]));
  const now = fingerprints(values);
  return [...new Set([...before.keys(), ...now.keys()])].filter((unit) => unit && before.get(unit) !== now.get(unit));
};

/** The number of rows of a list in a form. */
export const countRows = (values: FormValues, list: string): number =>
  Object.entries(values).reduce((max, [name, value]) => {
    const row = name.startsWith(`${list}[`) && value ? Number(/\[(\d+)\]/.exec(name)?.[1]) + 1 : 0;
    return Math.max(max, row);
  }, 0);

/** The element id of a field, and the anchor of a unit. */
export const fieldElementId = (name: string): string => name.replace(/\W+/g, '-').replace(/-$/, '');
export const unitElementId = (unit: string): string => `at-${fieldElementId(unit)}`;
