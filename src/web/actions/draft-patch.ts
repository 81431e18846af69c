import { DRAFT_FIELD_NAMES, DRAFT_FIELDS } from '../../modules/drafts/fields.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../modules/listings/schema.ts';
import { changedIn, isLines, type Values } from '../parts/draft-values.ts';

/** How many rows each list may have, and what stands in them. */
const LISTS: Record<string, { most: number; columns: string[] }> = {
  faqs: { most: 10, columns: ['question', 'answer'] },
  founders: { most: 6, columns: ['name', 'title', 'bio'] },
  milestones: { most: 50, columns: ['date', 'title', 'description', 'url'] },
};
const SOCIALS = ['company_socials', 'founder_socials'];

/** Every field the editor can have. */
export const FORM_NAMES: string[] = [
  ...DRAFT_FIELD_NAMES.filter((name) => name !== 'categories').map((name) => `fields.${name}`),
  ...Array.from({ length: DRAFT_FIELDS.categories.max }, (_, i) => `fields.categories[${i}]`),
  ...Object.entries(LISTS).flatMap(([list, { most, columns }]) =>
    Array.from({ length: most }, (_, i) => columns.map((column) => `${list}[${i}].${column}`)).flat(),
  ),
  ...SOCIALS.flatMap((whose) => SOCIAL_PLATFORMS.map((platform) => `${whose}.${platform}`)),
  ...STORY_SECTIONS.map((section) => `story.${section}`),
  'seo.title',
  'seo.meta',
  'competitor_url',
];

/** Rows with something in them, and where in the form each stood. */
const rowsOf = (values: Values, list: string): { at: number[]; rows: Values[] } => {
  const { most, columns } = LISTS[list]!;
  const at: number[] = [];
  const rows: Values[] = [];
  for (let i = 0; i < most; i++) {
    const row = Object.fromEntries(
      columns.flatMap((column) => (values[`${list}[${i}].${column}`] ? [[column, values[`${list}[${i}].${column}`]!]] : [])),
    );
    if (Object.keys(row).length === 0) continue;
    at.push(i);
    rows.push(row);
  }
  return { at, rows };
};

const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const chosenIn = (values: Values): { at: number[]; names: string[] } => {
  const all = Array.from({ length: DRAFT_FIELDS.categories.max }, (_, i) => ({ i, name: values[`fields.categories[${i}]`] ?? '' }));
  const chosen = all.filter(({ name }, i) => name && all.findIndex((other) => other.name === name) === i);
  return { at: chosen.map(({ i }) => i), names: chosen.map(({ name }) => name) };
};

/** A field as it was typed; null where it was left empty. */
export const fieldOf = (name: string, values: Values): string | string[] | null => {
  if (name === 'categories') return chosenIn(values).names.length ? chosenIn(values).names : null;
  if (!isLines(name)) return values[`fields.${name}`] || null;
  const lines = linesOf(values[`fields.${name}`]);
  return lines.length ? lines : null;
};

const named = (group: string, changed: string[], value: (name: string) => unknown): Record<string, unknown> | undefined => {
  const names = changed.filter((unit) => unit.startsWith(`${group}.`)).map((unit) => unit.slice(group.length + 1));
  return names.length ? Object.fromEntries(names.map((name) => [name, value(name)])) : undefined;
};

export type Patch = Record<string, unknown>;

/** What a sent form changes, as update_draft takes it, and which of its parts. */
export const patchOf = (values: Values, seen: string): { patch: Patch; changed: string[] } => {
  const changed = changedIn(values, seen);
  const patch: Patch = {
    fields: named('fields', changed, (name) => fieldOf(name, values)),
    story: named('story', changed, (name) => values[`story.${name}`] || null),
    seo: named('seo', changed, (name) => values[`seo.${name}`] || null),
  };
  for (const whose of SOCIALS) patch[whose] = named(whose, changed, (platform) => values[`${whose}.${platform}`] ?? '');
  for (const list of Object.keys(LISTS)) if (changed.includes(list)) patch[list] = rowsOf(values, list).rows;
  if (changed.includes('competitor_url')) patch.competitor_url = values.competitor_url ?? '';
  return { patch: Object.fromEntries(Object.entries(patch).filter(([, part]) => part !== undefined)), changed };
};

/** A refusal counts the rows that were sent; the form, the rows that are drawn: empty ones were passed over. */
export const inTheForm = (path: string, values: Values): string => {
  if (path === 'fields.categories') return 'fields.categories[0]';
  const [, list, row, rest] = /^(fields\.categories|faqs|founders|milestones)\[(\d+)\](.*)$/s.exec(path) ?? [];
  if (!list) return path;
  const { at } = list === 'fields.categories' ? chosenIn(values) : rowsOf(values, list);
  return `${list}[${at[Number(row)]}]${rest}`;
};
