import type { VNode } from 'preact';
import type { Caller, Ctx } from '../../src/kernel/context.ts';
import { type Head, type Here, page } from '../../src/web/page.ts';
import * as account from '../../src/web/pages/account.tsx';
import * as accountDelete from '../../src/web/pages/account-delete.tsx';
import * as accountKeys from '../../src/web/pages/account-keys.tsx';
import * as adminEdits from '../../src/web/pages/admin-edits.tsx';
import * as adminLetter from '../../src/web/pages/admin-letter.tsx';
import * as adminMail from '../../src/web/pages/admin-mail.tsx';
import * as adminReviews from '../../src/web/pages/admin-reviews.tsx';
import * as adminVotes from '../../src/web/pages/admin-votes.tsx';
import * as alternatives from '../../src/web/pages/alternatives.tsx';
import * as awards from '../../src/web/pages/awards.tsx';
import * as badges from '../../src/web/pages/badges.tsx';
import * as blog from '../../src/web/pages/blog.tsx';
import * as calendar from '../../src/web/pages/calendar.tsx';
import * as categories from '../../src/web/pages/categories.tsx';
import * as category from '../../src/web/pages/category.tsx';
import * as claim from '../../src/web/pages/claim.tsx';
import * as claimConfirm from '../../src/web/pages/claim-confirm.tsx';
import * as claims from '../../src/web/pages/claims.tsx';
import * as compare from '../../src/web/pages/compare.tsx';
import * as dashboard from '../../src/web/pages/dashboard.tsx';
import * as draft from '../../src/web/pages/draft.tsx';
import * as draftInvites from '../../src/web/pages/draft-invites.tsx';
import * as draftPreview from '../../src/web/pages/draft-preview.tsx';
import * as drafts from '../../src/web/pages/drafts.tsx';
import * as founder from '../../src/web/pages/founder.tsx';
import * as founders from '../../src/web/pages/founders.tsx';
import * as freePlan from '../../src/web/pages/free-plan.tsx';
import * as home from '../../src/web/pages/home.tsx';
import * as howRankingWorks from '../../src/web/pages/how-ranking-works.tsx';
import * as interview from '../../src/web/pages/interview.tsx';
import * as invite from '../../src/web/pages/invite.tsx';
import * as launches from '../../src/web/pages/launches.tsx';
import * as leaderboard from '../../src/web/pages/leaderboard.tsx';
import * as leaderboards from '../../src/web/pages/leaderboards.tsx';
import * as listing from '../../src/web/pages/listing.tsx';
import * as notifications from '../../src/web/pages/notifications.tsx';
import * as ownCompare from '../../src/web/pages/own-compare.tsx';
import * as ownEdit from '../../src/web/pages/own-edit.tsx';
import * as ownHistory from '../../src/web/pages/own-history.tsx';
import * as ownListing from '../../src/web/pages/own-listing.tsx';
import * as ownMedia from '../../src/web/pages/own-media.tsx';
import * as ownReview from '../../src/web/pages/own-review.tsx';
import * as ownStory from '../../src/web/pages/own-story.tsx';
import * as post from '../../src/web/pages/post.tsx';
import * as reviews from '../../src/web/pages/reviews.tsx';
import * as search from '../../src/web/pages/search.tsx';
import * as signIn from '../../src/web/pages/sign-in.tsx';
import * as signInLink from '../../src/web/pages/sign-in-link.tsx';
import * as signUp from '../../src/web/pages/sign-up.tsx';
import * as submit from '../../src/web/pages/submit.tsx';
import * as unsubscribe from '../../src/web/pages/unsubscribe.tsx';
import * as updates from '../../src/web/pages/updates.tsx';
import * as week from '../../src/web/pages/week.tsx';
import { renderPage } from '../../src/web/render.tsx';
import { accountDrawings } from './account-drawing.ts';
import { adminDrawings } from './admin-drawing.ts';
import { aCabinet, aKeptReview } from './bought-samples.ts';
import { aClaim, aClaiming, aMailedClaim } from './claim-samples.ts';
import { aDraft, aDraftSummary, aFailure, anInvite, aReading } from './draft-samples.ts';
import { orderDrawings } from './order-drawing.ts';
import { aHappening, anEdit, anOwnListing, anOwnSummary, aVersion } from './own-samples.ts';
import { aKey, aMail, anAccount, aSession } from './people-samples.ts';
import { refusedDrawings } from './refused-drawing.ts';
import { aReview, aWaitingReview, someReviews } from './review-samples.ts';
import {
  aBadge,
  aCategory,
  aComparison,
  aFounder,
  aFounderSummary,
  aListing,
  anAlternative,
  aPost,
  aSummary,
  aTree,
  here,
  listOf,
  site,
} from './samples.ts';
import { stateDrawings } from './state-drawing.tsx';
import { aBoard, aHeldVote } from './vote-samples.ts';
import { aCalendarWeek, aFreePlan, anEmptyWeek, aWeek, someAwards } from './week-samples.ts';

interface Drawable<D> {
  head(data: D, here: Here): Head;
  view(data: D, here: Here): VNode;
}

const ctx = { site, clock: { now: () => here.now }, caller: null, request_id: 'r' } as unknown as Ctx;

/** A page drawn from data, whole, as a browser would get it. */
export const draw = async <D>({ head, view }: Drawable<D>, data: D, caller: Caller | null = null): Promise<string> => {
  // A member's page does not ask for the member's votes: a drawing brings its own.
  const drawn = page({ name: 'drawn', path: '/', for: caller ? 'member' : 'anyone', load: async () => data, head, view });
  return (await renderPage(drawn, { ...ctx, caller }, {}, {})).html;
};

const chosen = (slug: string) => ({ sent: slug, listing: aSummary({ slug }), candidates: [] });
const unsure = { sent: 'harbour', listing: null, candidates: [aSummary(), aSummary({ slug: 'quayside' })] };
const evidence = aListing().attributes[0]!.evidence!;

/** One thing every page can show, with a way to change the data before it is drawn. */
const drawing =
  <D>(drawable: Drawable<D>, data: D, caller: Caller | null = null) =>
  (change: (data: D) => D = (same) => same): Promise<string> =>
    draw(drawable, change(data), caller);

const searching = {
  q: 'harbour',
  category: 'scheduling',
  stage: 'beta',
  country: 'PT',
  pricing_model: 'freemium',
  status: 'live',
  sort: 'newest',
  page: 2,
  per_page: 20,
} as const;

type Drawing = (change?: <D>(data: D) => D) => Promise<string>;

/** Every page of the table, drawn with something in every place. */
export const DRAWINGS: Record<string, Drawing> = {
  home: drawing(home, {
    counts: { live_listings: 1204, categories: 48 },
    week: aWeek(),
    awards: someAwards(),
    newest: [aSummary()],
    upcoming: [aSummary({ status: 'scheduled' })],
    categories: aTree,
    posts: [aPost()],
    featured: [aSummary()],
    billboard: aBoard('contributed', true).items,
    updates: [
      { id: 1, title: 'New Tables', body: 'For 4,000 ports.', created_at: here.now, name: 'Tidewater', slug: 'tidewater', logo_url: null },
    ],
    exhibit: { slug: 'tidewater', name: 'Tidewater', fact: { ...aListing().attributes[0]!, evidence } },
  }),
  'home, a week without launches': drawing(home, {
    counts: { live_listings: 1204, categories: 48 },
    week: anEmptyWeek(),
    awards: [],
    newest: [aSummary(), aSummary({ slug: 'b', launch_week_on: null })],
    upcoming: [],
    categories: [],
    posts: [],
    featured: [],
    billboard: [],
    updates: [],
    exhibit: null,
  }),
  launches: drawing(launches, {
    input: { section: 'trending', page: 2, per_page: 20 },
    misread: [{ name: 'section', sent: 'Nearby', hint: 'There is no such section.' }],
    launches: listOf([aSummary()], { page: 2, total: 45, has_more: true }),
  }),
  'launches, none today': drawing(launches, { input: { section: 'today', page: 1, per_page: 20 }, misread: [], launches: listOf([]) }),
  week: drawing(week, aWeek()),
  'week, finished': drawing(
    week,
    aWeek({ week: '2026-11-02', ends_on: '2026-11-08', state: 'finished', is_final: true, launches_total: 300 }),
  ),
  'week, to come': drawing(
    week,
    anEmptyWeek({ week: '2026-11-16', state: 'future', scheduled: [aSummary({ status: 'scheduled' })], scheduled_total: 1 }),
  ),
  'week, empty': drawing(week, anEmptyWeek({ week: '2026-11-16', state: 'future' })),
  calendar: drawing(calendar, {
    coming: [aCalendarWeek({ week_on: '2026-11-16', scheduled: 3 }), aCalendarWeek({ week_on: '2026-11-23', taken: 50 })],
    past: listOf([aCalendarWeek({ week_on: '2026-11-09', winner_slug: null, winner_name: null }), aCalendarWeek()]),
    misread: [],
  }),
  awards: drawing(awards, { listing: undefined, misread: [], awards: listOf([...someAwards(), ...someAwards('2026-10-26').slice(0, 2)]) }),
  'awards, of one product': drawing(awards, { listing: 'tidewater', misread: [], awards: listOf([]) }),
  free_plan: drawing(freePlan, { plan: aFreePlan(), done: 'chosen' }),
  'free plan, to be chosen': drawing(freePlan, { plan: aFreePlan({ status: 'draft', launch_week_on: null, plan: null }), done: undefined }),
  'free plan, scheduled': drawing(freePlan, { plan: aFreePlan({ status: 'scheduled', found_at: here.now }), done: undefined }),
  'free plan, live': drawing(freePlan, { plan: aFreePlan({ status: 'live' }), done: undefined }),
  search: drawing(search, {
    input: searching,
    misread: [{ name: 'country', sent: 'Germany', hint: 'Countries go by two letters.' }],
    results: listOf([aSummary()], { page: 2, total: 10_000, total_is_exact: false, has_more: true }),
    categories: aTree,
  }),
  'search, nothing yet': drawing(search, {
    input: { status: 'live', sort: 'relevance', page: 1, per_page: 20 },
    misread: [],
    results: listOf([]),
    categories: [],
  }),
  'search, nothing found': drawing(search, { input: searching, misread: [], results: listOf([]), categories: aTree }),
  listing: drawing(listing, { listing: aListing({ headline: 'A headline', summary: 'A summary' }), alternatives: [anAlternative()] }),
  'listing, interviewed': drawing(listing, {
    listing: aListing(),
    alternatives: [],
    interview: [{ question: 'Why did you start?', answer: 'A boat ran aground.' }],
  }),
  'listing, with a cabinet': drawing(listing, { listing: aListing(), alternatives: [], cabinet: aCabinet() }),
  'listing, with an empty cabinet': drawing(listing, {
    listing: aListing(),
    alternatives: [],
    cabinet: aCabinet({ style: 'night', awards: [] }),
  }),
  'listing, reviewed': drawing(listing, { listing: aListing(), alternatives: [], reviews: someReviews({ total: 9 }) }),
  reviews: drawing(reviews, { listing: aListing(), reviews: someReviews({ may: 'answer' }), done: 'written' }),
  'reviews, one’s own': drawing(reviews, {
    listing: aListing(),
    reviews: someReviews({ may: 'change', mine: { ...aReview(), status: 'held', says: 'It waits for the team.' } }),
    done: 'held',
  }),
  'reviews, none': drawing(reviews, {
    listing: aListing(),
    reviews: { ...someReviews({ may: 'sign_in', by_rating: [0, 0, 0, 0, 0] }), ...listOf([]) },
    done: undefined,
  }),
  admin_reviews: drawing(adminReviews, {
    waiting: listOf([aWaitingReview(), aWaitingReview({ id: 3, status: 'held', says: 'It names an address.', reports: [] })]),
    decided: [{ ...aWaitingReview({ id: 4 }), decision: 'remove', note: 'Spam', by: null, decided_at: here.now }],
    done: 'remove',
  }),
  alternatives: drawing(alternatives, { listing: aListing(), alternatives: [anAlternative()] }),
  badges: drawing(badges, {
    look: { slug: 'tidewater', shape: 'pill', mode: 'dark', size: 'm', rel: 'nofollow' },
    misread: [{ name: 'size', sent: 'xl', hint: 'We could not read it.' }],
    installing: { slug: 'tidewater', name: 'Tidewater', badges: [aBadge()], own_website: 'https://tidewater.example/' },
  }),
  compare: drawing(compare, { a: chosen('tidewater'), b: chosen('quayside'), comparison: aComparison() }),
  'compare, choosing': drawing(compare, { a: chosen('tidewater'), b: unsure, comparison: null }),
  categories: drawing(categories, aTree),
  category: drawing(category, { category: aCategory(), misread: [], featured: [aSummary({ slug: 'paid-for' })] }),
  founders: drawing(founders, {
    input: { q: 'ines', country: 'PT', page: 1, per_page: 20 },
    misread: [],
    founders: listOf([aFounderSummary()]),
  }),
  founder: drawing(founder, aFounder()),
  'founder, interviewed': drawing(founder, { ...aFounder(), interviews: [{ slug: 'tidewater', name: 'Tidewater' }] }),
  blog: drawing(blog, { input: { q: 'week', page: 1, per_page: 20 }, misread: [], posts: listOf([aPost()]) }),
  post: drawing(post, aPost({ faqs: [{ question: 'Why?', answer: 'Because.' }] })),
  sign_in: drawing(signIn, { go_to: '/listings?q=a&page=2' }),
  sign_up: drawing(signUp, { go_to: null }),
  sign_in_link: drawing(signInLink, { token: 'a-token', email: 'ada@example.com' }),
  account: drawing(account, {
    account: anAccount(),
    sessions: [aSession({ current: true }), aSession({ id: 2, device: null, address: null })],
    move: { id: 1, account_id: 1, new_email: 'new@example.com', old_confirmed_at: here.now, new_confirmed_at: null, expires_at: here.now },
    proved: false,
    admin: true,
    team: true,
    done: 'named',
  }),
  'account, with nothing yet': drawing(account, {
    account: anAccount({ name: null, password_hash: null, email_verified_at: null }),
    sessions: [aSession({ current: true })],
    move: null,
    proved: false,
    admin: false,
    team: false,
    done: undefined,
  }),
  submit: drawing(submit, { url: 'tidewater.example', drafts: [aDraftSummary(), aDraftSummary({ name: null, status: 'failed' })] }),
  'submit, by a stranger': drawing(submit, { url: undefined, drafts: null }),
  drafts: drawing(drafts, listOf([aDraftSummary(), aDraftSummary({ status: 'submitted' })])),
  'draft, being read': drawing(draft, {
    draft: aReading(),
    reading: 'https://tidewater.example/about',
    categories: aTree,
    done: undefined,
  }),
  'draft, not begun': drawing(draft, {
    draft: aReading({ robots: null, pages_read: [] }),
    reading: null,
    categories: aTree,
    done: undefined,
  }),
  'draft, failed': drawing(draft, { draft: aFailure(), reading: null, categories: aTree, done: undefined }),
  draft: drawing(draft, { draft: aDraft(), reading: null, categories: aTree, done: 'saved' }),
  'draft, submitted': drawing(draft, {
    draft: aDraft({ status: 'submitted', listing_id: 3, redrafting: ['stage'] }),
    reading: null,
    categories: aTree,
    done: 'submitted',
  }),
  draft_preview: drawing(draftPreview, { draft: aDraft(), categories: aTree }),
  draft_invites: drawing(draftInvites, { draft: aDraft(), invites: [anInvite(), anInvite({ status: 'accepted' })], sent: true }),
  invite: drawing(invite, {
    invite: { email: 'co@tidewater.example', product: 'Tidewater', url: 'https://tidewater.example/', inviter: 'Inês Carvalho' },
    token: 'a-token',
  }),
  claim: drawing(claim, { claiming: aClaiming(), done: undefined }),
  'claim, under way': drawing(claim, {
    claiming: aClaiming({
      claims: [aClaim(), aMailedClaim(), aClaim({ id: 3, status: 'expired' })],
      obstacles: { dns: null, meta: null, file: null, email: 'is not possible here: Tidewater is on a host shared by many' },
    }),
    done: 'mailed',
  }),
  'claim, proved': drawing(claim, { claiming: aClaiming({ owner: 'you', proved: true }), done: 'checked' }),
  'claim, owned and unproved': drawing(claim, { claiming: aClaiming({ owner: 'you', claims: [aClaim()] }), done: undefined }),
  'claim, of somebody else’s': drawing(claim, { claiming: aClaiming({ owner: 'somebody' }), done: undefined }),
  claims: drawing(
    claims,
    listOf([aClaim(), aMailedClaim(), aClaim({ id: 3, status: 'verified' }), aClaim({ id: 4, status: 'superseded' })]),
  ),
  claim_confirm: drawing(claimConfirm, {
    link: {
      claim_id: 1,
      listing_id: 1,
      listing_name: 'Tidewater',
      listing_slug: 'tidewater',
      website: 'https://tidewater.example/',
      email: 'Ines@tidewater.example',
      account_email: 'ada@elsewhere.example',
    },
    token: 'a-token',
  }),
  account_delete: drawing(accountDelete, anAccount()),
  account_keys: drawing(accountKeys, { keys: [aKey(), aKey({ id: 2, revoked_at: here.now }), aKey({ id: 3, expires_at: here.now })] }),
  admin_mail: drawing(adminMail, {
    page: 2,
    status: null,
    has_more: true,
    mails: [aMail(), aMail({ id: 2, status: 'failed', last_error: 'Not now' })],
  }),
  admin_letter: drawing(adminLetter, { ...aMail(), done: 'retried' }),
  leaderboards: drawing(leaderboards, [
    { board: 'community-weekly', places: aBoard('votes').items },
    { board: 'billboard', places: aBoard('contributed', true).items },
    { board: 'revenue', places: [] },
  ]),
  leaderboard: drawing(leaderboard, { board: 'community-weekly', answer: aBoard('votes', false, '2026-11-09'), misread: [] }),
  'leaderboard, paid': drawing(leaderboard, { board: 'billboard', answer: aBoard('contributed', true), misread: [] }),
  'leaderboard, empty': drawing(leaderboard, {
    board: 'revenue',
    answer: { ...aBoard('revenue'), items: [], total: 0, has_more: false },
    misread: [{ name: 'page', sent: 'X Y', hint: 'Pages are numbered.' }],
  }),
  how_ranking_works: drawing(howRankingWorks, {
    rules: ['The voter’s address is not verified.'],
    weeks: [
      { week_on: '2026-11-09', counted: 1200, uncounted: 3, is_final: false, is_over: false },
      { week_on: '2026-11-02', counted: 1, uncounted: 0, is_final: true, is_over: true },
    ],
  }),
  admin_votes: drawing(adminVotes, {
    held: listOf([
      { ...aHeldVote(), says: 'One of many.', alike: 8 },
      { ...aHeldVote(), seq: 78, says: 'One.', alike: 1, account_created_at: null, mail_host: null, network: null },
    ]),
    decided: [{ ...aHeldVote(), seq: 5, state: 'counted', decision: 'counted', note: 'They wrote', by: 'Ada', decided_at: here.now }],
    done: 'counted',
    changed: 2,
  }),
  dashboard: drawing(dashboard, {
    listings: listOf((['draft', 'awaiting_badge', 'scheduled', 'live', 'removed'] as const).map((status) => anOwnSummary({ status }))),
    unread: 2,
  }),
  own_listing: drawing(ownListing, {
    listing: anOwnListing(),
    happenings: [
      aHappening(),
      aHappening({ kind: 'move', what: 'badge_found', more: ['scheduled'], by: null }),
      aHappening({ kind: 'update', what: 'New Tide Tables', more: [] }),
    ],
    done: 'posted',
  }),
  'own_listing, removed': drawing(ownListing, {
    listing: anOwnListing({ status: 'removed', removal_reason: 'Not A Product', milestones: [] }),
    happenings: [],
    done: undefined,
  }),
  own_edit: drawing(ownEdit, {
    listing: anOwnListing(),
    elsewhere: [{ id: 9, site_key: 'garden', site_name: 'Garden Week' }],
    done: 'saved',
  }),
  own_history: drawing(ownHistory, {
    listing: anOwnListing(),
    history: {
      items: [aVersion(), aVersion({ id: 11, source: 'restore', by: null })],
      page: 1,
      per_page: 20,
      total: 2,
      total_is_exact: true,
      has_more: false,
    },
    done: 'restored',
  }),
  own_story: drawing(ownStory, { listing: anOwnListing({ unlocked_sections: [] }), done: 'saved' }),
  own_media: drawing(ownMedia, {
    listing: anOwnListing(),
    pictures: [1, 2].map((id) => ({ id, hash: String(id).repeat(64), alt: 'The Quay', width: 800, height: 600 })),
    done: 'added',
  }),
  own_review: drawing(ownReview, { listing: anOwnListing(), reviews: [aKeptReview()] }),
  'own review, none': drawing(ownReview, { listing: anOwnListing(), reviews: [] }),
  own_compare: drawing(ownCompare, {
    listing: anOwnListing(),
    approved: [{ id: 3, slug: 'quayside', name: 'Quayside', tagline: null }],
    attributes: [
      { id: 1, name: 'Free plan', unit: null, value: 'Yes', evidence },
      { id: 2, name: 'Ports', unit: 'ports', value: null, evidence: null },
    ],
    q: 'Harbour',
    found: [aSummary({ slug: 'berth' })],
    done: 'approved',
  }),
  interview: drawing(interview, {
    questions: [
      { id: 1, question: 'Why did you start?', hint: 'A sentence will do.' },
      { id: 2, question: 'What was hard?', hint: null },
    ],
    answers: [{ question_id: 1, question: 'Why did you start?', answer: 'A boat ran aground.', updated_at: here.now.toISOString() }],
    done: 'saved',
  }),
  notifications: drawing(notifications, {
    ...listOf([
      {
        id: 2,
        kind: 'update',
        title: 'Tidewater: New Tables',
        body: 'For 4,000 Ports.',
        url: '/listings/tidewater',
        created_at: here.now,
        read_at: null,
      },
      { id: 1, kind: 'week', title: 'Your Week Has Begun', body: null, url: '/dashboard', created_at: here.now, read_at: here.now },
    ]),
    unread: 1,
  }),
  ...accountDrawings<Drawing>(drawing),
  unsubscribe: drawing(unsubscribe, { name: 'Tidewater', slug: 'tidewater', token: 'a-token', done: false }),
  'unsubscribe, done': drawing(unsubscribe, { name: 'Tidewater', slug: 'tidewater', token: 'a-token', done: true }),
  updates: drawing(
    updates,
    listOf([
      {
        id: 1,
        title: 'New Tables',
        body: 'For 4,000 ports.\n\nAnd more.',
        created_at: here.now,
        name: 'Tidewater',
        slug: 'tidewater',
        logo_url: null,
      },
    ]),
  ),
  admin_edits: drawing(adminEdits, {
    edits: [anEdit(), anEdit({ id: 13, by: null, source: 'draft', stands: false })],
    has_more: true,
    page: 2,
    done: 'taken_back',
  }),
  ...adminDrawings<Drawing>(drawing as never),
  ...orderDrawings<Drawing>(drawing),
  ...refusedDrawings<Drawing>(drawing as never),
  ...stateDrawings<Drawing>(drawing),
};
