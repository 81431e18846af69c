import { memberWrite, publicRead } from '../../kernel/operation.ts';
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
    'Returns one launch week: its live launches ranked by community votes and, for a future week, the launches scheduled for it. Weeks run Monday to Sunday in the site’s time zone and are named by their Monday. For launches across weeks use list_launches. A week before the site began is 404.',
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
  description:
    'Lists one section of launches as cards, paged; get_listing has the profile. For the ranking of one particular week use get_launch_week; by words or filters, search_listings.',
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
  description:
    'Lists the Launch of the Week awards: ranks 1 to 3 of each finished week, newest week first, with the winning listing. Send listing to see the awards of one. They follow community votes only. For the ranking of a week that is still running use get_launch_week.',
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
  description:
    'Returns the badges that a public listing has earned (Listed on, Featured, Launch of the Week and others), each with HTML to embed and the address of its image, in the shape, mode and size you choose. For a badge that the free plan waits for: choose_free_listing, get_my_listing.',
  input: GetBadges,
  output: Badges,
  example: { slug: 'ledgerly', mode: 'dark' },
  handler: getBadges,
});

export const choose_free_listing = memberWrite({
  id: 'choose_free_listing',
  method: 'POST',
  path: '/me/listings/{listing_id}/free',
  refusals: ['launch_already_chosen', 'listing_not_found', 'weeks_full'],
  access: 'listings:write',
  tag: 'My listings',
  summary: 'Choose the free plan',
  description:
    'Puts your unpublished listing on the free plan: it gets a launch week 6 to 8 weeks ahead and the HTML of a badge. Put the badge on the product’s homepage: once our check (badge.next_check_at) finds it, the listing is scheduled and goes live in that week; get_my_listing shows it. Without it the listing moves to a later week; the third time it leaves the queue. Call it once, after submit_draft. To go live at once or choose the week, buy launch with create_checkout; buying skip_queue moves a free listing to an earlier week.',
  input: ChooseFree,
  output: FreePlan,
  example: { listing_id: 1 },
  handler: chooseFreePlan,
});
