import { getDomain } from 'tldts';
import { Nullable, OneOf, Strict, T } from '../../../kernel/schema.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../listings/schema.ts';
import { DRAFT_FIELD_NAMES, DRAFT_FIELDS, type DraftFieldName } from '../fields.ts';
import { flat } from '../judge/flat.ts';
import type { PageText } from '../page/page.ts';
import type { ChosenPage } from './page-choice.ts';
import { isLinked, type Shown, STANDING } from './standing.ts';

const fieldsOf = (kind: 'text' | 'list'): DraftFieldName[] => DRAFT_FIELD_NAMES.filter((name) => DRAFT_FIELDS[name].kind === kind);

const quotes = T.Array(Strict({ page: T.Integer(), quote: T.String() }));
const maybe = Nullable(T.String());
const socials = T.Array(Strict({ platform: OneOf([...SOCIAL_PLATFORMS]), link: T.String(), quotes }));

/**
 * A proposal as a model is to write it: what is not found is simply not there, and pages are named by number. Without bounds
 * and without optional properties, since strict servers know neither.
 */
export const ModelAnswer = Strict({
  texts: T.Array(Strict({ field: OneOf(fieldsOf('text')), value: T.String(), quotes })),
  lists: T.Array(Strict({ field: OneOf(fieldsOf('list')), values: T.Array(T.String()), quotes })),
  faqs: T.Array(Strict({ question: T.String(), answer: T.String(), quotes })),
  founders: T.Array(Strict({ name: T.String(), title: maybe, bio: maybe, quotes })),
  company_socials: socials,
  founder_socials: socials,
  story: T.Array(Strict({ section: OneOf([...STORY_SECTIONS]), text: T.String(), quotes })),
  milestones: T.Array(Strict({ date: T.String(), title: T.String(), description: maybe, url: maybe, quotes })),
});

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
/** More rows than any profile has room for are not looked at. */
const MOST_ROWS = 100;
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.slice(0, MOST_ROWS).filter(isRow) : []);

const MOST_LISTED = 100;

/** What of a value stands on the site as such values do: of a list the items that do. Anything else is left to the judge. */
const standing = (name: string, value: unknown, shown: Shown): unknown => {
  const stands = STANDING[name];
  if (!stands) return value;
  if (Array.isArray(value)) return value.slice(0, MOST_LISTED).filter((item) => typeof item === 'string' && stands(flat(item), shown));
  return typeof value === 'string' && stands(flat(value), shown) ? value : null;
};

/**
 * Turns a model's answer into a proposal, whatever its shape: known names are carried over, page numbers become addresses. A
 * quote of what was not shown becomes one of no page, so that the judge finds it nowhere.
 */
export const proposalOf = (answer: unknown, pages: PageText[], chosen: ChosenPage[]): unknown => {
  const said = isRow(answer) ? answer : {};
  const lines = new Map(chosen.map((page) => [page.number, page.lines.map(({ source, text }) => ({ source, text: flat(text) }))]));
  const texts = new Map([...lines].map(([number, shown]) => [number, shown.map(({ text }) => text).join(' ')]));
  const shown: Shown = { pieces: [...lines.values()].flat(), domain: getDomain(pages[0]?.url ?? '') };
  const urlOf = (page: unknown, quote: unknown): string => {
    const text = texts.get(page as number);
    return text && typeof quote === 'string' && text.includes(flat(quote)) ? pages[(page as number) - 1]!.url : '';
  };
  const evidenceOf = (row: Row) => rowsOf(row.quotes).map(({ page, quote }) => ({ quote, url: urlOf(page, quote) }));
  /** The first row of a name counts: a second thought is no better than the first. */
  const byName = (rows: unknown, names: readonly string[], key: string, value: string, kept = standing) => {
    const named = rowsOf(rows).filter((row) => names.includes(row[key] as string));
    const entries = named.map(
      (row) => [row[key], { value: kept(row[key] as string, row[value], shown), evidence: evidenceOf(row) }] as const,
    );
    return Object.fromEntries(entries.toReversed());
  };
  const linked = (_: string, value: unknown) => (typeof value === 'string' && isLinked(value, shown) ? value : null);
  const listed = (rows: unknown, ...keys: string[]) =>
    rowsOf(rows).map((row) => ({ ...Object.fromEntries(keys.map((key) => [key, row[key] ?? null])), evidence: evidenceOf(row) }));
  return {
    fields: { ...byName(said.texts, fieldsOf('text'), 'field', 'value'), ...byName(said.lists, fieldsOf('list'), 'field', 'values') },
    faqs: listed(said.faqs, 'question', 'answer'),
    founders: listed(said.founders, 'name', 'title', 'bio'),
    company_socials: byName(said.company_socials, SOCIAL_PLATFORMS, 'platform', 'link', linked),
    founder_socials: byName(said.founder_socials, SOCIAL_PLATFORMS, 'platform', 'link', linked),
    story: byName(said.story, STORY_SECTIONS, 'section', 'text', (_, value) => value),
    milestones: listed(said.milestones, 'date', 'title', 'description', 'url'),
  };
};
