/** The checker's build for this platform may be missing, and Java for the other one, too. */
process.env.RECHECK_BACKEND ??= 'pure';
const { check } = await import('recheck');

/**
 * What is known of the time an expression takes in the length of a text, at worst, with every beginning tried:
 * - bounded: nothing in it repeats without a limit, so the time spent on each beginning has one.
 * - proved: linear, by automata theory.
 * - anything else: how fast it grows, or why that is not known.
 */
export interface Decision {
  verdict: string;
  /** A slow text, as JavaScript. */
  attack?: string;
}

/** Verdicts of expressions that may see any text. */
export const LINEAR: readonly string[] = ['bounded', 'proved'];

const PROOF_MS = 60_000;

/** Whether an expression has an unbounded repetition. */
export const isUnbounded = (source: string): boolean => /[*+]|\{\d+,\}/.test(source.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, ''));

/** Iterates over an expression without escapes and sets, with the group depth of each character. */
const eachChar = (source: string, see: (char: string, depth: number, at: number) => boolean | undefined): void => {
  let depth = 0;
  let in_class = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === '\\') at++;
    else if (in_class) in_class = char !== ']';
    else if (char === '[') in_class = true;
    else {
      if (char === ')') depth--;
      if (see(char, depth, at)) return;
      if (char === '(') depth++;
    }
  }
};

/** Index of the end of the leading group. */
const endOfGroup = (source: string): number => {
  let end = -1;
  eachChar(source, (char, depth, at) => {
    if (char === ')' && depth === 0) end = at;
    return end >= 0;
  });
  return end;
};

/** The top-level alternatives of an expression. Searching for all takes as long as searching for each. */
export const alternativesOf = (source: string): string[] => {
  const bars: number[] = [];
  eachChar(source, (char, depth, at) => {
    if (char === '|' && depth === 0) bars.push(at);
    return false;
  });
  return [...bars, source.length].map((bar, i) => source.slice(i === 0 ? 0 : bars[i - 1]! + 1, bar));
};

/** A single character or set: a lookaround of this can be replaced by consuming it. */
const ONE = /^(?:\\[pP]\{[^}]*\}|\\.|[^\\[\](){}|.*+?^$]|\[(?:\\.|[^\]\\])*\])$/s;
const exceptChars = (one: string): string => {
  if (one.startsWith('[^')) return `[${one.slice(2)}`;
  return one.startsWith('[') ? `[^${one.slice(1)}` : `[^${one}]`;
};

/** A character that no expression uses. */
const OTHER = '\\uE000';

/**
 * Removes lookaround, which the proof does not support, without making the expression faster. A lookaround of one character becomes a
 * match of it. A longer lookbehind at the start is dropped, which allows more starts; a longer lookahead at the end becomes something
 * rare, so that the match fails; in the middle it is dropped.
 */
export const withoutLookaround = (source: string): string => {
  let out = '';
  let in_class = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    const look = in_class ? null : /^\(\?(<?[=!])/.exec(source.slice(at, at + 4));
    if (!look) {
      if (char === '[') in_class = true;
      else if (char === ']') in_class = false;
      out += char === '\\' ? char + source[++at] : char;
      continue;
    }
    const end = at + endOfGroup(source.slice(at));
    const inner = withoutLookaround(source.slice(at + look[0].length, end));
    const behind = source.slice(end + 1);
    const isLast = /^[)$]*(?:$|\|)/.test(behind);
    at = end;
    if (look[1] === '<!') out += ONE.test(inner) ? `(?:^|${exceptChars(inner)})` : '';
    else if (look[1] === '<=') out += isUnbounded(inner) || ONE.test(inner) ? `(?:${inner})` : '';
    else if (look[1] === '!') out += ONE.test(inner) ? `(?:${exceptChars(inner)}|$)` : isLast ? OTHER : '';
    else out += isLast ? `(?:${inner})` : '';
  }
  return out;
};

/** Converts an expression to the checker's dialect: without set subtraction and inline case flags. */
const plain = (source: string): string => source.replaceAll('(?-i:', '(?:').replace(/\[\[([^\]]*)\](?:--|&&)\[[^\]]*\]\]/g, '[$1]');

/** Replaces large bounded repetitions by unbounded ones: far quicker to prove, and no faster to match. */
const widened = (source: string): string =>
  source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+),(\d+)\}/gs, (whole, least?: string, most?: string) =>
    most === undefined || Number(most) < 4 ? whole : least === '0' ? '*' : '+',
  );

const proofOf = async (source: string, flags: string, timeout: number): Promise<Decision> => {
  const found = await check(source, flags, { checker: 'automaton', timeout });
  if (found.status === 'safe') return { verdict: 'proved' };
  if (found.status === 'unknown') return { verdict: `unknown: ${found.error.kind}`, attack: source };
  return { verdict: found.complexity.summary, attack: found.attack.pattern };
};

/** Decides the time complexity of an expression. */
export const decide = async (source: string, flags: string, timeout = PROOF_MS): Promise<Decision> => {
  const unbounded = alternativesOf(plain(source)).filter(isUnbounded).map(withoutLookaround);
  const known = flags.replace(/[gy]/g, '').replace('v', 'u');
  for (const alternative of unbounded) {
    if ((await proofOf(widened(alternative), known, timeout)).verdict === 'proved') continue;
    const exact = await proofOf(alternative, known, timeout);
    if (exact.verdict !== 'proved') return exact;
  }
  return { verdict: unbounded.length > 0 ? 'proved' : 'bounded' };
};
