import type { Site } from '../../../kernel/context.ts';
import { withLightness } from './colours.ts';
import { paletteOf } from './palette.ts';

/** The icon of a site without one of its own: the days of a week, with Monday highlighted, on the accent colour. */
export const drawIcon = (accent: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>A week with its Monday</title><rect width="32" height="32" rx="7" fill="${accent}"/><path fill="#fff" d="M6 6h4v20H6z"/><path fill="${withLightness(accent, 0.84, 0.08)}" d="M13 13h2v13h-2zM17 13h2v13h-2zM21 13h2v13h-2zM25 16h2v10h-2z"/></svg>`;

interface SiteIcon {
  src: string;
  mimeType: string;
  sizes: string[];
}

/** The path of a picture of the brand. */
export const brandPicturePath = ({ hash }: { hash: string }): string => `/brand/${hash}.png`;

/** The icon of a site as a path: its own, or the drawn one in its colour. */
export const siteIcon = ({ brand = {} }: Pick<Site, 'brand'>): SiteIcon =>
  brand.icon
    ? { src: brandPicturePath(brand.icon), mimeType: 'image/png', sizes: [`${brand.icon.width}x${brand.icon.height}`] }
    : { src: `/brand/${paletteOf(brand).light.accent.slice(1)}.svg`, mimeType: 'image/svg+xml', sizes: ['any'] };

/** The same with its full address, for programs such as MCP clients. */
export const siteIconUrl = (site: Pick<Site, 'brand' | 'root'>): SiteIcon => {
  const icon = siteIcon(site);
  return { ...icon, src: site.root + icon.src };
};
