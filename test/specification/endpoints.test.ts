import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/kernel/errors.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { locationOf } from '../../src/kernel/operation.ts';
import { readInput } from '../../src/kernel/validate.ts';
import { OPERATIONS } from '../../src/registry.ts';

/** What a parameter accepts and refuses. */
interface Bounds {
  accepts: unknown[];
  refuses: unknown[];
  fallback?: unknown;
}

const text = (max: number, min = 0): Bounds => ({
  accepts: ['a'.repeat(max), ...(min === 0 ? [''] : [])],
  refuses: ['a'.repeat(max + 1), 5, ...(min ? [''] : [])],
});
const requiredText = (max: number): Bounds => text(max, 1);
const orNull = ({ accepts, refuses }: Bounds): Bounds => ({ accepts: [...accepts, null], refuses });
const texts = (items: number, max = 200): Bounds => ({
  accepts: [Array(items).fill('a'.repeat(max)), []],
  refuses: [Array(items + 1).fill('a'), ['a'.repeat(max + 1)], 'a'],
});
const integer = (min: number, max: number, fallback?: number): Bounds => ({
  accepts: [min, max],
  refuses: [min - 1, max + 1, min + 0.5, 'one'],
  fallback,
});
const oneOf = (values: string[], fallback?: string): Bounds => ({
  accepts: values,
  refuses: ['something-else', values[0]!.toUpperCase()],
  fallback,
});
const objects = (items: number, one: object): Bounds => ({
  accepts: [Array(items).fill(one), []],
  refuses: [Array(items + 1).fill(one), [{ ...one, unknown: 1 }], one],
});

const SLUG: Bounds = {
  accepts: ['a', '9', 'a-b-9', 'a'.repeat(220)],
  refuses: ['', '-a', 'A', 'a_b', 'a/b', 'ä', 'a'.repeat(221), 7],
};
const PAGE = integer(1, 1000, 1);
const PER_PAGE = integer(1, 100, 20);
const PAGING = { page: PAGE, per_page: PER_PAGE };
const COUNTRY: Bounds = { accepts: ['de', 'PT'], refuses: ['D', 'DEU', '1a', ''] };
const UUID: Bounds = { accepts: ['3f0c9a52-7f0e-4a57-9d6c-0d5f2f6f1a11'], refuses: ['1', '3f0c9a52', 'not-a-uuid'] };
const ID: Bounds = { accepts: [1, 2_147_483_648], refuses: [0, -1, 1.5, 'one'] };
const EMAIL: Bounds = { accepts: ['mara@acme.example'], refuses: ['mara', 'mara@', `${'a'.repeat(250)}@acme.example`] };
const DATE: Bounds = { accepts: ['2026-03-02'], refuses: ['2026-3-2', '02.03.2026', 'yesterday', '2026-02-30'] };
const BOOLEAN = (fallback: boolean): Bounds => ({ accepts: [true, false], refuses: ['yes', 1], fallback });

const STORY = ['title', 'story', 'why_started', 'problem', 'journey', 'challenges', 'achievements', 'lessons', 'whats_next'];
const PLATFORMS = 'linkedin x facebook instagram tiktok youtube threads pinterest github reddit producthunt medium website custom'.split(
  ' ',
);
const SOCIALS: Bounds = {
  accepts: [{}, Object.fromEntries(PLATFORMS.map((platform) => [platform, 'a'.repeat(500)]))],
  refuses: [{ x: 'a'.repeat(501) }, { myspace: 'https://myspace.example' }, 'https://x.com/acme'],
};
const FAQ = { question: 'a'.repeat(300), answer: 'a'.repeat(1500) };
const FAQS: Bounds = {
  ...objects(30, FAQ),
  refuses: [
    ...objects(30, FAQ).refuses,
    [{ ...FAQ, question: 'a'.repeat(301) }],
    [{ ...FAQ, answer: 'a'.repeat(1501) }],
    [{ question: 'a' }],
  ],
};
const FOUNDER = { name: 'a'.repeat(160), title: 'a'.repeat(160), bio: 'a'.repeat(3000) };
const MILESTONE = { date: '2026-03-02', title: 'a'.repeat(200), description: 'a'.repeat(2000), url: `https://${'a'.repeat(492)}` };
const ITEM = { product: 'launch' };

const under = (name: string, bounds: Record<string, Bounds>): Record<string, Bounds> =>
  Object.fromEntries(Object.entries(bounds).map(([inner, one]) => [`${name}.${inner}`, one]));

/** SPEC 2.3. */
const DRAFT_FIELDS = {
  ...Object.fromEntries(
    'name tagline short_description stage pricing_model pricing_summary country city founded_year contact_email demo_video_url logo_url'
      .split(' ')
      .map((name) => [name, orNull(requiredTextOrEmpty(500))]),
  ),
  description: orNull(requiredTextOrEmpty(20_000)),
  ...Object.fromEntries('categories tags usps keywords'.split(' ').map((name) => [name, orNull(texts(20))])),
  features: orNull(texts(40)),
};
/** Whether an empty text is taken or refused is not the schema's business. */
function requiredTextOrEmpty(max: number): Bounds {
  return { accepts: ['a'.repeat(max)], refuses: ['a'.repeat(max + 1), 5, ['a']] };
}

/** SPEC 2.4. */
const OWN_FIELDS: Record<string, Bounds> = {
  ...Object.fromEntries(
    Object.entries({
      ...{ tagline: 200, short_description: 300, description: 20_000, pricing_model: 40, pricing_summary: 300, city: 120 },
      ...{ demo_video_url: 500, contact_email: 254, headline: 200, summary: 20_000, seo_title: 200, seo_description: 320 },
    }).map(([name, max]) => [name, requiredTextOrEmpty(max)]),
  ),
  country: { accepts: ['de'], refuses: ['deu', 5] },
  founded_year: orNull(integer(1800, 2100)),
  ...Object.fromEntries('usps keywords'.split(' ').map((name) => [name, texts(20)])),
  features: texts(40),
};

const storySections = (title_max: number): Record<string, Bounds> =>
  Object.fromEntries(STORY.map((section) => [section, requiredTextOrEmpty(section === 'title' ? title_max : 8000)]));

const ORDER: Record<string, Bounds> = {
  items: { accepts: [[ITEM], Array(20).fill(ITEM)], refuses: [[], Array(21).fill(ITEM), [{ ...ITEM, price_cents: 1 }], [{}]] },
  'items[0].product': oneOf(
    'launch skip_queue featured done_for_you launch_bundle extra_categories relaunch ai_review billboard_min'.split(' '),
  ),
  'items[0].listing_id': ID,
  'items[0].week': { accepts: ['2026-11-16'], refuses: ['a'.repeat(11)] },
  'items[0].amount_cents': integer(1, 100_000_000),
  'items[0].categories': { accepts: [[], Array(10).fill('developer-tools')], refuses: [Array(11).fill('developer-tools')] },
  billing_country: COUNTRY,
  vat_number: text(32),
};

type Endpoint = [section: string, id: string, method: string, path: string, access: string, status: number, input: Record<string, Bounds>];

const ENDPOINTS: Endpoint[] = [
  ['4.1', 'get_site', 'GET', '/site', 'public', 200, {}],
  [
    ...(['4.1', 'search_listings', 'GET', '/listings', 'public', 200] as const),
    {
      ...{ q: text(200), category: SLUG, stage: SLUG, country: COUNTRY, pricing_model: text(40), domain: text(253) },
      status: oneOf(['live', 'upcoming'], 'live'),
      sort: oneOf(['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'], 'relevance'),
      ...PAGING,
    },
  ],
  ['4.1', 'get_listing', 'GET', '/listings/{slug}', 'public', 200, { slug: SLUG }],
  ['4.1', 'list_alternatives', 'GET', '/listings/{slug}/alternatives', 'public', 200, { slug: SLUG }],
  ['4.1', 'compare_listings', 'GET', '/compare', 'public', 200, { a: SLUG, b: SLUG }],
  ['4.1', 'list_categories', 'GET', '/categories', 'public', 200, { include_empty: BOOLEAN(true) }],
  ['4.1', 'get_category', 'GET', '/categories/{slug}', 'public', 200, { slug: SLUG, ...PAGING }],
  [
    '4.2',
    'get_launch_week',
    'GET',
    '/launches/weeks/{week}',
    'public',
    200,
    { week: { accepts: ['this', '2026-11-16'], refuses: ['a'.repeat(11)] } },
  ],
  [
    ...(['4.2', 'list_launches', 'GET', '/launches', 'public', 200] as const),
    {
      section: oneOf(['today', 'this-week', 'trending', 'most-voted', 'recent', 'most-viewed', 'most-followed', 'upcoming'], 'this-week'),
      ...PAGING,
    },
  ],
  [
    ...(['4.2', 'get_leaderboard', 'GET', '/leaderboards/{board}', 'public', 200] as const),
    {
      // Another board is not found, which is not the schema's business.
      board: { accepts: ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'], refuses: [5] },
      week: { accepts: ['this', 'last', '2026-11-16'], refuses: ['a'.repeat(11)] },
      ...PAGING,
    },
  ],
  ['4.2', 'list_founders', 'GET', '/founders', 'public', 200, { q: text(120), country: COUNTRY, ...PAGING }],
  ['4.2', 'get_founder', 'GET', '/founders/{slug}', 'public', 200, { slug: SLUG }],
  ['4.2', 'list_blog_posts', 'GET', '/blog', 'public', 200, { q: text(200), ...PAGING }],
  ['4.2', 'get_blog_post', 'GET', '/blog/{slug}', 'public', 200, { slug: SLUG }],
  ['4.2', 'list_awards', 'GET', '/awards', 'public', 200, { listing: SLUG, ...PAGING }],
  [
    ...(['4.2', 'get_badges', 'GET', '/listings/{slug}/badges', 'public', 200] as const),
    {
      slug: SLUG,
      shape: oneOf(['standard', 'outline', 'pill', 'banner', 'square'], 'standard'),
      mode: oneOf(['light', 'dark', 'auto'], 'auto'),
      size: oneOf(['s', 'm', 'l'], 'm'),
    },
  ],
  ['4.3', 'get_account', 'GET', '/me', 'account:read', 200, {}],
  ['4.4', 'submit_listing', 'POST', '/drafts', 'listings:write', 201, { url: requiredText(2048) }],
  ['4.4', 'list_my_drafts', 'GET', '/drafts', 'account:read', 200, PAGING],
  ['4.4', 'get_draft', 'GET', '/drafts/{id}', 'account:read', 200, { id: UUID }],
  [
    ...(['4.4', 'update_draft', 'PATCH', '/drafts/{id}', 'listings:write', 200] as const),
    {
      id: UUID,
      ...under('fields', DRAFT_FIELDS),
      lock_fields: { accepts: [['name'], []], refuses: [Array(21).fill('name'), [3]] },
      regenerate: { accepts: [['name', 'tagline', 'city', 'tags', 'stage']], refuses: [Array(6).fill('name'), [3]] },
      restore: { accepts: [['name'], []], refuses: [Array(21).fill('name'), [3]] },
      faqs: FAQS,
      company_socials: SOCIALS,
      founder_socials: SOCIALS,
      founders: objects(6, FOUNDER),
      ...under('story', storySections(8000)),
      milestones: objects(50, MILESTONE),
      competitor_url: text(2048),
      ...under('seo', { title: requiredTextOrEmpty(70), meta: requiredTextOrEmpty(170) }),
    },
  ],
  ['4.4', 'invite_cofounder', 'POST', '/drafts/{id}/invites', 'listings:write', 201, { id: UUID, email: EMAIL }],
  ['4.4', 'submit_draft', 'POST', '/drafts/{id}/submit', 'listings:write', 200, { id: UUID }],
  ['4.5', 'list_my_listings', 'GET', '/me/listings', 'account:read', 200, PAGING],
  ['4.5', 'get_my_listing', 'GET', '/me/listings/{listing_id}', 'account:read', 200, { listing_id: ID }],
  [
    ...(['4.5', 'update_my_listing', 'PATCH', '/me/listings/{listing_id}', 'listings:write', 200] as const),
    {
      listing_id: ID,
      ...under('fields', OWN_FIELDS),
      socials: SOCIALS,
      faqs: FAQS,
      apply_to: { accepts: [['all'], ['here', 'there']], refuses: ['all', [5]] },
    },
  ],
  [
    ...(['4.5', 'post_listing_update', 'POST', '/me/listings/{listing_id}/updates', 'listings:write', 201] as const),
    { listing_id: ID, title: requiredText(200), body: requiredText(5000) },
  ],
  [
    ...(['4.5', 'add_milestone', 'POST', '/me/listings/{listing_id}/milestones', 'listings:write', 201] as const),
    {
      ...{ listing_id: ID, date: DATE, title: requiredText(200), description: requiredTextOrEmpty(2000) },
      url: { accepts: [MILESTONE.url], refuses: ['http://acme.example', `${MILESTONE.url}a`] },
    },
  ],
  [
    ...(['4.5', 'delete_milestone', 'DELETE', '/me/listings/{listing_id}/milestones/{milestone_id}', 'listings:write', 200] as const),
    { listing_id: ID, milestone_id: ID },
  ],
  ['4.5', 'set_founder_story', 'PUT', '/me/listings/{listing_id}/story', 'listings:write', 200, { listing_id: ID, ...storySections(200) }],
  ['4.5', 'list_interview_questions', 'GET', '/interview-questions', 'public', 200, {}],
  [
    ...(['4.5', 'answer_interview', 'PUT', '/me/interview', 'listings:write', 200] as const),
    {
      answers: {
        accepts: [[], Array.from({ length: 30 }, (_, at) => ({ question_id: at + 1, answer: 'a'.repeat(4000) }))],
        refuses: [
          Array.from({ length: 31 }, (_, at) => ({ question_id: at + 1, answer: 'a' })),
          [{ question_id: 0, answer: 'a' }],
          [{ question_id: 1, answer: 'a'.repeat(4001) }],
          [{ question_id: 1 }],
        ],
      },
    },
  ],
  ['4.5', 'choose_free_listing', 'POST', '/me/listings/{listing_id}/free', 'listings:write', 200, { listing_id: ID }],
  [
    ...(['4.6', 'claim_listing', 'POST', '/claims', 'listings:write', 201] as const),
    { slug: requiredText(220), method: oneOf(['dns', 'meta', 'file', 'email']), email: EMAIL },
  ],
  ['4.6', 'verify_claim', 'POST', '/claims/{claim_id}/verify', 'listings:write', 200, { claim_id: ID }],
  ['4.6', 'list_my_claims', 'GET', '/claims', 'account:read', 200, PAGING],
  ['4.7', 'list_products', 'GET', '/products', 'public', 200, {}],
  ['4.7', 'quote_order', 'POST', '/orders/quote', 'orders:write', 200, ORDER],
  ['4.7', 'create_checkout', 'POST', '/orders/checkout', 'orders:write', 201, ORDER],
  ['4.7', 'list_my_orders', 'GET', '/orders', 'account:read', 200, PAGING],
  ['4.7', 'get_order', 'GET', '/orders/{number}', 'account:read', 200, { number: requiredText(32) }],
];

/** Operations that take an Idempotency-Key (SPEC 4.4 to 4.7). */
const IDEMPOTENT = OPERATIONS.filter(({ method, id }) => method !== 'GET' && id !== 'quote_order').map(({ id }) => id);

/** What our operations take beyond the specification; everything else is refused. */
const BEYOND: Record<string, string[]> = {
  compare_listings: ['c', 'd', 'e'],
  list_my_drafts: ['status'],
  list_my_listings: ['status'],
  list_my_claims: ['status'],
  list_my_orders: ['status'],
  search_listings: ['attributes'],
  submit_listing: ['view'],
  get_draft: ['view'],
  get_my_listing: ['view'],
  update_draft: ['view', 'remove_fields', 'attributes'],
  update_my_listing: ['view', 'remove_fields', 'attributes'],
  // docs/decisions/0035-promo-codes.md
  quote_order: ['promo_code'],
  create_checkout: ['promo_code'],
};

const rowOf = (id: string): Operation => OPERATIONS.find((row) => row.id === id)!;

const PART = /[^.[\]]+/g;
const withValue = (input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> => {
  const copy = structuredClone(input);
  const parts = path.match(PART)!;
  let at = copy;
  for (const [i, part] of parts.slice(0, -1).entries()) {
    at[part] ??= /^\d+$/.test(parts[i + 1]!) ? [] : {};
    at = at[part] as Record<string, unknown>;
  }
  at[parts.at(-1)!] = value;
  return copy;
};

const isAccepted = (row: Operation, input: Record<string, unknown>): boolean => {
  try {
    readInput(row, input);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
};

test('SPEC 4: there are 41 operations, and each is in these tables', () => {
  expect(ENDPOINTS.map(([, id]) => id).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  expect(OPERATIONS).toHaveLength(41);
});

describe.each(ENDPOINTS)('SPEC %s: %s', (_section, id, method, path, access, status, input) => {
  const row = rowOf(id);

  test(`is ${method} ${path}, ${access}, and answers ${status}`, () => {
    expect(row).toMatchObject({ method, path, access, status });
    expect(Boolean(row.idempotent)).toBe(IDEMPOTENT.includes(id));
  });

  test('takes the named properties and no others', () => {
    const named = new Set(Object.keys(input).map((name) => name.match(PART)![0]));
    expect(new Set(Object.keys(row.input.properties))).toEqual(new Set([...named, ...(BEYOND[id] ?? [])]));
    expect(isAccepted(row, { ...row.example, unknown_property: 1 })).toBe(false);
    for (const name of named) if (path.includes(`{${name}}`)) expect(locationOf(row, name)).toBe('path');
  });

  test.each(Object.entries(input))('%s has the stated bounds', (name, { accepts, refuses, fallback }) => {
    const example = row.example as Record<string, unknown>;
    for (const value of accepts) expect([name, value, isAccepted(row, withValue(example, name, value))]).toEqual([name, value, true]);
    for (const value of refuses) expect([name, value, isAccepted(row, withValue(example, name, value))]).toEqual([name, value, false]);
    const { [name]: _, ...rest } = example;
    if (fallback !== undefined) expect((readInput(row, rest) as Record<string, unknown>)[name]).toBe(fallback);
  });
});
