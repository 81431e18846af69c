import { memoize } from '../../kernel/memoize.ts';
import { normalize } from '../../kernel/unicode.ts';
import { type FontFace, openFont } from '../../modules/sites/typeface.ts';

// Renders text as paths with a bundled font, so that images need no system fonts and look the same everywhere.

const fontOf = memoize(openFont);

/** Longer texts are cut before anything is measured. */
const MAX_CHARS = 500;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Characters that only join or modify others, and control characters. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]|[\ufe00-\ufe0f]/gu;

export const removeUndrawable = (text: string): string => {
  const font = fontOf('bold');
  const normalized = normalize(text.slice(0, MAX_CHARS).toWellFormed().replaceAll('\ufffd', '')).replace(/\s+/g, ' ');
  const graphemes_left = splitGraphemes(normalized).filter((part) => !/\p{Extended_Pictographic}\u200d/u.test(part));
  return graphemes_left
    .map((part) => part.replace(INVISIBLE, ''))
    .filter((part) => part !== '' && Array.from(part).every((char) => font.hasGlyphForCodePoint(char.codePointAt(0)!)))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/[([{] *[)\]}]/g, '')
    .trim()
    .replace(/^\(([^()]*)\)$/, '$1');
};

/** True if at least half of the letters can be rendered. */
export const isLegible = (text: string): boolean => {
  const countLetters = (value: string): number => value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return countLetters(removeUndrawable(text)) > 0 && countLetters(removeUndrawable(text)) >= countLetters(text.slice(0, MAX_CHARS)) / 2;
};

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
const STRONG = /\p{L}/u;

type Direction = 'ltr' | 'rtl';

/** A text's direction by its first letter; null if it has none. */
const directionOf = (text: string): Direction | null => {
  const first = STRONG.exec(text)?.[0];
  return first === undefined ? null : RTL.test(first) ? 'rtl' : 'ltr';
};

/** A word's path in font units, and its advance width. */
interface Shape {
  advance: number;
  svg: string;
}

/** The size of the shape cache; words recur. */
const MAX_SHAPES = 2000;
const shapes = new Map<string, Shape>();

const shapeOf = (face: FontFace, text: string): Shape => {
  const key = `${face} ${text}`;
  const known = shapes.get(key);
  if (known) return known;
  const { glyphs, positions, advanceWidth: advance } = fontOf(face).layout(text);
  let pen = 0;
  const paths = glyphs.map(({ path }, index) => {
    const { xOffset, yOffset, xAdvance } = positions[index]!;
    const svg = `<path transform="translate(${pen + xOffset} ${yOffset})" d="${path.toSVG()}"/>`;
    pen += xAdvance;
    return svg;
  });
  const shape = { advance, svg: paths.join('') };
  if (shapes.size >= MAX_SHAPES) shapes.clear();
  shapes.set(key, shape);
  return shape;
};

interface Word {
  text: string;
  width: number;
}

interface FontStyle {
  face: FontFace;
  size: number;
}

const measureWord = (text: string, { face, size }: FontStyle): Word => ({
  text,
  width: (shapeOf(face, text).advance * size) / fontOf(face).unitsPerEm,
});

const breakWord = (word: Word, font_style: FontStyle, max_width: number): Word[] => {
  if (word.width <= max_width) return [word];
  const pieces: Word[] = [];
  let [text, width] = ['', 0];
  for (const part of splitGraphemes(word.text)) {
    const part_width = measureWord(part, font_style).width;
    if (width + part_width > max_width && text) {
      pieces.push(measureWord(text, font_style));
      [text, width] = ['', 0];
    }
    text += part;
    width += part_width;
  }
  return text ? [...pieces, measureWord(text, font_style)] : pieces;
};

interface TextLine {
  words: Word[];
  width: number;
}

const widthOf = (words: Word[], space: number): number =>
  words.reduce((sum, { width }) => sum + width, 0) + space * Math.max(words.length - 1, 0);

/** Truncates a line so that it fits with an ellipsis. */
const truncateLine = (line: TextLine, font_style: FontStyle, space: number, max_width: number): TextLine => {
  const words = [...line.words];
  for (;;) {
    const last = words.at(-1)!;
    const text = last.text.replace(/(?<![\p{P}\s])[\p{P}\s]+$/u, '');
    const with_ellipsis = measureWord(`${text}…`, font_style);
    const width = widthOf([...words.slice(0, -1), with_ellipsis], space);
    if (width <= max_width) return { words: [...words.slice(0, -1), with_ellipsis], width };
    if (words.length > 1) words.pop();
    else words[0] = measureWord(splitGraphemes(text).slice(0, -1).join(''), font_style);
  }
};

/** Breaks a text into lines of a maximum width. If it needs too many lines, it is truncated between words and `cut` is true. */
export const layoutLines = (text: string, font_style: FontStyle, max_width: number, lines: number): { lines: TextLine[]; cut: boolean } => {
  const space = measureWord(' ', font_style).width;
  const words = text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => breakWord(measureWord(word, font_style), font_style, max_width));
  const result: TextLine[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const width = last ? last.width + space + word.width : 0;
    if (last && width <= max_width) Object.assign(last, { words: [...last.words, word], width });
    else if (result.length < lines) result.push({ words: [word], width: word.width });
    else return { lines: [...result.slice(0, -1), truncateLine(result.at(-1)!, font_style, space, max_width)], cut: true };
  }
  return { lines: result, cut: false };
};

/** Words in visual order, left to right: runs against the base direction are reversed. */
const visualOrder = (words: Word[], base: Direction): Word[] => {
  let direction = base;
  const directions = words.map(({ text }) => {
    direction = directionOf(text) ?? direction;
    return direction;
  });
  const runs: { direction: Direction; words: Word[] }[] = [];
  for (const [index, word] of words.entries()) {
    const last = runs.at(-1);
    if (last && last.direction === directions[index]) last.words.push(word);
    else runs.push({ direction: directions[index]!, words: [word] });
  }
  const visual_runs = base === 'rtl' ? runs.toReversed() : runs;
  return visual_runs.flatMap((run) => (run.direction === 'rtl' ? run.words.toReversed() : run.words));
};

const roundCoordinate = (n: number): string => String(Math.round(n * 100) / 100);

/** Renders lines as paths, from a left edge and a first baseline. Right-to-left text is aligned right. */
export const renderLines = (
  lines: TextLine[],
  font_style: FontStyle,
  layout: { x: number; y: number; width: number; leading: number; colour: string },
): string => {
  const scale = font_style.size / fontOf(font_style.face).unitsPerEm;
  const space = measureWord(' ', font_style).width;
  const base = directionOf(lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join(' ')) ?? 'ltr';
  const paths = lines.flatMap(({ words, width }, row) => {
    let x = base === 'rtl' ? layout.x + layout.width - width : layout.x;
    const y = layout.y + row * layout.leading;
    return visualOrder(words, base).map((word) => {
      const svg = `<g transform="translate(${roundCoordinate(x)} ${roundCoordinate(y)}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})">${shapeOf(font_style.face, word.text).svg}</g>`;
      x += word.width + space;
      return svg;
    });
  });
  return `<g fill="${layout.colour}">${paths.join('')}</g>`;
};
