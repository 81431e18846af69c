import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { SOCIAL_PLATFORMS } from '../../modules/listings/schema.ts';
import { COUNTRIES, PRICING_MODELS } from '../facets.ts';
import { fieldName, label, platformName } from '../wording.ts';
import type { Choice } from './choice-field.tsx';
import { changedIn, type Values } from './draft-values.ts';
import type { Kind } from './form.tsx';

export interface EditorField {
  name: string;
  most: number;
  rows?: number;
  type?: Kind;
  hint?: string;
  /** What can be chosen instead of typed. */
  offered?: readonly Choice[];
  /** A line for each item. */
  lines?: true;
}

const LINES = { most: 20 * 201, rows: 5, hint: 'One a line, at most 20.', lines: true } as const;

/** What an owner may edit (SPEC 2.4), in the order of the form. */
export const EDITOR: { heading: string; says?: string; pairs?: true; fields: EditorField[] }[] = [
  {
    heading: 'What it is',
    fields: [
      { name: 'tagline', most: 200, rows: 2 },
      { name: 'short_description', most: 300, rows: 3 },
      { name: 'description', most: 20000, rows: 10 },
      { name: 'features', ...LINES },
      { name: 'usps', ...LINES },
      { name: 'keywords', ...LINES },
    ],
  },
  {
    heading: 'Facts',
    pairs: true,
    fields: [
      { name: 'pricing_model', most: 40, offered: PRICING_MODELS.map((value) => ({ value, name: label(value) })) },
      { name: 'pricing_summary', most: 300 },
      { name: 'country', most: 2, offered: COUNTRIES.map(({ code, name }) => ({ value: code, name })) },
      { name: 'city', most: 120 },
      { name: 'founded_year', most: 4, type: 'whole', hint: 'Such as 2024.' },
      { name: 'contact_email', most: 254, type: 'email' },
      { name: 'demo_video_url', most: 500, type: 'link' },
    ],
  },
  {
    heading: 'Headline and search engines',
    says: 'These can also be written to your listings of the same company on other sites.',
    fields: [
      { name: 'headline', most: 200 },
      { name: 'summary', most: 20000, rows: 5 },
      { name: 'seo_title', most: 200 },
      { name: 'seo_description', most: 320, rows: 3 },
    ],
  },
];

const FIELDS = EDITOR.flatMap(({ fields }) => fields);
export const MOST_FAQS = 10;

/** Every field the editor can have. */
export const EDITOR_NAMES: string[] = [
  ...FIELDS.map(({ name }) => `fields.${name}`),
  ...SOCIAL_PLATFORMS.map((platform) => `socials.${platform}`),
  ...Array.from({ length: MOST_FAQS }, (_, i) => [`faqs[${i}].question`, `faqs[${i}].answer`]).flat(),
];

/** A listing as its editor shows it. */
export const editorValues = ({ content }: OwnListing): Values => ({
  ...Object.fromEntries(
    FIELDS.map(({ name, lines }) => {
      const value = content[name as keyof typeof content];
      return [`fields.${name}`, lines ? (value as string[]).join('\n') : value === null ? '' : String(value)];
    }),
  ),
  ...Object.fromEntries(Object.entries(content.socials).map(([platform, link]) => [`socials.${platform}`, String(link)])),
  ...Object.assign(
    {},
    ...content.faqs.map(({ question, answer }, i) => ({ [`faqs[${i}].question`]: question, [`faqs[${i}].answer`]: answer })),
  ),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A year is a number to the operation; what is none is left to it to refuse. */
const yearOf = (text: string): unknown => (text === '' ? null : /^\d{1,4}$/.test(text) ? Number(text) : text);

const sentField = (name: string, text: string): unknown => {
  if (name === 'founded_year') return yearOf(text);
  // Drawn as a box, so that it can be read whole; it is one line all the same.
  if (name === 'tagline') return text.replace(/\s*\n\s*/g, ' ');
  return FIELDS.some((field) => field.name === name && field.lines) ? linesOf(text) : text;
};

/** Rows with something in them, and where in the form each stood. */
const faqsIn = (values: Values) =>
  Array.from({ length: MOST_FAQS }, (_, i) => ({
    at: i,
    question: values[`faqs[${i}].question`] ?? '',
    answer: values[`faqs[${i}].answer`] ?? '',
  })).filter(({ question, answer }) => question || answer);

/** What a sent form changes, as update_my_listing takes it. */
export const editIn = (values: Values, seen: string): Record<string, unknown> => {
  const changed = changedIn(values, seen);
  const names = changed.filter((unit) => unit.startsWith('fields.')).map((unit) => unit.slice('fields.'.length));
  return {
    ...(names.length && { fields: Object.fromEntries(names.map((name) => [name, sentField(name, values[`fields.${name}`] ?? '')])) }),
    ...(changed.some((unit) => unit.startsWith('socials.')) && {
      socials: Object.fromEntries(
        SOCIAL_PLATFORMS.flatMap((platform) => (values[`socials.${platform}`] ? [[platform, values[`socials.${platform}`]]] : [])),
      ),
    }),
    ...(changed.includes('faqs') && { faqs: faqsIn(values).map(({ question, answer }) => ({ question, answer })) }),
  };
};

/** A refusal counts the rows that were sent; the form, the rows that are drawn: empty ones were passed over. */
export const inTheEditor = (path: string, values: Values): string =>
  path.replace(/^faqs\[(\d+)\]/, (whole, row) => {
    const at = faqsIn(values)[Number(row)]?.at;
    return at === undefined ? whole : `faqs[${at}]`;
  });

/** What a field of the editor is called where it does not stand beside its label. */
export const editorLabel = (path: string): string => {
  const [, row, column] = /^faqs\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (row) return `${label(column!)} ${Number(row) + 1}`;
  const [group, name = ''] = path.replace(/\[.*$/, '').split('.');
  return group === 'socials' ? platformName(name) : fieldName(name || group!);
};
