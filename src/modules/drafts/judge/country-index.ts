import { COMMON_FORMS, COUNTRY_CODES, NO_COUNTRY, SCRIPTS } from './country-names.ts';
import { termsOf, wordsIn } from './terms.ts';

export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/** Short names are words in too many languages of European scripts. Capitals alone, as in USA, are written on purpose. */
const SHORTEST_NAME = 4;
const SHORTEST_ELSEWHERE = 3;
const EUROPEAN = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u;
/** From here on a name is told even where its accents are left out. */
const PLAIN_FROM = 6;
const ASCII = /^[\x20-\x7e]*$/;
const CAPITALS = /^[\p{Lu}. ]+$/u;

export interface CountryNames {
  /** Of scripts with spaces, by their words in lower case. */
  spaced: Map<string, string>;
  /** USA, UK: only as written. */
  capitals: Map<string, string>;
  /** Of scripts without spaces, by their first letter, the longest first. */
  unspaced: Map<string, [name: string, code: string][]>;
}

const keyOf = (name: string): string =>
  wordsIn(name)
    .map(({ word }) => word)
    .join(' ');
const withoutMarks = (name: string): string =>
  ASCII.test(name)
    ? name
    : name
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC');

/** "Myanmar (Burma)" is Myanmar. */
const bare = (name: string): string => (/[(（]/.test(name) ? name.replace(/\s*[(（][^)）]*[)）]/g, '') : name);

const known: CountryNames = { spaced: new Map(), capitals: new Map(), unspaced: new Map() };
/** Names that are different countries' in different languages are nobody's. */
const clashes = new Set<string>();

const add = (name: string, code: string): void => {
  if (UNSPACED.test(name)) {
    const row = [...(known.unspaced.get(name[0]!) ?? []), [name, code] as [string, string]];
    known.unspaced.set(
      name[0]!,
      row.sort(([a], [b]) => b.length - a.length),
    );
    return;
  }
  const key = keyOf(name);
  if (key.length < SHORTEST_NAME + 2 && CAPITALS.test(name)) {
    known.capitals.set(key, code);
    return;
  }
  for (const form of new Set([key, key.length >= PLAIN_FROM ? withoutMarks(key) : key])) {
    if (form.length < (EUROPEAN.test(form) ? SHORTEST_NAME : SHORTEST_ELSEWHERE) || NO_COUNTRY.has(form) || clashes.has(form)) continue;
    const other = known.spaced.get(form);
    if (other === undefined) known.spaced.set(form, code);
    else if (other !== code) {
      clashes.add(form);
      known.spaced.delete(form);
    }
  }
};

let common = false;
const gathered = new Set<string>();

/** The names of all countries in the languages a text may be in. Gathered when first asked for, which takes a moment for each script. */
export const namesFor = (text: string): CountryNames => {
  if (!common) for (const [code, forms] of Object.entries(COMMON_FORMS)) for (const form of termsOf(forms)) add(form, code);
  common = true;
  for (const { written, languages } of SCRIPTS) {
    if (gathered.has(languages[0]!) || !written.test(text)) continue;
    gathered.add(languages[0]!);
    for (const language of languages) {
      const dictionary = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      for (const code of COUNTRY_CODES) {
        const name = dictionary.of(code);
        if (name) add(bare(name), code);
      }
    }
  }
  return known;
};
