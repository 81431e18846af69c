import type { InputError } from '../../kernel/errors.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { fieldName, label, platformName } from '../wording.ts';
import { seenOf, unitOf, type Values, valuesOf } from './draft-values.ts';
import { sentTo } from './form.tsx';

/** What every part of the editor draws from: the draft, or, where a form came back, what was typed and what is wrong with it. */
export interface Sheet {
  draft: Draft;
  values: Values;
  errors: InputError[];
  message: string | null;
  /** What the sender saw when the form was drawn. */
  seen: string;
  categories: CategoryNode[];
  here: Here;
}

/** The form of the editor; its buttons may stand anywhere on the page. */
export const FORM = 'draft';

export const sheetOf = (draft: Draft, categories: CategoryNode[], here: Here): Sheet => {
  const form = sentTo(to.draft(draft.id), here);
  const values = valuesOf(draft);
  return form
    ? { draft, values: form.values, errors: form.errors, message: form.message, seen: form.values.seen ?? '', categories, here }
    : { draft, values, errors: [], message: null, seen: seenOf(values), categories, here };
};

/** Patterns and formats, said to people. */
const FORMS: Record<string, string> = {
  '^https://': 'must begin with https://',
  date: 'must be a day such as 2026-03-01',
  '^\\d{4}-\\d{2}-\\d{2}$': 'must be a day such as 2026-03-01',
};

const ROWS: Record<string, string> = { faqs: 'Question', founders: 'Founder', milestones: 'Milestone' };
/** Columns that are not called what they are sent as. */
const COLUMNS: Record<string, string> = {
  'founders.title': 'role',
  'founders.bio': 'about them',
  'milestones.date': 'day',
  'milestones.title': 'what happened',
  'milestones.description': 'more about it',
  'milestones.url': 'link',
};

/** What a field is called where it does not stand beside its label. */
const sayPath = (path: string): string => {
  const [, list, row, column] = /^(faqs|founders|milestones)\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (list) return `${ROWS[list]} ${Number(row) + 1}, ${COLUMNS[`${list}.${column}`] ?? column}`;
  const [group, name] = unitOf(path).split('.');
  if (group?.endsWith('_socials')) return platformName(name!);
  if (group === 'seo' || group === 'story')
    return `${group === 'seo' ? 'For search engines' : 'Founder story'}: ${label(name!).toLowerCase()}`;
  return name ? fieldName(name) : 'Competitor';
};

export interface Trouble {
  /** Name of the field it is about. */
  name: string;
  of: string;
  says: string;
}

/** All that is wrong with a form that came back, in its order. */
export const troublesOf = ({ errors }: Pick<Sheet, 'errors'>): Trouble[] =>
  errors.map(({ path, limit, message }) => {
    const [, lines, line] = /^(fields\.(?!categories)\w+)\[(\d+)\]/.exec(path) ?? [];
    const says = FORMS[String(limit)] ?? message;
    return { name: lines ?? path, of: sayPath(path), says: `${line ? `(line ${Number(line) + 1}) ` : ''}${says}.` };
  });

/** What is wrong with one field. */
export const errorAt = (sheet: Sheet, name: string): string | undefined => {
  const trouble = troublesOf(sheet).find((one) => one.name === name);
  return trouble && `${trouble.of} ${trouble.says}`;
};
