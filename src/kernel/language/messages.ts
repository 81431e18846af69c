import type { VNode } from 'preact';
import { memoize } from '../memoize.ts';
import { compileMessage, mapLiterals, parseMessage, type Values } from './icu.ts';
import type { Language } from './languages.ts';
import { currentLanguage } from './locale.ts';
import { PSEUDO } from './pseudo.ts';
import type { HasValues, ValuesOf } from './values.ts';

/** Translations of one part of the product, by the English text. */
export type Translations = Record<string, string>;

type Plain = string | number | null | undefined;
export type RichText = Plain | VNode | RichText[];

type PlainArgs<S extends string> = HasValues<S> extends true ? [values: ValuesOf<S, Plain>] : [];
/** Only texts that stand in the code can be found by the test and by translators. */
type Literal<S extends string> = string extends S ? never : S;

const catalogues = new Map<Language, Map<string, string>>();
let known_texts: string[] = [];

/** Adds translations. Texts without one stay English. */
export const loadMessages = (language: Language, parts: Translations[]): void => {
  catalogues.set(language, new Map(parts.flatMap((part) => Object.entries(part))));
  known_texts = [...new Set([...catalogues.values()].flatMap((texts) => [...texts.keys()]))];
};

/** All texts that have a translation: the same list until more are loaded. */
export const listTexts = (): string[] => known_texts;

/** The text of a message without values, which is not parsed. */
const findText = (language: Language, text: string): string =>
  PSEUDO[language] ? PSEUDO[language](text) : (catalogues.get(language)?.get(text) ?? text);

type Compiled = (values: Values) => unknown[];

/** Each message is parsed once in each language. */
const compiledIn = memoize((language: Language) => {
  const translate = PSEUDO[language];
  return memoize((text: string): Compiled => {
    const nodes = parseMessage(translate ? text : findText(language, text));
    return compileMessage(translate ? mapLiterals(nodes, translate) : nodes, language);
  });
});

/** Pages have hundreds of texts, and `join` takes twice as long for a few parts. */
const joinParts = (parts: unknown[]): string => {
  let text = '';
  for (const part of parts) text += part ?? '';
  return text;
};

/** A text in the current language. The values of an ICU message are checked by type. */
export const t = <const S extends string>(text: Literal<S>, ...args: PlainArgs<S>): string => {
  const language = currentLanguage();
  if (args.length > 0) return joinParts(compiledIn(language)(text)((args as unknown[])[0] as Values));
  return language === 'en' ? text : findText(language, text);
};

/** The same for a text with elements: `rich('Read <link>more</link>', { link: (text) => <a href="/more">{text}</a> })`. */
export const rich = <const S extends string>(
  text: Literal<S>,
  values: ValuesOf<S, RichText | false | null | undefined, (content: RichText[]) => RichText>,
): RichText[] => compiledIn(currentLanguage())(text)(values as Values) as RichText[];

/** Begins the texts of a table until the table is made. */
const MARK = '\u0000';

/** A text of a table, which has to be one of `texts`. */
export const msg = <const S extends string>(text: Literal<S>): string => `${MARK}${text}`;

const unmark = memoize((text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text));

/** A text of a table that has values: `fillText(msg('Removed {title}'), { title })`. */
export const fillText = (text: string, values: Record<string, RichText>): RichText[] =>
  compiledIn(currentLanguage())(unmark(text))(values) as RichText[];

/** A table whose texts are read in the language of the moment: `texts({ saved: msg('Saved.') })`. */
export const texts = <T extends object>(table: T): T => {
  for (const [name, value] of Object.entries(table)) {
    if (typeof value === 'string' && value.startsWith(MARK)) {
      const text = unmark(value);
      Object.defineProperty(table, name, { enumerable: true, get: () => translateKnown(text) });
    } else if (value && typeof value === 'object') texts(value);
  }
  return table;
};

/** A text that comes from elsewhere, such as a refusal: translated if it is known. */
export const translateKnown = (text: string): string => {
  const language = currentLanguage();
  return language === 'en' ? text : findText(language, text);
};
