import type { PageText, Piece, Source } from '../page/page.ts';
import type { Quote } from '../proposal.ts';
import { placesOf } from './boundaries.ts';
import { flat } from './flat.ts';

const WORTHY = ['visible', 'meta', 'json_ld', 'attribute'] as const satisfies Source[];
type WorthySource = (typeof WORTHY)[number];

/** A text of a page: pieces with a space between where they run on, or with what no quote holds where each stands by itself. */
interface Running {
  text: string;
  /** Where each piece begins and ends, in order. There text may be cut, whatever stands on the other side. */
  begins: number[];
  ends: number[];
}
export type PageIndex = Record<WorthySource, Running> & {
  /** What relative addresses are relative to. */
  base: string;
};

/** A quote where it stands on a page. The pieces it touches go from `from` to `to`. */
export interface Place {
  source: WorthySource;
  text: string;
  start: number;
  end: number;
  from: number;
  to: number;
}

/** A quote that is on the page it names. */
export interface Found extends Quote {
  places: Place[];
  /** What an address in it is relative to. */
  base: string;
}

const run = (pieces: readonly Piece[], source: WorthySource): Running => {
  const between = source === 'visible' ? ' ' : '\u0000';
  const texts = pieces.flatMap((piece) => (piece.source === source ? flat(piece.text) || [] : []));
  const [begins, ends]: [number[], number[]] = [[], []];
  let at = 0;
  for (const text of texts) {
    begins.push(at);
    ends.push(at + text.length);
    at += text.length + between.length;
  }
  return { text: texts.join(between), begins, ends };
};

/** The pages by address, made flat when first asked for: most proposals quote few of them. */
export const indexPages = (pages: readonly PageText[]): ((url: string) => PageIndex | undefined) => {
  const read = Map.groupBy(pages, ({ url }) => url);
  const made = new Map<string, PageIndex>();
  return (url) => {
    const known = made.get(url);
    const pages = read.get(url);
    if (known || !pages) return known;
    const pieces = pages.flatMap((page) => page.pieces);
    const texts = Object.fromEntries(WORTHY.map((source) => [source, run(pieces, source)])) as Record<WorthySource, Running>;
    const index = { ...texts, base: pages[0]!.base ?? url };
    made.set(url, index);
    return index;
  };
};

/** The place in an ordered list of the last number that is not above another; -1 before the first. */
const lastUpTo = (numbers: readonly number[], most: number): number => {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

const MOST_PLACES = 4;

/** Where a flat quote stands on a page: uncut, in what is evidence. */
export const placesOn = (page: PageIndex, quote: string): Place[] =>
  WORTHY.flatMap((source) => {
    const { text, begins, ends } = page[source];
    const pieceAt = (at: number): number => lastUpTo(begins, at);
    const isSeam = (at: number): boolean => begins[pieceAt(at)] === at || ends[pieceAt(at)] === at;
    return placesOf(text, quote, MOST_PLACES, isSeam).map((start) => {
      const end = start + quote.length;
      return { source, text, start, end, from: begins[pieceAt(start)]!, to: ends[pieceAt(end - 1)]! };
    });
  });

/** What is written around a place, as far as `reach` and the piece go, and where in it the place is. */
export const around = ({ text, start, end, from, to }: Place, reach = 60): { text: string; start: number; end: number } => {
  const begin = Math.max(from, start - reach);
  return { text: text.slice(begin, Math.min(to, end + reach)), start: start - begin, end: end - begin };
};
