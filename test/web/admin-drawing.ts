import * as adminCategories from '../../src/web/pages/admin-categories.tsx';
import * as adminCategory from '../../src/web/pages/admin-category.tsx';
import * as adminClaims from '../../src/web/pages/admin-claims.tsx';
import * as adminEdits from '../../src/web/pages/admin-edits.tsx';
import * as adminFounder from '../../src/web/pages/admin-founder.tsx';
import * as adminFounders from '../../src/web/pages/admin-founders.tsx';
import * as adminJobs from '../../src/web/pages/admin-jobs.tsx';
import * as adminLetter from '../../src/web/pages/admin-letter.tsx';
import * as adminListing from '../../src/web/pages/admin-listing.tsx';
import * as adminListings from '../../src/web/pages/admin-listings.tsx';
import * as adminLog from '../../src/web/pages/admin-log.tsx';
import * as adminMail from '../../src/web/pages/admin-mail.tsx';
import * as adminMetrics from '../../src/web/pages/admin-metrics.tsx';
import * as adminOverview from '../../src/web/pages/admin-overview.tsx';
import * as adminPost from '../../src/web/pages/admin-post.tsx';
import * as adminPosts from '../../src/web/pages/admin-posts.tsx';
import * as adminQuestions from '../../src/web/pages/admin-questions.tsx';
import * as adminReviews from '../../src/web/pages/admin-reviews.tsx';
import * as adminSettings from '../../src/web/pages/admin-settings.tsx';
import * as adminSites from '../../src/web/pages/admin-sites.tsx';
import * as adminTeam from '../../src/web/pages/admin-team.tsx';
import * as adminVotes from '../../src/web/pages/admin-votes.tsx';
import * as adminWeeks from '../../src/web/pages/admin-weeks.tsx';
import * as moderationLog from '../../src/web/pages/moderation-log.tsx';
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
import { NOTHING, officeDrawing, WAITING } from './office-drawing.ts';
import { aHappening, anEdit } from './own-samples.ts';
import { type Drawing, drawing } from './page-drawing.ts';
import { aMail } from './people-samples.ts';
import { aWaitingReview } from './review-samples.ts';
import { here, listOf } from './samples.ts';
import { aHeldVote } from './vote-samples.ts';

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
export const ADMIN_DRAWINGS: Record<string, Drawing> = {
  admin: officeDrawing(adminOverview, '/admin', { waiting: WAITING, latest: someActs(), is_admin: true }),
  'admin, nothing to do': officeDrawing(adminOverview, '/admin', { waiting: NOTHING, latest: [], is_admin: false }, false, NOTHING),
  admin_listings: officeDrawing(adminListings, '/admin/listings', {
    input: { ...INPUT, q: 'tide', status: 'live' },
    listings: [aTeamListing(), aTeamListing({ owner: null })],
    has_more: true,
  }),
  'admin listings, none': officeDrawing(adminListings, '/admin/listings', {
    input: { page: 1, per_page: 20 },
    listings: [],
    has_more: false,
  }),
  admin_listing: officeDrawing(
    adminListing,
    '/admin/listings',
    {
      listing: aTeamListing(),
      happenings: [aHappening()],
      acts: someActs(),
      bought: [{ line_id: 4, number: 'LW-7K3M9Q2X', name: 'Featured', status: 'fulfilled', amount_cents: 9900, paid_at: here.now }],
      weeks: [],
      done: 'owner',
    },
    false,
  ),
  'admin listing, waiting': officeDrawing(
    adminListing,
    '/admin/listings',
    {
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
    false,
    NOTHING,
  ),
  'admin listing, merged': officeDrawing(adminListing, '/admin/listings', {
    listing: aTeamListing({ ...removed, owner: null, owner_email: null, merged_into: { id: 8, slug: 'b', name: 'Quayside Two' } }),
    happenings: [],
    acts: [],
    bought: [],
    weeks: [],
    done: undefined,
  }),
  admin_log: officeDrawing(adminLog, '/admin/log', { acts: someActs(), has_more: true, page: 2, about: 'listing', done: 'undone' }),
  'admin log, empty': officeDrawing(adminLog, '/admin/log', { acts: [], has_more: false, page: 1, about: undefined, done: undefined }),
  moderation_log: drawing(moderationLog, {
    acts: [
      { id: 2, at: here.now, says: 'Tidewater was removed.', why: 'It is spam.', undone: true },
      { id: 1, at: here.now, says: '2 votes for Tidewater will not count.', why: null, undone: false },
    ],
    page: 2,
    has_more: true,
  }),
  'moderation log, empty': drawing(moderationLog, { acts: [], page: 1, has_more: false }),
  admin_categories: officeDrawing(adminCategories, '/admin/categories', {
    categories: [aStandingCategory(), aStandingCategory({ id: 4, parent_id: 3, parent: 'harbours', slug: 'docks', name: 'Dry Docks' })],
    done: 'deleted',
  }),
  admin_category: officeDrawing(adminCategory, '/admin/categories', {
    category: aStandingCategory(),
    categories: [aStandingCategory({ id: 4 })],
    acts: someActs(),
    done: 'edit',
  }),
  admin_founders: officeDrawing(adminFounders, '/admin/founders', {
    input: { ...INPUT, q: 'ada' },
    founders: [aStandingFounder(), aStandingFounder({ id: 6, companies: [], hidden_at: here.now })],
    has_more: true,
  }),
  admin_founder: officeDrawing(adminFounder, '/admin/founders', {
    founder: aStandingFounder(),
    acts: [anAct({ act: 'edit_founder', record: 'founder' })],
    done: 'edit',
  }),
  'admin founder, merged': officeDrawing(adminFounder, '/admin/founders', {
    founder: aStandingFounder({ hidden_at: here.now, merged_into: { id: 2, slug: 'g', name: 'Grace Hopper' } }),
    acts: [],
    done: undefined,
  }),
  admin_posts: officeDrawing(adminPosts, '/admin/blog', {
    posts: [aStandingPost(), aStandingPost({ id: 10, published_at: null })],
    has_more: true,
    page: 2,
    done: 'written',
  }),
  admin_post: officeDrawing(adminPost, '/admin/blog', {
    post: aStandingPost(),
    acts: [
      anAct({ act: 'edit_post', record: 'post', before: { title: 'On Tide' }, after: TEXT }),
      anAct({ id: 1, act: 'write_post', record: 'post', before: null, after: { ...TEXT, body_markdown: 'Long words. '.repeat(60) } }),
    ],
    done: 'publish',
  }),
  admin_post_new: officeDrawing(adminPost, '/admin/blog', { post: null, acts: [], done: undefined }),
  admin_questions: officeDrawing(adminQuestions, '/admin/questions', {
    questions: [aStandingQuestion(), aStandingQuestion({ id: 3, position: 3, retired_at: here.now })],
    done: 'retire',
  }),
  admin_weeks: officeDrawing(adminWeeks, '/admin/weeks', {
    weeks: [
      { week_on: '2026-11-09', room: null, taken: 3, held: 0, is_final: false },
      { week_on: '2026-11-16', room: 60, taken: 12, held: 2, is_final: false },
    ],
    usual: 50,
    done: 'set',
  }),
  admin_settings: officeDrawing(adminSettings, '/admin/settings', {
    settings: someSettings(),
    acts: [anAct({ act: 'change_settings', record: 'site' })],
    done: 'saved',
  }),
  admin_metrics: officeDrawing(adminMetrics, '/admin/metrics', {
    sources: [{ ...SOURCE, header_names: ['X-Key'] }],
    faults: ['Each Figure has one source'],
    troubles: [{ listing_id: 7, listing: 'Tidewater', name: 'revenue', asked_at: here.now, trouble: 'Not There' }],
    done: 'set',
  }),
  admin_jobs: officeDrawing(adminJobs, '/admin/jobs', { jobs: [JOB, { ...JOB, id: '13', given_up: false, attempts: 1 }], done: 'retried' }),
  admin_sites: officeDrawing(adminSites, '/admin/sites', {
    sites: [
      { id: 1, key: 'launchweek', name: 'Launchweek', root: null, time_zone: 'UTC', live: 51, admins: 0 },
      { id: 2, key: 'garden', name: 'Garden Week', root: 'https://garden.example', time_zone: 'Europe/Berlin', live: 0, admins: 1 },
    ],
    done: 'made',
  }),
  admin_team: officeDrawing(adminTeam, '/admin/team', {
    site_admins: [MEMBER],
    network_admins: [{ ...MEMBER, account_id: 2, name: null }],
    done: 'added',
  }),
  admin_claims: officeDrawing(adminClaims, '/admin/claims', {
    objections: [anObjection()],
    claims: [aPendingClaim(), aPendingClaim({ id: 7, method: 'email', owner: 'Ada@example.com', last_check: null })],
    page: 1,
    has_more: true,
    done: 'granted',
  }),
  'admin claims, none': officeDrawing(adminClaims, '/admin/claims', {
    objections: [],
    claims: [],
    page: 1,
    has_more: false,
    done: undefined,
  }),
  admin_reviews: officeDrawing(adminReviews, '/admin/reviews', {
    waiting: listOf([aWaitingReview(), aWaitingReview({ id: 3, status: 'held', says: 'It names an address.', reports: [] })]),
    decided: [{ ...aWaitingReview({ id: 4 }), decision: 'remove', note: 'Spam', by: null, decided_at: here.now }],
    done: 'remove',
  }),
  admin_mail: officeDrawing(adminMail, '/admin/mail', {
    page: 2,
    status: null,
    has_more: true,
    mails: [aMail(), aMail({ id: 2, status: 'failed', last_error: 'Not now' })],
  }),
  admin_letter: officeDrawing(adminLetter, '/admin/mail', { ...aMail(), done: 'retried' }),
  admin_votes: officeDrawing(adminVotes, '/admin/votes', {
    held: listOf([
      { ...aHeldVote(), says: 'One of many.', alike: 8 },
      { ...aHeldVote(), seq: 78, says: 'One.', alike: 1, account_created_at: null, mail_host: null, network: null },
    ]),
    decided: [{ ...aHeldVote(), seq: 5, state: 'counted', decision: 'counted', note: 'They wrote', by: 'Ada', decided_at: here.now }],
    done: 'counted',
    changed: 2,
  }),
  admin_edits: officeDrawing(adminEdits, '/admin/edits', {
    edits: [anEdit(), anEdit({ id: 13, by: null, source: 'draft', stands: false })],
    has_more: true,
    page: 2,
    done: 'taken_back',
  }),
};
