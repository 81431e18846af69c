import type { Colour, Colours } from './badge-colours.ts';
import { GLYPHS, type Glyph, type GlyphName } from './badge-glyphs.ts';
import type { Line } from './badge-text.ts';

export type Mode = 'light' | 'dark' | 'auto';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);

/** Two places behind the point are finer than any screen. */
export const number = (n: number): string => String(Math.round(n * 100) / 100);

type Numbers = Record<string, number>;
const attributes = (numbers: Numbers): string =>
  Object.entries(numbers)
    .map(([name, n]) => `${name}="${number(n)}"`)
    .join(' ');

type Paint = 'fill' | 'stroke';

/** Draws in the colours of one metal: as attributes, and where the mode is auto with classes that a dark page sets anew. */
export class Pen {
  readonly #colours: Record<'light' | 'dark', Colours>;
  readonly #mode: Mode;
  readonly #used = new Set<`${Paint} ${Colour}`>();
  constructor(colours: Record<'light' | 'dark', Colours>, mode: Mode) {
    this.#colours = colours;
    this.#mode = mode;
  }

  paint(paint: Paint, colour: Colour): string {
    const { light, dark } = this.#colours;
    if (this.#mode === 'dark') return `${paint}="${dark[colour]}"`;
    if (this.#mode === 'light' || light[colour] === dark[colour]) return `${paint}="${light[colour]}"`;
    this.#used.add(`${paint} ${colour}`);
    return `${paint}="${light[colour]}" class="lw-${paint}-${colour}"`;
  }

  /** What a dark page sets anew. An attribute gives way to it, and stands where it is not understood. */
  style(): string {
    const rules = [...this.#used].sort().map((name) => {
      const [paint, colour] = name.split(' ') as [Paint, Colour];
      return `.lw-${paint}-${colour}{${paint}:${this.#colours.dark[colour]}}`;
    });
    return rules.length > 0 ? `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>` : '';
  }

  box(numbers: Numbers, colour: Colour): string {
    return `<rect ${attributes(numbers)} ${this.paint('fill', colour)}/>`;
  }

  /** A line around, wholly inside its box. */
  frame({ x, y, width, height, rx }: Record<'x' | 'y' | 'width' | 'height' | 'rx', number>, colour: Colour, thick: number): string {
    const half = thick / 2;
    const inner = { x: x + half, y: y + half, width: width - thick, height: height - thick, rx: rx - half, 'stroke-width': thick };
    return `<rect ${attributes(inner)} fill="none" ${this.paint('stroke', colour)}/>`;
  }

  glyph(name: GlyphName, { x, y, size }: { x: number; y: number; size: number }, colour: Colour): string {
    const { fill, faint, line, width }: Glyph = GLYPHS[name];
    const parts = [
      faint && `<path fill-opacity=".7" ${this.paint('fill', colour)} d="${faint}"/>`,
      fill && `<path ${this.paint('fill', colour)} d="${fill}"/>`,
      line &&
        `<path fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${this.paint('stroke', colour)} d="${line}"/>`,
    ];
    return `<g transform="translate(${number(x)} ${number(y)}) scale(${number(size / 32)})">${parts.filter(Boolean).join('')}</g>`;
  }

  /** A line of text from its left edge on, exactly as wide as it was measured. */
  text({ text, size, width, rtl }: Line, x: number, y: number, colour: Colour): string {
    if (text === '') return '';
    const length = attributes({ x, y, 'font-size': size, textLength: width });
    // A line that is read from the right ends on the left.
    const direction = rtl ? ' direction="rtl" text-anchor="end"' : '';
    return `<text ${length} lengthAdjust="spacingAndGlyphs"${direction} ${this.paint('fill', colour)}>${escaped(text)}</text>`;
  }
}
