import { memoize } from '../memoize.ts';
import { parseMessage } from './icu.ts';
import { currentLanguage, localeFor, withLocale } from './locale.ts';
import { fillText, listTexts, type RichText, translateKnown } from './messages.ts';

const ENGLISH = localeFor({});

/** A text that is stored, logged or sent by the API in English: `inEnglish(msg('{name} has no address'), { name })`. Pages show it by `translateStored`. */
export const inEnglish = (text: string, values: Record<string, RichText> = {}): string =>
  withLocale(ENGLISH, () => fillText(text, values).join(''));

interface Template {
  text: string;
  /** The names of its values. */
  names: string[];
  /** What stands before, between and after the values. */
  literals: string[];
}

/** A template with less text of its own would fit too much. */
const MIN_LITERALS = 9;
const literalsLength = ({ literals }: Template): number => literals.join('').length;

/** A message with plain values only; null for others. */
const toTemplate = (text: string): Template | null => {
  if (!text.includes('{')) return null;
  const template: Template = { text, names: [], literals: [''] };
  for (const node of parseMessage(text)) {
    if (node.type === 0) template.literals[template.literals.length - 1] += node.value;
    else if (node.type === 1) {
      template.names.push(node.value);
      template.literals.push('');
    } else return null;
  }
  const is_ambiguous = template.literals.slice(1, -1).includes('') || literalsLength(template) < MIN_LITERALS;
  return is_ambiguous ? null : template;
};

interface Catalogue {
  texts: Set<string>;
  /** The messages with values, those with the most text first. */
  templates: Template[];
}

const openCatalogue = memoize((texts: string[]): Catalogue => {
  const templates = texts.flatMap((text) => toTemplate(text) ?? []).sort((a, b) => literalsLength(b) - literalsLength(a));
  return { texts: new Set(texts), templates };
}, new WeakMap());

/** The values in a text that a template wrote; null if it is not of this template. */
const readValues = (text: string, { names, literals }: Template): Record<string, string> | null => {
  const last = literals.at(-1)!;
  if (!text.startsWith(literals[0]!) || !text.endsWith(last)) return null;
  const values: Record<string, string> = {};
  let from = literals[0]!.length;
  for (const [at, name] of names.entries()) {
    const to = at === names.length - 1 ? text.length - last.length : text.indexOf(literals[at + 1]!, from);
    if (to <= from) return null;
    values[name] = text.slice(from, to);
    from = to + literals[at + 1]!.length;
  }
  return values;
};

/** Shows a text that the product stored in English in the language of the moment, with the values in it. Unknown texts stay as they are. */
export const translateStored = (text: string): string => {
  if (currentLanguage() === 'en') return text;
  const { texts, templates } = openCatalogue(listTexts());
  if (texts.has(text)) return translateKnown(text);
  for (const template of templates) {
    const values = readValues(text, template);
    if (!values) continue;
    const shown = Object.entries(values).map(([name, value]) => [name, translateStored(value)]);
    return fillText(template.text, Object.fromEntries(shown)).join('');
  }
  return text;
};
