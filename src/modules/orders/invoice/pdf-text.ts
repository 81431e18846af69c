import bidiFactory from 'bidi-js';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { type FontFace, openFont } from '../../sites/typeface.ts';

/** The Unicode bidirectional algorithm (UAX 9). */
const bidi = bidiFactory();

type Direction = 'ltr' | 'rtl';

export const textDirection = (text: string): Direction => (bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr');

/** Words, and single characters between them. */
const PARTS = /[\p{L}\p{M}\p{Nd}\u200c\u200d]+|[^\p{L}\p{M}\p{Nd}\u200c\u200d]/gu;

/** The parts of a line in visual order, from left to right. Each has a single direction, which font shaping requires. */
export const toVisualOrder = (line: string, base: Direction): string[] => {
  const { levels } = bidi.getEmbeddingLevels(line, base);
  if (levels.every((level) => level % 2 === 0)) return [line];
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const parts = [...line.matchAll(PARTS)].flatMap(({ 0: text, index }) => {
    const starts = [...Array(text.length).keys()].filter((at) => at === 0 || levels[index + at] !== levels[index + at - 1]);
    return starts.map((start, n) => ({
      text: mirrored.get(index + start) ?? text.slice(start, starts[n + 1]),
      level: levels[index + start]!,
    }));
  });
  // Rule L2: from the highest level down, reverse what is at that level or above.
  for (let level = Math.max(...levels); level > 0; level--)
    for (let end = 0, start = 0; start < parts.length; start = end + 1) {
      for (end = start; end < parts.length && parts[end]!.level >= level; ) end++;
      parts.splice(start, end - start, ...parts.slice(start, end).reverse());
    }
  return parts.map(({ text }) => text);
};

/**
 * Text layout for invoices. The font covers Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. A character it lacks is
 * printed as its Unicode number, never as an empty box, and copied text contains the character itself.
 */

const fonts = new Map<FontFace, Font>();

/** Opened when the first invoice is drawn. */
const getFont = (face: FontFace): Font => {
  const opened_before = fonts.get(face);
  if (opened_before) return opened_before;
  const opened = openFont(face);
  fonts.set(face, opened);
  return opened;
};

/**
 * A font face for one document. An opened font caches its glyphs, and a glyph first seen as part of another one (z in ź) has no Unicode
 * mapping in the next document, so its text could not be copied. Clearing the cache is far cheaper than opening the font again.
 */
export const prepareFace = (face: FontFace): Font => Object.assign(getFont(face), { _glyphs: {} });

/** Characters without a glyph of their own: direction marks, joiners and variation selectors. */
const INVISIBLE_CHARS = /[\p{Bidi_Control}\p{Variation_Selector}\u200b\u2060\ufeff]/gu;

const isPrintable = (char: string, face: FontFace): boolean => getFont(face).hasGlyphForCodePoint(char.codePointAt(0)!);

/** The characters of a text that an invoice cannot print, each once. */
export const findUnprintable = (text: string): string[] => [
  ...new Set(Array.from(text.replace(INVISIBLE_CHARS, '').replace(/\s/g, '')).filter((char) => !isPrintable(char, 'regular'))),
];

/** The requested face, unless it lacks characters that the regular face has. */
export const chooseFace = (text: string, face: FontFace): FontFace =>
  Array.from(text).every((char) => isPrintable(char, face) || !isPrintable(char, 'regular')) ? face : 'regular';

/** A piece of text that is not broken across lines: what is printed, and the source text it stands for. */
interface TextPiece {
  printed: string;
  source: string;
  /** Whether a space precedes it. */
  apart: boolean;
}

export interface PdfLine {
  printed: string;
  source: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const toUnicodeNumber = (char: string): string => `[U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

const splitPieces = (word: string): TextPiece[] => {
  const pieces: TextPiece[] = [];
  let plain = '';
  const flush = () => {
    if (plain) pieces.push({ printed: plain, source: plain, apart: false });
    plain = '';
  };
  for (const char of word) {
    if (isPrintable(char, 'regular')) plain += char;
    else {
      flush();
      pieces.push({ printed: toUnicodeNumber(char), source: char, apart: false });
    }
  }
  flush();
  return pieces.map((piece, i) => ({ ...piece, apart: i === 0 }));
};

const splitByGrapheme = (piece: TextPiece): TextPiece[] =>
  Array.from(graphemes.segment(piece.printed), ({ segment }, i) => ({ printed: segment, source: segment, apart: i === 0 && piece.apart }));

export const breakLines = (text: string, max_width: number, widthOf: (text: string) => number): PdfLine[] => {
  const words = text.replace(INVISIBLE_CHARS, '').split(/\s+/).filter(Boolean);
  const pieces = words
    .flatMap(splitPieces)
    .flatMap((piece) => (widthOf(piece.printed) > max_width && piece.printed === piece.source ? splitByGrapheme(piece) : [piece]));
  const lines: PdfLine[] = [];
  for (const { printed, source, apart } of pieces) {
    const last = lines.at(-1);
    const gap = apart ? ' ' : '';
    if (last && widthOf(last.printed + gap + printed) <= max_width)
      Object.assign(last, { printed: last.printed + gap + printed, source: last.source + gap + source });
    else lines.push({ printed, source });
  }
  return lines;
};

export type PdfDocumentClass = typeof PDFDocument;
export type Doc = InstanceType<PdfDocumentClass>;

export const INK = '#15201b';
export const QUIET = '#5f6c64';
const RULE = '#c9cfc8';
export const GREEN = '#0b6a4a';

export const PAGE = { width: 595.28, height: 841.89 };
export const LEFT = 56;
export const RIGHT = PAGE.width - 56;
export const WIDTH = RIGHT - LEFT;
export const TOP = 60;
export const BOTTOM = PAGE.height - 84;

export interface Style {
  size: number;
  face?: FontFace;
  colour?: string;
  align?: 'left' | 'right';
}

export const BODY: Style = { size: 9 };
export const LABEL: Style = { size: 7.5, colour: QUIET };
export const LEADING = 1.45;

/** Draws one line. Where the printed text differs from the source, the source is attached for copying and screen readers. */
const drawLine = (doc: Doc, { printed, source }: PdfLine, text: string, x: number, y: number): void => {
  const differs = printed !== source;
  if (differs) doc.markContent('Span', { actual: source });
  let at = x;
  for (const part of toVisualOrder(printed, textDirection(text))) {
    doc.text(part, at, y, { lineBreak: false });
    at += doc.widthOfString(part);
  }
  if (differs) doc.endMarkedContent();
};

/** Sets font, size and colour, and breaks a text into lines. */
export const layoutPdfLines = (doc: Doc, text: string, width: number, { size, face = 'regular', colour = INK }: Style): PdfLine[] => {
  doc.font(chooseFace(text, face)).fontSize(size).fillColor(colour);
  return breakLines(text, width, (some) => doc.widthOfString(some));
};

/** Draws a text and returns the y position below it. */
export const writeText = (doc: Doc, text: string, x: number, y: number, width: number, style: Style): number => {
  let at = y;
  for (const line of layoutPdfLines(doc, text, width, style)) {
    drawLine(doc, line, text, style.align === 'right' ? x + width - doc.widthOfString(line.printed) : x, at);
    at += style.size * LEADING;
  }
  return at;
};

export const measureHeight = (doc: Doc, text: string, width: number, style: Style): number =>
  layoutPdfLines(doc, text, width, style).length * style.size * LEADING;

export const drawRule = (doc: Doc, y: number, { from = LEFT, to = RIGHT, colour = RULE, width = 0.5 } = {}): void => {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(colour).stroke();
};
