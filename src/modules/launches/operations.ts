import { operation, publicRead } from '../../kernel/operation.ts';
import { getBadges } from './badges/badges.ts';
import { chooseFreePlan } from './free-queue/free-plan.ts';
import {
  AwardPage,
  Badges,
  ChooseFree,
  FreePlan,
  GetBadges,
  GetLaunchWeek,
  LaunchPage,
  LaunchWeek,
  ListAwards,
  ListLaunches,
} from './schema.ts';
import { listLaunches } from './weeks/sections.ts';
import { getLaunchWeek, listAwards } from './weeks/weeks.ts';

const tag = 'Launches';

export const get_launch_week = publicRead({
  id: 'get_launch_week',
  path: '/launches/weeks/{week}',
  refusals: ['launch_week_not_found'],
  tag,
  summary: 'A launch week with its ranking',
  description:
    'Live launches ranked by community votes and, for a future week, what is scheduled for it. Weeks run Monday to Sunday and are named by their Monday.',
  input: GetLaunchWeek,
  output: LaunchWeek,
  example: { week: 'this' },
  handler: getLaunchWeek,
});

export const list_launches = publicRead({
  id: 'list_launches',
  path: '/launches',
  tag,
  summary: 'Launches by section',
  description: 'today, this-week, trending (time-decayed votes), most-voted, recent, most-viewed, most-followed or upcoming.',
  input: ListLaunches,
  output: LaunchPage,
  example: { section: 'trending' },
  handler: listLaunches,
});

export const list_awards = publicRead({
  id: 'list_awards',
  path: '/awards',
  tag,
  summary: 'Launch of the Week awards',
  description: 'Ranks 1 to 3 of each finished week, newest week first. Awards follow community votes only.',
  input: ListAwards,
  output: AwardPage,
  example: {},
  handler: listAwards,
});

export const get_badges = publicRead({
  id: 'get_badges',
  path: '/listings/{slug}/badges',
  refusals: ['listing_not_found'],
  tag,
  summary: 'Badges a listing may show',
  description: 'Every badge kind the listing has earned, with HTML to embed and the SVG’s address.',
  input: GetBadges,
  output: Badges,
  example: { slug: 'ledgerly', mode: 'dark' },
  handler: getBadges,
});

export const choose_free_listing = operation({
  id: 'choose_free_listing',
  method: 'POST',
  path: '/me/listings/{listing_id}/free',
  refusals: ['launch_already_chosen', 'listing_not_found', 'weeks_full'],
  access: 'listings:write',
  status: 200,
  idempotent: true,
  tag: 'Own listings',
  summary: 'Choose the free plan',
  description:
    'Queues the listing for a launch week and gives the badge code. It goes live in that week once the badge is found on the product’s homepage.',
  input: ChooseFree,
  output: FreePlan,
  example: { listing_id: 1 },
  handler: chooseFreePlan,
});
