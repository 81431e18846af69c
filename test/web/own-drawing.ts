import * as dashboard from '../../src/web/pages/dashboard.tsx';
import * as freePlan from '../../src/web/pages/free-plan.tsx';
import * as interview from '../../src/web/pages/interview.tsx';
import * as notifications from '../../src/web/pages/notifications.tsx';
import * as ownCompare from '../../src/web/pages/own-compare.tsx';
import * as ownEdit from '../../src/web/pages/own-edit.tsx';
import * as ownHistory from '../../src/web/pages/own-history.tsx';
import * as ownListing from '../../src/web/pages/own-listing.tsx';
import * as ownMedia from '../../src/web/pages/own-media.tsx';
import * as ownReview from '../../src/web/pages/own-review.tsx';
import * as ownStory from '../../src/web/pages/own-story.tsx';
import { aKeptReview } from './bought-samples.ts';
import { aHappening, anOwnListing, anOwnSummary, aVersion } from './own-samples.ts';
import { type Drawing, ownDrawing } from './page-drawing.ts';
import { aListing, aSummary, here, listOf } from './samples.ts';
import { aFreePlan } from './week-samples.ts';

const { evidence } = aListing().attributes[0]!;

/** What owners of listings have, with something in every place. */
export const OWN_DRAWINGS: Record<string, Drawing> = {
  free_plan: ownDrawing(freePlan, { plan: aFreePlan(), done: 'chosen' }),
  'free plan, to be chosen': ownDrawing(freePlan, {
    plan: aFreePlan({ status: 'draft', launch_week_on: null, plan: null }),
    done: undefined,
  }),
  'free plan, scheduled': ownDrawing(freePlan, { plan: aFreePlan({ status: 'scheduled', found_at: here.now }), done: undefined }),
  'free plan, live': ownDrawing(freePlan, { plan: aFreePlan({ status: 'live' }), done: undefined }),
  dashboard: ownDrawing(dashboard, {
    listings: listOf((['draft', 'awaiting_badge', 'scheduled', 'live', 'removed'] as const).map((status) => anOwnSummary({ status }))),
    unread: 2,
  }),
  own_listing: ownDrawing(ownListing, {
    listing: anOwnListing(),
    happenings: [
      aHappening(),
      aHappening({ kind: 'move', what: 'badge_found', more: ['scheduled'], by: null }),
      aHappening({ kind: 'update', what: 'New Tide Tables', more: [] }),
    ],
    done: 'posted',
  }),
  'own_listing, removed': ownDrawing(ownListing, {
    listing: anOwnListing({ status: 'removed', removal_reason: 'Not A Product', milestones: [] }),
    happenings: [],
    done: undefined,
  }),
  own_edit: ownDrawing(ownEdit, {
    listing: anOwnListing(),
    elsewhere: [{ id: 9, site_key: 'garden', site_name: 'Garden Week' }],
    done: 'saved',
  }),
  own_history: ownDrawing(ownHistory, {
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
  own_story: ownDrawing(ownStory, { listing: anOwnListing({ unlocked_sections: [] }), done: 'saved' }),
  own_media: ownDrawing(ownMedia, {
    listing: anOwnListing(),
    pictures: [1, 2].map((id) => ({ id, hash: String(id).repeat(64), alt: 'The Quay', width: 800, height: 600 })),
    done: 'added',
  }),
  own_review: ownDrawing(ownReview, { listing: anOwnListing(), reviews: [aKeptReview()] }),
  'own review, none': ownDrawing(ownReview, { listing: anOwnListing(), reviews: [] }),
  own_compare: ownDrawing(ownCompare, {
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
  interview: ownDrawing(interview, {
    questions: [
      { id: 1, question: 'Why did you start?', hint: 'A sentence will do.' },
      { id: 2, question: 'What was hard?', hint: null },
    ],
    answers: [{ question_id: 1, question: 'Why did you start?', answer: 'A boat ran aground.', updated_at: here.now.toISOString() }],
    done: 'saved',
  }),
  notifications: ownDrawing(notifications, {
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
};
