/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const MAX_BYTES = 500_000;
const MAX_VALUES = 4000;

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Reads a block of JSON-LD as forgivingly as is honest: wrapped in comments, with raw line breaks or a comma too many. */
export const readJsonLd = (written: string): Json | undefined => {
  if (written.length > MAX_BYTES) return undefined;
  const text = written.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '').replace(/(?:\/\/\s*)?(?:-->|\]\]>)\s*$/, '');
  return parsed(text) ?? parsed(text.replace(/[\r\n\t]+/g, ' ').replace(/,\s*([}\]])/g, '$1'));
};

/** Visits every string and number with the key it stands under, in order, without recursion. `listed` is true inside a list. */
export const eachValue = (root: Json, visit: (key: string, value: string, listed: boolean) => void): void => {
  const stack: { key: string; value: Json; listed: boolean }[] = [{ key: '', value: root, listed: false }];
  for (let seen = 0; stack.length > 0 && seen < MAX_VALUES; seen++) {
    const { key, value, listed } = stack.pop()!;
    if (typeof value === 'string' || typeof value === 'number') visit(key, String(value), listed);
    else if (Array.isArray(value)) for (const item of value.slice(0, 1000).reverse()) stack.push({ key, value: item, listed: true });
    else if (value && typeof value === 'object')
      for (const [name, inner] of Object.entries(value).slice(0, 300).reverse()) stack.push({ key: name, value: inner, listed: false });
  }
};

/** Every object of a JSON-LD block, outer ones first, however deep: `@graph`, lists and nesting make no difference. */
export const objectsOf = (root: Json): { [key: string]: Json }[] => {
  const found: { [key: string]: Json }[] = [];
  const queue: Json[] = [root];
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

/** A company has a few; what is longer is a list of something else. */
const MAX_FOUNDERS = 600;

/** Whom an object calls its founders, and how that stands there: the names alone would not say what they are. */
export const foundersIn = (says: { [key: string]: Json }): { founders: Json[]; written: string }[] =>
  ['founder', 'founders'].flatMap((key) => {
    const value = says[key];
    if (value === null || value === undefined) return [];
    const written = typeof value === 'string' ? `"${key}": "${value.replace(/\s+/g, ' ').trim()}"` : `"${key}": ${JSON.stringify(value)}`;
    return written.length <= MAX_FOUNDERS ? [{ founders: [value].flat(), written }] : [];
  });

/** The same data without some of its texts: each becomes nothing. */
export const withoutTexts = (root: Json, texts: ReadonlySet<string>): Json => {
  const kept = (value: Json): Json => (typeof value === 'string' && texts.has(value) ? null : value);
  const top = kept(root);
  for (const object of objectsOf(top))
    for (const [key, value] of Object.entries(object)) object[key] = Array.isArray(value) ? value.map(kept) : kept(value);
  return top;
};
