import { COMMON_FORMS, COUNTRY_CODES, type CountryFound, NOT_A_COUNTRY, postCodesIn, SCRIPTS } from '../words/countries.ts';
import { findSpans, termsOf, type WordSpan, wordSpans } from '../words/terms.ts';

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/** Shorter names are common words in too many European languages. Abbreviations in capitals, such as USA, are handled separately. */
const SHORTEST_NAME = 4;
const SHORTEST_ELSEWHERE = 3;
const EUROPEAN = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u;
/** From this length on, names also match without accents. */
const PLAIN_FROM = 6;
const ASCII = /^[\x20-\x7e]*$/;
const CAPITALS = /^[\p{Lu}. ]+$/u;

interface CountryNames {
  /** In scripts with spaces, by their words in lower case. */
  spaced: Map<string, string>;
  /** USA, UK: only as written. */
  capitals: Map<string, string>;
  /** In scripts without spaces, by first character, longest first. */
  unspaced: Map<string, [name: string, code: string][]>;
}

const joinWords = (words: readonly WordSpan[]): string => words.map(({ word }) => word).join(' ');
const withoutMarks = (name: string): string =>
  ASCII.test(name)
    ? name
    : name
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC');

/** "Myanmar (Burma)" becomes Myanmar. */
const withoutBrackets = (name: string): string => (/[(（]/.test(name) ? name.replace(/(?:(?<!\s)\s+)?[(（][^(（)）]*[)）]/g, '') : name);

const known: CountryNames = { spaced: new Map(), capitals: new Map(), unspaced: new Map() };
/** Names that mean different countries in different languages are ignored. */
const ambiguous = new Set<string>();

const add = (name: string, code: string): void => {
  if (UNSPACED.test(name)) {
    const row: [string, string][] = [...(known.unspaced.get(name[0]!) ?? []), [name, code]];
    row.sort(([a], [b]) => b.length - a.length);
    known.unspaced.set(name[0]!, row);
    return;
  }
  const key = joinWords(wordSpans(name));
  if (key.length < SHORTEST_NAME + 2 && CAPITALS.test(name)) {
    known.capitals.set(key, code);
    return;
  }
  for (const form of new Set([key, key.length >= PLAIN_FROM ? withoutMarks(key) : key])) {
    if (form.length < (EUROPEAN.test(form) ? SHORTEST_NAME : SHORTEST_ELSEWHERE) || NOT_A_COUNTRY.has(form) || ambiguous.has(form))
      continue;
    const other = known.spaced.get(form);
    if (other === undefined) known.spaced.set(form, code);
    else if (other !== code) {
      ambiguous.add(form);
      known.spaced.delete(form);
    }
  }
};

let has_common_forms = false;
const loaded_scripts = new Set<string>();

/** Country names in the languages a text may be written in. Loaded on first use, which takes a moment per script. */
const loadNames = (text: string): CountryNames => {
  if (!has_common_forms) for (const [code, forms] of Object.entries(COMMON_FORMS)) for (const form of termsOf(forms)) add(form, code);
  has_common_forms = true;
  for (const { written, languages } of SCRIPTS) {
    if (loaded_scripts.has(languages[0]!) || !written.test(text)) continue;
    loaded_scripts.add(languages[0]!);
    for (const language of languages) {
      const dictionary = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      for (const code of COUNTRY_CODES) {
        const name = dictionary.of(code);
        if (name) add(withoutBrackets(name), code);
      }
    }
  }
  return known;
};

const BETWEEN = /^[\s.'’ʼ()–-]{1,3}$/;
const LONGEST_NAME = 6;
/** Hebrew and Arabic attach "in", "and", "from" to the word. */
const ATTACHED = /^(?:[בלמהוש](?=\p{sc=Hebrew}{3})|[وبلفك](?=\p{sc=Arabic}{3}))/u;
const CAPITAL = /^[^\p{Ll}]/u;

const findSpaced = (text: string): CountryFound[] => {
  const { spaced, capitals } = loadNames(text);
  const words = wordSpans(text);
  const found: CountryFound[] = [];
  /** The code of a run of words; null if they are known to mean something else. */
  const read = (at: number, count: number): string | null | undefined => {
    const [first, last] = [words[at]!, words[at + count - 1]!];
    const key = joinWords(words.slice(at, at + count));
    if (NOT_A_COUNTRY.has(key)) return null;
    const written = text.slice(first.start, last.end);
    const code = spaced.get(key) ?? spaced.get(key.replace(ATTACHED, ''));
    if (code && CAPITAL.test(written)) return code;
    return capitals.has(key) && written === written.toUpperCase() ? capitals.get(key) : undefined;
  };
  for (let at = 0; at < words.length; at++) {
    let reach = 1;
    while (
      reach < LONGEST_NAME &&
      at + reach < words.length &&
      BETWEEN.test(text.slice(words[at + reach - 1]!.end, words[at + reach]!.start))
    )
      reach++;
    for (let count = reach; count > 0; count--) {
      const code = read(at, count);
      if (code === undefined) continue;
      if (code) found.push({ start: words[at]!.start, end: words[at + count - 1]!.end, code });
      at += count - 1;
      break;
    }
  }
  return found;
};

/** After a name these make it a language or its speakers; in Thai, before it. */
const LANGUAGE_AFTER = /^[語语話话人文風风式系어인]/u;
const LANGUAGE_BEFORE = /(?:ภาษา|คน)$/u;

const findUnspaced = (text: string): CountryFound[] => {
  const found: CountryFound[] = [];
  if (!UNSPACED.test(text)) return found;
  const { unspaced } = loadNames(text);
  for (let start = 0; start < text.length; start++) {
    const hit = unspaced.get(text[start]!)?.find(([name]) => text.startsWith(name, start));
    if (!hit) continue;
    const end = start + hit[0].length;
    if (!LANGUAGE_AFTER.test(text.slice(end, end + 1)) && !LANGUAGE_BEFORE.test(text.slice(Math.max(0, start - 4), start)))
      found.push({ start, end, code: hit[1] });
    start = end - 1;
  }
  return found;
};

const BY_LAW: Record<string, RegExp> = {
  DE: /§ ?5 (?:Abs\. ?1 )?(?:TMG|DDG|Telemediengesetz|Digitale-Dienste-Gesetz)(?!\p{L})/gu,
  AT: /§ ?5 (?:Abs\. ?1 )?(?:ECG|E-Commerce-Gesetz)(?!\p{L})|§ ?25 (?:Mediengesetz|MedienG)(?!\p{L})/gu,
};

const findLaws = (text: string): CountryFound[] =>
  Object.entries(BY_LAW).flatMap(([code, law]) => findSpans(law, text).map((span) => ({ ...span, code })));

/** The countries a text names, in about forty languages. It cannot tell whose they are: a court's country is included. */
export const countriesIn = (text: string): CountryFound[] => [
  ...findSpaced(text),
  ...findUnspaced(text),
  ...postCodesIn(text),
  ...findLaws(text),
];
