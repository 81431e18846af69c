/**
 * Reorders right-to-left text for display: the Unicode bidirectional algorithm (UAX 9), as far as a line of names and addresses needs
 * it. Each resulting part has a single direction, which font shaping requires.
 */

const RTL_SCRIPTS = '\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const RTL_LETTER = new RegExp(`[${RTL_SCRIPTS}]`, 'u');
/** Right-to-left words, numbers, other words, and single characters between them. */
const TOKENS = new RegExp(
  `([${RTL_SCRIPTS}][${RTL_SCRIPTS}\\p{M}\\u200c\\u200d]*)|(\\p{Nd}(?:[\\p{Nd}.,:/-]*\\p{Nd})?)|([\\p{L}\\p{M}]+)|[^\\p{L}\\p{M}\\p{Nd}]`,
  'gu',
);
const ANY_LETTER = /\p{L}/u;
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

type Direction = 'left' | 'right';

/** The base direction of a text, by its first letter. */
export const textDirection = (text: string): Direction => (RTL_LETTER.test(ANY_LETTER.exec(text)?.[0] ?? '') ? 'right' : 'left');

interface Token {
  text: string;
  kind: 'right' | 'number' | 'left' | 'between';
  /** Null for a neutral character, which takes its direction from its neighbours. */
  direction: Direction | null;
}

/** Brackets take the direction of their content if it matches the base direction, or else that of the preceding text (rule N0). */
const resolveBrackets = (tokens: Token[], base: Direction): void => {
  const open: number[] = [];
  for (const [end, { text, kind }] of tokens.entries()) {
    if (kind !== 'between') continue;
    if (Object.values(PAIRS).includes(text)) open.push(end);
    const at = PAIRS[text] ? open.findLastIndex((start) => tokens[start]!.text === PAIRS[text]) : -1;
    if (at < 0) continue;
    const start = open[at]!;
    open.length = at;
    const inner = tokens.slice(start + 1, end).flatMap(({ direction }) => direction ?? []);
    if (inner.length === 0) continue;
    const before = tokens.slice(0, start).findLast(({ direction }) => direction !== null)?.direction ?? base;
    const direction = inner.includes(base) ? base : before === base ? base : inner[0]!;
    tokens[start]!.direction = direction;
    tokens[end]!.direction = direction;
  }
};

const tokenize = (line: string, base: Direction): Token[] => {
  let last: Direction = base;
  const tokens = Array.from(line.matchAll(TOKENS), ([text, right, digits, left]): Token => {
    if (right || left) {
      last = right ? 'right' : 'left';
      return { text, kind: last, direction: last };
    }
    // A number takes the direction of the word before it (rule W7).
    return digits ? { text, kind: 'number', direction: last } : { text, kind: 'between', direction: null };
  });
  resolveBrackets(tokens, base);
  for (const [i, token] of tokens.entries()) {
    if (token.direction) continue;
    const before = tokens[i - 1]?.direction ?? base;
    const after = tokens.slice(i + 1).find(({ direction }) => direction)?.direction ?? base;
    token.direction = before === after ? before : base;
  }
  return tokens;
};

/** The parts of a line in visual order, from left to right, for a given base direction. */
export const toVisualOrder = (line: string, base: Direction): string[] => {
  if (!RTL_LETTER.test(line)) return [line];
  const tokens = tokenize(line, base).map(({ text, direction }) => ({
    text: direction === 'right' ? (MIRRORED[text] ?? text) : text,
    direction,
  }));
  const runs: (typeof tokens)[] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (run && run[0]!.direction === token.direction) run.push(token);
    else runs.push([token]);
  }
  const ordered_runs = runs.map((run) => (run[0]!.direction === 'right' ? run.toReversed() : run));
  return (base === 'right' ? ordered_runs.toReversed() : ordered_runs).flat().map(({ text }) => text);
};
