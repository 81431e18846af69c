import { Count, Day, Default, Instant, ListOf, Nullable, OneOf, PAGING, Slug, Strict, T } from '../../kernel/schema.ts';
import { ListingSummary } from '../listings/schema.ts';

export const WEEK = '^(this|next|last|\\d{4}-\\d{2}-\\d{2})$';
export const GetLaunchWeek = Strict({
  week: T.String({ pattern: WEEK, maxLength: 10, description: 'this, next, last, or a date, snapped to its Monday.' }),
});
const Ranked = Strict({ rank: Nullable(Count()), listing: ListingSummary, votes: Count('Counted votes cast inside the week.') });
export const LaunchWeek = Strict({
  week: Day('Its Monday.'),
  ends_on: Day('Its Sunday.'),
  state: OneOf(['finished', 'running', 'future']),
  is_final: T.Boolean({ description: 'Whether the result is frozen.' }),
  counted_votes: Count(),
  uncounted_votes: Count(),
  launches: T.Array(Ranked),
  scheduled: T.Array(ListingSummary),
});

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
export const ListLaunches = Strict({ section: Default(OneOf([...SECTION_NAMES], { description: 'Which list.' }), 'this-week'), ...PAGING });
export const LaunchPage = ListOf(ListingSummary);

export const ListAwards = Strict({ listing: T.Optional(Slug('Only this listing’s awards.')), ...PAGING });
export const AwardPage = ListOf(
  Strict({
    rank: T.Integer({ minimum: 1, maximum: 3 }),
    name: T.String(),
    week: Day('Monday of the week it was won in.'),
    votes: Count(),
    listing: ListingSummary,
    awarded_at: Instant(),
  }),
);

export const GetBadges = Strict({
  slug: Slug('Listing slug.'),
  shape: Default(OneOf(['standard', 'outline', 'pill', 'banner', 'square']), 'standard'),
  mode: Default(OneOf(['light', 'dark', 'auto']), 'auto'),
  size: Default(OneOf(['s', 'm', 'l']), 'm'),
});
export const Badges = ListOf(
  Strict({ kind: T.String(), label: T.String(), svg_url: T.String(), embed_html: T.String(), width: T.Integer(), height: T.Integer() }),
);

export const ChooseFree = Strict({ listing_id: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Your listing.' }) });
export const FreePlan = Strict({
  listing_id: T.Integer(),
  status: T.String(),
  plan: OneOf(['free']),
  launch_week_on: Day('The promised week’s Monday.'),
  badge: Strict({ embed_html: T.String(), found: T.Boolean(), checked_at: Nullable(Instant()) }),
  next_steps: T.Array(T.String()),
});
