import type { Site } from '../../../kernel/context.ts';
import { listingUrl } from '../../sites/addresses.ts';
import {
  BADGE_KINDS,
  type BadgeKind,
  type BadgeKindName,
  type BadgeListing,
  describeBadge,
  FREE_PLAN_BADGE,
  type GlyphName,
  withOn,
} from './kinds.ts';
import { type BadgeMode, escapeXml, formatNumber, METAL_COLOURS, SvgWriter } from './svg-writer.ts';
import { BADGE_FONT, type BadgeLine, cleanBadgeText, fitLine, measureText } from './text-width.ts';

export interface BadgeText {
  /** For example “Listed on”. */
  label: string;
  /** The label with “on” after it, where the site's name follows on the same line. */
  lead: string;
  site: string;
  product: string;
  glyph: GlyphName;
}

export interface BadgeLayout {
  width: number;
  height: number;
  body: string;
}

type BadgeShape = (writer: SvgWriter, text: BadgeText) => BadgeLayout;

const clamp = (n: number, min: number, max_width: number): number => Math.min(Math.max(Math.ceil(n), min), max_width);

/** Two texts on one line; the second gets the width that the first leaves. */
const fitPair = (lead: string, site: string, size: number, max_width: number): [BadgeLine, BadgeLine, number] => {
  const gap = measureText(' ', size);
  const first = fitLine(lead, size, max_width * 0.7);
  const second = fitLine(site, size, max_width - first.width - gap);
  return [first, second, first.width + gap + second.width];
};

const standard: BadgeShape = (writer, { label, site, glyph }) => {
  const [left, right, height, max_width] = [62, 18, 56, 240];
  const top = fitLine(label, 11.5, max_width);
  const name = fitLine(site, 20, max_width);
  const width = clamp(left + Math.max(top.width, name.width) + right, 176, left + max_width + right);
  const body = [
    writer.box({ width, height, rx: 11 }, 'ground'),
    writer.frame({ x: 0, y: 0, width, height, rx: 11 }, 'edge', 1),
    writer.box({ x: 7, y: 7, width: 42, height: 42, rx: 7 }, 'tile'),
    writer.glyph(glyph, { x: 12, y: 12, size: 32 }, 'glyph'),
    writer.text(top, left, 22, 'soft'),
    writer.text(name, left, 42.5, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const outline: BadgeShape = (writer, { label, site, glyph }) => {
  const [left, right, height, max_width] = [56, 18, 56, 240];
  const top = fitLine(label, 11.5, max_width);
  const name = fitLine(site, 20, max_width);
  const width = clamp(left + Math.max(top.width, name.width) + right, 170, left + max_width + right);
  const body = [
    writer.frame({ x: 0, y: 0, width, height, rx: 11 }, 'bare', 1.5),
    writer.glyph(glyph, { x: 12, y: 11, size: 34 }, 'bare'),
    writer.text(top, left, 22, 'soft'),
    writer.text(name, left, 42.5, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const pill: BadgeShape = (writer, { lead, site, glyph }) => {
  const [left, right, height] = [42, 18, 38];
  const [first, second, full_width] = fitPair(lead, site, 14, 300);
  const width = clamp(left + full_width + right, 120, left + 300 + right);
  const body = [
    writer.box({ width, height, rx: 19 }, 'ground'),
    writer.frame({ x: 0, y: 0, width, height, rx: 19 }, 'edge', 1),
    writer.box({ x: 5, y: 5, width: 28, height: 28, rx: 14 }, 'tile'),
    writer.glyph(glyph, { x: 9, y: 9, size: 20 }, 'glyph'),
    writer.text(first, left, 24, 'soft'),
    writer.text(second, left + full_width - second.width, 24, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const banner: BadgeShape = (writer, { lead, site, product, glyph }) => {
  const [left, right, height, max_width] = [96, 28, 80, 340];
  const name = fitLine(product, 24, max_width);
  const [first, second, full_width] = fitPair(lead, site, 14, max_width);
  const width = clamp(left + Math.max(name.width, full_width) + right, 320, left + max_width + right);
  const body = [
    writer.box({ width, height, rx: 14 }, 'ground'),
    writer.frame({ x: 0, y: 0, width, height, rx: 14 }, 'edge', 1),
    writer.box({ x: 8, y: 8, width: 64, height: 64, rx: 8 }, 'tile'),
    writer.glyph(glyph, { x: 16, y: 16, size: 48 }, 'glyph'),
    writer.text(name, left - 6, 38, 'ink'),
    writer.text(first, left - 6, 60, 'soft'),
    writer.text(second, left - 6 + full_width - second.width, 60, 'ink'),
  ];
  return { width, height, body: body.join('') };
};

const square: BadgeShape = (writer, { label, site, glyph }) => {
  const [side, max_width] = [136, 114];
  const top = fitLine(label, 12, max_width);
  const name = fitLine(site, 18, max_width);
  const middle = (line: BadgeLine): number => (side - line.width) / 2;
  const body = [
    writer.box({ width: side, height: side, rx: 18 }, 'ground'),
    writer.frame({ x: 0, y: 0, width: side, height: side, rx: 18 }, 'edge', 1),
    writer.box({ x: 41, y: 16, width: 54, height: 54, rx: 27 }, 'tile'),
    writer.glyph(glyph, { x: 50, y: 25, size: 36 }, 'glyph'),
    writer.text(top, middle(top), 94, 'soft'),
    writer.text(name, middle(name), 116, 'ink'),
  ];
  return { width: side, height: side, body: body.join('') };
};

export const BADGE_SHAPES = { standard, outline, pill, banner, square } as const satisfies Record<string, BadgeShape>;
export type BadgeShapeName = keyof typeof BADGE_SHAPES;

/** Relative to size m. */
const BADGE_SCALES = { s: 0.75, m: 1, l: 1.5 } as const;

export interface BadgeStyle {
  shape: BadgeShapeName;
  mode: BadgeMode;
  size: keyof typeof BADGE_SCALES;
}

export interface BadgeImage {
  svg: string;
  width: number;
  height: number;
}

/** Draws a badge as one self-contained SVG without scripts or external resources. The output is deterministic. */
export const drawBadge = (
  badge_kind: BadgeKind,
  listing: BadgeListing,
  site: Pick<Site, 'name'>,
  { shape, mode, size }: BadgeStyle,
): BadgeImage => {
  const writer = new SvgWriter(METAL_COLOURS[badge_kind.metal], mode);
  const label = badge_kind.label(listing);
  const text = { label, lead: withOn(label), site: site.name, product: listing.name, glyph: badge_kind.glyph };
  const layout = BADGE_SHAPES[shape](writer, text);
  const [width, height] = [Math.round(layout.width * BADGE_SCALES[size]), Math.round(layout.height * BADGE_SCALES[size])];
  const title = escapeXml(cleanBadgeText(describeBadge(badge_kind, listing, site)));
  const week = listing.awards.find(({ rank }) => badge_kind.kind === `launch-of-the-week-${rank}`)?.week_on;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${formatNumber(layout.width)} ${formatNumber(layout.height)}" ` +
    `role="img" aria-label="${title}" font-family="${BADGE_FONT}" font-weight="700"><title>${title}</title>` +
    `${week ? `<desc>Week of ${week}</desc>` : ''}${writer.style()}${layout.body}</svg>`;
  return { svg, width, height };
};

export const DEFAULT_BADGE_STYLE: BadgeStyle = { shape: 'standard', mode: 'auto', size: 'm' };

/** The address of a badge's image. Default style values are left out. */
export const badgeUrl = ({ root }: Pick<Site, 'root'>, slug: string, kind: string, style: BadgeStyle): string => {
  const extra = Object.entries(style).filter(([name, value]) => DEFAULT_BADGE_STYLE[name as keyof BadgeStyle] !== value);
  return `${root}/badges/${slug}/${kind}.svg${extra.length > 0 ? `?${new URLSearchParams(extra)}` : ''}`;
};

export interface Badge {
  kind: BadgeKindName;
  label: string;
  svg_url: string;
  embed_html: string;
  width: number;
  height: number;
}

/** The value of `ref` in a badge's link, by which visits through it are recognized. */
export const BADGE_REF = 'badge';

/** A badge with its embed code: the image, linked to the listing. */
export const buildBadge = (badge_kind: BadgeKind, listing: BadgeListing, site: Site, style: BadgeStyle): Badge => {
  const { width, height } = drawBadge(badge_kind, listing, site, style);
  const svg_url = badgeUrl(site, listing.slug, badge_kind.kind, style);
  const image = `<img src="${escapeXml(svg_url)}" alt="${escapeXml(describeBadge(badge_kind, listing, site))}" width="${width}" height="${height}">`;
  const embed_html = `<a href="${escapeXml(`${listingUrl(site, listing.slug)}?ref=${BADGE_REF}`)}">${image}</a>`;
  return { kind: badge_kind.kind, label: badge_kind.label(listing), svg_url, embed_html, width, height };
};

/** The badge of a launch: the one that the free plan asks for or, once the listing is live, the one that says so. */
export const buildLaunchBadge = (site: Site, { slug, name, status }: { slug: string; name: string; status: string }): Badge => {
  const listing: BadgeListing = { slug, name, status, votes: 0, verified: false, featured: false, awards: [] };
  const badge_kind = BADGE_KINDS.find(({ kind }) => kind === (status === 'live' ? 'launched-on' : FREE_PLAN_BADGE))!;
  return buildBadge(badge_kind, listing, site, DEFAULT_BADGE_STYLE);
};

export const buildFreePlanEmbed = (site: Site, listing: { slug: string; name: string }): string =>
  buildLaunchBadge(site, { ...listing, status: 'awaiting_badge' }).embed_html;
