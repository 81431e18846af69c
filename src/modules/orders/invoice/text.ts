import type { Font } from 'fontkit';
import { type Face, openFace } from '../../../kernel/typeface.ts';

/**
 * Text as an invoice can print it. Its typeface has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters.
 * A sign it has not is printed as its number in Unicode, never as an empty box, and who copies the text gets the sign itself.
 */

const fonts = new Map<Face, Font>();

/** Opened when the first invoice is drawn. */
const fontOf = (face: Face): Font => {
  const known = fonts.get(face);
  if (known) return known;
  const opened = openFace(face);
  fonts.set(face, opened);
  return opened;
};

/**
 * A face for one document. An opened one remembers its glyphs, and one it first met as a part of another (z in ź) stands for nothing
 * in the next document, where it then could not be copied. To open it anew each time costs more than all the drawing.
 */
export const faceOf = (face: Face): Font => Object.assign(fontOf(face), { _glyphs: {} });

/** Signs that say nothing of their own: they only turn, join or tint others. */
const UNSEEN = /[\p{Bidi_Control}\p{Variation_Selector}\u200b\u2060\ufeff]/gu;

const isPrintable = (sign: string, face: Face): boolean => fontOf(face).hasGlyphForCodePoint(sign.codePointAt(0)!);

/** The signs of a text that an invoice cannot print, each once. */
export const unprintable = (text: string): string[] => [
  ...new Set(Array.from(text.replace(UNSEEN, '').replace(/\s/g, '')).filter((sign) => !isPrintable(sign, 'regular'))),
];

/** The face asked for, where it has all the signs that the plain one has. */
export const faceFor = (text: string, face: Face): Face =>
  Array.from(text).every((sign) => isPrintable(sign, face) || !isPrintable(sign, 'regular')) ? face : 'regular';

/** What stays together on a line: how it is printed, and what it stands for. */
interface Piece {
  shown: string;
  meant: string;
  /** Whether a space is before it. */
  apart: boolean;
}

export interface Line {
  shown: string;
  meant: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const numbered = (sign: string): string => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

const piecesOf = (word: string): Piece[] => {
  const pieces: Piece[] = [];
  let plain = '';
  const end = () => {
    if (plain) pieces.push({ shown: plain, meant: plain, apart: false });
    plain = '';
  };
  for (const sign of word) {
    if (isPrintable(sign, 'regular')) plain += sign;
    else {
      end();
      pieces.push({ shown: numbered(sign), meant: sign, apart: false });
    }
  }
  end();
  return pieces.map((piece, i) => ({ ...piece, apart: i === 0 }));
};

/** A piece that is wider than any line, sign by sign. */
const broken = (piece: Piece): Piece[] =>
  Array.from(graphemes.segment(piece.shown), ({ segment }, i) => ({ shown: segment, meant: segment, apart: i === 0 && piece.apart }));

/** A text in lines of at most some width, as it is read. */
export const setLines = (text: string, most: number, widthOf: (text: string) => number): Line[] => {
  const words = text.replace(UNSEEN, '').split(/\s+/).filter(Boolean);
  const pieces = words
    .flatMap(piecesOf)
    .flatMap((piece) => (widthOf(piece.shown) > most && piece.shown === piece.meant ? broken(piece) : [piece]));
  const lines: Line[] = [];
  for (const { shown, meant, apart } of pieces) {
    const last = lines.at(-1);
    const gap = apart ? ' ' : '';
    if (last && widthOf(last.shown + gap + shown) <= most)
      Object.assign(last, { shown: last.shown + gap + shown, meant: last.meant + gap + meant });
    else lines.push({ shown, meant });
  }
  return lines;
};
