import type { VNode } from 'preact';
import type { Head, Here } from '../../src/web/page.ts';
import * as adminCategories from '../../src/web/pages/admin-categories.tsx';
import * as adminCategory from '../../src/web/pages/admin-category.tsx';
import * as adminClaims from '../../src/web/pages/admin-claims.tsx';
import * as adminFounder from '../../src/web/pages/admin-founder.tsx';
import * as adminFounders from '../../src/web/pages/admin-founders.tsx';
import * as adminJobs from '../../src/web/pages/admin-jobs.tsx';
import * as adminListing from '../../src/web/pages/admin-listing.tsx';
import * as adminListings from '../../src/web/pages/admin-listings.tsx';
import * as adminLog from '../../src/web/pages/admin-log.tsx';
import * as adminMetrics from '../../src/web/pages/admin-metrics.tsx';
import * as adminOverview from '../../src/web/pages/admin-overview.tsx';
import * as adminPost from '../../src/web/pages/admin-post.tsx';
import * as adminPosts from '../../src/web/pages/admin-posts.tsx';
import * as adminQuestions from '../../src/web/pages/admin-questions.tsx';
import * as adminSettings from '../../src/web/pages/admin-settings.tsx';
import * as adminSites from '../../src/web/pages/admin-sites.tsx';
import * as adminTeam from '../../src/web/pages/admin-team.tsx';
import * as adminWeeks from '../../src/web/pages/admin-weeks.tsx';
import * as moderationLog from '../../src/web/pages/moderation-log.tsx';
import { framed } from '../../src/web/parts/admin-frame.tsx';
import {
  anAct,
  anObjection,
  aPendingClaim,
  aStandingCategory,
  aStandingFounder,
  aStandingPost,
  aStandingQuestion,
  aTeamListing,
  someActs,
  someSettings,
} from './admin-samples.ts';
import { aHappening } from './own-samples.ts';
import { here } from './samples.ts';

type Draw<R> = <D>(page: { head(data: D, here: Here): Head; view(data: D, here: Here): VNode }, data: D) => R;

const WAITING = {
  held_votes: 3,
  reviews: 1,
  objections: 2,
  lines: 1,
  refunds: 1,
  figures: 2,
  awaiting_badge: 4,
  scheduled: 8,
  live: 1204,
  failed_mails: 1,
  failed_jobs: 2,
};
const NOTHING = Object.fromEntries(Object.keys(WAITING).map((name) => [name, 0])) as typeof WAITING;
const INPUT = { page: 2, per_page: 20 };
const TEXT = { title: 'On Tides', excerpt: 'Short.', body_markdown: '## Ebb' };
const SOURCE = {
  name: 'revenue',
  url_template: 'https://r.example/{domain}',
  json_path: 'a.b',
  unit: 'USD',
  source: 'Ledger',
  header_names: ['X-Key'],
} as const;
const JOB = {
  id: '12',
  task: 'turn_weeks',
  attempts: 3,
  max_attempts: 3,
  last_error: 'The Shelf fell',
  run_at: here.now,
  updated_at: here.now,
  given_up: true,
};
const MEMBER = { account_id: 1, name: 'Ada Lovelace', email: 'Ada@example.com' };
const removed = { status: 'removed', removal_reason: 'It is Spam.' } as const;

/** Pages of the site's team, with something in every place. */
export const adminDrawings = <R>(drawing: Draw<R>): Record<string, R> => {
  const office = <D>(page: Parameters<typeof framed<D>>[0], place: string, data: D): R =>
    drawing(framed(page, place), { data, admin: true, waiting: WAITING });
  return {
    admin: drawing(framed(adminOverview, '/admin'), {
      data: { waiting: WAITING, latest: someActs(), is_admin: true },
      admin: true,
      waiting: WAITING,
    }),
    'admin, nothing to do': drawing(framed(adminOverview, '/admin'), {
      data: { waiting: NOTHING, latest: [], is_admin: false },
      admin: false,
      waiting: NOTHING,
    }),
    admin_listings: office(adminListings, '/admin/listings', {
      input: { ...INPUT, q: 'tide', status: 'live' },
      listings: [aTeamListing(), aTeamListing({ owner: null })],
      has_more: true,
    }),
    'admin listings, none': office(adminListings, '/admin/listings', { input: { page: 1, per_page: 20 }, listings: [], has_more: false }),
    admin_listing: drawing(framed(adminListing, '/admin/listings'), {
      data: {
        listing: aTeamListing(),
        happenings: [aHappening()],
        acts: someActs(),
        bought: [{ line_id: 4, number: 'LW-7K3M9Q2X', name: 'Featured', status: 'fulfilled', amount_cents: 9900, paid_at: here.now }],
        weeks: [],
        done: 'owner',
      },
      admin: false,
      waiting: WAITING,
    }),
    'admin listing, waiting': drawing(framed(adminListing, '/admin/listings'), {
      data: {
        listing: aTeamListing({ status: 'awaiting_badge', launch_week_on: '2026-12-07', launched_at: null }),
        happenings: [],
        acts: [],
        bought: [],
        weeks: [
          { week_on: '2026-11-16', left: 38 },
          { week_on: '2026-12-07', left: 12 },
        ],
        done: 'week',
      },
      admin: false,
      waiting: NOTHING,
    }),
    'admin listing, merged': office(adminListing, '/admin/listings', {
      listing: aTeamListing({ ...removed, owner: null, owner_email: null, merged_into: { id: 8, slug: 'b', name: 'Quayside Two' } }),
      happenings: [],
      acts: [],
      bought: [],
      weeks: [],
      done: undefined,
    }),
    admin_log: drawing(framed(adminLog, '/admin/log'), {
      data: { acts: someActs(), has_more: true, page: 2, about: 'listing', done: 'undone' },
      admin: true,
      waiting: WAITING,
    }),
    'admin log, empty': office(adminLog, '/admin/log', { acts: [], has_more: false, page: 1, about: undefined, done: undefined }),
    moderation_log: drawing(moderationLog, {
      acts: [
        { id: 2, at: here.now, says: 'Tidewater was removed.', why: 'It is spam.', undone: true },
        { id: 1, at: here.now, says: '2 votes for Tidewater will not count.', why: null, undone: false },
      ],
      page: 2,
      has_more: true,
    }),
    'moderation log, empty': drawing(moderationLog, { acts: [], page: 1, has_more: false }),
    admin_categories: office(adminCategories, '/admin/categories', {
      categories: [aStandingCategory(), aStandingCategory({ id: 4, parent_id: 3, parent: 'harbours', slug: 'docks', name: 'Dry Docks' })],
      done: 'deleted',
    }),
    admin_category: office(adminCategory, '/admin/categories', {
      category: aStandingCategory(),
      categories: [aStandingCategory({ id: 4 })],
      acts: someActs(),
      done: 'edit',
    }),
    admin_founders: office(adminFounders, '/admin/founders', {
      input: { ...INPUT, q: 'ada' },
      founders: [aStandingFounder(), aStandingFounder({ id: 6, companies: [], hidden_at: here.now })],
      has_more: true,
    }),
    admin_founder: office(adminFounder, '/admin/founders', {
      founder: aStandingFounder(),
      acts: [anAct({ act: 'edit_founder', record: 'founder' })],
      done: 'edit',
    }),
    'admin founder, merged': office(adminFounder, '/admin/founders', {
      founder: aStandingFounder({ hidden_at: here.now, merged_into: { id: 2, slug: 'g', name: 'Grace Hopper' } }),
      acts: [],
      done: undefined,
    }),
    admin_posts: office(adminPosts, '/admin/blog', {
      posts: [aStandingPost(), aStandingPost({ id: 10, published_at: null })],
      has_more: true,
      page: 2,
      done: 'written',
    }),
    admin_post: office(adminPost, '/admin/blog', {
      post: aStandingPost(),
      acts: [
        anAct({ act: 'edit_post', record: 'post', before: { title: 'On Tide' }, after: TEXT }),
        anAct({ id: 1, act: 'write_post', record: 'post', before: null, after: { ...TEXT, body_markdown: 'Long words. '.repeat(60) } }),
      ],
      done: 'publish',
    }),
    admin_post_new: office(adminPost, '/admin/blog', { post: null, acts: [], done: undefined }),
    admin_questions: office(adminQuestions, '/admin/questions', {
      questions: [aStandingQuestion(), aStandingQuestion({ id: 3, position: 3, retired_at: here.now })],
      done: 'retire',
    }),
    admin_weeks: office(adminWeeks, '/admin/weeks', {
      weeks: [
        { week_on: '2026-11-09', room: null, taken: 3, held: 0, is_final: false },
        { week_on: '2026-11-16', room: 60, taken: 12, held: 2, is_final: false },
      ],
      usual: 50,
      done: 'set',
    }),
    admin_settings: office(adminSettings, '/admin/settings', {
      settings: someSettings(),
      acts: [anAct({ act: 'change_settings', record: 'site' })],
      done: 'saved',
    }),
    admin_metrics: office(adminMetrics, '/admin/metrics', {
      sources: [{ ...SOURCE, header_names: ['X-Key'] }],
      faults: ['Each Figure has one source'],
      troubles: [{ listing_id: 7, listing: 'Tidewater', name: 'revenue', asked_at: here.now, trouble: 'Not There' }],
      done: 'set',
    }),
    admin_jobs: office(adminJobs, '/admin/jobs', { jobs: [JOB, { ...JOB, id: '13', given_up: false, attempts: 1 }], done: 'retried' }),
    admin_sites: office(adminSites, '/admin/sites', {
      sites: [
        { id: 1, key: 'launchweek', name: 'Launchweek', root: null, time_zone: 'UTC', live: 51, admins: 0 },
        { id: 2, key: 'garden', name: 'Garden Week', root: 'https://garden.example', time_zone: 'Europe/Berlin', live: 0, admins: 1 },
      ],
      done: 'made',
    }),
    admin_team: office(adminTeam, '/admin/team', {
      site_admins: [MEMBER],
      network_admins: [{ ...MEMBER, account_id: 2, name: null }],
      done: 'added',
    }),
    admin_claims: office(adminClaims, '/admin/claims', {
      objections: [anObjection()],
      claims: [aPendingClaim(), aPendingClaim({ id: 7, method: 'email', owner: 'Ada@example.com', last_check: null })],
      page: 1,
      has_more: true,
      done: 'granted',
    }),
    'admin claims, none': office(adminClaims, '/admin/claims', { objections: [], claims: [], page: 1, has_more: false, done: undefined }),
  };
};
