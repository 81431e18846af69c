/** A drawing on a grid of 32: what is filled, what is filled faintly, and what is a line of some width. */
export interface Glyph {
  fill?: string;
  faint?: string;
  line?: string;
  width?: number;
}

const rounded = (n: number): string => String(Math.round(n * 100) / 100);

/** A leaf with its foot at a place on the wreath, pointing up and outward. */
const leaf = (degrees: number, side: 1 | -1, long: number): string => {
  const turn = (degrees * Math.PI) / 180;
  const [x, y] = [16 + side * 11.6 * Math.sin(turn), 16.2 + 11.6 * Math.cos(turn)];
  // Along the wreath, leaning out a little.
  const lean = turn - 0.34;
  const [dx, dy] = [side * Math.cos(lean) * long, -Math.sin(lean) * long];
  const [nx, ny] = [-dy * 0.5, dx * 0.5];
  const at = (along: number, aside: number) => `${rounded(x + dx * along + nx * aside)} ${rounded(y + dy * along + ny * aside)}`;
  return `M${at(0, 0)}Q${at(0.5, 1)} ${at(1, 0)}Q${at(0.5, -1)} ${at(0, 0)}z`;
};

const LEAVES = [10, 32, 54, 76, 98, 120, 142];
const WREATH = LEAVES.flatMap((degrees, i) => [leaf(degrees, 1, 6.9 - i * 0.3), leaf(degrees, -1, 6.9 - i * 0.3)]).join('');

const medal = (digit: string): Glyph => ({ faint: WREATH, line: digit, width: 2.8 });

/** What stands on a badge. */
export const GLYPHS = {
  /** A week, with its Monday standing out. */
  week: { fill: 'M5 5.5h4.4v21H5z', faint: 'M12.4 13h2.4v13.5h-2.4zM17 13h2.4v13.5H17zM21.6 13H24v13.5h-2.4zM26.2 17h2.4v9.5h-2.4z' },
  rising: { line: 'M9 23 23 9M12 9h11v11', width: 3.2 },
  clock: { line: 'M16 5.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21ZM16 10v6.4l4.4 2.6', width: 2.7 },
  star: { fill: 'M16 4.6l3.5 7.4 8 1-5.9 5.6 1.5 8L16 22.7l-7.1 3.9 1.5-8L4.5 13l8-1z' },
  check: { line: 'M7.5 17l5.8 5.8L25 10.5', width: 3.6 },
  up: { fill: 'M16 7.2 26.4 24.4H5.6z', line: 'M16 7.2 26.4 24.4H5.6Z', width: 2 },
  first: medal('M13.4 13.2 16.6 11v10.4'),
  second: medal('M13 13.6a3 3 0 1 1 5.4 2L13 21.4h6.2'),
  third: medal('M13 11.2h5.8l-3.4 4.1a3.1 3.1 0 1 1-2.8 4.6'),
} as const satisfies Record<string, Glyph>;

export type GlyphName = keyof typeof GLYPHS;
