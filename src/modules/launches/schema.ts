import {
  Count,
  Day,
  Default,
  Id,
  Instant,
  ListOf,
  Named,
  NextSteps,
  Nullable,
  OneOf,
  PAGING,
  Slug,
  type Static,
  Strict,
  T,
} from '../../kernel/schema.ts';
import { BADGE_KIND_NAMES } from '../listings/badges/kinds.ts';
import { BadgeStatus, ListingSummary } from '../listings/schema.ts';

export const WEEK_PATTERN = '^(this|next|last|\\d{4}-\\d{2}-\\d{2})$';
export const GetLaunchWeek = Strict({
  week: T.String({
    pattern: WEEK_PATTERN,
    maxLength: 10,
    description: 'this, next, last, or a date such as 2026-01-05, snapped to its Monday.',
  }),
});
const WeekLaunch = Named('WeekLaunch', {
  rank: Nullable(T.Integer({ minimum: 1 }), { description: 'Its rank in the week; null without a counted vote.' }),
  listing: ListingSummary,
  votes: Count('Counted votes cast during the week.'),
});
export type WeekLaunch = Static<typeof WeekLaunch>;
export const LaunchWeek = Named('LaunchWeek', {
  launch_week_on: Day('Monday of the week, its key.'),
  ends_on: Day('Its Sunday.'),
  state: OneOf(['finished', 'running', 'future'], { description: 'State of the week.' }),
  is_final: T.Boolean({ description: 'Whether the result is final.' }),
  counted_votes: Count('Votes cast during the week that count.'),
  uncounted_votes: Count('Votes cast during the week that do not count.'),
  launches_total: Count('How many live launches it has.'),
  scheduled_total: Count('How many are scheduled for it, up to 10,000.'),
  launches: T.Array(WeekLaunch, { description: 'The first 200, best rank first.' }),
  scheduled: T.Array(ListingSummary, { description: 'The first 200 listings that will launch in it.' }),
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
export const ListLaunches = Strict({
  section: Default(
    OneOf([...SECTION_NAMES], {
      description:
        'today, this-week: launched then; trending: recent votes weigh more; recent, most-*: all live ones; upcoming: not live yet.',
    }),
    'this-week',
  ),
  ...PAGING,
});
export type ListLaunches = Static<typeof ListLaunches>;
export const LaunchPage = ListOf(ListingSummary);

export const ListAwards = Strict({ listing: T.Optional(Slug('Only the awards of the listing with this slug.')), ...PAGING });
export type ListAwards = Static<typeof ListAwards>;
const Award = Named('Award', {
  rank: T.Integer({ minimum: 1, maximum: 3, description: 'Its rank in the week.' }),
  name: T.String({ description: 'Such as Launch of the Week #1.' }),
  launch_week_on: Day('Monday of the week it was won in.'),
  votes: Count('Counted votes cast during the week.'),
  listing: ListingSummary,
  awarded_at: Instant('When the result became final.'),
});
export type Award = Static<typeof Award>;
export const AwardPage = ListOf(Award);

export const GetBadges = Strict({
  slug: Slug('Listing slug, from search_listings.'),
  shape: Default(OneOf(['standard', 'outline', 'pill', 'banner', 'square'], { description: 'Shape of the badge.' }), 'standard'),
  mode: Default(OneOf(['light', 'dark', 'auto'], { description: 'Its colours; auto follows the visitor’s setting.' }), 'auto'),
  size: Default(OneOf(['s', 'm', 'l'], { description: 'Small, medium or large.' }), 'm'),
});
export type GetBadges = Static<typeof GetBadges>;
export const Badges = ListOf(
  Named('Badge', {
    kind: OneOf([...BADGE_KIND_NAMES], { description: 'What the badge stands for.' }),
    label: T.String({ description: 'What it says before the site’s name.' }),
    svg_url: T.String({
      format: 'uri',
      description: 'The image, always up to date.',
    }),
    embed_html: T.String({ description: 'HTML for any page: the image, linked to the listing.' }),
    width: T.Integer({ minimum: 1, description: 'In pixels.' }),
    height: T.Integer({ minimum: 1, description: 'In pixels.' }),
  }),
);

export const ChooseFree = Strict({ listing_id: Id('Your listing, from list_my_listings.') });
export const FreePlan = Named('FreePlan', {
  listing_id: Id('The listing.'),
  status: OneOf(['awaiting_badge', 'draft'], { description: 'Waiting for the badge; draft: first in review by the team.' }),
  plan: OneOf(['free'], { description: 'The plan that was chosen.' }),
  launch_week_on: Day('Monday of its launch week.'),
  badge: BadgeStatus,
  next_steps: NextSteps,
});
export type FreePlan = Static<typeof FreePlan>;
