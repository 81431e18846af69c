import { hash } from 'node:crypto';
import type { Site } from '../../kernel/context.ts';
import type { Face } from '../../kernel/typeface.ts';
import { drawable, drawLines, isLegible, setLines } from './lettering.ts';

/** What a page's picture says: the one that is shown where its address is shared. */
export interface Card {
  /** What kind of page it is, in a word or two. */
  kind: string;
  /** The first of these that our letters can draw. */
  titles: (string | null)[];
  text: string | null;
  /** Short facts at the foot. */
  notes: string[];
  /** The site it is of. */
  site: string;
}

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
/** To be raised when the drawing changes, so that nobody shows one from before. */
const DRAWING = 1;

/** Names a picture by what is in it. */
export const cardHash = (card: Card): string => hash('sha1', JSON.stringify([DRAWING, card]), 'hex').slice(0, 16);

/** The picture of a page that has none of its own. */
export const siteCard = ({ name, tagline, purpose, root }: Site): Card => ({
  kind: 'Product launches',
  titles: [tagline || null, name, URL.parse(root)?.hostname ?? null],
  text: purpose || null,
  notes: [URL.parse(root)?.host ?? ''],
  site: name,
});

const LEFT = 84;
const WIDTH = CARD_WIDTH - 2 * LEFT;
const [PAPER, INK, SOFT, ACCENT, LINE, FAINT] = ['#fcfcf9', '#15201b', '#44524a', '#0b6a4a', '#d5ddd3', '#9fd9c0'];

interface Block {
  svg: string;
  height: number;
}

interface Setting {
  face: Face;
  colour: string;
  /** Sizes tried from the largest on, each with how many lines it may take. */
  sizes: { size: number; lines: number }[];
}

const TITLE: Setting = {
  face: 'bold',
  colour: INK,
  sizes: [
    { size: 84, lines: 1 },
    { size: 68, lines: 2 },
    { size: 54, lines: 3 },
    { size: 46, lines: 4 },
  ],
};
const TEXT_SIZE = 34;
const LEADING = 1.24;
const [TOP, FOOT] = [196, 546];

/** As many lines as there is room for under a title. */
const textFrom = (y: number): Setting => ({
  face: 'regular',
  colour: SOFT,
  sizes: [{ size: TEXT_SIZE, lines: Math.min(3, Math.floor((FOOT - 16 - y) / (TEXT_SIZE * LEADING))) }],
});

/** A text in the largest size it fits in; in the smallest it is cut. */
const block = (text: string, { face, colour, sizes }: Setting, y: number): Block => {
  const tried = sizes.map(({ size, lines }) => ({ size, ...setLines(text, { face, size }, WIDTH, lines) }));
  const { size, lines } = tried.find(({ cut }) => !cut) ?? tried.at(-1)!;
  const leading = size * LEADING;
  const svg = drawLines(lines, { face, size }, { x: LEFT, y: y + size * 0.95, width: WIDTH, leading, colour });
  return { svg, height: lines.length * leading };
};

const line = (text: string, face: Face, size: number, y: number, colour: string, x = LEFT, width = WIDTH): string =>
  drawLines(setLines(text, { face, size }, width, 1).lines, { face, size }, { x, y, width, leading: size, colour });

/** A week with its Monday: the house's sign. */
const MARK =
  `<g transform="translate(${LEFT} 62) scale(2)"><path fill="${ACCENT}" d="M0 0h4v22H0z"/>` +
  `<path fill="${FAINT}" d="M7 8h2v14H7zM11 8h2v14h-2zM15 8h2v14h-2zM19 8h2v14h-2zM23 13h2v9h-2zM27 13h2v9h-2z"/></g>`;

/** A page's picture as one SVG of shapes alone: no text, no font, nothing from elsewhere. */
export const drawCard = ({ kind, titles, text, notes, site }: Card): string => {
  const said = titles.filter((title) => title !== null);
  const title = block(drawable(said.find(isLegible) ?? '') || drawable(site), TITLE, TOP);
  const under = TOP + title.height + 16;
  const lede = text && isLegible(text) ? block(drawable(text), textFrom(under), under) : null;
  // A few words stand nearer to the middle.
  const left = FOOT - 16 - (lede ? under + lede.height : TOP + title.height);
  const down = Math.round(Math.min(Math.max(left / 2 - 12, 0), 72));
  const foot = drawable(notes.filter((note) => isLegible(note)).join('  ·  '));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">`,
    `<path fill="${PAPER}" d="M0 0h${CARD_WIDTH}v${CARD_HEIGHT}H0z"/><path fill="${ACCENT}" d="M0 0h16v${CARD_HEIGHT}H0z"/>`,
    MARK,
    line(drawable(site), 'bold', 32, 104, INK, LEFT + 78, WIDTH - 78),
    `<g transform="translate(0 ${down})">${line(drawable(kind), 'regular', 24, 172, ACCENT)}${title.svg}${lede?.svg ?? ''}</g>`,
    `<path fill="${LINE}" d="M${LEFT} ${FOOT}h${WIDTH}v2H${LEFT}z"/>`,
    line(foot, 'regular', 24, 590, SOFT),
    '</svg>',
  ].join('');
};
