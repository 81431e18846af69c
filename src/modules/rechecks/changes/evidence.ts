import { attributeKey, attributeName } from '../../catalog/attributes/names.ts';
import type { StoredQuote } from '../../listings/attributes/queries.ts';
import { factValueOf } from '../../listings/history/history.ts';
import type { QuotesByFact } from '../../listings/history/queries.ts';
import type { PublishedProfile } from '../../listings/queries.ts';
import type { Fact, FactReading, QuoteReading } from '../reading/tasks.ts';

type Values = Record<string, unknown>;

export const isAttribute = (path: string): boolean => attributeKey(path) !== null;

/** The values of a listing by the paths of its facts. */
export const factValues = ({ values, categories, attributes }: PublishedProfile): Values => ({
  ...values,
  categories,
  ...Object.fromEntries(Object.entries(attributes).map(([key, stated]) => [attributeName(key), stated?.value ?? null])),
});

const quotesOf = ({ values, attributes }: PublishedProfile): [string, StoredQuote[]][] => [
  ...Object.entries((values.evidence ?? {}) as QuotesByFact),
  ...Object.entries(attributes).map(([key, stated]): [string, StoredQuote[]] => [attributeName(key), stated?.evidence ?? []]),
];

/** The quoted facts of a listing. Values without a quote are the owner's own, and never read again. */
export const factsOf = (profile: PublishedProfile): Fact[] => {
  const values = factValues(profile);
  return quotesOf(profile).flatMap(([path, quotes]) => {
    const value = factValueOf(values, path);
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
};

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

/** The edit that gives a fact another value; null for a fact that the listing does not have. */
export const columnsFor = (values: Values, path: string, value: unknown): Values | null => {
  if (isAttribute(path)) return path in values ? { [path]: value } : null;
  const [column, part] = path.split('.') as [string, string | undefined];
  if (column === 'categories' || !(column in values)) return null;
  if (part !== undefined) return { [column]: { ...(values[column] as object), [part]: value } };
  return { [column]: column === 'founded_year' ? Number(value) : value };
};
