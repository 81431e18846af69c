import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { MAX_FAQS, MAX_FEATURES, SOCIAL_PLATFORMS } from '../../../modules/listings/schema.ts';
import type { ChoiceOption, InputType } from '../form.tsx';
import { changedUnits, type FormValues } from '../form-values.ts';
import { countryOptions, fieldName, humanize, platformName, pricingModelOptions, stageOptions } from '../format.tsx';

export interface EditorField {
  name: string;
  max_length: number;
  rows?: number;
  type?: InputType;
  hint?: string;
  /** Makes it a select. */
  options?: () => ChoiceOption[];
  /** A list, edited with one item per line. */
  lines?: true;
}

const lines = (name: string, most: number): EditorField => ({
  name,
  max_length: most * 201,
  rows: 5,
  get hint() {
    return t('One per line, at most {most}.', { most });
  },
  lines: true,
});

/** The fields an owner may edit, in form order. */
export const EDITOR_SECTIONS: { heading: string; note?: string; pairs?: true; fields: EditorField[] }[] = texts([
  {
    heading: msg('What it is'),
    fields: [
      { name: 'name', max_length: 200 },
      { name: 'tagline', max_length: 200, rows: 2 },
      { name: 'short_description', max_length: 300, rows: 3 },
      { name: 'description', max_length: 20000, rows: 10 },
      lines('features', MAX_FEATURES),
      lines('usps', 20),
      lines('keywords', 20),
      lines('tags', 20),
    ],
  },
  {
    heading: msg('Facts'),
    pairs: true,
    fields: [
      { name: 'stage', max_length: 40, options: stageOptions },
      { name: 'pricing_model', max_length: 40, options: pricingModelOptions },
      { name: 'pricing_summary', max_length: 300 },
      { name: 'country', max_length: 2, options: countryOptions },
      { name: 'city', max_length: 120 },
      { name: 'founded_year', max_length: 4, type: 'whole', hint: msg('For example 2024') },
      { name: 'contact_email', max_length: 254, type: 'email' },
      { name: 'demo_video_url', max_length: 500, type: 'link' },
      { name: 'logo_url', max_length: 500, type: 'link' },
    ],
  },
  {
    heading: msg('Headline and search'),
    note: msg('You can also apply these to the same company’s listings on other sites.'),
    fields: [
      { name: 'headline', max_length: 200 },
      { name: 'summary', max_length: 20000, rows: 5 },
      { name: 'seo_title', max_length: 200 },
      { name: 'seo_description', max_length: 320, rows: 3 },
    ],
  },
]);

const FIELDS = EDITOR_SECTIONS.flatMap(({ fields }) => fields);

/** Fits the longest texts, even URL-encoded in a script with three bytes per character. */
export const EDITOR_BYTES = 1024 * 1024;

/** Names of all inputs the editor can have. */
export const EDITOR_NAMES: string[] = [
  ...FIELDS.map(({ name }) => `fields.${name}`),
  ...SOCIAL_PLATFORMS.map((platform) => `socials.${platform}`),
  ...Array.from({ length: MAX_FAQS }, (_, i) => [`faqs[${i}].question`, `faqs[${i}].answer`]).flat(),
];

/** What a listing says, as its owner and its site's team edit it. */
export type EditedContent = Pick<OwnListing, 'content'>;

/** Form values of a listing. */
export const editorValues = ({ content }: EditedContent): FormValues => ({
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

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The operation takes a number. Other text is passed on, so that the operation rejects it. */
const parseYear = (text: string): unknown => (text === '' ? null : /^\d{1,4}$/.test(text) ? Number(text) : text);

const parseEditorField = (name: string, text: string): unknown => {
  if (name === 'founded_year') return parseYear(text);
  // Edited in a text area to show all of it, but it is a single line.
  if (name === 'tagline') return text.replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap));
  return FIELDS.some((field) => field.name === name && field.lines) ? splitLines(text) : text;
};

const isBlank = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** FAQ rows that are not empty, with their index in the form. */
const editorFaqs = (values: FormValues) =>
  Array.from({ length: MAX_FAQS }, (_, i) => ({
    index: i,
    question: values[`faqs[${i}].question`] ?? '',
    answer: values[`faqs[${i}].answer`] ?? '',
  })).filter(({ question, answer }) => question || answer);

/** The changes in a submitted form, as input for update_my_listing. `seen` is the fingerprint of the values shown in the form. */
export const parseEdit = (values: FormValues, seen: string): Record<string, unknown> => {
  const changed = changedUnits(values, seen);
  const names = changed.filter((unit) => unit.startsWith('fields.')).map((unit) => unit.slice('fields.'.length));
  const fields = names.map((name) => [name, parseEditorField(name, values[`fields.${name}`] ?? '')] as const);
  const set = fields.filter(([, value]) => !isBlank(value));
  const cleared = fields.filter(([, value]) => isBlank(value)).map(([name]) => name);
  return {
    ...(set.length && { fields: Object.fromEntries(set) }),
    ...(cleared.length && { remove_fields: cleared }),
    ...(changed.some((unit) => unit.startsWith('socials.')) && {
      socials: Object.fromEntries(
        SOCIAL_PLATFORMS.flatMap((platform) => (values[`socials.${platform}`] ? [[platform, values[`socials.${platform}`]]] : [])),
      ),
    }),
    ...(changed.includes('faqs') && { faqs: editorFaqs(values).map(({ question, answer }) => ({ question, answer })) }),
  };
};

/** Maps the path of an error to the form field: the operation got only the FAQ rows that are not empty, so indexes differ. */
export const editorFieldOf = (path: string, values: FormValues): string =>
  path.replace(/^faqs\[(\d+)\]/, (whole, row) => {
    const index = editorFaqs(values)[Number(row)]?.index;
    return index === undefined ? whole : `faqs[${index}]`;
  });

/** Name of a field in the error summary. */
export const editorLabel = (path: string): string => {
  const [, row, column] = /^faqs\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (row) return `${humanize(column!)} ${Number(row) + 1}`;
  const [group, name = ''] = path.replace(/\[.*$/s, '').split('.');
  return group === 'socials' ? platformName(name) : fieldName(name || group!);
};
