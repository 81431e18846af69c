import { hash } from 'node:crypto';
import type { Brand, BrandPicture, Site } from '../../kernel/context.ts';
import { splitLanguage } from '../../kernel/language/languages.ts';
import { localPath } from '../../kernel/language/locale.ts';
import { t } from '../../kernel/language/messages.ts';
import { withLightness } from '../../modules/sites/brand/colours.ts';
import { paletteOf } from '../../modules/sites/brand/palette.ts';
import type { FontFace } from '../../modules/sites/typeface.ts';
import { isLegible, layoutLines, removeUndrawable, renderLines } from './text-layout.ts';

export interface ShareCard {
  /** The kind of page, in a word or two. */
  kind: string;
  /** Candidates; the first one our font can render is used. */
  titles: (string | null)[];
  text: string | null;
  /** Short facts at the bottom. */
  notes: string[];
  site: string;
}

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
/** Increase when the design changes, so that cached images are replaced. */
const DESIGN_VERSION = 1;

/** What of a brand an image shows. */
const lookOf = ({ accent, logo }: Brand = {}) => [accent, logo?.hash];

export const shareCardHash = (card: ShareCard, brand?: Brand): string =>
  hash('sha1', JSON.stringify([DESIGN_VERSION, card, lookOf(brand)]), 'hex').slice(0, 16);

/** The image of pages without their own. */
export const siteShareCard = ({ name, tagline, purpose, root }: Site): ShareCard => ({
  kind: t('Product launches'),
  titles: [tagline || null, name, URL.parse(root)?.hostname ?? null],
  text: purpose || null,
  notes: [URL.parse(root)?.host ?? ''],
  site: name,
});

const LEFT = 84;
const WIDTH = CARD_WIDTH - 2 * LEFT;
const [PAPER, INK, SOFT, LINE] = ['#fcfcf9', '#15201b', '#44524a', '#d5ddd3'];

interface BlockStyle {
  face: FontFace;
  colour: string;
  /** Sizes from large to small, each with its maximum number of lines. */
  sizes: { size: number; lines: number }[];
}

const TITLE: BlockStyle = {
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

/** As many lines as fit below the title. */
const textStyleAt = (y: number): BlockStyle => ({
  face: 'regular',
  colour: SOFT,
  sizes: [{ size: TEXT_SIZE, lines: Math.min(3, Math.floor((FOOT - 16 - y) / (TEXT_SIZE * LEADING))) }],
});

/** Lays out a text in the largest size that fits; in the smallest size it is truncated. */
const layoutBlock = (text: string, { face, colour, sizes }: BlockStyle, y: number): { svg: string; height: number } => {
  const attempts = sizes.map(({ size, lines }) => ({ size, ...layoutLines(text, { face, size }, WIDTH, lines) }));
  const { size, lines } = attempts.find(({ cut }) => !cut) ?? attempts.at(-1)!;
  const leading = size * LEADING;
  const svg = renderLines(lines, { face, size }, { x: LEFT, y: y + size * 0.95, width: WIDTH, leading, colour });
  return { svg, height: lines.length * leading };
};

const renderLine = (text: string, face: FontFace, size: number, y: number, colour: string, x = LEFT, width = WIDTH): string =>
  renderLines(layoutLines(text, { face, size }, width, 1).lines, { face, size }, { x, y, width, leading: size, colour });

/** The mark of sites without a logo: the days of a week, with Monday highlighted. */
const drawMark = (accent: string): string =>
  `<g transform="translate(${LEFT} 62) scale(2)"><path fill="${accent}" d="M0 0h4v22H0z"/>` +
  `<path fill="${withLightness(accent, 0.84, 0.08)}" d="M7 8h2v14H7zM11 8h2v14h-2zM15 8h2v14h-2zM19 8h2v14h-2zM23 13h2v9h-2zM27 13h2v9h-2z"/></g>`;

const MARK_WIDTH = 58;
const LOGO_HEIGHT = 56;
/** A logo that is this much wider than high contains the name. */
const WIDE = 2;

/** The site's own logo, embedded. */
const drawLogo = ({ width, height }: BrandPicture, png: Buffer) => {
  const shown = Math.min(WIDTH, Math.round((width / height) * LOGO_HEIGHT));
  const svg = `<image x="${LEFT}" y="62" width="${shown}" height="${LOGO_HEIGHT}" href="data:image/png;base64,${png.toString('base64')}"/>`;
  return { svg, width: shown, has_name: width >= WIDE * height };
};

interface CardBrand {
  brand?: Brand;
  /** The bytes of the brand's logo, which is a PNG file of ours. */
  logo?: Buffer | null;
}

/** Renders an image as one SVG of paths and the site's logo: no text, no fonts, no external resources. */
export const renderShareCard = ({ kind, titles, text, notes, site }: ShareCard, { brand, logo }: CardBrand = {}): string => {
  const { accent } = paletteOf(brand).light;
  const top = logo && brand?.logo ? drawLogo(brand.logo, logo) : { svg: drawMark(accent), width: MARK_WIDTH, has_name: false };
  const candidates = titles.filter((title) => title !== null);
  const title = layoutBlock(removeUndrawable(candidates.find(isLegible) ?? '') || removeUndrawable(site), TITLE, TOP);
  const under = TOP + title.height + 16;
  const lede = text && isLegible(text) ? layoutBlock(removeUndrawable(text), textStyleAt(under), under) : null;
  // Move short content towards the middle.
  const free_height = FOOT - 16 - (lede ? under + lede.height : TOP + title.height);
  const offset = Math.round(Math.min(Math.max(free_height / 2 - 12, 0), 72));
  const foot = removeUndrawable(notes.filter((note) => isLegible(note)).join('  ·  '));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">`,
    `<path fill="${PAPER}" d="M0 0h${CARD_WIDTH}v${CARD_HEIGHT}H0z"/><path fill="${accent}" d="M0 0h16v${CARD_HEIGHT}H0z"/>`,
    top.svg,
    top.has_name ? '' : renderLine(removeUndrawable(site), 'bold', 32, 104, INK, LEFT + top.width + 20, WIDTH - top.width - 20),
    `<g transform="translate(0 ${offset})">${renderLine(removeUndrawable(kind), 'regular', 24, 172, accent)}${title.svg}${lede?.svg ?? ''}</g>`,
    `<path fill="${LINE}" d="M${LEFT} ${FOOT}h${WIDTH}v2H${LEFT}z"/>`,
    renderLine(foot, 'regular', 24, 590, SOFT),
    '</svg>',
  ].join('');
};

/** The address of a page's share image. It contains a hash of the content, so it changes with it. */
export const shareImageUrl = (canonical: string, card: ShareCard, brand?: Brand): string => {
  const { language, rest } = splitLanguage(canonical);
  const [path] = rest.split('?') as [string];
  return `${language ? `/${language}` : ''}/pictures${path === '/' ? '/home' : path}.png?v=${shareCardHash(card, brand)}`;
};

export const shareImageFor = (site: Site, { canonical, card }: { canonical: string; card?: ShareCard }): string =>
  card ? shareImageUrl(canonical, card, site.brand) : shareImageUrl(localPath('/'), siteShareCard(site), site.brand);
