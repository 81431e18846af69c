import { attributeKey } from '../../../modules/catalog/attributes/names.ts';
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS } from '../../../modules/extraction/proposal.ts';
import { MAX_FAQS, SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../../modules/listings/schema.ts';
import { readAttributeField } from '../../ui/attributes/values.ts';
import { changedUnits, type FormValues, isLines } from '../../ui/form-values.ts';

const LISTS: Record<string, { max: number; columns: string[] }> = {
  faqs: { max: MAX_FAQS, columns: ['question', 'answer'] },
  founders: { max: 6, columns: ['name', 'title', 'bio'] },
  milestones: { max: 50, columns: ['date', 'title', 'description', 'url'] },
};
const SOCIALS = ['company_socials', 'founder_socials'];

export const FORM_NAMES: string[] = [
  ...PROFILE_FIELD_NAMES.filter((name) => name !== 'categories').map((name) => `fields.${name}`),
  ...Array.from({ length: PROFILE_FIELDS.categories.max }, (_, i) => `fields.categories[${i}]`),
  ...Object.entries(LISTS).flatMap(([list, { max, columns }]) =>
    Array.from({ length: max }, (_, i) => columns.map((column) => `${list}[${i}].${column}`)).flat(),
  ),
  ...SOCIALS.flatMap((whose) => SOCIAL_PLATFORMS.map((platform) => `${whose}.${platform}`)),
  ...STORY_SECTIONS.map((section) => `story.${section}`),
  'seo.title',
  'seo.meta',
  'competitor_url',
];

const parseListRows = (values: FormValues, list: string): { indexes: number[]; rows: FormValues[] } => {
  const { max, columns } = LISTS[list]!;
  const rowAt = (i: number): FormValues =>
    Object.fromEntries(columns.map((column) => [column, values[`${list}[${i}].${column}`] ?? '']).filter(([, value]) => value));
  const indexes = [...Array(max).keys()].filter((i) => Object.keys(rowAt(i)).length > 0);
  return { indexes, rows: indexes.map(rowAt) };
};

const splitLines = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const chosenCategories = (values: FormValues): { indexes: number[]; names: string[] } => {
  const all = Array.from({ length: PROFILE_FIELDS.categories.max }, (_, i) => ({ i, name: values[`fields.categories[${i}]`] ?? '' }));
  const chosen = all.filter(({ name }, i) => name && all.findIndex((other) => other.name === name) === i);
  return { indexes: chosen.map(({ i }) => i), names: chosen.map(({ name }) => name) };
};

/** The lines of a field with one more. */
export const withLine = (name: string, line: string, values: FormValues): string[] => {
  const lines = splitLines(values[`fields.${name}`]);
  return line && !lines.includes(line) ? [...lines, line] : lines;
};

export const draftFieldValue = (name: string, values: FormValues): string | string[] | null => {
  if (name === 'categories') return chosenCategories(values).names.length ? chosenCategories(values).names : null;
  if (!isLines(name)) return values[`fields.${name}`] || null;
  const lines = splitLines(values[`fields.${name}`]);
  return lines.length ? lines : null;
};

/** The value of a field or attribute by its name in lock_fields. */
const namedValue = (name: string, values: FormValues): unknown => {
  const key = attributeKey(name);
  return key === null ? draftFieldValue(name, values) : readAttributeField(values, key);
};

/** A patch that writes one value. */
export const patchOf = (name: string, values: FormValues): DraftPatch => {
  const key = attributeKey(name);
  return { [key === null ? 'fields' : 'attributes']: { [key ?? name]: namedValue(name, values) } };
};

export type DraftPatch = Record<string, unknown>;

/** The parts of a group that a form changed: those with a value, and the names of those that were cleared. */
const changedValues = (group: string, changed: string[], value: (name: string) => unknown) => {
  const names = changed.filter((unit) => unit.startsWith(`${group}.`)).map((unit) => unit.slice(group.length + 1));
  const set = names.filter((name) => value(name));
  return {
    values: set.length ? Object.fromEntries(set.map((name) => [name, value(name)])) : undefined,
    cleared: names.filter((name) => !value(name)).map((name) => (group === 'fields' ? name : `${group}.${name}`)),
  };
};

/** What a submitted form changes, as input of update_draft, and the changed units. */
export const draftPatch = (values: FormValues, fingerprint: string): { patch: DraftPatch; changed: string[] } => {
  const changed = changedUnits(values, fingerprint);
  const groups = ['fields', 'story', 'seo', 'attributes', ...SOCIALS].map((group) => {
    const readPart = (name: string) => {
      if (group === 'attributes') return readAttributeField(values, name);
      return group === 'fields' ? draftFieldValue(name, values) : values[`${group}.${name}`];
    };
    return { group, ...changedValues(group, changed, readPart) };
  });
  const patch: DraftPatch = Object.fromEntries(groups.map(({ group, values }) => [group, values]));
  const cleared = groups.flatMap((group) => group.cleared);
  if (cleared.length) patch.remove_fields = cleared;
  for (const list of Object.keys(LISTS)) if (changed.includes(list)) patch[list] = parseListRows(values, list).rows;
  if (changed.includes('competitor_url')) patch.competitor_url = values.competitor_url ?? '';
  return { patch: Object.fromEntries(Object.entries(patch).filter(([, part]) => part !== undefined)), changed };
};

/** Maps an error's path to a form field: the operation counts submitted rows only, the form also empty ones. */
export const formFieldOf = (path: string, values: FormValues): string => {
  if (path === 'fields.categories') return 'fields.categories[0]';
  if (path === 'picture') return 'fields.logo_url';
  const [, list, row, rest] = /^(fields\.categories|faqs|founders|milestones)\[(\d+)\](.*)$/s.exec(path) ?? [];
  if (!list) return path;
  const { indexes } = list === 'fields.categories' ? chosenCategories(values) : parseListRows(values, list);
  return `${list}[${indexes[Number(row)]}]${rest}`;
};
