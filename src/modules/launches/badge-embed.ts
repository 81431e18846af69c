import type { Site } from '../../kernel/context.ts';
import { BADGES, type BadgeRow, FREE_PLAN_BADGE, type Standing, sayBadge } from './badge-kinds.ts';
import { escaped } from './badge-pen.ts';
import { drawBadge, type Look } from './badge-svg.ts';

/** What a link may say of itself. Each is as good as another to us. */
export const RELS = ['none', 'nofollow', 'sponsored', 'ugc', 'noopener'] as const;
export type Rel = (typeof RELS)[number];

export const USUAL_LOOK: Look = { shape: 'standard', mode: 'auto', size: 'm' };

/** Where a badge's picture is; how it usually looks need not be said. */
export const badgeAddress = ({ root }: Pick<Site, 'root'>, slug: string, kind: string, look: Look): string => {
  const said = Object.entries(look).filter(([name, value]) => USUAL_LOOK[name as keyof Look] !== value);
  return `${root}/badges/${slug}/${kind}.svg${said.length > 0 ? `?${new URLSearchParams(said)}` : ''}`;
};

export interface Badge {
  kind: string;
  label: string;
  svg_url: string;
  embed_html: string;
  width: number;
  height: number;
}

/** A badge with the code that puts it on a page: its picture, linked to the listing. */
export const badgeOf = (row: BadgeRow, standing: Standing, site: Site, look: Look, rel: Rel): Badge => {
  const { width, height } = drawBadge(row, standing, site, look);
  const svg_url = badgeAddress(site, standing.slug, row.kind, look);
  const said = rel === 'none' ? '' : ` rel="${rel}"`;
  const picture = `<img src="${escaped(svg_url)}" alt="${escaped(sayBadge(row, standing, site))}" width="${width}" height="${height}">`;
  const embed_html = `<a href="${escaped(`${site.root}/listings/${standing.slug}`)}"${said}>${picture}</a>`;
  return { kind: row.kind, label: row.label(standing), svg_url, embed_html, width, height };
};

const FREE_PLAN_ROW = BADGES.find(({ kind }) => kind === FREE_PLAN_BADGE)!;

/** The code the free plan asks for. */
export const embedFor = (site: Site, { slug, name }: { slug: string; name: string }): string => {
  const standing: Standing = { slug, name, status: 'awaiting_badge', votes: 0, verified: false, featured: false, awards: [] };
  return badgeOf(FREE_PLAN_ROW, standing, site, USUAL_LOOK, 'none').embed_html;
};
