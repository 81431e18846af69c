import * as alternatives from '../../src/web/pages/alternatives.tsx';
import * as awards from '../../src/web/pages/awards.tsx';
import * as badges from '../../src/web/pages/badges.tsx';
import * as blog from '../../src/web/pages/blog.tsx';
import * as calendar from '../../src/web/pages/calendar.tsx';
import * as categories from '../../src/web/pages/categories.tsx';
import * as category from '../../src/web/pages/category.tsx';
import * as compare from '../../src/web/pages/compare.tsx';
import * as founder from '../../src/web/pages/founder.tsx';
import * as founders from '../../src/web/pages/founders.tsx';
import * as home from '../../src/web/pages/home.tsx';
import * as howRankingWorks from '../../src/web/pages/how-ranking-works.tsx';
import * as launches from '../../src/web/pages/launches.tsx';
import * as leaderboard from '../../src/web/pages/leaderboard.tsx';
import * as leaderboards from '../../src/web/pages/leaderboards.tsx';
import * as listing from '../../src/web/pages/listing.tsx';
import * as post from '../../src/web/pages/post.tsx';
import * as reviews from '../../src/web/pages/reviews.tsx';
import * as search from '../../src/web/pages/search.tsx';
import * as signIn from '../../src/web/pages/sign-in.tsx';
import * as signInLink from '../../src/web/pages/sign-in-link.tsx';
import * as signUp from '../../src/web/pages/sign-up.tsx';
import * as unsubscribe from '../../src/web/pages/unsubscribe.tsx';
import * as updates from '../../src/web/pages/updates.tsx';
import * as week from '../../src/web/pages/week.tsx';
import { aCabinet } from './bought-samples.ts';
import { type Drawing, drawing, ownDrawing } from './page-drawing.ts';
import { aReview, someReviews } from './review-samples.ts';
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
} from './samples.ts';
import { aBoard } from './vote-samples.ts';
import { aCalendarWeek, anEmptyHome, anEmptyWeek, aWeek, someAwards } from './week-samples.ts';

const chosen = (slug: string) => ({ sent: slug, listing: aSummary({ slug }), candidates: [] });
const unsure = { sent: 'harbour', listing: null, candidates: [aSummary(), aSummary({ slug: 'quayside' })] };
const evidence = aListing().attributes[0]!.evidence!;

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

/** What everybody can look at, with something in every place. */
export const PUBLIC_DRAWINGS: Record<string, Drawing> = {
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
  'home, a week without launches': drawing(
    home,
    anEmptyHome({ counts: { live_listings: 1204, categories: 48 }, newest: [aSummary(), aSummary({ slug: 'b', launch_week_on: null })] }),
  ),
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
  'listing, reviewed': ownDrawing(listing, { listing: aListing(), alternatives: [], reviews: someReviews({ total: 9 }) }),
  reviews: ownDrawing(reviews, { listing: aListing(), reviews: someReviews({ may: 'answer' }), done: 'written' }),
  'reviews, one’s own': ownDrawing(reviews, {
    listing: aListing(),
    reviews: someReviews({ may: 'change', mine: { ...aReview(), status: 'held', says: 'It waits for the team.' } }),
    done: 'held',
  }),
  'reviews, none': drawing(reviews, {
    listing: aListing(),
    reviews: { ...someReviews({ may: 'sign_in', by_rating: [0, 0, 0, 0, 0] }), ...listOf([]) },
    done: undefined,
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
};
