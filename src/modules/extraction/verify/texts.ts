import { fold } from '../../../kernel/words.ts';
import { containsWhole, fitsLength, flattenText, paragraphsOf } from '../words/text.ts';
import { type FoundQuote, firstItems, isText } from './page-index.ts';
import { type FieldCheck, hasWords, inGivenOrder, NOT_SUPPORTED, readText, supportedBy } from './ruling.ts';

const LONGEST_ITEM = 200;
const MAX_ITEMS = 200;
const MAX_PARAGRAPHS = 60;
const BETWEEN = ' · ';

export const verifyLiteral =
  (most: number, isFitting: (text: string) => boolean = () => true): FieldCheck<string> =>
  (value, quotes) => {
    const read = readText(value, most);
    if (isText(read)) return read;
    if (!isFitting(read.text)) return 'is of the wrong form';
    const supporting_quotes = quotes.filter(({ quote }) => containsWhole(read.text, quote));
    return supportedBy(read.text, supporting_quotes);
  };

/** The parts that a quote contains, with the first such quote of each. */
const keepSupported = (parts: string[], quotes: FoundQuote[]): { kept: string[]; used: FoundQuote[] } => {
  const used = new Set<FoundQuote>();
  const kept = parts.filter((part) => {
    const quote = hasWords(part) ? quotes.find(({ quote }) => containsWhole(part, quote)) : undefined;
    if (quote) used.add(quote);
    return quote;
  });
  return { kept, used: inGivenOrder(quotes, used) };
};

/** Verifies paragraphs one by one; unsupported ones are dropped. */
export const verifyParagraphs =
  (most: number): FieldCheck<string> =>
  (value, quotes) => {
    const read = readText(value, most);
    if (isText(read)) return read;
    const parts = [...new Set(paragraphsOf(value as string))];
    if (parts.length > MAX_PARAGRAPHS) return 'has too many paragraphs';
    const { kept, used } = keepSupported(parts, quotes);
    const text = kept.join('\n\n');
    if (kept.length === 0) return NOT_SUPPORTED;
    return fitsLength(text, most) ? { value: text, used } : 'is too long';
  };

/** Verifies pieces joined by dots in one line; unsupported ones are dropped. */
export const verifyJoined =
  (most: number): FieldCheck<string> =>
  (value, quotes) => {
    const read = readText(value, most);
    if (isText(read)) return read;
    const { kept, used } = keepSupported([...new Set(read.text.split(BETWEEN).map(flattenText))], quotes);
    return kept.length > 0 ? { value: kept.join(BETWEEN), used } : NOT_SUPPORTED;
  };

/** Verifies list items one by one; unsupported ones are dropped. */
export const verifyItems =
  (most: number): FieldCheck<string[]> =>
  (value, quotes) => {
    const read = firstItems(value, MAX_ITEMS).map((item) => readText(item, LONGEST_ITEM));
    const texts = new Map<string, string>();
    for (const item of read) if (!isText(item) && !texts.has(fold(item.text))) texts.set(fold(item.text), item.text);
    const kept = keepSupported([...texts.values()], quotes).kept.slice(0, most);
    return kept.length > 0 ? { value: kept, used: keepSupported(kept, quotes).used } : NOT_SUPPORTED;
  };
