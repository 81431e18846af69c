import { ADDRESSES_MACHINE, DISREGARD, FILL_IN_ORDERS, INSTRUCTIONS } from '../words/prompt-injection.ts';
import { flattenText } from '../words/text.ts';
import type { TextPiece, TextSource } from './page.ts';

const LETTER = '[\\p{L}\\p{N}_]';
/** Scripts without spaces between words: a word may occur anywhere. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Matches any of some words, or prefixes (`word*`), with one pattern that fails fast. */
const matchAny = (terms: readonly string[], flags = 'iu'): RegExp => {
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

const INSTRUCTION = matchAny(INSTRUCTIONS);
const EACH_INSTRUCTION = new RegExp(INSTRUCTION, 'giu');
const EACH_DISREGARD = matchAny(DISREGARD, 'giu');
/** Words further apart are unrelated. */
const REACH = 90;

const ENGLISH = /^(?:ignor(?:e|ing)|disregard|forget|overr(?:ide|ule)|bypass|do not follow|don't follow|stop following|supersedes?)$/i;
const WHICH_INSTRUCTIONS =
  /\b(?:previous|prior|above|earlier|all|any|every|your|system|these|those|foregoing|initial|original|last|instead|following|preceding|everything)\b/i;

const dropsInstructions = (text: string): boolean => {
  if (!INSTRUCTION.test(text)) return false;
  const instructions_at = [...text.matchAll(EACH_INSTRUCTION)].map(({ index }) => index);
  let first = 0;
  for (const { index, 0: disregard } of text.matchAll(EACH_DISREGARD)) {
    // Both lists are in text order, so earlier positions are not checked again.
    while (first < instructions_at.length && instructions_at[first]! < index - REACH) first++;
    for (let near = first; near < instructions_at.length && instructions_at[near]! <= index + REACH; near++) {
      const at = instructions_at[near]!;
      // English product pages often mention prompts, commands and forgetting; a real injection says which instructions it means.
      if (!ENGLISH.test(disregard) || WHICH_INSTRUCTIONS.test(text.slice(Math.max(0, Math.min(at, index) - 12), Math.max(at, index) + 40)))
        return true;
    }
  }
  return false;
};

const within = (most: number): string => `[^.!?。！？\\n]{0,${most}}?`;
const MARK = '["“”„«»‘\'「『]';
const VALUE = `(?:${MARK}|(?-i:\\p{Lu}|\\p{Lo})|\\d)`;

/** A verb of filling in, a field and a value linked to it, in the word orders of different languages. */
const FILL_IN_PATTERNS = FILL_IN_ORDERS.map(({ set, field, link, loose, unspaced, verb_last }) => {
  const word = (terms: string): string => (unspaced ? `(?:${terms})` : `(?<!${LETTER})(?:${terms})(?!${LETTER})`);
  const [verb, named, linked] = [word(set), word(field), word(link)];
  const value = loose || unspaced ? '' : ` ?${VALUE}`;
  const orders = [
    `${verb}${within(30)}${named}${within(25)}(?:${linked}${value}|[:：=→] ?${VALUE}|${MARK})`,
    `${verb}${value}${within(80)}${linked}${within(12)}${named}`,
  ];
  if (verb_last) orders.push(unspaced ? `${named}${within(80)}${verb}` : `${named}${within(80)}${linked}${within(20)}${verb}`);
  return { verb: new RegExp(verb, 'iu'), orders: orders.map((source) => new RegExp(source, 'iu')) };
});

const fillsInField = (text: string): boolean =>
  FILL_IN_PATTERNS.some(({ verb, orders }) => verb.test(text) && orders.some((order) => order.test(text)));

/** Names of our own fields: a page that uses them addresses us. */
const OUR_FIELD_NAMES =
  /\b(?:founded_year|contact_email|logo_url|pricing_model|pricing_summary|short_description|demo_video_url|company_socials|founder_socials|not_found_on_website)\b/i;
const MUST_BE =
  /\b(?:name|tagline|country|city|category|founders?|email|logo|description|price|pricing)\b[^.!?]{0,30}\b(?:must|should|shall|has to|needs to) (?:now |always |only )?(?:be|read|say|become)\b[ :]{0,9}(?-i:["“„«'‘]|\p{Lu}|\d)/iu;

/** Most attributes are addresses, which cannot be instructions. */
const ADDRESS = /^(?:https?:|mailto:|tel:|\.{0,2}\/|#|[\w-]+\/)[\x21-\x7e]*$|^[\w-]+\.[a-z0-9]{2,5}$/i;
/** Menus and footers repeat on each page, so results are cached. */
const MAX_CACHED = 2000;
const cache = new Map<string, boolean>();

/** Whether a text instructs its reader what to write in a profile, instead of describing a product. */
export const isPromptInjection = (written: string): boolean => {
  if (ADDRESS.test(written)) return false;
  const before = cache.get(written);
  if (before !== undefined) return before;
  if (cache.size >= MAX_CACHED) cache.clear();
  const is_injection = looksLikeInjection(flattenText(written));
  if (written.length <= 200) cache.set(written, is_injection);
  return is_injection;
};

const looksLikeInjection = (text: string): boolean =>
  OUR_FIELD_NAMES.test(text) ||
  MUST_BE.test(text) ||
  ADDRESSES_MACHINE.some((pattern) => pattern.test(text)) ||
  dropsInstructions(text) ||
  fillsInField(text);

/** The key of a structured value is not part of its text. */
const KEY = /^"[^"]*": "/;
/** An injection often continues in the following pieces. */
const PIECES_AFTER = 2;

/** Text further down a page is not checked and therefore not evidence. */
const MAX_LETTERS = 200_000;

/** Given a page's pieces in order, returns for each whether it is an injection, follows one, or is too far down to be evidence. */
export const createInjectionFilter = (): ((piece: TextPiece) => boolean) => {
  const pieces_left: Partial<Record<TextSource, number>> = {};
  let read = 0;
  return ({ source, text }) => {
    if (source === 'hidden' || source === 'template') return false;
    read += text.length;
    if (read > MAX_LETTERS) return true;
    const pieces_after = pieces_left[source] ?? 0;
    const is_injection = isPromptInjection(source === 'json_ld' ? text.replace(KEY, '') : text);
    pieces_left[source] = is_injection ? PIECES_AFTER : Math.max(0, pieces_after - 1);
    return is_injection || pieces_after > 0;
  };
};
