import type { SentInvite } from '../../../../src/modules/drafts/invites.ts';
import type { Draft, DraftSummary } from '../../../../src/modules/drafts/schema.ts';
import { PROFILE_FIELD_NAMES, type ProfileFieldName } from '../../../../src/modules/extraction/proposal.ts';
import { STORY_SECTIONS } from '../../../../src/modules/listings/schema.ts';

/** Sample drafts, as the operations return them. */

const HOME = 'https://tidewater.example/';
const quote = (text: string, path = '') => ({ quote: text, url: HOME + path });

type Field = Draft['fields']['name'];
const foundField = (value: string | string[], ...evidence: ReturnType<typeof quote>[]): Field => ({ value, state: 'ai', evidence });

const FIELDS: Partial<Record<ProfileFieldName, Field>> = {
  name: foundField('Tidewater', quote('Tidewater')),
  tagline: foundField('Scheduling for harbours, with the tide built in', quote('Scheduling for harbours, with the tide built in')),
  short_description: foundField(
    'Berth planning that knows when there is water under the keel.',
    quote('Berth planning that knows when there is water under the keel.'),
  ),
  description: {
    value:
      'Harbour masters plan berths on paper because calendars do not know about water.\n\nTidewater does: each berth has a depth, each boat a draught, and a booking that would ground somebody cannot be made.',
    state: 'edited',
    evidence: [],
  },
  categories: { value: ['Scheduling'], state: 'manual', evidence: [] },
  pricing_model: foundField('freemium', quote('Free for one quay, forever.', 'pricing'), quote('Harbour: €29 a month', 'pricing')),
  pricing_summary: { value: 'Free for one quay, then €29 a month', state: 'override', evidence: [] },
  country: foundField('PT', quote('Tidewater Lda, Avenida Luísa Todi 12, 2900-452 Setúbal, Portugal', 'imprint')),
  city: foundField('Setúbal', quote('Tidewater Lda, Avenida Luísa Todi 12, 2900-452 Setúbal, Portugal', 'imprint')),
  features: foundField(
    ['Tide tables for 4,000 ports', 'Draught checks on every booking', 'Works offline at the quay'],
    quote('Tide tables for 4,000 ports'),
    quote('Draught checks on every booking'),
    quote('Works offline at the quay'),
  ),
  contact_email: foundField('hello@tidewater.example', quote('hello@tidewater.example', 'contact')),
  usps: { value: null, state: 'deleted', evidence: [] },
};

const EMPTY_FIELD = { value: null, state: 'not_found' as const, evidence: [] };
const NOW = '2026-11-12T08:58:00.000Z';

export const aDraft = (more: Partial<Draft> = {}): Draft => ({
  id: '3f0c9a52-7f0e-4a57-9d6c-0d5f2f6f1a11',
  url: HOME,
  status: 'ready',
  failure: null,
  completeness: 71,
  page_url: 'https://site.example/drafts/3f0c9a52-7f0e-4a57-9d6c-0d5f2f6f1a11',
  warnings: [],
  next_steps: [],
  invites: [],
  not_found_on_website: ['founded_year', 'prices'],
  missing: [
    { field: 'stage', required: false, hint: 'idea, prototype, beta, launched or growing.', pending: false },
    { field: 'founded_year', required: false, hint: 'Year the company or product started.', pending: false },
    { field: 'socials', required: false, hint: 'The product’s social profiles.', pending: false },
  ],
  fields: Object.fromEntries(PROFILE_FIELD_NAMES.map((name) => [name, FIELDS[name] ?? EMPTY_FIELD])) as unknown as Draft['fields'],
  faqs: [
    {
      question: 'Does it work without a network?',
      answer: 'Yes. Bookings are kept and sent when you are back.',
      state: 'ai',
      evidence: [quote('Does it work without a network?', 'faq'), quote('Yes. Bookings are kept and sent when you are back.', 'faq')],
    },
  ],
  founders: [{ name: 'Inês Carvalho', title: 'Founder', bio: null, state: 'ai', evidence: [quote('Inês Carvalho, founder', 'about')] }],
  socials: {
    company: {
      github: { value: 'https://github.com/tidewater', state: 'ai', evidence: [quote('https://github.com/tidewater')] },
    },
    founder: { x: { value: 'https://x.com/ines', state: 'manual', evidence: [] } },
  },
  story: Object.fromEntries(
    STORY_SECTIONS.map((section) => [
      section,
      section === 'why_started' ? { value: 'Because the ferry was late.', state: 'manual', evidence: [] } : EMPTY_FIELD,
    ]),
  ) as unknown as Draft['story'],
  milestones: [
    {
      date: '2025-03-01',
      title: 'First harbour',
      description: 'Setúbal went live.',
      url: HOME,
      state: 'ai',
      evidence: [quote('March 2025: first harbour', 'about')],
    },
  ],
  attributes: {
    free_plan: {
      key: 'free_plan',
      name: 'Free Plan',
      kind: 'boolean',
      unit: null,
      options: null,
      value: true,
      state: 'ai',
      evidence: [quote('Free for one quay, forever.', 'pricing')],
    },
    price_from: {
      key: 'price_from',
      name: 'Price From',
      kind: 'money',
      unit: null,
      options: null,
      value: { amount: 29, currency: 'EUR', period: 'month' },
      state: 'override',
      evidence: [quote('Harbour: €29 a month', 'pricing')],
    },
    platforms: {
      key: 'platforms',
      name: 'Platforms',
      kind: 'list',
      unit: null,
      options: ['Web', 'iOS', 'Android'],
      value: ['Web', 'Sextant'],
      state: 'manual',
      evidence: [],
    },
    ports: { key: 'ports', name: 'Ports', kind: 'number', unit: 'ports', options: null, ...EMPTY_FIELD },
  },
  seo: { title: 'Tidewater: harbour scheduling', meta: null },
  competitor: {
    url: 'https://quayside.example/',
    status: 'ready',
    comparison: [
      {
        field: 'pricing_model',
        ours: 'freemium',
        theirs: 'subscription',
        evidence: [{ quote: '€49 a month', url: 'https://quayside.example/pricing' }],
      },
      { field: 'country', ours: 'PT', theirs: null, evidence: [] },
    ],
  },
  pages_read: [
    { url: HOME, status: 200, read_at: NOW },
    { url: `${HOME}pricing`, status: 200, read_at: NOW },
    { url: `${HOME}team`, status: 404, read_at: NOW },
  ],
  robots: { found: true, allowed: true, rules: ['User-agent: *', 'Disallow: /admin/'] },
  drafter: { name: 'built-in', note: null },
  redrafting: [],
  listing_id: null,
  created_at: NOW,
  updated_at: NOW,
  ...more,
});

/** A draft whose site is being crawled. */
export const aDraftInProgress = (more: Partial<Draft> = {}): Draft =>
  aDraft({
    status: 'crawling',
    completeness: 0,
    pages_read: [
      { url: HOME, status: 200, read_at: NOW },
      { url: `${HOME}pricing`, status: 200, read_at: NOW },
    ],
    fields: Object.fromEntries(PROFILE_FIELD_NAMES.map((name) => [name, EMPTY_FIELD])) as unknown as Draft['fields'],
    faqs: [],
    founders: [],
    socials: { company: {}, founder: {} },
    milestones: [],
    competitor: null,
    drafter: null,
    ...more,
  });

export const aDraftSummary = (more: Partial<DraftSummary> = {}): DraftSummary => ({
  id: '3f0c9a52-7f0e-4a57-9d6c-0d5f2f6f1a11',
  url: HOME,
  name: 'Tidewater',
  status: 'ready',
  completeness: 71,
  page_url: 'https://site.example/drafts/3f0c9a52-7f0e-4a57-9d6c-0d5f2f6f1a11',
  listing_id: null,
  created_at: NOW,
  updated_at: NOW,
  ...more,
});

/** A draft whose site disallows crawling. */
export const aFailedDraft = (more: Partial<Draft> = {}): Draft =>
  aDraftInProgress({
    status: 'failed',
    failure: { code: 'robots_disallowed', detail: 'the robots.txt of tidewater.example keeps readers out' },
    robots: { found: true, allowed: false, rules: ['User-agent: *', 'Disallow: /'] },
    pages_read: [],
    ...more,
  });

export const anInvite = (more: Partial<SentInvite> = {}): SentInvite => ({
  email: 'co@tidewater.example',
  status: 'sent',
  created_at: new Date(NOW),
  expires_at: new Date('2026-11-26T08:58:00.000Z'),
  ...more,
});
