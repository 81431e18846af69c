import type { Brand } from '../../../kernel/context.ts';
import type { InputError } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { LogoSize } from '../../listings/media/image-processing.ts';
import { parseColour } from '../../sites/brand/colours.ts';
import { lowestContrast, MIN_CONTRAST, nearestReadable, type Theme } from '../../sites/brand/palette.ts';
import { DEFAULT_TYPEFACE, TYPEFACES } from '../../sites/brand/typefaces.ts';

/** A brand with the name and the tagline of its site, as the team edits and publishes it. */
export interface SiteBrand {
  name: string;
  tagline: string;
  brand: Brand;
}

export const BRAND_PICTURES = ['logo', 'logo_dark', 'icon'] as const;
export type BrandPictureName = (typeof BRAND_PICTURES)[number];

/** The sizes that pictures are stored in: three times as large as they are shown, for sharp screens. */
export const PICTURE_SIZES: Record<BrandPictureName, LogoSize> = {
  logo: { width: 720, height: 120, min_side: 24 },
  logo_dark: { width: 720, height: 120, min_side: 24 },
  icon: { width: 512, height: 512, min_side: 48, square: true },
};

export const MAX_FOOTER_LINKS = 8;

const THEMES: Record<'accent' | 'accent_dark', Theme> = { accent: 'light', accent_dark: 'dark' };

const colourFault = (path: keyof typeof THEMES, colour: string): InputError | null => {
  const theme = THEMES[path];
  const contrast = lowestContrast(theme, colour);
  if (contrast >= MIN_CONTRAST) return null;
  const nearest = nearestReadable(theme, colour);
  return {
    path,
    code: 'low_contrast',
    message: t(
      'can’t be read in the {theme, select, dark {dark} other {light}} theme: its contrast is {contrast} to 1, and text needs {min} to 1. The nearest colour that works is {nearest}',
      { theme, contrast: contrast.toFixed(1), min: MIN_CONTRAST, nearest },
    ),
    actual: colour,
    limit: nearest,
  };
};

/** Addresses of pages elsewhere, or paths of this site. */
const isLink = (url: string): boolean => /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)\S*$/.test(url) || /^\/(?!\/)\S*$/.test(url);

/** What the team typed, as text. */
export interface BrandInput {
  name: string;
  tagline?: string;
  accent?: string;
  accent_dark?: string;
  typeface?: string;
  headline?: string;
  text?: string;
  footer_links?: { name: string; url: string }[];
}

/** Reads what the team typed; pictures are kept as they are. Lists every fault. */
export const readBrand = (input: BrandInput, pictures: Pick<Brand, BrandPictureName>): { input: SiteBrand; errors: InputError[] } => {
  const errors: InputError[] = [];
  const readColour = (path: keyof typeof THEMES): string | undefined => {
    const text = input[path];
    if (!text) return undefined;
    const colour = parseColour(text);
    const fault = colour
      ? colourFault(path, colour)
      : { path, code: 'wrong_form', message: t('must be a colour such as #0b6a4a'), actual: text };
    if (fault) errors.push(fault);
    return colour ?? undefined;
  };
  const [accent, accent_dark] = [readColour('accent'), readColour('accent_dark')];
  if (accent_dark && !input.accent)
    errors.push({ path: 'accent', code: 'required', message: t('is required if you set one for the dark theme') });
  for (const [at, { url }] of (input.footer_links ?? []).entries())
    if (!isLink(url))
      errors.push({
        path: `footer_${at + 1}_url`,
        code: 'wrong_form',
        message: t('must start with https://, mailto: or / (a page of this site)'),
        actual: url,
      });
  const { name, tagline = '', headline, text, footer_links = [] } = input;
  const typeface =
    input.typeface && Object.hasOwn(TYPEFACES, input.typeface) && input.typeface !== DEFAULT_TYPEFACE ? input.typeface : undefined;
  const brand: Brand = {
    ...pictures,
    ...(accent && { accent }),
    ...(accent && accent_dark && { accent_dark }),
    ...(typeface && { typeface }),
    ...(headline && { headline }),
    ...(text && { text }),
    ...(footer_links.length > 0 && { footer_links }),
  };
  return { input: { name, tagline, brand }, errors };
};
