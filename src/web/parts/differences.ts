import { fieldName, label, platformName } from '../wording.ts';

/** A stretch of text in a comparison of two: in both, only in the old, or only in the new. */
export interface Stretch {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

export interface Difference {
  /** What it is a change of: a field, or one of its parts. */
  name: string;
  stretches: Stretch[];
}

/** Past this many comparisons two texts are shown one after the other. */
const MOST_STEPS = 400_000;

const piecesOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** For each place the length of the longest run of pieces both have from there on. */
const common = (a: string[], b: string[]): Uint32Array[] => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
};

const joined = (stretches: Stretch[]): Stretch[] => {
  const all: Stretch[] = [];
  for (const { kind, text } of stretches) {
    const last = all.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else all.push({ kind, text });
  }
  return all;
};

const oneAfterTheOther = (from: string[], to: string[]): Stretch[] => [
  { kind: 'gone', text: from.join('') },
  { kind: 'new', text: to.join('') },
];

/** Of texts that share a word here and there, nobody could read what was said before or is now. */
const isRewritten = (middle: Stretch[]): boolean => {
  const words = middle.filter(({ text }) => text.trim());
  return words.length > 6 && words.filter(({ kind }) => kind === 'same').length * 4 < words.length;
};

/** What two texts have in common and what not, word by word. */
export const compareTexts = (before: string, after: string): Stretch[] => {
  const [a, b] = [piecesOf(before), piecesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const around = (middle: Stretch[]): Stretch[] =>
    joined([{ kind: 'same', text: a.slice(0, start).join('') }, ...middle, { kind: 'same', text: a.slice(a.length - end).join('') }]);
  if (from.length * to.length > MOST_STEPS) return around(oneAfterTheOther(from, to));
  const table = common(from, to);
  const middle: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      middle.push({ kind: 'same', text: from[i]! });
      i++;
      j++;
    } else if (j >= to.length || (i < from.length && table[i + 1]![j]! >= table[i]![j + 1]!))
      middle.push({ kind: 'gone', text: from[i++]! });
    else middle.push({ kind: 'new', text: to[j++]! });
  }
  return around(isRewritten(middle) ? oneAfterTheOther(from, to) : middle);
};

const namePart = (field: string, part: string): string => (field === 'socials' ? platformName(part) : label(part));

/** A value as lines a person reads, by the name of each part. */
const partsOf = (field: string, value: unknown): Map<string, string> => {
  if (value === null || value === undefined) return new Map();
  if (field === 'faqs')
    return new Map((value as { question: string; answer: string }[]).map(({ question, answer }) => [question, `${question}\n${answer}`]));
  if (Array.isArray(value)) return new Map([[fieldName(field), value.join('\n')]]);
  if (typeof value === 'object')
    return new Map(
      Object.entries(value).flatMap(([part, text]) =>
        text ? [[`${fieldName(field)}: ${namePart(field, part)}`, String(text)] as const] : [],
      ),
    );
  return new Map([[fieldName(field), String(value)]]);
};

/** What an edit changed, part by part. */
export const differencesOf = (before: Record<string, unknown>, after: Record<string, unknown>): Difference[] =>
  Object.keys(after).flatMap((field) => {
    const [old, now] = [partsOf(field, before[field]), partsOf(field, after[field])];
    const found = [...new Set([...old.keys(), ...now.keys()])]
      .filter((part) => old.get(part) !== now.get(part))
      .map((part) => ({
        name: field === 'faqs' ? fieldName(field) : part,
        stretches: compareTexts(old.get(part) ?? '', now.get(part) ?? ''),
      }));
    // Things in another order are a change, too.
    return found.length ? found : [{ name: fieldName(field), stretches: [{ kind: 'new' as const, text: 'Put in another order' }] }];
  });
