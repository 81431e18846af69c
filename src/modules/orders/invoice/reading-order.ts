/**
 * Where words that are read from the right stand among others: the Unicode rules for text of two directions (UAX 9), as far as a
 * line of names and addresses needs them. Each part is then of one direction, which a typeface's own shaping needs.
 */

const RIGHT = '\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const FROM_RIGHT = new RegExp(`[${RIGHT}]`, 'u');
/** Words from the right, numbers, other words, and single signs between them. */
const TOKENS = new RegExp(
  `([${RIGHT}][${RIGHT}\\p{M}\\u200c\\u200d]*)|(\\p{Nd}(?:[\\p{Nd}.,:/-]*\\p{Nd})?)|([\\p{L}\\p{M}]+)|[^\\p{L}\\p{M}\\p{Nd}]`,
  'gu',
);
const STRONG = /\p{L}/u;
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '<': '>',
  '>': '<',
};
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

type Way = 'left' | 'right';

/** Which way a text is read, by its first letter. */
export const wayOf = (text: string): Way => (FROM_RIGHT.test(STRONG.exec(text)?.[0] ?? '') ? 'right' : 'left');

interface Token {
  text: string;
  kind: 'right' | 'number' | 'left' | 'between';
  /** Null for a sign between that takes its way from its neighbours. */
  way: Way | null;
}

/** Brackets go the way of what they hold, if that is the line's own or that of the words before them (N0). */
const turnBrackets = (tokens: Token[], base: Way): void => {
  const open: number[] = [];
  for (const [end, { text, kind }] of tokens.entries()) {
    if (kind !== 'between') continue;
    if (Object.values(PAIRS).includes(text)) open.push(end);
    const at = PAIRS[text] ? open.findLastIndex((start) => tokens[start]!.text === PAIRS[text]) : -1;
    if (at < 0) continue;
    const start = open[at]!;
    open.length = at;
    const held = tokens.slice(start + 1, end).flatMap(({ way }) => way ?? []);
    if (held.length === 0) continue;
    const before = tokens.slice(0, start).findLast(({ way }) => way !== null)?.way ?? base;
    const way = held.includes(base) ? base : before === base ? base : held[0]!;
    tokens[start]!.way = way;
    tokens[end]!.way = way;
  }
};

const tokensOf = (line: string, base: Way): Token[] => {
  let last: Way = base;
  const tokens = Array.from(line.matchAll(TOKENS), ([text, right, digits, left]): Token => {
    if (right || left) {
      last = right ? 'right' : 'left';
      return { text, kind: last, way: last };
    }
    // A number after words from the right belongs to them (W7).
    return digits ? { text, kind: 'number', way: last } : { text, kind: 'between', way: null };
  });
  turnBrackets(tokens, base);
  for (const [i, token] of tokens.entries()) {
    if (token.way) continue;
    const before = tokens[i - 1]?.way ?? base;
    const after = tokens.slice(i + 1).find(({ way }) => way)?.way ?? base;
    token.way = before === after ? before : base;
  }
  return tokens;
};

/** A line's parts as they stand from left to right, in a text that is read some way. */
export const inSight = (line: string, base: Way): string[] => {
  if (!FROM_RIGHT.test(line)) return [line];
  const tokens = tokensOf(line, base).map(({ text, way }) => ({ text: way === 'right' ? (MIRRORED[text] ?? text) : text, way }));
  const runs: (typeof tokens)[] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (run && run[0]!.way === token.way) run.push(token);
    else runs.push([token]);
  }
  const turned = runs.map((run) => (run[0]!.way === 'right' ? run.toReversed() : run));
  return (base === 'right' ? turned.toReversed() : turned).flat().map(({ text }) => text);
};
