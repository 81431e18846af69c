import type { GlyphName } from './badge-glyphs.ts';
import { AWARD, AWARDED_RANKS } from './rules.ts';

/** What a listing has come to, as far as badges show it. */
export interface Standing {
  slug: string;
  name: string;
  status: string;
  votes: number;
  /** Its owner has proved that the website is theirs. */
  verified: boolean;
  featured: boolean;
  /** The latest award of each rank. */
  awards: { rank: number; week_on: string }[];
}

export type Metal = 'green' | 'gold' | 'silver' | 'bronze';

/** A kind of badge: what it says, how it looks, and who has it. */
export interface BadgeRow {
  kind: string;
  /** In words that the site's name goes on; an award's stand alone. */
  label(standing: Standing): string;
  glyph: GlyphName;
  metal: Metal;
  holds(standing: Standing): boolean;
}

const is_live = ({ status }: Standing): boolean => status === 'live';
const votes = new Intl.NumberFormat('en');

const award = (rank: number, glyph: GlyphName, metal: Metal): BadgeRow => ({
  kind: `launch-of-the-week-${rank}`,
  label: () => `${AWARD}${rank}`,
  glyph,
  metal,
  holds: ({ status, awards }) => status === 'live' && rank <= AWARDED_RANKS && awards.some((won) => won.rank === rank),
});

/** Every kind of badge, what one would show first at the top. */
export const BADGES: readonly BadgeRow[] = [
  award(1, 'first', 'gold'),
  award(2, 'second', 'silver'),
  award(3, 'third', 'bronze'),
  { kind: 'launched-on', label: () => 'Launched on', glyph: 'rising', metal: 'green', holds: is_live },
  { kind: 'listed-on', label: () => 'Listed on', glyph: 'week', metal: 'green', holds: is_live },
  { kind: 'launching-on', label: () => 'Launching on', glyph: 'clock', metal: 'green', holds: (standing) => !is_live(standing) },
  { kind: 'featured', label: () => 'Featured on', glyph: 'star', metal: 'green', holds: ({ featured }) => featured },
  { kind: 'verified', label: () => 'Verified on', glyph: 'check', metal: 'green', holds: ({ verified }) => verified },
  {
    kind: 'votes',
    label: (standing) => `${votes.format(standing.votes)} ${standing.votes === 1 ? 'vote' : 'votes'} on`,
    glyph: 'up',
    metal: 'green',
    holds: (standing) => is_live(standing) && standing.votes > 0,
  },
];

/** The badge the free plan asks for. It says launched once the listing is. */
export const FREE_PLAN_BADGE = 'launching-on';

/** What a listing shows in the place of a badge it does not have, or not any more. */
const INSTEAD = ['launched-on', 'launching-on'];

/** The badge at a kind's address: the kind itself where the listing has it, otherwise what it has instead; nothing for a kind that is none. */
export const badgeAt = (kind: string, standing: Standing): BadgeRow | undefined =>
  BADGES.some((row) => row.kind === kind)
    ? [kind, ...INSTEAD].flatMap((name) => BADGES.filter((row) => row.kind === name)).find((row) => row.holds(standing))
    : undefined;

/** A label as the site's name goes on after it. */
export const leadingIn = (label: string): string => (label.endsWith(' on') ? label : `${label} on`);

/** A badge in one sentence, for those who cannot see it. */
export const sayBadge = ({ label }: BadgeRow, standing: Standing, site: { name: string }): string =>
  `${standing.name}: ${leadingIn(label(standing))} ${site.name}`;
