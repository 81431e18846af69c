/** A colour in OKLCH: lightness from 0 to 1, chroma, and hue in radians. Equal steps of lightness look equal. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Rgb = [red: number, green: number, blue: number];

const HEX = /^#[0-9a-f]{6}$/;

export const isColour = (text: string): boolean => HEX.test(text);

/** Reads a colour as people type it: `#0B6A4A`, `0b6a4a` or `#064`. Null if it is none. */
export const parseColour = (text: string): string | null => {
  const digits = text.trim().toLowerCase().replace(/^#/, '');
  const hex = /^[0-9a-f]{3}$/.test(digits) ? `#${Array.from(digits, (digit) => digit + digit).join('')}` : `#${digits}`;
  return isColour(hex) ? hex : null;
};

const channelsOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const luminanceOf = (hex: string): number => {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast ratio of two colours by WCAG 2, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
};

const toOklch = (hex: string): Oklch => {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as Rgb;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short, c: Math.hypot(a, b), h: Math.atan2(b, a) };
};

const toRgb = ({ l, c, h }: Oklch): Rgb => {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    toGamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    toGamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
};

/** Screens cannot show every colour of OKLCH: the chroma is lowered until they can. */
const toHex = (colour: Oklch): string => {
  let { c } = colour;
  let rgb = toRgb(colour);
  while (c > 0 && rgb.some((value) => value < -0.0005 || value > 1.0005)) {
    c = Math.max(0, c - 0.004);
    rgb = toRgb({ ...colour, c });
  }
  const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return `#${rgb.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
};

/** The same hue with another lightness, and with at most some chroma. */
export const withLightness = (hex: string, l: number, max_chroma = 1): string => {
  const { c, h } = toOklch(hex);
  return toHex({ l, c: Math.min(c, max_chroma), h });
};

/** The same colour, lighter or darker. */
export const shiftLightness = (hex: string, by: number): string => withLightness(hex, Math.min(1, Math.max(0, toOklch(hex).l + by)));

const STEP = 0.004;

/** The colour of the same hue that passes and whose lightness is nearest. */
export const nearestColour = (hex: string, passes: (hex: string) => boolean): string | null => {
  if (passes(hex)) return hex;
  const { l } = toOklch(hex);
  for (let by = STEP; by <= 1; by += STEP) {
    const found = [l - by, l + by].filter((one) => one >= 0 && one <= 1).map((one) => withLightness(hex, one));
    const passing = found.find(passes);
    if (passing) return passing;
  }
  return null;
};
