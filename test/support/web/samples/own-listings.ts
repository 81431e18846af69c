import type { EditRow, ListingEvent, VersionRow } from '../../../../src/modules/listings/history/queries.ts';
import type { OwnListing, OwnSummary } from '../../../../src/modules/listings/owner/schema.ts';
import { aListing, context, site } from './listings.ts';

/** Sample listings as their owners see them. */

const ago = (minutes: number) => new Date(context.now.getTime() - minutes * 60_000);

export const anOwnSummary = (more: Partial<OwnSummary> = {}): OwnSummary => ({
  id: 7,
  slug: 'tidewater',
  name: 'Tidewater',
  status: 'live',
  plan: 'free',
  primary_category: { slug: 'logistics', name: 'Logistics' },
  draft_id: null,
  launch_week_on: '2026-11-09',
  launched_at: ago(4000).toISOString(),
  website: 'https://tidewater.example/',
  url: `${site.root}/listings/tidewater`,
  created_at: ago(90_000).toISOString(),
  updated_at: ago(50).toISOString(),
  ...more,
});

export const anOwnListing = (more: Partial<OwnListing> = {}): OwnListing => ({
  ...anOwnSummary(),
  removal_reason: null,
  verified: false,
  unlocked_sections: ['story', 'media'],
  badge: null,
  story: {
    title: 'Why we count water',
    story: 'It began with a boat aground.',
    why_started: null,
    problem: null,
    journey: null,
    challenges: null,
    achievements: null,
    lessons: null,
    whats_next: null,
  },
  milestones: [{ id: 1, date: '2026-03-02', title: 'First harbour', description: null, url: null }],
  media: [],
  content: aListing(),
  warnings: [],
  next_steps: [],
  ...more,
});

export const aListingEvent = (more: Partial<ListingEvent> = {}): ListingEvent => ({
  at: ago(50),
  kind: 'version',
  what: 'owner',
  more: ['tagline', 'usps'],
  by: 'Ada Lovelace',
  ...more,
});

export const aVersion = (more: Partial<VersionRow> = {}): VersionRow => ({
  id: 12,
  listing_id: 7,
  source: 'owner',
  before: { tagline: 'Scheduling for harbours', faqs: [], socials: {}, country: 'PT' },
  after: {
    tagline: 'Scheduling for harbours, with the tide built in',
    faqs: [{ question: 'Why?', answer: 'Because Of Water.' }],
    socials: { x: 'https://x.com/tidewater' },
    country: null,
  },
  restored_id: null,
  created_at: ago(50),
  by: 'Ada Lovelace',
  ...more,
});

export const anEdit = (more: Partial<EditRow> = {}): EditRow => ({
  ...aVersion(),
  slug: 'tidewater',
  name: 'Tidewater',
  stands: true,
  ...more,
});
