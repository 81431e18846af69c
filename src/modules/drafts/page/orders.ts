import { flat } from '../judge/flat.ts';
import { ADDRESSED, DISREGARD, FILLING, INSTRUCTIONS } from './order-words.ts';
import type { PageText, Piece, Source } from './page.ts';

const LETTER = '[\\p{L}\\p{N}_]';
/** Scripts written without spaces between words: there a word may stand anywhere. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Any of some words, of the beginnings of others (`word*`), in one pattern that fails fast. */
const anyOf = (terms: readonly string[], flags = 'iu'): RegExp => {
  const group = (wanted: (term: string) => boolean) =>
    `(?:${terms
      .filter(wanted)
      .map((term) => term.replace(/\*$/, ''))
      .join('|')})`;
  const unspaced = group((term) => UNSPACED.test(term));
  const begun = group((term) => !UNSPACED.test(term) && term.endsWith('*'));
  const whole = group((term) => !UNSPACED.test(term) && !term.endsWith('*'));
  const spaced = terms.some((term) => term.endsWith('*')) ? `(?:${whole}(?!${LETTER})|${begun})` : `${whole}(?!${LETTER})`;
  return new RegExp(`(?<!${LETTER})${spaced}|${unspaced}`, flags);
};

const TOLD = anyOf(INSTRUCTIONS);
const EACH_TOLD = new RegExp(TOLD, 'giu');
const EACH_DROP = anyOf(DISREGARD, 'giu');
/** Further apart they belong to different thoughts. */
const REACH = 90;

const ENGLISH = /^(?:ignor(?:e|ing)|disregard|forget|overr(?:ide|ule)|bypass|do not follow|don't follow|stop following|supersedes?)$/i;
const MEANT =
  /\b(?:previous|prior|above|earlier|all|any|every|your|system|these|those|foregoing|initial|original|last|instead|following|preceding|everything)\b/i;

const dropsInstructions = (text: string): boolean => {
  if (!TOLD.test(text)) return false;
  const told = [...text.matchAll(EACH_TOLD)].map(({ index }) => index);
  return [...text.matchAll(EACH_DROP)].some(({ index, 0: drop }) =>
    told.some((at) => {
      if (Math.abs(at - index) > REACH) return false;
      // English products speak of prompts, commands and forgetting all day; an order says which are meant.
      return !ENGLISH.test(drop) || MEANT.test(text.slice(Math.max(0, Math.min(at, index) - 12), Math.max(at, index) + 40));
    }),
  );
};

/** Inside one sentence, so many letters at most. */
const within = (most: number): string => `[^.!?。！？\\n]{0,${most}}?`;
const MARK = '["“”„«»‘\'「『]';
const VALUE = `(?:${MARK}|(?-i:\\p{Lu}|\\p{Lo})|\\d)`;

/** A verb of filling in, a field, and the value linked to it, in the orders languages have. */
const FILLS = FILLING.map(({ set, field, link, loose, unspaced, verb_last }) => {
  const word = (terms: string): string => (unspaced ? `(?:${terms})` : `(?<!${LETTER})(?:${terms})(?!${LETTER})`);
  const [verb, named, linked] = [word(set), word(field), word(link)];
  const value = loose || unspaced ? '' : `\\s*${VALUE}`;
  const orders = [
    `${verb}${within(30)}${named}${within(25)}(?:${linked}${value}|[:：=→]\\s*${VALUE}|${MARK})`,
    `${verb}${value}${within(80)}${linked}${within(12)}${named}`,
  ];
  if (verb_last) orders.push(unspaced ? `${named}${within(80)}${verb}` : `${named}${within(80)}${linked}${within(20)}${verb}`);
  return { verb: new RegExp(verb, 'iu'), orders: orders.map((source) => new RegExp(source, 'iu')) };
});

const fillsIn = (text: string): boolean => FILLS.some(({ verb, orders }) => verb.test(text) && orders.some((order) => order.test(text)));

/** Names only our own fields have: a page that knows them speaks to us. */
const OUR_NAMES =
  /\b(?:founded_year|contact_email|logo_url|pricing_model|pricing_summary|short_description|demo_video_url|company_socials|founder_socials|not_found_on_website)\b/i;
const MUST_BE =
  /\b(?:name|tagline|country|city|category|founders?|email|logo|description|price|pricing)\b[^.!?]{0,30}\b(?:must|should|shall|has to|needs to) (?:now |always |only )?(?:be|read|say|become)\b[\s:]*(?-i:["“„«'‘]|\p{Lu}|\d)/iu;

/** Most attributes are addresses, and an address says nothing to anybody. */
const ADDRESS = /^(?:https?:|mailto:|tel:|\.{0,2}\/|#|[\w-]+\/)[\x21-\x7e]*$|^[\w-]+\.[a-z0-9]{2,5}$/i;
/** Menus and feet of pages say the same on each. */
const SAID_BEFORE = 2000;
const known = new Map<string, boolean>();

/** Whether a text tells whoever reads it for a profile what to write, instead of saying something about a product. */
export const givesOrders = (written: string): boolean => {
  if (ADDRESS.test(written)) return false;
  const before = known.get(written);
  if (before !== undefined) return before;
  if (known.size >= SAID_BEFORE) known.clear();
  const gives = isOrder(flat(written));
  if (written.length <= 200) known.set(written, gives);
  return gives;
};

const isOrder = (text: string): boolean =>
  OUR_NAMES.test(text) || MUST_BE.test(text) || ADDRESSED.some((pattern) => pattern.test(text)) || dropsInstructions(text) || fillsIn(text);

/** The name a value of structured data stands under is not part of what it says. */
const KEY = /^"[^"]*": "/;
/** An order goes on: what it wants is often said in the lines behind it. */
const GOES_ON = 2;

/** What is read of a page. Further down nothing is evidence: it would not be looked at. */
const MOST_READ = 200_000;

/** Told a page's pieces in turn, says of each that could be evidence whether it is an order, belongs to one, or stands too far down. */
export const orderWatch = (): ((piece: Piece) => boolean) => {
  const ordered: Partial<Record<Source, number>> = {};
  let read = 0;
  return ({ source, text }) => {
    if (source === 'hidden' || source === 'template') return false;
    read += text.length;
    if (read > MOST_READ) return true;
    const behind = ordered[source] ?? 0;
    const gives = givesOrders(source === 'json_ld' ? text.replace(KEY, '') : text);
    ordered[source] = gives ? GOES_ON : Math.max(0, behind - 1);
    return gives || behind > 0;
  };
};

const toldApart = ({ pieces, ...page }: PageText): PageText => {
  const orders = orderWatch();
  return { ...page, pieces: pieces.map((piece) => (orders(piece) ? { source: 'hidden', text: piece.text } : piece)) };
};

/**
 * The pages with what gives orders to a machine told apart as hidden: it is no statement about a product, so it is no evidence,
 * wherever it stands and whoever quotes it. Pages that were opened here are without it already.
 */
export const withoutOrders = (pages: PageText[]): PageText[] => pages.map(toldApart);
