import { GLYPHS, type Glyph, type GlyphName, type Metal } from './kinds.ts';
import type { BadgeLine } from './text-width.ts';

export interface BadgeColours {
  ground: string;
  edge: string;
  ink: string;
  soft: string;
  /** The tile behind the glyph, and the glyph on it. */
  tile: string;
  glyph: string;
  /** The glyph without a tile, and the outline. */
  bare: string;
}

export type BadgeColourName = keyof BadgeColours;

const LIGHT = { ground: '#ffffff', edge: '#d5ddd3', ink: '#15201b', soft: '#4b5951' };
const DARK = { ground: '#121916', edge: '#33413a', ink: '#f1f6f1', soft: '#b3c0b7' };

/** Each metal on a light and on a dark background. */
export const METAL_COLOURS: Record<Metal, Record<'light' | 'dark', BadgeColours>> = {
  green: {
    light: { ...LIGHT, tile: '#0b6a4a', glyph: '#ffffff', bare: '#0b6a4a' },
    dark: { ...DARK, tile: '#63d8a6', glyph: '#06281b', bare: '#63d8a6' },
  },
  gold: {
    light: { ...LIGHT, tile: '#f0bf3f', glyph: '#402d00', bare: '#946a00' },
    dark: { ...DARK, tile: '#f0bf3f', glyph: '#402d00', bare: '#f3c955' },
  },
  silver: {
    light: { ...LIGHT, tile: '#cdd5dc', glyph: '#25303a', bare: '#5b6873' },
    dark: { ...DARK, tile: '#cdd5dc', glyph: '#25303a', bare: '#cdd5dc' },
  },
  bronze: {
    light: { ...LIGHT, tile: '#e0a274', glyph: '#431f06', bare: '#96552a' },
    dark: { ...DARK, tile: '#e0a274', glyph: '#431f06', bare: '#eab58d' },
  },
};

export type BadgeMode = 'light' | 'dark' | 'auto';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char]!);

/** Two decimals are finer than any screen. */
export const formatNumber = (n: number): string => String(Math.round(n * 100) / 100);

type Numbers = Record<string, number>;
const attributes = (numbers: Numbers): string =>
  Object.entries(numbers)
    .map(([name, n]) => `${name}="${formatNumber(n)}"`)
    .join(' ');

type Paint = 'fill' | 'stroke';

/** Writes SVG elements in the colours of one metal. In auto mode it adds classes, which a style sheet overrides on dark pages. */
export class SvgWriter {
  readonly #colours: Record<'light' | 'dark', BadgeColours>;
  readonly #mode: BadgeMode;
  readonly #used = new Set<`${Paint} ${BadgeColourName}`>();
  constructor(colours: Record<'light' | 'dark', BadgeColours>, mode: BadgeMode) {
    this.#colours = colours;
    this.#mode = mode;
  }

  paint(paint: Paint, colour: BadgeColourName): string {
    const { light, dark } = this.#colours;
    if (this.#mode === 'dark') return `${paint}="${dark[colour]}"`;
    if (this.#mode === 'light' || light[colour] === dark[colour]) return `${paint}="${light[colour]}"`;
    this.#used.add(`${paint} ${colour}`);
    return `${paint}="${light[colour]}" class="lw-${paint}-${colour}"`;
  }

  /** Style sheet for dark pages. It overrides the colour attributes, which stay in use where style sheets are not supported. */
  style(): string {
    const rules = [...this.#used].sort().map((name) => {
      const [paint, colour] = name.split(' ') as [Paint, BadgeColourName];
      return `.lw-${paint}-${colour}{${paint}:${this.#colours.dark[colour]}}`;
    });
    return rules.length > 0 ? `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>` : '';
  }

  box(numbers: Numbers, colour: BadgeColourName): string {
    return `<rect ${attributes(numbers)} ${this.paint('fill', colour)}/>`;
  }

  /** An outline that stays inside its box. */
  frame(
    { x, y, width, height, rx }: Record<'x' | 'y' | 'width' | 'height' | 'rx', number>,
    colour: BadgeColourName,
    thickness: number,
  ): string {
    const half = thickness / 2;
    const inner = {
      x: x + half,
      y: y + half,
      width: width - thickness,
      height: height - thickness,
      rx: rx - half,
      'stroke-width': thickness,
    };
    return `<rect ${attributes(inner)} fill="none" ${this.paint('stroke', colour)}/>`;
  }

  glyph(name: GlyphName, { x, y, size }: { x: number; y: number; size: number }, colour: BadgeColourName): string {
    const { fill, faint, line, width }: Glyph = GLYPHS[name];
    const parts = [
      faint && `<path fill-opacity=".7" ${this.paint('fill', colour)} d="${faint}"/>`,
      fill && `<path ${this.paint('fill', colour)} d="${fill}"/>`,
      line &&
        `<path fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${this.paint('stroke', colour)} d="${line}"/>`,
    ];
    return `<g transform="translate(${formatNumber(x)} ${formatNumber(y)}) scale(${formatNumber(size / 32)})">${parts.filter(Boolean).join('')}</g>`;
  }

  /** A line of text from its left edge, stretched to the measured width. */
  text({ text, size, width, rtl }: BadgeLine, x: number, y: number, colour: BadgeColourName): string {
    if (text === '') return '';
    const length = attributes({ x, y, 'font-size': size, textLength: width });
    // Right-to-left text is anchored at its end, on the left.
    const direction = rtl ? ' direction="rtl" text-anchor="end"' : '';
    return `<text ${length} lengthAdjust="spacingAndGlyphs"${direction} ${this.paint('fill', colour)}>${escapeXml(text)}</text>`;
  }
}
