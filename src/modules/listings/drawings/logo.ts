import { type Dice, makeDice, PALETTES } from './dice.ts';

/** Colours: ground, first and second shape, light. */
type Palette = (typeof PALETTES)[number];
type Mark = (dice: Dice, palette: Palette) => string;

const turned = (degrees: number, shape: string): string => `<g transform="rotate(${degrees} 32 32)">${shape}</g>`;
const times = (count: number, draw: (index: number) => string): string => Array.from({ length: count }, (_, index) => draw(index)).join('');

/** Marks on a grid of 64 by 64. */
const MARKS: readonly Mark[] = [
  // Petals around a middle.
  (dice, [, one, two, light]) => {
    const count = dice.pick([4, 5, 6, 8]);
    const petal = `<ellipse cx="32" cy="${dice.number(17, 20)}" rx="${dice.number(5, 8)}" ry="12" fill="${one}"/>`;
    return `${times(count, (n) => turned((360 / count) * n, petal))}<circle cx="32" cy="32" r="${dice.number(5, 8)}" fill="${dice.pick([two, light])}"/>`;
  },
  // Quarter circles in four fields.
  (dice, [, one, two, light]) =>
    times(4, (n) => {
      const [x, y] = [12 + (n % 2) * 20, 12 + Math.floor(n / 2) * 20];
      const corner = dice.number(0, 3) * 90;
      const shape = `<path d="M${x} ${y}h20a20 20 0 0 1-20 20z" fill="${[one, two, light, one][n]}"/>`;
      return `<g transform="rotate(${corner} ${x + 10} ${y + 10})">${shape}</g>`;
    }),
  // A sun over waves.
  (dice, [, one, two, light]) => {
    const y = dice.number(34, 38);
    const wave = (at: number) => `M0 ${at}q8-8 16 0t16 0t16 0t16 0V64H0z`;
    return `<circle cx="${dice.number(24, 40)}" cy="27" r="13" fill="${two}"/><path d="${wave(y)}" fill="${one}"/><path d="${wave(y + 9)}" fill="${light}" opacity=".85"/>`;
  },
  // Rings that overlap.
  (dice, [, one, two, light]) => {
    const gap = dice.number(8, 11);
    const ring = (x: number, y: number, colour: string) =>
      `<circle cx="${x}" cy="${y}" r="12" fill="none" stroke="${colour}" stroke-width="5"/>`;
    return turned(dice.pick([0, 60, 180]), ring(32 - gap, 38, one) + ring(32 + gap, 38, two) + ring(32, 38 - gap * 1.5, light));
  },
  // Bars that rise.
  (dice, [, one, two, light]) =>
    times(4, (n) => {
      const height = dice.number(12, 20) + n * dice.number(3, 6);
      return `<rect x="${13 + n * 10}" y="${52 - height}" width="8" height="${height}" rx="4" fill="${[one, two, light, one][n]}"/>`;
    }),
  // A folded ribbon.
  (dice, [, one, two, light]) =>
    turned(
      dice.pick([0, 90, 180, 270]),
      `<path d="M14 16h14l12 16-12 16H14l12-16z" fill="${one}"/><path d="M34 16h8l12 16-12 16h-8l12-16z" fill="${dice.pick([two, light])}"/>`,
    ),
  // A hexagon with a window.
  (dice, [, one, two, light]) =>
    `<path d="M32 9l20 11.5v23L32 55 12 43.500v-23z" fill="${one}"/><path d="M32 32V55L12 43.500v-23z" fill="${two}"/><circle cx="32" cy="32" r="${dice.number(6, 9)}" fill="${light}"/>`,
  // Dots of several sizes.
  (dice, [, one, two, light]) =>
    times(9, (n) => {
      const colour = dice.pick([one, one, two, light]);
      return `<circle cx="${16 + (n % 3) * 16}" cy="${16 + Math.floor(n / 3) * 16}" r="${dice.number(3, 7)}" fill="${colour}"/>`;
    }),
  // A moon and a leaf.
  (dice, [, one, two]) =>
    turned(
      dice.pick([-20, 0, 25, 160]),
      `<path d="M40 12a21 21 0 1 0 0 40 24 24 0 0 1 0-40z" fill="${one}"/><path d="M34 40c0-12 8-18 18-18 0 12-7 18-18 18z" fill="${two}"/>`,
    ),
  // Arches.
  (dice, [, one, two, light]) =>
    [22, 15, 8]
      .map((r, n) => {
        const colour = [one, two, light][n];
        return `<path d="M${32 - r} 50V34a${r} ${r} 0 0 1 ${r * 2} 0v16z" fill="${colour}"/>`;
      })
      .join('') + (dice.roll() < 0.5 ? `<circle cx="50" cy="15" r="5" fill="${two}"/>` : ''),
];

/** A logo for invented products: an abstract mark, the same for the same seed. */
export const drawLogo = (seed: string): string => {
  const dice = makeDice(`logo ${seed}`);
  const palette = dice.pick(PALETTES);
  const [dark, , , light] = palette;
  // Some are drawn on the light colour.
  const ground = dice.roll() < 0.3 ? light : dark;
  const colours = ground === light ? ([light, palette[1], palette[2], dark] as unknown as Palette) : palette;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="192" height="192"><rect width="64" height="64" fill="${ground}"/>${dice.pick(MARKS)(dice, colours)}</svg>`;
};
