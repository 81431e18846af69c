import type { AttributeRow } from '../../../../src/modules/catalog/attributes/queries.ts';
import type { EditableCategory } from '../../../../src/modules/catalog/queries.ts';
import type { OpenObjection, PendingClaimRow } from '../../../../src/modules/claims/queries.ts';
import type { EditablePost, EditableQuestion } from '../../../../src/modules/content/queries.ts';
import type { TeamListing } from '../../../../src/modules/listings/profile/queries.ts';
import type { AuditLogEntry } from '../../../../src/modules/moderation/audit-log.ts';
import type { SiteSettings } from '../../../../src/modules/moderation/settings-rules.ts';
import type { EditableFounder } from '../../../../src/modules/people/queries.ts';
import { context } from './listings.ts';

const ago = (minutes: number) => new Date(context.now.getTime() - minutes * 60_000);

export const anAct = (more: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id: 31,
  act: 'remove_listing',
  record: 'listing',
  record_id: '7',
  title: 'Tidewater',
  before: { status: 'live' },
  after: { status: 'removed', cause: 'spam' },
  reason: 'Your Price Page says otherwise.',
  at: ago(90),
  undone_by: null,
  by: 'Ada Lovelace',
  client: null,
  person: null,
  owners: {},
  is_latest: true,
  undoable: true,
  ...more,
});

/** Acts of all shapes: about an owner, about an account, undone, by a deleted account, with lists. */
export const someActs = (): AuditLogEntry[] => [
  anAct({ client: 'Moderation agent' }),
  anAct({
    id: 30,
    act: 'give_listing',
    before: { owner_id: 3 },
    after: { owner_id: null },
    owners: { 3: 'Grace Hopper' },
    reason: null,
    undoable: false,
  }),
  anAct({
    id: 29,
    act: 'add_site_admin',
    record: 'account',
    record_id: '3',
    title: null,
    before: null,
    after: null,
    person: 'Grace Hopper',
    reason: null,
  }),
  anAct({
    id: 28,
    act: 'remove_site_admin',
    record: 'account',
    title: null,
    person: null,
    before: null,
    after: null,
    by: null,
    undone_by: 29,
    undoable: false,
  }),
  anAct({
    id: 27,
    act: 'edit_category',
    record: 'category',
    before: { name: 'Boats', attributes: [{ key: 'berths', name: 'Berths', unit: 'm²' }], faqs: [] },
    after: {
      name: 'Ships',
      attributes: [{ key: 'berths', name: 'Berths', unit: null }],
      faqs: [{ question: 'Why?', answer: 'Because Of Water.' }],
    },
  }),
];

export const aTeamListing = (more: Partial<TeamListing> = {}): TeamListing => ({
  id: 7,
  slug: 'tidewater',
  name: 'Tidewater',
  domain: 'tidewater.example',
  status: 'live',
  launch_week_on: '2026-11-09',
  owner: 'Ada Lovelace',
  created_at: ago(9000),
  website: 'https://tidewater.example/',
  tagline: 'Scheduling for harbours',
  plan: 'free',
  launched_at: ago(4000),
  owner_email: 'Ada@example.com',
  removal_reason: null,
  merged_into: null,
  votes: 31,
  followers: 4,
  reviews: 2,
  ...more,
});

export const anEditableCategory = (more: Partial<EditableCategory> = {}): EditableCategory => ({
  id: 3,
  parent_id: null,
  slug: 'harbours',
  name: 'Harbours',
  description: 'For those who Keep Ships.',
  parent: null,
  position: 1,
  faqs: [{ question: 'Which Ports?', answer: 'All of them.' }],
  attributes: 1,
  listings: 12,
  ...more,
});

export const anAttribute = (more: Partial<AttributeRow> = {}): AttributeRow => ({
  id: 5,
  category_id: null,
  category: null,
  key: 'berths',
  name: 'Berths',
  kind: 'number',
  unit: 'boats',
  synonyms: ['Moorings', 'Liegeplätze'],
  options: null,
  position: 1,
  archived_at: null,
  values: 7,
  ...more,
});

export const anEditableFounder = (more: Partial<EditableFounder> = {}): EditableFounder => ({
  id: 5,
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  bio: 'Wrote The First One.',
  country: 'GB',
  photo_url: null,
  socials: { x: 'https://x.com/ada' },
  hidden_at: null,
  merged_into: null,
  companies: [{ listing_id: 7, name: 'Tidewater' }],
  ...more,
});

export const anEditablePost = (more: Partial<EditablePost> = {}): EditablePost => ({
  id: 9,
  slug: 'on-tides',
  title: 'On Tides',
  excerpt: 'Short.',
  body_markdown: '## Ebb\n\nAnd *Flow*.',
  author_name: 'Mara Lindqvist',
  faqs: [],
  published_at: ago(500),
  updated_at: ago(100),
  ...more,
});

export const anEditableQuestion = (more: Partial<EditableQuestion> = {}): EditableQuestion => ({
  id: 2,
  position: 2,
  question: 'What would you do again?',
  hint: 'In A Sentence.',
  retired_at: null,
  answers: 3,
  ...more,
});

export const anObjection = (): OpenObjection => ({
  id: 4,
  listing_id: 7,
  listing: 'Tidewater',
  slug: 'tidewater',
  account_id: 1,
  by: 'Grace@example.com',
  owner_id: 3,
  owner: 'Ada@example.com',
  message: 'We Made it.\n\nAnd can show it.',
  created_at: ago(70),
});

export const aPendingClaim = (more: Partial<PendingClaimRow> = {}): PendingClaimRow => ({
  id: 6,
  listing_id: 7,
  listing: 'Tidewater',
  account_id: 1,
  by: 'Grace@example.com',
  owner: null,
  method: 'dns',
  last_check: { checked_at: context.now.toISOString(), found: false, detail: 'There is No such record.' },
  created_at: ago(70),
  expires_at: ago(-9000),
  ...more,
});

export const someSettings = (): SiteSettings => ({
  name: 'Launchweek',
  tagline: 'Every Monday',
  purpose: 'A Directory.',
  time_zone: 'Europe/Lisbon',
  week_room: 40,
  free_weeks_ahead: null,
  free_weeks_at_most: null,
  product_links: 'nofollow',
  price_changes: 'ask',
  new_listings: 'public',
  hide_dead_after_days: null,
  strangers: null,
  reads: 900,
  writes: null,
  drafts: null,
  readings: null,
  invites: null,
  comments: null,
  pages: null,
  member_pages: null,
  sign_in_pages: null,
  pictures: null,
  security_contact: 'Safe@launchweek.example',
  done_for_you_sites: [
    { name: 'One Launch', url: 'https://one.example/submit' },
    { name: 'Two Launch', url: null },
  ],
  discussion: 'open',
  language: 'en',
  languages: ['de'],
});
