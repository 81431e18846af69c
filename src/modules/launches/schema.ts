import { Count, Day, Default, Id, Instant, ListOf, Nullable, OneOf, PAGING, Slug, type Static, Strict, T } from '../../kernel/schema.ts';
import { ListingSummary } from '../listings/schema.ts';
import { LINK_RELS } from './badges/render.ts';

export const WEEK_PATTERN = '^(this|next|last|\\d{4}-\\d{2}-\\d{2})$';
export const GetLaunchWeek = Strict({
  week: T.String({ pattern: WEEK_PATTERN, maxLength: 10, description: 'this, next, last, or a date, snapped to its Monday.' }),
});
const WeekLaunch = Strict({
  rank: Nullable(T.Integer({ minimum: 1 }), { description: 'Null without a counted vote.' }),
  listing: ListingSummary,
  votes: Count('Counted votes cast inside the week.'),
});
export type WeekLaunch = Static<typeof WeekLaunch>;
export const LaunchWeek = Strict({
  week: Day('Its Monday.'),
  ends_on: Day('Its Sunday.'),
  state: OneOf(['finished', 'running', 'future']),
  is_final: T.Boolean({ description: 'Whether the result is frozen.' }),
  counted_votes: Count(),
  uncounted_votes: Count(),
  launches_total: Count('How many live launches it has; the first 200 are in launches.'),
  scheduled_total: Count('How many are scheduled for it, up to 10,000; the first 200 are in scheduled.'),
  launches: T.Array(WeekLaunch),
  scheduled: T.Array(ListingSummary),
});
export type LaunchWeek = Static<typeof LaunchWeek>;

export const SECTION_NAMES = [
  'today',
  'this-week',
  'trending',
  'most-voted',
  'recent',
  'most-viewed',
  'most-followed',
  'upcoming',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];
export const ListLaunches = Strict({ section: Default(OneOf([...SECTION_NAMES], { description: 'Which list.' }), 'this-week'), ...PAGING });
export type ListLaunches = Static<typeof ListLaunches>;
export const LaunchPage = ListOf(ListingSummary);

export const ListAwards = Strict({ listing: T.Optional(Slug('Only this listing’s awards.')), ...PAGING });
export type ListAwards = Static<typeof ListAwards>;
const Award = Strict({
  rank: T.Integer({ minimum: 1, maximum: 3 }),
  name: T.String(),
  week: Day('Monday of the week it was won in.'),
  votes: Count('Counted votes cast inside the week.'),
  listing: ListingSummary,
  awarded_at: Instant(),
});
export type Award = Static<typeof Award>;
export const AwardPage = ListOf(Award);

export const GetBadges = Strict({
  slug: Slug('Listing slug.'),
  shape: Default(OneOf(['standard', 'outline', 'pill', 'banner', 'square']), 'standard'),
  mode: Default(OneOf(['light', 'dark', 'auto']), 'auto'),
  size: Default(OneOf(['s', 'm', 'l']), 'm'),
  rel: Default(
    OneOf([...LINK_RELS], { description: 'What the link in embed_html says of itself. The badge counts with any, and without.' }),
    'none',
  ),
});
export type GetBadges = Static<typeof GetBadges>;
export const Badges = ListOf(
  Strict({
    kind: T.String({ description: 'Such as listed-on or launch-of-the-week-1.' }),
    label: T.String({ description: 'What it says before the site’s name.' }),
    svg_url: T.String({ description: 'The picture. It follows what the listing has: an award that is gone is not shown any more.' }),
    embed_html: T.String({ description: 'HTML for any page: the picture, linked to the listing.' }),
    width: T.Integer({ minimum: 1 }),
    height: T.Integer({ minimum: 1 }),
  }),
);

export const ChooseFree = Strict({ listing_id: Id('Your listing.') });
export const FreePlan = Strict({
  listing_id: T.Integer(),
  status: T.String(),
  plan: OneOf(['free']),
  launch_week_on: Day('The promised week’s Monday.'),
  badge: Strict({ embed_html: T.String(), found: T.Boolean(), checked_at: Nullable(Instant()) }),
  next_steps: T.Array(T.String()),
});
export type FreePlan = Static<typeof FreePlan>;
