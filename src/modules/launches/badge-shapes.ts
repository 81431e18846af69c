import type { GlyphName } from './badge-glyphs.ts';
import type { Pen } from './badge-pen.ts';
import { fitLine, type Line, widthOf } from './badge-text.ts';

/** What a badge says. */
export interface Saying {
  /** Such as: Listed on. */
  label: string;
  /** The same as the site's name goes on after it, on one line. */
  lead: string;
  site: string;
  product: string;
  glyph: GlyphName;
}

/** A badge laid out at its middle size. */
export interface Drawn {
  width: number;
  height: number;
  body: string;
}

type Shape = (pen: Pen, saying: Saying) => Drawn;

const clamp = (n: number, least: number, most: number): number => Math.min(Math.max(Math.ceil(n), least), most);

/** Two texts of one line, the first giving up nothing to the second. */
const oneLine = (lead: string, site: string, size: number, most: number): [Line, Line, number] => {
  const gap = widthOf(' ', size);
  const first = fitLine(lead, size, most * 0.7);
  const second = fitLine(site, size, most - first.width - gap);
  return [first, second, first.width + gap + second.width];
};

const standard: Shape = (pen, { label, site, glyph }) => {
  const [left, right, height, most] = [62, 18, 56, 240];
  const top = fitLine(label, 11.5, most);
  const name = fitLine(site, 20, most);
  const width = clamp(left + Math.max(top.width, name.width) + right, 176, left + most + right);
  const body = [
    pen.box({ width, height, rx: 11 }, 'ground'),
    pen.frame({ x: 0, y: 0, width, height, rx: 11 }, 'edge', 1),
    pen.box({ x: 7, y: 7, width: 42, height: 42, rx: 7 }, 'tile'),
    pen.glyph(glyph, { x: 12, y: 12, size: 32 }, 'glyph'),
    pen.text(top, left, 22, 'soft'),
    pen.text(name, left, 42.5, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const outline: Shape = (pen, { label, site, glyph }) => {
  const [left, right, height, most] = [56, 18, 56, 240];
  const top = fitLine(label, 11.5, most);
  const name = fitLine(site, 20, most);
  const width = clamp(left + Math.max(top.width, name.width) + right, 170, left + most + right);
  const body = [
    pen.frame({ x: 0, y: 0, width, height, rx: 11 }, 'bare', 1.5),
    pen.glyph(glyph, { x: 12, y: 11, size: 34 }, 'bare'),
    pen.text(top, left, 22, 'soft'),
    pen.text(name, left, 42.5, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const pill: Shape = (pen, { lead, site, glyph }) => {
  const [left, right, height] = [42, 18, 38];
  const [first, second, whole] = oneLine(lead, site, 14, 300);
  const width = clamp(left + whole + right, 120, left + 300 + right);
  const body = [
    pen.box({ width, height, rx: 19 }, 'ground'),
    pen.frame({ x: 0, y: 0, width, height, rx: 19 }, 'edge', 1),
    pen.box({ x: 5, y: 5, width: 28, height: 28, rx: 14 }, 'tile'),
    pen.glyph(glyph, { x: 9, y: 9, size: 20 }, 'glyph'),
    pen.text(first, left, 24, 'soft'),
    pen.text(second, left + whole - second.width, 24, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const banner: Shape = (pen, { lead, site, product, glyph }) => {
  const [left, right, height, most] = [96, 28, 80, 340];
  const name = fitLine(product, 24, most);
  const [first, second, whole] = oneLine(lead, site, 14, most);
  const width = clamp(left + Math.max(name.width, whole) + right, 320, left + most + right);
  const body = [
    pen.box({ width, height, rx: 14 }, 'ground'),
    pen.frame({ x: 0, y: 0, width, height, rx: 14 }, 'edge', 1),
    pen.box({ x: 8, y: 8, width: 64, height: 64, rx: 8 }, 'tile'),
    pen.glyph(glyph, { x: 16, y: 16, size: 48 }, 'glyph'),
    pen.text(name, left - 6, 38, 'ink'),
    pen.text(first, left - 6, 60, 'soft'),
    pen.text(second, left - 6 + whole - second.width, 60, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const square: Shape = (pen, { label, site, glyph }) => {
  const [side, most] = [136, 114];
  const top = fitLine(label, 12, most);
  const name = fitLine(site, 18, most);
  const middle = (line: Line): number => (side - line.width) / 2;
  const body = [
    pen.box({ width: side, height: side, rx: 18 }, 'ground'),
    pen.frame({ x: 0, y: 0, width: side, height: side, rx: 18 }, 'edge', 1),
    pen.box({ x: 41, y: 16, width: 54, height: 54, rx: 27 }, 'tile'),
    pen.glyph(glyph, { x: 50, y: 25, size: 36 }, 'glyph'),
    pen.text(top, middle(top), 94, 'soft'),
    pen.text(name, middle(name), 116, 'ink'),
  ];
  return { width: side, height: side, body: body.join('') };
};

/** The shapes a badge comes in. */
export const SHAPES = { standard, outline, pill, banner, square } as const satisfies Record<string, Shape>;
export type ShapeName = keyof typeof SHAPES;
