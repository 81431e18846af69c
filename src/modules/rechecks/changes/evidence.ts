import { factValueOf } from '../../listings/history/history.ts';
import type { Fact, FactReading, QuoteReading } from '../reading/tasks.ts';
import type { StoredQuote } from './queries.ts';

export type QuotesByFact = Record<string, StoredQuote[]>;
type Values = Record<string, unknown>;

export const evidenceOf = (values: Values): QuotesByFact => (values.evidence ?? {}) as QuotesByFact;

/** The quoted facts of a listing. Values without a quote are the owner's own, and never read again. */
export const factsOf = (values: Values, categories: string[]): Fact[] =>
  Object.entries(evidenceOf(values)).flatMap(([path, quotes]) => {
    const value = path === 'categories' ? categories : factValueOf(values, path);
    if (value === null || quotes.length === 0) return [];
    return [
      {
        path,
        value,
        quotes: quotes.map(({ quote, url, prefix, suffix, missing_since }) => ({
          quote,
          url,
          ...(prefix !== undefined && { prefix, suffix: suffix ?? '' }),
          ...(missing_since && { missing: true }),
        })),
      },
    ];
  });

const confirm = ({ missing_since: _, ...stored }: StoredQuote, now: Date): StoredQuote => ({ ...stored, confirmed_at: now.toISOString() });

/** A stored quote after a reading. A reworded one was read now; what is not found keeps the time since when. */
const updateQuote = (stored: StoredQuote, { state, quote, url, prefix, suffix }: QuoteReading, now: Date): StoredQuote => {
  if (state === 'unreadable') return stored;
  if (state === 'gone' || state === 'changed') return { ...stored, missing_since: stored.missing_since ?? now.toISOString() };
  const read_at = state === 'reworded' ? now.toISOString() : stored.read_at;
  return confirm({ ...stored, quote, url, read_at, prefix, suffix }, now);
};

/** The evidence after a reading that found every page as it was. */
export const confirmAll = (evidence: QuotesByFact, now: Date): QuotesByFact =>
  Object.fromEntries(
    Object.entries(evidence).map(([path, quotes]) => [path, quotes.map((quote) => (quote.missing_since ? quote : confirm(quote, now)))]),
  );

/** The evidence after a reading. Quotes that somebody changed meanwhile stay as they are. */
export const updateEvidenceBy = (evidence: QuotesByFact, facts: Fact[], readings: FactReading[], now: Date): QuotesByFact => {
  const read = new Map(facts.map(({ path, quotes }, at) => [path, { quotes, readings: readings[at]!.quotes }]));
  return Object.fromEntries(
    Object.entries(evidence).map(([path, stored]) => {
      const fact = read.get(path);
      const is_same = fact && fact.quotes.length === stored.length && stored.every(({ quote }, at) => quote === fact.quotes[at]!.quote);
      return [path, is_same ? stored.map((quote, at) => updateQuote(quote, fact.readings[at]!, now)) : stored];
    }),
  );
};

/** Quotes that a reading found, as evidence has them. */
export const toStored = (quotes: Omit<StoredQuote, 'read_at'>[], now: Date): StoredQuote[] =>
  quotes.map(({ quote, url, prefix, suffix }) => ({
    quote,
    url,
    read_at: now.toISOString(),
    prefix,
    suffix,
    confirmed_at: now.toISOString(),
  }));

/** The columns that give a fact another value; null for a fact that no column has. */
export const columnsFor = (values: Values, path: string, value: unknown): Values | null => {
  const [column, part] = path.split('.') as [string, string | undefined];
  if (column === 'categories' || !(column in values)) return null;
  if (part !== undefined) return { [column]: { ...(values[column] as object), [part]: value } };
  return { [column]: column === 'founded_year' ? Number(value) : value };
};
