import { fold } from '../../../kernel/words.ts';
import { fits, flat, paragraphsOf } from './flat.ts';
import { isText, itemsOf } from './given.ts';
import { standsIn } from './literal.ts';
import type { Found } from './page-index.ts';
import { among, answer, type Check, NOT_SAID, saysSomething, textOf } from './ruling.ts';

const LONGEST_ITEM = 200;
const MOST_ITEMS_READ = 200;
const MOST_PARAGRAPHS = 60;
const BETWEEN = ' · ';

/** The value stands in one of its quotes. */
export const literal =
  (most: number, fitting: (text: string) => boolean = () => true): Check<string> =>
  (value, quotes) => {
    const read = textOf(value, most);
    if (isText(read)) return read;
    if (!fitting(read.text)) return 'is of the wrong form';
    return answer(
      read.text,
      quotes.filter(({ quote }) => standsIn(read.text, quote)),
    );
  };

/** Of several parts those that stand each in a quote, and for each the first such quote. */
const supported = (parts: string[], quotes: Found[]): { kept: string[]; used: Found[] } => {
  const used = new Set<Found>();
  const kept = parts.filter((part) => {
    const quote = saysSomething(part) ? quotes.find(({ quote }) => standsIn(part, quote)) : undefined;
    if (quote) used.add(quote);
    return quote;
  });
  return { kept, used: among(quotes, used) };
};

/** Paragraphs, each of which stands in a quote; one that does not is left out. */
export const paragraphs =
  (most: number): Check<string> =>
  (value, quotes) => {
    const read = textOf(value, most);
    if (isText(read)) return read;
    const parts = [...new Set(paragraphsOf(value as string))];
    if (parts.length > MOST_PARAGRAPHS) return 'has too many paragraphs';
    const { kept, used } = supported(parts, quotes);
    const text = kept.join('\n\n');
    if (kept.length === 0) return NOT_SAID;
    return fits(text, most) ? { value: text, used } : 'is too long';
  };

/** Pieces in one line with dots between, each of which stands in a quote; one that does not is left out. */
export const inOneLine =
  (most: number): Check<string> =>
  (value, quotes) => {
    const read = textOf(value, most);
    if (isText(read)) return read;
    const { kept, used } = supported([...new Set(read.text.split(BETWEEN).map(flat))], quotes);
    return kept.length > 0 ? { value: kept.join(BETWEEN), used } : NOT_SAID;
  };

/** Items, each of which stands in a quote; one that does not is left out. */
export const items =
  (most: number): Check<string[]> =>
  (value, quotes) => {
    const read = itemsOf(value, MOST_ITEMS_READ).map((item) => textOf(item, LONGEST_ITEM));
    const texts = new Map<string, string>();
    for (const item of read) if (!isText(item) && !texts.has(fold(item.text))) texts.set(fold(item.text), item.text);
    const kept = supported([...texts.values()], quotes).kept.slice(0, most);
    return kept.length > 0 ? { value: kept, used: supported(kept, quotes).used } : NOT_SAID;
  };
