import { collapseSpaces } from '../words/text.ts';

export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

const MAX_BYTES = 500_000;
const MAX_VALUES = 4000;

const tryParse = (text: string): JsonValue | undefined => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};

/** Parses a JSON-LD block leniently: wrapped in comments, with raw line breaks or trailing commas. */
export const parseJsonLd = (written: string): JsonValue | undefined => {
  if (written.length > MAX_BYTES) return undefined;
  const text = written.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '').replace(/(?:\/\/\s*)?(?:-->|\]\]>)\s*$/, '');
  return tryParse(text) ?? tryParse(text.replace(/[\r\n\t]+/g, ' ').replace(/,\s*([}\]])/g, '$1'));
};

/** Visits every string and number with its key, in order, without recursion. `listed` is true inside a list. */
export const visitValues = (root: JsonValue, visit: (key: string, value: string, listed: boolean) => void): void => {
  const stack: { key: string; value: JsonValue; listed: boolean }[] = [{ key: '', value: root, listed: false }];
  for (let seen = 0; stack.length > 0 && seen < MAX_VALUES; seen++) {
    const { key, value, listed } = stack.pop()!;
    if (typeof value === 'string' || typeof value === 'number') visit(key, String(value), listed);
    else if (Array.isArray(value)) for (const item of value.slice(0, 1000).reverse()) stack.push({ key, value: item, listed: true });
    else if (value && typeof value === 'object')
      for (const [name, inner] of Object.entries(value).slice(0, 300).reverse()) stack.push({ key: name, value: inner, listed: false });
  }
};

/** Every object of a JSON-LD block at any depth, outer ones first. */
export const listObjects = (root: JsonValue): JsonObject[] => {
  const found: JsonObject[] = [];
  const queue: JsonValue[] = [root];
  for (let at = 0; at < queue.length && at < MAX_VALUES; at++) {
    const value = queue[at]!;
    if (Array.isArray(value)) queue.push(...value.slice(0, 1000));
    else if (value && typeof value === 'object') {
      found.push(value);
      queue.push(...Object.values(value).slice(0, 300));
    }
  }
  return found;
};

/** Longer than any list of founders; such text is something else. */
const MAX_FOUNDERS = 600;

/** The founders an object names, with the text as written: the names alone would not prove the role. */
export const listJsonLdFounders = (data: JsonObject): { founders: JsonValue[]; written: string }[] =>
  ['founder', 'founders'].flatMap((key) => {
    const value = data[key];
    if (value === null || value === undefined) return [];
    const written = `"${key}": ${typeof value === 'string' ? `"${collapseSpaces(value)}"` : JSON.stringify(value)}`;
    return written.length <= MAX_FOUNDERS ? [{ founders: [value].flat(), written }] : [];
  });

export const withoutTexts = (root: JsonValue, texts: ReadonlySet<string>): JsonValue => {
  const replaceText = (value: JsonValue): JsonValue => (typeof value === 'string' && texts.has(value) ? null : value);
  const top = replaceText(root);
  for (const object of listObjects(top))
    for (const [key, value] of Object.entries(object)) object[key] = Array.isArray(value) ? value.map(replaceText) : replaceText(value);
  return top;
};
