import type { Site } from '../../kernel/context.ts';
import { COLOURS } from './badge-colours.ts';
import { type BadgeRow, leadingIn, type Standing, sayBadge } from './badge-kinds.ts';
import { escaped, type Mode, number, Pen } from './badge-pen.ts';
import { SHAPES, type ShapeName } from './badge-shapes.ts';
import { FACE, tidied } from './badge-text.ts';

/** Of the middle size. */
const SIZES = { s: 0.75, m: 1, l: 1.5 } as const;

/** How a badge is to look. */
export interface Look {
  shape: ShapeName;
  mode: Mode;
  size: keyof typeof SIZES;
}

export interface BadgePicture {
  svg: string;
  width: number;
  height: number;
}

/** Draws a badge: one file of basic SVG, without scripts, fonts or anything else from elsewhere. The same input is the same bytes. */
export const drawBadge = (row: BadgeRow, standing: Standing, site: Pick<Site, 'name'>, { shape, mode, size }: Look): BadgePicture => {
  const pen = new Pen(COLOURS[row.metal], mode);
  const label = row.label(standing);
  const saying = { label, lead: leadingIn(label), site: site.name, product: standing.name, glyph: row.glyph };
  const drawn = SHAPES[shape](pen, saying);
  const [width, height] = [Math.round(drawn.width * SIZES[size]), Math.round(drawn.height * SIZES[size])];
  const title = escaped(tidied(sayBadge(row, standing, site)));
  const week = standing.awards.find(({ rank }) => row.kind === `launch-of-the-week-${rank}`)?.week_on;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${number(drawn.width)} ${number(drawn.height)}" ` +
    `role="img" aria-label="${title}" font-family="${FACE}" font-weight="700"><title>${title}</title>` +
    `${week ? `<desc>Week of ${week}</desc>` : ''}${pen.style()}${drawn.body}</svg>`;
  return { svg, width, height };
};
