import type PDFDocument from 'pdfkit';
import type { Face } from '../../../kernel/typeface.ts';
import { inSight, wayOf } from './reading-order.ts';
import { faceFor, type Line, setLines } from './text.ts';

export type PdfMaker = typeof PDFDocument;
export type Doc = InstanceType<PdfMaker>;

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
  face?: Face;
  colour?: string;
  align?: 'left' | 'right';
}

export const BODY: Style = { size: 9 };
export const LABEL: Style = { size: 7.5, colour: QUIET };
export const LEADING = 1.45;

/** One line at a place, of a text. What is not printed as it is meant can still be copied and read out as it is. */
const drawLine = (doc: Doc, { shown, meant }: Line, text: string, x: number, y: number): void => {
  const differs = shown !== meant;
  if (differs) doc.markContent('Span', { actual: meant });
  let at = x;
  for (const part of inSight(shown, wayOf(text))) {
    doc.text(part, at, y, { lineBreak: false });
    at += doc.widthOfString(part);
  }
  if (differs) doc.endMarkedContent();
};

/** A text in lines, with everything set as it is to be drawn. */
export const linesOf = (doc: Doc, text: string, width: number, { size, face = 'regular', colour = INK }: Style): Line[] => {
  doc.font(faceFor(text, face)).fontSize(size).fillColor(colour);
  return setLines(text, width, (some) => doc.widthOfString(some));
};

/** Sets text from a place on; gives where the next may begin. */
export const write = (doc: Doc, text: string, x: number, y: number, width: number, style: Style): number => {
  let at = y;
  for (const line of linesOf(doc, text, width, style)) {
    drawLine(doc, line, text, style.align === 'right' ? x + width - doc.widthOfString(line.shown) : x, at);
    at += style.size * LEADING;
  }
  return at;
};

export const heightOf = (doc: Doc, text: string, width: number, style: Style): number =>
  linesOf(doc, text, width, style).length * style.size * LEADING;

export const rule = (doc: Doc, y: number, { from = LEFT, to = RIGHT, colour = RULE, width = 0.5 } = {}): void => {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(colour).stroke();
};
