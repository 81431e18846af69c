import { hash } from 'node:crypto';
import type { Brand } from '../../../kernel/context.ts';
import { contrastOf, isColour, nearestColour, shiftLightness, withLightness } from './colours.ts';
import { TYPEFACES, typefaceOf } from './typefaces.ts';

export type Theme = 'light' | 'dark';

/** The colours that a brand sets, by the names of the tokens in tokens.css. */
export interface AccentColours {
  accent: string;
  accent_strong: string;
  accent_soft: string;
  on_accent: string;
  focus: string;
}

/** As the software comes. The same as in tokens.css, which a test compares. */
const DEFAULT_COLOURS: Record<Theme, AccentColours> = {
  light: { accent: '#0b6a4a', accent_strong: '#074c35', accent_soft: '#e4f2ea', on_accent: '#ffffff', focus: '#0b6a4a' },
  dark: { accent: '#63d8a6', accent_strong: '#9aecc8', accent_soft: '#163027', on_accent: '#06281b', focus: '#9aecc8' },
};

/** The backgrounds in tokens.css that text in the accent colour stands on. */
export const ACCENT_BACKGROUNDS: Record<Theme, Record<string, string>> = {
  light: { paper: '#fcfcf9', surface: '#ffffff', sunken: '#f3f5ee', code: '#f0f2ea' },
  dark: { paper: '#0f1412', surface: '#161d19', sunken: '#0b0f0d', code: '#202a25' },
};

/** What WCAG 2 requires of text (AA). */
export const MIN_CONTRAST = 4.5;

/** The other colours follow from the accent colour: a stronger one for hover, a soft one for backgrounds, and text on it. */
const DERIVED: Record<Theme, (accent: string) => AccentColours> = {
  light: (accent) => ({
    accent,
    accent_strong: shiftLightness(accent, -0.09),
    accent_soft: withLightness(accent, 0.955, 0.02),
    on_accent: '#ffffff',
    focus: accent,
  }),
  dark: (accent) => {
    const accent_strong = shiftLightness(accent, 0.08);
    return {
      accent,
      accent_strong,
      accent_soft: withLightness(accent, 0.28, 0.04),
      on_accent: withLightness(accent, 0.2, 0.05),
      focus: accent_strong,
    };
  },
};

/** The lowest contrast of a colour with what it is used with in a theme. */
export const lowestContrast = (theme: Theme, accent: string): number => {
  const { accent_soft, on_accent } = DERIVED[theme](accent);
  return Math.min(...[...Object.values(ACCENT_BACKGROUNDS[theme]), accent_soft, on_accent].map((colour) => contrastOf(accent, colour)));
};

/** The same of a brand. */
export const contrastOfTheme = (theme: Theme, brand: Brand): number => lowestContrast(theme, paletteOf(brand)[theme].accent);

const isReadable = (theme: Theme, accent: string): boolean => lowestContrast(theme, accent) >= MIN_CONTRAST;

/** The nearest colour of the same hue that can be read in a theme. */
export const nearestReadable = (theme: Theme, accent: string): string =>
  nearestColour(accent, (hex) => isReadable(theme, hex)) ?? DEFAULT_COLOURS[theme].accent;

/** The accent colour of the dark theme for a site that sets only the other. */
export const darkAccentFor = (accent: string): string => nearestReadable('dark', withLightness(accent, 0.8, 0.15));

/** The accent colours of a brand, for mails, pictures and pages. */
export const paletteOf = ({ accent, accent_dark }: Brand = {}): Record<Theme, AccentColours> =>
  accent ? { light: DERIVED.light(accent), dark: DERIVED.dark(accent_dark ?? darkAccentFor(accent)) } : DEFAULT_COLOURS;

const writeStyle = (brand: Brand): string => {
  const { light, dark } = paletteOf(brand);
  const { headings, text } = typefaceOf(brand);
  const pair = (name: keyof AccentColours) => `--${name.replace('_', '-')}: light-dark(${light[name]}, ${dark[name]});`;
  const rules = [
    ...(brand.accent ? (Object.keys(light) as (keyof AccentColours)[]).map(pair) : []),
    ...(brand.typeface ? [`--serif: ${headings};`, `--sans: ${text};`] : []),
  ];
  return `@layer tokens {\n:root {\n${rules.join('\n')}\n}\n}\n`;
};

const versionOf = (style: string): string => hash('sha256', style).slice(0, 8);

/**
 * The name of a brand's stylesheet; null where it needs none. The name says all that is in it, so it never changes, needs no database, and
 * is the same for two sites only if they look the same.
 */
export const brandStyleName = ({ accent, accent_dark, typeface }: Brand = {}): string | null => {
  if (!accent && !typeface) return null;
  const colours = accent ? [accent, accent_dark ?? darkAccentFor(accent)].map((colour) => colour.slice(1)) : ['default', 'default'];
  return `${[...colours, typeface ?? 'default'].join('-')}-${versionOf(writeStyle({ accent, accent_dark, typeface }))}`;
};

const STYLE_NAME = /^([0-9a-f]{6}|default)-([0-9a-f]{6}|default)-([a-z]{1,20})-([0-9a-f]{8})$/;
const colourOf = (part: string): string | undefined => (isColour(`#${part}`) ? `#${part}` : undefined);

/** The stylesheet of a name; null if no brand of this version has it. */
export const brandStyle = (name: string): string | null => {
  const [, accent, accent_dark, typeface, version] = STYLE_NAME.exec(name) ?? [];
  if (!accent) return null;
  const style = writeStyle({
    accent: colourOf(accent),
    accent_dark: colourOf(accent_dark!),
    typeface: Object.hasOwn(TYPEFACES, typeface!) ? typeface : undefined,
  });
  return versionOf(style) === version ? style : null;
};
