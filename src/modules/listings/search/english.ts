import words from './ordinary-words.json' with { type: 'json' };

/** Words that only look like plurals. */
const NOT_PLURAL: ReadonlySet<string> = new Set(['does', 'goods', 'means', 'news']);
const LATIN = /^[a-z]{3,}$/;
const HISSING = /(?:s|x|z|ch|sh)$/;

/** The singular of a plural and the plural of a singular, as far as the spelling tells. Some are not words; the dictionary decides. */
export const otherNumberOf = (word: string): string[] => {
  if (!LATIN.test(word) || NOT_PLURAL.has(word)) return [];
  if (word.endsWith('s') && !word.endsWith('ss')) {
    if (word.length < 4) return [];
    const forms = [word.slice(0, -1)];
    if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
    else if (word.endsWith('es') && HISSING.test(word.slice(0, -2))) forms.push(word.slice(0, -2));
    return forms;
  }
  if (HISSING.test(word)) return [`${word}es`];
  return NOT_PLURAL.has(`${word}s`) ? [] : [`${word}s`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])];
};

const FILLERS: ReadonlySet<string> = new Set(words.fillers);

/** A word that says nothing about a product by itself. */
export const isFiller = (word: string): boolean => FILLERS.has(word);

const ORDINARY: ReadonlySet<string> = new Set(words.english.flatMap((line) => line.split(' ')));
const ENDINGS = ['s', 'es', 'd', 'ed', 'r', 'rs', 'er', 'ers', 'ing', 'ings', 'ly'];
const VOWEL_FIRST = /^[aeiou]/;

/** What may stand in the list if the word ends in `ending`: "plan" for "planner", "recipe" for "recipes", "time" for "timing". */
const stemsOf = (word: string, ending: string): string[] => {
  const stem = word.slice(0, -ending.length);
  if (!VOWEL_FIRST.test(ending)) return ending.startsWith('d') || ending.startsWith('r') ? (stem.endsWith('e') ? [stem] : []) : [stem];
  const is_doubled = stem.at(-1) === stem.at(-2);
  return [stem, `${stem}e`, ...(is_doubled ? [stem.slice(0, -1)] : []), ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [])];
};

/** Whether a word is common English, in any form. Such a word was meant as it was typed. */
export const isOrdinaryWord = (word: string): boolean =>
  ORDINARY.has(word) || ENDINGS.some((ending) => word.endsWith(ending) && stemsOf(word, ending).some((stem) => ORDINARY.has(stem)));
