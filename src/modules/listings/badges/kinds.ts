export const AWARDED_RANKS = 3;
export const AWARD_NAME_PREFIX = 'Launch of the Week #';

/** Paths on a 32 × 32 grid: filled, faintly filled, and stroked with a width. */
export interface Glyph {
  fill?: string;
  faint?: string;
  line?: string;
  width?: number;
}

const round = (n: number): string => String(Math.round(n * 100) / 100);

/** A leaf that starts at an angle on the wreath and points up and outward. */
const drawLeaf = (degrees: number, side: 1 | -1, length: number): string => {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [16 + side * 11.6 * Math.sin(angle), 16.2 + 11.6 * Math.cos(angle)];
  // Along the wreath, leaning out a little.
  const lean = angle - 0.34;
  const [dx, dy] = [side * Math.cos(lean) * length, -Math.sin(lean) * length];
  const [nx, ny] = [-dy * 0.5, dx * 0.5];
  const at = (along: number, aside: number) => `${round(x + dx * along + nx * aside)} ${round(y + dy * along + ny * aside)}`;
  return `M${at(0, 0)}Q${at(0.5, 1)} ${at(1, 0)}Q${at(0.5, -1)} ${at(0, 0)}z`;
};

const LEAVES = [10, 32, 54, 76, 98, 120, 142];
const WREATH = LEAVES.flatMap((degrees, i) => [drawLeaf(degrees, 1, 6.9 - i * 0.3), drawLeaf(degrees, -1, 6.9 - i * 0.3)]).join('');

const medalGlyph = (digit: string): Glyph => ({ faint: WREATH, line: digit, width: 2.8 });

export const GLYPHS = {
  /** The bars of a week; Monday is the tall one. */
  week: { fill: 'M5 5.5h4.4v21H5z', faint: 'M12.4 13h2.4v13.5h-2.4zM17 13h2.4v13.5H17zM21.6 13H24v13.5h-2.4zM26.2 17h2.4v9.5h-2.4z' },
  rising: { line: 'M9 23 23 9M12 9h11v11', width: 3.2 },
  clock: { line: 'M16 5.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21ZM16 10v6.4l4.4 2.6', width: 2.7 },
  star: { fill: 'M16 4.6l3.5 7.4 8 1-5.9 5.6 1.5 8L16 22.7l-7.1 3.9 1.5-8L4.5 13l8-1z' },
  check: { line: 'M7.5 17l5.8 5.8L25 10.5', width: 3.6 },
  up: { fill: 'M16 7.2 26.4 24.4H5.6z', line: 'M16 7.2 26.4 24.4H5.6Z', width: 2 },
  first: medalGlyph('M13.4 13.2 16.6 11v10.4'),
  second: medalGlyph('M13 13.6a3 3 0 1 1 5.4 2L13 21.4h6.2'),
  third: medalGlyph('M13 11.2h5.8l-3.4 4.1a3.1 3.1 0 1 1-2.8 4.6'),
} as const satisfies Record<string, Glyph>;

export type GlyphName = keyof typeof GLYPHS;

export interface BadgeListing {
  slug: string;
  name: string;
  status: string;
  votes: number;
  /** Its owner has proved ownership of the website. */
  verified: boolean;
  featured: boolean;
  /** The latest award of each rank. */
  awards: { rank: number; week_on: string }[];
}

export type Metal = 'green' | 'gold' | 'silver' | 'bronze';

/** Every kind of badge, the most prestigious first. */
export const BADGE_KIND_NAMES = [
  'launch-of-the-week-1',
  'launch-of-the-week-2',
  'launch-of-the-week-3',
  'launched-on',
  'listed-on',
  'launching-on',
  'featured',
  'verified',
  'votes',
] as const;
export type BadgeKindName = (typeof BADGE_KIND_NAMES)[number];

/** A kind of badge: its label, its look, and which listings have earned it. */
export interface BadgeKind {
  kind: BadgeKindName;
  /** A label that ends in “on” is followed by the site's name; award labels stand alone. */
  label(listing: BadgeListing): string;
  glyph: GlyphName;
  metal: Metal;
  isEarnedBy(listing: BadgeListing): boolean;
}

const isLive = ({ status }: BadgeListing): boolean => status === 'live';
const vote_format = new Intl.NumberFormat('en');

const awardKind = (rank: 1 | 2 | 3, glyph: GlyphName, metal: Metal): BadgeKind => ({
  kind: `launch-of-the-week-${rank}`,
  label: () => `${AWARD_NAME_PREFIX}${rank}`,
  glyph,
  metal,
  isEarnedBy: ({ status, awards }) => status === 'live' && rank <= AWARDED_RANKS && awards.some((award) => award.rank === rank),
});

export const BADGE_KINDS: readonly BadgeKind[] = [
  awardKind(1, 'first', 'gold'),
  awardKind(2, 'second', 'silver'),
  awardKind(3, 'third', 'bronze'),
  { kind: 'launched-on', label: () => 'Launched on', glyph: 'rising', metal: 'green', isEarnedBy: isLive },
  { kind: 'listed-on', label: () => 'Listed on', glyph: 'week', metal: 'green', isEarnedBy: isLive },
  { kind: 'launching-on', label: () => 'Launching on', glyph: 'clock', metal: 'green', isEarnedBy: (listing) => !isLive(listing) },
  { kind: 'featured', label: () => 'Featured on', glyph: 'star', metal: 'green', isEarnedBy: ({ featured }) => featured },
  { kind: 'verified', label: () => 'Verified on', glyph: 'check', metal: 'green', isEarnedBy: ({ verified }) => verified },
  {
    kind: 'votes',
    label: (listing) => `${vote_format.format(listing.votes)} ${listing.votes === 1 ? 'vote' : 'votes'} on`,
    glyph: 'up',
    metal: 'green',
    isEarnedBy: (listing) => isLive(listing) && listing.votes > 0,
  },
];

/** The badge that the free plan requires. At the same address it shows “Launched on” once the listing is live. */
export const FREE_PLAN_BADGE = 'launching-on';

/** Shown instead of a badge that the listing has not earned, or no longer has. */
const FALLBACK_KINDS = ['launched-on', 'launching-on'];

/** The badge to show at a kind's address: that kind if the listing has earned it, otherwise a fallback; undefined for an unknown kind. */
export const resolveBadgeKind = (kind: string, listing: BadgeListing): BadgeKind | undefined =>
  BADGE_KINDS.some((row) => row.kind === kind)
    ? [kind, ...FALLBACK_KINDS].flatMap((name) => BADGE_KINDS.filter((row) => row.kind === name)).find((row) => row.isEarnedBy(listing))
    : undefined;

/** The label with “on” after it, for the site's name to follow. */
export const withOn = (label: string): string => (label.endsWith(' on') ? label : `${label} on`);

/** Describes a badge in one sentence; its alt text. */
export const describeBadge = ({ label }: BadgeKind, listing: BadgeListing, site: { name: string }): string =>
  `${listing.name}: ${withOn(label(listing))} ${site.name}`;
