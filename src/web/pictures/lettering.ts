import type { Font } from 'fontkit';
import { type Face, openFace } from '../../kernel/typeface.ts';

/** Text as shapes, from a font of our own: the picture needs none of the system's and looks the same everywhere. */

const fonts = new Map<Face, Font>();

/** Opened when the first picture is drawn. */
const fontOf = (face: Face): Font => {
  const known = fonts.get(face);
  if (known) return known;
  const opened = openFace(face);
  fonts.set(face, opened);
  return opened;
};

/** Whoever has more to say is cut before anything is measured. */
const MOST_SIGNS = 500;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const partsOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Signs that only join or turn others, and such as are no text. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|[\ufe00-\ufe0f]/gu;

/** The part of a text the font can draw: a sign without a glyph is left out whole, with what hangs on it. */
export const drawable = (text: string): string => {
  const font = fontOf('bold');
  const tidy = text.slice(0, MOST_SIGNS).toWellFormed().replaceAll('\ufffd', '').normalize('NFC').replace(/\s+/g, ' ');
  const kept = partsOf(tidy).filter((part) => !/\p{Extended_Pictographic}\u200d/u.test(part));
  return kept
    .map((part) => part.replace(UNSEEN, ''))
    .filter((part) => part !== '' && Array.from(part).every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0)!)))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/[([{] *[)\]}]/g, '')
    .trim()
    .replace(/^\(([^()]*)\)$/, '$1');
};

/** Whether so much of a text can be drawn that it still says what it said. */
export const isLegible = (text: string): boolean => {
  const letters = (of: string): number => of.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters(drawable(text)) > 0 && letters(drawable(text)) >= letters(text.slice(0, MOST_SIGNS)) / 2;
};

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
const STRONG = /\p{L}/u;

type Direction = 'ltr' | 'rtl';

/** Which way a text is read, by its first letter; null without any. */
const directionOf = (text: string): Direction | null => {
  const first = STRONG.exec(text)?.[0];
  return first === undefined ? null : RTL.test(first) ? 'rtl' : 'ltr';
};

/** A word's shapes in the font's own units, and how far they reach. */
interface Shape {
  advance: number;
  svg: string;
}

/** Words come again; this many are remembered. */
const MOST_SHAPES = 2000;
const shapes = new Map<string, Shape>();

const shapeOf = (face: Face, text: string): Shape => {
  const key = `${face} ${text}`;
  const known = shapes.get(key);
  if (known) return known;
  const { glyphs, positions, advanceWidth: advance } = fontOf(face).layout(text);
  let pen = 0;
  const paths = glyphs.map(({ path }, at) => {
    const { xOffset, yOffset, xAdvance } = positions[at]!;
    const drawn = `<path transform="translate(${pen + xOffset} ${yOffset})" d="${path.toSVG()}"/>`;
    pen += xAdvance;
    return drawn;
  });
  const shape = { advance, svg: paths.join('') };
  if (shapes.size >= MOST_SHAPES) shapes.clear();
  shapes.set(key, shape);
  return shape;
};

interface Word {
  text: string;
  width: number;
}

export interface Lettering {
  face: Face;
  size: number;
}

const measured = (text: string, { face, size }: Lettering): Word => ({
  text,
  width: (shapeOf(face, text).advance * size) / fontOf(face).unitsPerEm,
});

/** A word wider than a line, in pieces that fit. */
const brokenUp = (word: Word, lettering: Lettering, most: number): Word[] => {
  if (word.width <= most) return [word];
  const pieces: Word[] = [];
  let [text, width] = ['', 0];
  for (const part of partsOf(word.text)) {
    const more = measured(part, lettering).width;
    if (width + more > most && text) {
      pieces.push(measured(text, lettering));
      [text, width] = ['', 0];
    }
    text += part;
    width += more;
  }
  return text ? [...pieces, measured(text, lettering)] : pieces;
};

export interface Line {
  words: Word[];
  width: number;
}

const widthOf = (words: Word[], space: number): number =>
  words.reduce((sum, { width }) => sum + width, 0) + space * Math.max(words.length - 1, 0);

/** A line that ends with the sign for more, with as much of it as fits. */
const cutShort = (line: Line, lettering: Lettering, space: number, most: number): Line => {
  const words = [...line.words];
  for (;;) {
    const last = words.at(-1)!;
    const text = last.text.replace(/[\p{P}\s]+$/u, '');
    const ended = measured(`${text}…`, lettering);
    const width = widthOf([...words.slice(0, -1), ended], space);
    if (width <= most) return { words: [...words.slice(0, -1), ended], width };
    if (words.length > 1) words.pop();
    else words[0] = measured(partsOf(text).slice(0, -1).join(''), lettering);
  }
};

/** A text set in lines of at most some width. What does not fit into so many lines is cut between words, and says so. */
export const setLines = (text: string, lettering: Lettering, most: number, lines: number): { lines: Line[]; cut: boolean } => {
  const space = measured(' ', lettering).width;
  const words = text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => brokenUp(measured(word, lettering), lettering, most));
  const set: Line[] = [];
  for (const word of words) {
    const last = set.at(-1);
    const width = last ? last.width + space + word.width : 0;
    if (last && width <= most) Object.assign(last, { words: [...last.words, word], width });
    else if (set.length < lines) set.push({ words: [word], width: word.width });
    else return { lines: [...set.slice(0, -1), cutShort(set.at(-1)!, lettering, space, most)], cut: true };
  }
  return { lines: set, cut: false };
};

/** The words from left to right: those that run against the line's own way are turned around among themselves. */
const inSight = (words: Word[], base: Direction): Word[] => {
  let way = base;
  const ways = words.map(({ text }) => {
    way = directionOf(text) ?? way;
    return way;
  });
  const runs: { way: Direction; words: Word[] }[] = [];
  for (const [at, word] of words.entries()) {
    const last = runs.at(-1);
    if (last && last.way === ways[at]) last.words.push(word);
    else runs.push({ way: ways[at]!, words: [word] });
  }
  const ordered = base === 'rtl' ? runs.toReversed() : runs;
  return ordered.flatMap((run) => (run.way === 'rtl' ? run.words.toReversed() : run.words));
};

const number = (n: number): string => String(Math.round(n * 100) / 100);

/** Lines as paths, from a left edge and a first baseline on. A text that is read from the right stands on the right. */
export const drawLines = (
  lines: Line[],
  lettering: Lettering,
  place: { x: number; y: number; width: number; leading: number; colour: string },
): string => {
  const scale = lettering.size / fontOf(lettering.face).unitsPerEm;
  const space = measured(' ', lettering).width;
  const base = directionOf(lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join(' ')) ?? 'ltr';
  const paths = lines.flatMap(({ words, width }, row) => {
    let x = base === 'rtl' ? place.x + place.width - width : place.x;
    const y = place.y + row * place.leading;
    return inSight(words, base).map((word) => {
      const drawn = `<g transform="translate(${number(x)} ${number(y)}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})">${shapeOf(lettering.face, word.text).svg}</g>`;
      x += word.width + space;
      return drawn;
    });
  });
  return `<g fill="${place.colour}">${paths.join('')}</g>`;
};
