import { t } from '../../kernel/language/messages.ts';
import type { AttributeValue } from '../../modules/catalog/attributes/kinds.ts';
import { FIELD_FORMATS, fieldName, formatAttribute, humanize, platformName } from './format.tsx';

/** A segment of a text diff: in both texts, only in the old one, or only in the new one. */
export interface DiffSegment {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

interface FieldDiff {
  /** The changed field, or one of its parts. */
  name: string;
  segments: DiffSegment[];
}

/** Texts that need more comparisons than this are shown in full, old and new. */
const MAX_STEPS = 400_000;

const splitWords = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The length of the longest common subsequence from each position on. */
const commonLengths = (a: string[], b: string[]): Uint32Array[] => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
};

const mergeSegments = (segments: DiffSegment[]): DiffSegment[] => {
  const merged: DiffSegment[] = [];
  for (const { kind, text } of segments) {
    const last = merged.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else merged.push({ kind, text });
  }
  return merged;
};

const replaceWhole = (from: string[], to: string[]): DiffSegment[] => [
  { kind: 'gone', text: from.join('') },
  { kind: 'new', text: to.join('') },
];

/** True if so few words are common that a word-by-word diff would be unreadable. */
const isRewritten = (middle: DiffSegment[]): boolean => {
  const words = middle.filter(({ text }) => text.trim());
  return words.length > 6 && words.filter(({ kind }) => kind === 'same').length * 4 < words.length;
};

/** Compares two texts word by word. */
export const diffTexts = (before: string, after: string): DiffSegment[] => {
  const [a, b] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const withCommonEnds = (middle: DiffSegment[]): DiffSegment[] =>
    mergeSegments([
      { kind: 'same', text: a.slice(0, start).join('') },
      ...middle,
      { kind: 'same', text: a.slice(a.length - end).join('') },
    ]);
  if (from.length * to.length > MAX_STEPS) return withCommonEnds(replaceWhole(from, to));
  const table = commonLengths(from, to);
  const middle: DiffSegment[] = [];
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
  return withCommonEnds(isRewritten(middle) ? replaceWhole(from, to) : middle);
};

const partLabel = (field: string, part: string): string => (field === 'socials' ? platformName(part) : humanize(part));

/** A value as readable text, by the name of each part. */
const flattenValue = (field: string, value: unknown): Map<string, string> => {
  if (value === null || value === undefined) return new Map();
  if (field.startsWith('attributes.')) return new Map([[fieldName(field), formatAttribute(value as AttributeValue, null)]]);
  if (field === 'faqs')
    return new Map((value as { question: string; answer: string }[]).map(({ question, answer }) => [question, `${question}\n${answer}`]));
  if (Array.isArray(value)) return new Map([[fieldName(field), value.join('\n')]]);
  if (typeof value === 'object')
    return new Map(
      Object.entries(value).flatMap(([part, text]) =>
        text ? [[`${fieldName(field)}: ${partLabel(field, part)}`, String(text)] as const] : [],
      ),
    );
  return new Map([[fieldName(field), FIELD_FORMATS[field]?.(String(value)) ?? String(value)]]);
};

/** What an edit changed, part by part. */
export const diffFields = (before: Record<string, unknown>, after: Record<string, unknown>): FieldDiff[] =>
  Object.keys(after).flatMap((field) => {
    const [old, now] = [flattenValue(field, before[field]), flattenValue(field, after[field])];
    const changes = [...new Set([...old.keys(), ...now.keys()])]
      .filter((part) => old.get(part) !== now.get(part))
      .map((part) => ({
        name: field === 'faqs' ? fieldName(field) : part,
        segments: diffTexts(old.get(part) ?? '', now.get(part) ?? ''),
      }));
    // A new order is a change, too.
    return changes.length ? changes : [{ name: fieldName(field), segments: [{ kind: 'new' as const, text: t('Reordered') }] }];
  });

const DiffText = ({ segments }: { segments: FieldDiff['segments'] }) => (
  <p class="change-text keep-lines" dir="auto">
    {segments.map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? <del>{text}</del> : <ins>{text}</ins>))}
  </p>
);

interface ValueChangeProps {
  field: string;
  before: unknown;
  after: unknown;
  /** Of an attribute. */
  unit: string | null;
}

/** The removed and added words of one value. */
export const ValueChange = ({ field, before, after, unit }: ValueChangeProps) => {
  const write = (value: unknown): string =>
    field.startsWith('attributes.') ? formatAttribute(value as AttributeValue, unit) : [...flattenValue(field, value).values()].join('\n');
  return <DiffText segments={diffTexts(write(before), write(after))} />;
};

/** An edit's removed and added words. */
export const FieldChanges = ({ before, after }: { before: Record<string, unknown>; after: Record<string, unknown> }) => (
  <dl class="stack changes">
    {diffFields(before, after).map(({ name, segments }) => (
      <div>
        <dt dir="auto">{name}</dt>
        <dd>
          <DiffText segments={segments} />
        </dd>
      </div>
    ))}
  </dl>
);
