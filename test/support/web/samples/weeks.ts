import type { FreeQueue, OwnFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import type { OwnLaunch } from '../../../../src/modules/launches/queries.ts';
import type { Award, LaunchWeek } from '../../../../src/modules/launches/schema.ts';
import type { CalendarWeek } from '../../../../src/modules/launches/weeks/queries.ts';
import type { load } from '../../../../src/web/areas/home/home.tsx';
import { aSummary, context } from './listings.ts';

const SLUGS = ['tidewater', 'quayside', 'mooring', 'lantern', 'buoy'];

/** The running week with five launches, the last one without votes. */
export const aWeek = (more: Partial<LaunchWeek> = {}): LaunchWeek => ({
  launch_week_on: '2026-11-09',
  ends_on: '2026-11-15',
  state: 'running',
  is_final: false,
  counted_votes: 84,
  uncounted_votes: 3,
  launches_total: 5,
  scheduled_total: 0,
  launches: SLUGS.map((slug, i) => ({ rank: i < 4 ? i + 1 : null, listing: aSummary({ slug }), votes: i < 4 ? 40 - i * 9 : 0 })),
  scheduled: [],
  ...more,
});

export const anEmptyWeek = (more: Partial<LaunchWeek> = {}): LaunchWeek =>
  aWeek({ launches: [], launches_total: 0, counted_votes: 0, uncounted_votes: 0, ...more });

/** The free queue with room in its first week. */
export const aFreeQueue: FreeQueue = { week_room: 50, free_weeks_ahead: 6, offered_week: '2026-12-21', wait_weeks: 6, is_delayed: false };

type Home = Awaited<ReturnType<typeof load>>;

/** The home page of a site without launches. */
export const anEmptyHome = (more: Partial<Home> = {}): Home => ({
  counts: { live_listings: 0, categories: 0 },
  week: anEmptyWeek(),
  awards: [],
  newest: [],
  upcoming: [],
  categories: [],
  posts: [],
  featured: [],
  picks: [],
  billboard: [],
  updates: [],
  free_queue: aFreeQueue,
  exhibit: null,
  ...more,
});

export const someAwards = (week = '2026-11-02'): Award[] =>
  SLUGS.slice(0, 3).map((slug, i) => ({
    rank: i + 1,
    name: `Launch of the Week #${i + 1}`,
    launch_week_on: week,
    votes: 30 - i,
    listing: aSummary({ slug }),
    awarded_at: '2026-11-09T00:00:00.000Z',
  }));

export const aCalendarWeek = (more: Partial<CalendarWeek> = {}): CalendarWeek => ({
  week_on: '2026-11-02',
  is_final: true,
  launches: 7,
  scheduled: 0,
  taken: 7,
  room: 50,
  counted_votes: 312,
  winner_slug: 'tidewater',
  winner_name: 'Tidewater',
  winner_votes: 40,
  ...more,
});

/** The free plan of a listing, which waits for its badge by default. */
export const aFreePlan = (more: Partial<OwnLaunch> = {}): OwnFreePlan => ({
  approval: null,
  launch: {
    listing_id: 3,
    site_id: 1,
    owner_id: 1,
    slug: 'tidewater',
    name: 'Tidewater',
    website: 'https://tidewater.example/',
    status: 'awaiting_badge',
    plan: 'free',
    launch_week_on: '2026-12-21',
    launched_at: null,
    checks: 2,
    checked_at: context.now,
    found_at: null,
    seen: 'We checked https://tidewater.example/, but the badge isn’t in its HTML.',
    next_check_at: new Date(context.now.getTime() + 600_000),
    watched_since: context.now,
    ...more,
  },
  queue: aFreeQueue,
  badge: {
    kind: 'listed-on',
    label: 'Listed on',
    svg_url: `${context.site.root}/badges/tidewater/listed-on.svg`,
    embed_html:
      '<a href="https://launchweek.test/listings/tidewater"><img src="https://launchweek.test/badges/tidewater/listed.svg" alt=""></a>',
    width: 176,
    height: 56,
  },
});
