import type { PageText, TextPiece, TextSource } from '../parse/page.ts';
import type { EvidenceQuote } from '../proposal.ts';
import { lowerBound } from '../words/terms.ts';
import { flattenText, uncutPlaces } from '../words/text.ts';

/** Reads a property of untrusted data. Only own data properties: no getter runs, no prototype is consulted, and nothing throws. */
export const propertyOf = (value: unknown, key: string): unknown => {
  try {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, key)?.value;
  } catch {
    return undefined;
  }
};

export const firstItems = (value: unknown, most: number): unknown[] => {
  try {
    if (!Array.isArray(value)) return [];
    return Array.from({ length: Math.min(value.length, most) }, (_, i) => propertyOf(value, String(i)));
  } catch {
    return [];
  }
};

export const isText = (value: unknown): value is string => typeof value === 'string';

const EVIDENCE_SOURCES = ['visible', 'meta', 'json_ld', 'attribute'] as const satisfies TextSource[];
type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** The text of one source of a page: visible pieces are joined by a space, others by a character that no quote contains. */
interface SourceText {
  text: string;
  /** Start and end of each piece, in order. Quotes may start and end there, whatever the next character is. */
  begins: number[];
  ends: number[];
}
type SourceTexts = Record<EvidenceSource, SourceText>;
export type PageIndex = SourceTexts & { base: string };

/** A position of a quote on a page. `from` and `to` delimit the pieces it touches. */
export interface QuotePlace {
  source: EvidenceSource;
  text: string;
  start: number;
  end: number;
  from: number;
  to: number;
  /** Where the piece after them ends. */
  next_to: number;
}

export interface FoundQuote extends EvidenceQuote {
  places: QuotePlace[];
  base: string;
}

const joinPieces = (pieces: readonly TextPiece[], source: EvidenceSource): SourceText => {
  const between = source === 'visible' ? ' ' : '\u0000';
  const texts = pieces.flatMap((piece) => (piece.source === source ? flattenText(piece.text) || [] : []));
  const [begins, ends]: [number[], number[]] = [[], []];
  let at = 0;
  for (const text of texts) {
    begins.push(at);
    ends.push(at + text.length);
    at += text.length + between.length;
  }
  return { text: texts.join(between), begins, ends };
};

/** The pages by address, indexed on first use: most proposals quote few of them. */
export const indexPages = (pages: readonly PageText[]): ((url: string) => PageIndex | undefined) => {
  const read = Map.groupBy(pages, ({ url }) => url);
  const indexes = new Map<string, PageIndex>();
  return (url) => {
    const known = indexes.get(url);
    const pages = read.get(url);
    if (known || !pages) return known;
    const pieces = pages.flatMap((page) => page.pieces);
    const texts = Object.fromEntries(EVIDENCE_SOURCES.map((source) => [source, joinPieces(pieces, source)])) as SourceTexts;
    const index = { ...texts, base: pages[0]!.base ?? url };
    indexes.set(url, index);
    return index;
  };
};

const MAX_PLACES = 4;

/** The positions of a normalized quote on a page, not cut within words, in text that counts as evidence. */
export const findQuotePlaces = (page: PageIndex, quote: string): QuotePlace[] =>
  EVIDENCE_SOURCES.flatMap((source) => {
    const { text, begins, ends } = page[source];
    const pieceAt = (at: number): number => lowerBound(begins, (begin) => begin <= at) - 1;
    const isSeam = (at: number): boolean => begins[pieceAt(at)] === at || ends[pieceAt(at)] === at;
    return uncutPlaces(text, quote, MAX_PLACES, isSeam).map((start) => {
      const end = start + quote.length;
      const last = pieceAt(end - 1);
      return { source, text, start, end, from: begins[pieceAt(start)]!, to: ends[last]!, next_to: ends[last + 1] ?? ends[last]! };
    });
  });

/** The text around a position, limited by `reach` and its piece, and the position within it. */
export const surroundingText = ({ text, start, end, from, to }: QuotePlace, reach = 60): { text: string; start: number; end: number } => {
  const begin = Math.max(from, start - reach);
  return { text: text.slice(begin, Math.min(to, end + reach)), start: start - begin, end: end - begin };
};
