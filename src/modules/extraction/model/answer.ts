import { getDomain } from 'tldts';
import { Nullable, OneOf, Strict, T } from '../../../kernel/schema.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../listings/schema.ts';
import type { PageText, TextPiece } from '../parse/page.ts';
import { type AttributeDefinition, PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName } from '../proposal.ts';
import { containsWhole, flattenText } from '../words/text.ts';
import type { SelectedPage } from './question.ts';

interface ShownText {
  pieces: TextPiece[];
  domain: string | null;
}

/** Longer than any title; sentences that only mention something are longer. */
const SHORT = 80;
/** Allows a label next to an address: "E-mail:", "Write to us:". */
const BESIDE_ADDRESS = 20;
const PARTED = /(?<!\s)\s+[|–—·•»›~-]\s+|(?:(?<!\s)\s+)?[|·•｜]\s*|[:：]\s+/;
const ENDS = /(?<![\s.!?。！？…])[\s.!?。！？…]+$/;
/** A value of structured data, without its key. */
const VALUE = /^"[^"]*": "(.*)"$/;
/** The start of a line or sentence. After a colon or quotation mark, something is only mentioned. */
const BEGINS = /(?:^|[.!?•·|。！？]\s*)$/;

const getPieceText = ({ source, text }: TextPiece): string => (source === 'json_ld' ? (VALUE.exec(text)?.[1] ?? text) : text);
const comparable = (text: string): string => text.replace(ENDS, '').toLowerCase();

/** Whether a text is a whole line of the site, or a whole part of a title. */
const isLine = (value: string, { pieces }: ShownText): boolean =>
  pieces.some((piece) => {
    const parts = piece.source === 'visible' ? [] : getPieceText(piece).split(PARTED);
    return [getPieceText(piece), ...parts].some((part) => comparable(part) === comparable(value));
  });

/** A product is named more than once, and at least once on its own or in a title. */
const isName = (value: string, { pieces }: ShownText): boolean => {
  const matching_pieces = pieces.filter((piece) => containsWhole(value.toLowerCase(), getPieceText(piece).toLowerCase()));
  return matching_pieces.length >= 2 && matching_pieces.some((piece) => getPieceText(piece).length <= SHORT);
};

/** An email address that is linked, in structured data, on the site's own domain, or nearly alone on its line. */
const isOwnAddress = (value: string, { pieces, domain }: ShownText): boolean => {
  const matching_pieces = pieces.filter(({ text }) => text.toLowerCase().includes(value.toLowerCase()));
  const own = domain !== null && getDomain(value.split('@')[1] ?? '') === domain;
  return (
    own ||
    matching_pieces.some(
      (piece) => piece.source === 'json_ld' || /^mailto:/i.test(piece.text) || piece.text.length <= value.length + BESIDE_ADDRESS,
    )
  );
};

/** A location that is in structured data, appears more than once, or is written like one: next to a comma or after a number. */
const isPlace = (value: string, { pieces }: ShownText): boolean => {
  const matching_pieces = pieces.filter((piece) => containsWhole(value, getPieceText(piece)));
  const written = matching_pieces.map((piece) => getPieceText(piece).split(value));
  return (
    matching_pieces.length >= 2 ||
    matching_pieces.some(({ source }) => source === 'json_ld') ||
    written.some((parts) =>
      parts.some((part, at) => (at > 0 && /^\s*[,(（，、]/.test(part)) || (at < parts.length - 1 && /[\d,，、]\s*$/.test(part))),
    )
  );
};

/** A link target on the site, not an address mentioned in its text. */
const isLinked = (value: string, { pieces }: ShownText): boolean => {
  const end = value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  return pieces.some(
    (piece) =>
      piece.source !== 'visible' &&
      !/\s/.test(getPieceText(piece)) &&
      (getPieceText(piece).includes(end) || value.endsWith(getPieceText(piece))),
  );
};

const isItem = (value: string, { pieces }: ShownText): boolean =>
  pieces.some((piece) => {
    const text = getPieceText(piece);
    const at = text.indexOf(flattenText(value));
    return at >= 0 && BEGINS.test(text.slice(Math.max(0, at - 3), at));
  });

/**
 * How each kind of value appears on an honest site, in any language. Text that merely mentions a value, or instructs the reader to
 * write it, does not look like that. Models find values that rules miss, so their answers are checked more strictly.
 */
const PLAUSIBILITY_CHECKS: Record<string, (value: string, shown: ShownText) => boolean> = {
  name: isName,
  tagline: isLine,
  city: isPlace,
  contact_email: isOwnAddress,
  logo_url: isLinked,
  demo_video_url: isLinked,
  features: isItem,
  usps: isItem,
};

const fieldsOfKind = (kind: 'text' | 'list'): ProfileFieldName[] =>
  PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].kind === kind);

const quotes = T.Array(Strict({ page: T.Integer(), quote: T.String() }));
const maybe = Nullable(T.String());
const socials = T.Array(Strict({ platform: OneOf([...SOCIAL_PLATFORMS]), link: T.String(), quotes }));

/**
 * The JSON schema of the model's answer: missing values are omitted, and pages are referenced by number. Without limits and optional
 * properties, which strict servers do not support.
 */
export const ModelAnswer = Strict({
  texts: T.Array(Strict({ field: OneOf(fieldsOfKind('text')), value: T.String(), quotes })),
  lists: T.Array(Strict({ field: OneOf(fieldsOfKind('list')), values: T.Array(T.String()), quotes })),
  faqs: T.Array(Strict({ question: T.String(), answer: T.String(), quotes })),
  founders: T.Array(Strict({ name: T.String(), title: maybe, bio: maybe, quotes })),
  company_socials: socials,
  founder_socials: socials,
  story: T.Array(Strict({ section: OneOf([...STORY_SECTIONS]), text: T.String(), quotes })),
  milestones: T.Array(Strict({ date: T.String(), title: T.String(), description: maybe, url: maybe, quotes })),
  attributes: T.Array(Strict({ key: T.String(), values: T.Array(T.String()), quotes })),
});

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
/** More rows or items than a profile can have are ignored. */
const MAX_ROWS = 100;
const toRows = (value: unknown): Row[] => (Array.isArray(value) ? value.slice(0, MAX_ROWS).filter(isRow) : []);

/** The part of a value that is plausible; of a list, the plausible items. Other fields are left to verification. */
const plausibleValue = (name: string, value: unknown, shown: ShownText): unknown => {
  const isPlausible = PLAUSIBILITY_CHECKS[name];
  if (!isPlausible) return value;
  if (Array.isArray(value))
    return value.slice(0, MAX_ROWS).filter((item) => typeof item === 'string' && isPlausible(flattenText(item), shown));
  return typeof value === 'string' && isPlausible(flattenText(value), shown) ? value : null;
};

const MONEY = /^(\d{1,9}(?:\.\d{1,4})?) ([A-Z]{3})(?: (month|year|week|day|once))?$/;

/** An attribute's value from the texts a model wrote for it; null if they are of another kind. */
const attributeValue = ({ kind }: AttributeDefinition, values: unknown): unknown => {
  const texts = Array.isArray(values) ? values.slice(0, MAX_ROWS).filter((one) => typeof one === 'string') : [];
  const [first = ''] = texts;
  if (kind === 'list') return texts;
  if (kind === 'text') return first;
  if (kind === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (kind === 'number') return /^\d{1,12}(?:\.\d{1,4})?$/.test(first) ? Number(first) : null;
  const [, amount, currency, period] = MONEY.exec(first) ?? [];
  return amount === undefined ? null : { amount: Number(amount), currency, period: period ?? null };
};

/**
 * Converts a model's answer of any shape into a proposal: known names are kept, page numbers become addresses. A quote of text that was
 * not shown gets no page, so that verification rejects it.
 */
export const proposalFromAnswer = (
  answer: unknown,
  pages: PageText[],
  chosen: SelectedPage[],
  attributes: AttributeDefinition[] = [],
): unknown => {
  const rows_by_part = isRow(answer) ? answer : {};
  const lines = new Map(chosen.map((page) => [page.number, page.lines.map(({ source, text }) => ({ source, text: flattenText(text) }))]));
  const texts = new Map([...lines].map(([number, shown]) => [number, shown.map(({ text }) => text).join(' ')]));
  const shown: ShownText = { pieces: [...lines.values()].flat(), domain: getDomain(pages[0]?.url ?? '') };
  const findPageUrl = (page: unknown, quote: unknown): string => {
    const text = texts.get(page as number);
    return text && typeof quote === 'string' && text.includes(flattenText(quote)) ? pages[(page as number) - 1]!.url : '';
  };
  const readEvidence = (row: Row) => toRows(row.quotes).map(({ page, quote }) => ({ quote, url: findPageUrl(page, quote) }));
  /** Of several rows with the same name, the first counts. */
  const readByName = (rows: unknown, names: readonly string[], key: string, value: string, filterValue = plausibleValue) => {
    const matching_rows = toRows(rows).filter((row) => names.includes(row[key] as string));
    const entries = matching_rows.map(
      (row) => [row[key], { value: filterValue(row[key] as string, row[value], shown), evidence: readEvidence(row) }] as const,
    );
    return Object.fromEntries(entries.toReversed());
  };
  const keepIfLinked = (_: string, value: unknown) => (typeof value === 'string' && isLinked(value, shown) ? value : null);
  const readList = (rows: unknown, ...keys: string[]) =>
    toRows(rows).map((row) => ({ ...Object.fromEntries(keys.map((key) => [key, row[key] ?? null])), evidence: readEvidence(row) }));
  return {
    fields: {
      ...readByName(rows_by_part.texts, fieldsOfKind('text'), 'field', 'value'),
      ...readByName(rows_by_part.lists, fieldsOfKind('list'), 'field', 'values'),
    },
    faqs: readList(rows_by_part.faqs, 'question', 'answer'),
    founders: readList(rows_by_part.founders, 'name', 'title', 'bio'),
    company_socials: readByName(rows_by_part.company_socials, SOCIAL_PLATFORMS, 'platform', 'link', keepIfLinked),
    founder_socials: readByName(rows_by_part.founder_socials, SOCIAL_PLATFORMS, 'platform', 'link', keepIfLinked),
    story: readByName(rows_by_part.story, STORY_SECTIONS, 'section', 'text', (_, value) => value),
    milestones: readList(rows_by_part.milestones, 'date', 'title', 'description', 'url'),
    attributes: Object.fromEntries(
      attributes.flatMap((definition) => {
        const row = toRows(rows_by_part.attributes).find(({ key }) => key === definition.key);
        return row ? [[definition.key, { value: attributeValue(definition, row.values), evidence: readEvidence(row) }]] : [];
      }),
    ),
  };
};
