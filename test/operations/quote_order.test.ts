import { beforeAll, describe, expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { type Member, useServer } from '../support/server.ts';

const server = useServer();
let owner: Member;
let draft: number;
let live: number;
let queued: number;
let paid: number;
let removed: number;
beforeAll(async () => {
  owner = await server.member();
  const makeListing = async (status: string, plan: string | null = null, week: string | null = null) => {
    const { listing_id } = await createOwnListing(server, owner, { status });
    await server.sql`update listings set plan = ${plan}, launch_week_on = ${week} where id = ${listing_id}`;
    return listing_id;
  };
  draft = await makeListing('draft');
  live = await makeListing('live', 'free', '2026-11-09');
  paid = await makeListing('scheduled', 'paid', '2026-11-23');
  removed = await makeListing('removed');
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  await owner.client.choose_free_listing({ listing_id });
  queued = listing_id;
});

type Item = Parameters<Member['client']['quote_order']>[0]['items'][number];
const quote = (items: Item[], more: { billing_country?: string; vat_number?: string } = {}) => owner.client.quote_order({ items, ...more });
const faultsOf = async (items: Record<string, unknown>[]) => {
  const problem = await getProblem(owner.client.quote_order({ items } as never));
  expect([problem.status, problem.code]).toEqual([400, 'order_not_possible']);
  return problem.errors.map(({ path, code }) => [path, code]);
};

/** A line without choices, whose VAT is not known. */
const BLANK = { bundle: null, launch_week_on: null, categories: [], options: null, discount_cents: 0, vat_cents: null };

test('SPEC 4.7: prices every item at today’s prices, and saves nothing', async () => {
  const answer = await quote([
    { product: 'launch', listing_id: draft, week: '2026-11-23' },
    { product: 'featured', listing_id: live },
    { product: 'billboard_min', listing_id: live, amount_cents: 123_456 },
  ]);
  expect(answer).toEqual({
    lines: [
      { ...BLANK, product: 'launch', name: 'Launch', listing_id: draft, launch_week_on: '2026-11-23', amount_cents: 4900 },
      { ...BLANK, product: 'featured', name: 'Featured', listing_id: live, amount_cents: 9900 },
      { ...BLANK, product: 'billboard_min', name: 'Billboard', listing_id: live, amount_cents: 123_456 },
    ],
    currency: 'USD',
    promo_code: null,
    discount_cents: 0,
    net_cents: 138_256,
    vat: { rate: null, amount_cents: null, treatment: 'unknown', number_status: 'not_given' },
    total_cents: 138_256,
    total_is_final: false,
    not_final_because: expect.stringContaining('billing_country'),
    seller_country: 'DE',
    vat_because: expect.stringContaining('billing_country'),
    next_steps: [expect.stringContaining('create_checkout')],
  });
  expect(await server.sql`select from orders`).toHaveLength(0);
  expect(await server.sql`select from week_places where kind = 'held'`).toHaveLength(0);
});

test('200 a bundle consists of its products, with its price split to the cent', async () => {
  const { lines, net_cents } = await quote([{ product: 'launch_bundle', listing_id: draft, week: '2026-11-23' }]);
  expect(lines.map(({ product, bundle, launch_week_on }) => [product, bundle, launch_week_on])).toEqual([
    ['launch', 'launch_bundle', '2026-11-23'],
    ['featured', 'launch_bundle', null],
    ['done_for_you', 'launch_bundle', null],
  ]);
  expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([4108, 8300, 12_492]);
  expect(net_cents).toBe(24_900);
});

/** How each treatment is explained. */
const BECAUSE: Record<string, RegExp> = {
  domestic: /\(DE\) is in the seller’s country \(DE\)/,
  eu_consumer: /no valid VAT number, so the VAT of (FR|AT) applies/,
  reverse_charge: /business in the EU \(AT\).*owes the VAT itself/,
  outside_eu: /outside the EU \(US\).*no VAT/,
};
test('a promo code takes its discount off before VAT; one that cannot be used is refused with the reason', async () => {
  await server.sql`
    insert into promo_codes (site_id, code, percent, products, ends_on, created_at) values
      (${server.site_id}, 'LAUNCH10', 10, '{launch}', null, now()), (${server.site_id}, 'LAST-YEAR', 10, '{}', '2025-12-31', now())`;
  const items = [{ product: 'launch' as const, listing_id: draft }];
  const answer = await owner.client.quote_order({ items, billing_country: 'DE', promo_code: ' launch10 ' });
  expect(answer).toMatchObject({
    promo_code: 'LAUNCH10',
    discount_cents: 490,
    net_cents: 4410,
    vat: { amount_cents: 838 },
    total_cents: 5248,
  });
  expect(answer.lines).toMatchObject([{ discount_cents: 490, amount_cents: 4410, vat_cents: 838 }]);
  const faultOf = async (promo_code: string, product: 'launch' | 'ai_review' = 'launch') => {
    const problem = await getProblem(owner.client.quote_order({ items: [{ product, listing_id: draft }], promo_code }));
    expect([problem.status, problem.code, problem.errors.map(({ path }) => path)]).toEqual([400, 'order_not_possible', ['promo_code']]);
    return problem.errors[0]!.message;
  };
  expect(await faultOf('NO-SUCH')).toContain('doesn’t exist');
  expect(await faultOf('LAST-YEAR')).toContain('has expired. It was valid until 31 December 2025');
  expect(await faultOf('LAUNCH10', 'ai_review')).toContain('only works for Launch');
});

describe('VAT, sold from Germany', () => {
  test.each([
    [
      'a consumer in France',
      { billing_country: 'fr' },
      { rate: 0.2, amount_cents: 980, treatment: 'eu_consumer', number_status: 'not_given' },
    ],
    ['a buyer in Germany', { billing_country: 'DE' }, { rate: 0.19, amount_cents: 931, treatment: 'domestic', number_status: 'not_given' }],
    [
      'a business in Austria',
      { billing_country: 'AT', vat_number: 'ATU12345675' },
      { rate: 0, amount_cents: 0, treatment: 'reverse_charge', number_status: 'valid' },
    ],
    [
      'an invalid number',
      { billing_country: 'AT', vat_number: 'ATU12345678' },
      { rate: 0.2, amount_cents: 980, treatment: 'eu_consumer', number_status: 'invalid' },
    ],
    [
      'a buyer in the United States',
      { billing_country: 'US' },
      { rate: 0, amount_cents: 0, treatment: 'outside_eu', number_status: 'not_given' },
    ],
  ])('%s', async (_who, where, vat) => {
    const answer = await quote([{ product: 'launch', listing_id: draft }], where);
    expect(answer.vat).toEqual(vat);
    expect(answer).toMatchObject({ total_cents: 4900 + vat.amount_cents, total_is_final: true, not_final_because: null });
    expect(answer.lines.map(({ vat_cents }) => vat_cents)).toEqual([vat.amount_cents]);
    expect(answer.seller_country).toBe('DE');
    expect(answer.vat_because).toMatch(BECAUSE[vat.treatment]!);
  });

  test('400 for an unknown country, together with the faults of the items', async () => {
    const wrong_item = [{ product: 'launch', listing_id: live }] as const;
    const both = await getProblem(quote([...wrong_item], { billing_country: 'ZZ' }));
    expect(both.errors.map(({ path }) => path)).toEqual(['items[0].listing_id', 'billing_country']);
    const problem = await getProblem(quote([{ product: 'launch', listing_id: draft }], { billing_country: 'ZZ' }));
    expect(problem).toMatchObject({ code: 'invalid_input', errors: [{ path: 'billing_country', code: 'unknown' }] });
  });
});

describe('400 with the item and the reason', () => {
  const stranger_owns = async () => (await createOwnListing(server, await server.member(), { status: 'draft' })).listing_id;

  test.each<[string, () => unknown, string[][]]>([
    ['no listing', () => [{ product: 'launch' }], [['items[0].listing_id', 'required']]],
    ['an unknown listing', () => [{ product: 'launch', listing_id: 2 ** 40 }], [['items[0].listing_id', 'not_yours']]],
    ['a removed listing', () => [{ product: 'ai_review', listing_id: removed }], [['items[0].listing_id', 'not_possible']]],
    ['launching a live listing', () => [{ product: 'launch', listing_id: live }], [['items[0].listing_id', 'not_possible']]],
    ['launching twice', () => [{ product: 'launch', listing_id: paid }], [['items[0].listing_id', 'not_possible']]],
    ['an invalid day', () => [{ product: 'launch', listing_id: draft, week: '2026-02-31' }], [['items[0].week', 'wrong_form']]],
    ['a day that is no Monday', () => [{ product: 'launch', listing_id: draft, week: '2026-11-24' }], [['items[0].week', 'not_a_monday']]],
    ['this week', () => [{ product: 'launch', listing_id: draft, week: '2026-11-09' }], [['items[0].week', 'not_offered']]],
    ['a week too far ahead', () => [{ product: 'launch', listing_id: draft, week: '2027-02-08' }], [['items[0].week', 'not_offered']]],
    [
      'a week on the wrong product',
      () => [{ product: 'featured', listing_id: live, week: '2026-11-23' }],
      [['items[0].week', 'not_allowed']],
    ],
    ['skip_queue without a week', () => [{ product: 'skip_queue', listing_id: queued }], [['items[0].week', 'required']]],
    [
      'skip_queue on a paid listing',
      () => [{ product: 'skip_queue', listing_id: paid, week: '2026-11-30' }],
      [['items[0].listing_id', 'not_possible']],
    ],
    [
      'skip_queue on a listing outside of the queue',
      () => [{ product: 'skip_queue', listing_id: draft, week: '2026-11-30' }],
      [['items[0].listing_id', 'not_possible']],
    ],
    [
      'relaunching a listing that is not live',
      () => [{ product: 'relaunch', listing_id: draft, week: '2026-11-30' }],
      [['items[0].listing_id', 'not_possible']],
    ],
    ['relaunch without a week', () => [{ product: 'relaunch', listing_id: live }], [['items[0].week', 'required']]],
    [
      'too many categories',
      () => [{ product: 'extra_categories', listing_id: live, categories: ['a', 'b', 'c', 'd'] }],
      [['items[0].categories', 'too_many']],
    ],
    [
      'an unknown category',
      () => [{ product: 'extra_categories', listing_id: live, categories: ['no-such-thing'] }],
      [['items[0].categories[0]', 'unknown']],
    ],
    ['no categories', () => [{ product: 'extra_categories', listing_id: live }], [['items[0].categories', 'required']]],
    [
      'categories on the wrong product',
      () => [{ product: 'featured', listing_id: live, categories: ['x'] }],
      [['items[0].categories', 'not_allowed']],
    ],
    [
      'an amount on the wrong product',
      () => [{ product: 'launch', listing_id: draft, amount_cents: 1 }],
      [['items[0].amount_cents', 'not_allowed']],
    ],
    ['no amount', () => [{ product: 'billboard_min', listing_id: live }], [['items[0].amount_cents', 'required']]],
    [
      'an amount below the minimum',
      () => [{ product: 'billboard_min', listing_id: live, amount_cents: 999 }],
      [['items[0].amount_cents', 'too_small']],
    ],
    [
      'options on the wrong product',
      () => [{ product: 'launch', listing_id: draft, options: { style: 'oak' } }],
      [['items[0].options', 'not_allowed']],
    ],
    ['no options', () => [{ product: 'trophy_cabinet', listing_id: live }], [['items[0].options', 'required']]],
    [
      'options of which none is chosen',
      () => [{ product: 'trophy_cabinet', listing_id: live, options: { style: null, title: null } }],
      [['items[0].options.style', 'required']],
    ],
    [
      'options without a required one',
      () => [{ product: 'trophy_cabinet', listing_id: live, options: { style: null, title: 'Our wins' } }],
      [['items[0].options.style', 'required']],
    ],
    ['featured without a launch', () => [{ product: 'featured', listing_id: draft }], [['items[0].listing_id', 'not_possible']]],
    [
      'the same product twice',
      () => [
        { product: 'ai_review', listing_id: live },
        { product: 'ai_review', listing_id: live },
      ],
      [['items[1].product', 'duplicate']],
    ],
    [
      'a product that a bundle also contains',
      () => [
        { product: 'launch_bundle', listing_id: draft },
        { product: 'launch', listing_id: draft },
      ],
      [['items[1].product', 'duplicate']],
    ],
    [
      'all errors at once',
      () => [{ product: 'launch', listing_id: live, week: '2026-11-24', options: { style: 'oak' } }, { product: 'featured' }],
      [
        ['items[0].listing_id', 'not_possible'],
        ['items[0].week', 'not_a_monday'],
        ['items[0].options', 'not_allowed'],
        ['items[1].listing_id', 'required'],
      ],
    ],
  ])('%s', async (_what, items, faults) => {
    expect((await faultsOf(items() as Record<string, unknown>[])).sort()).toEqual(faults.sort());
  });

  test('another account’s listing is reported as not yours', async () => {
    expect(await faultsOf([{ product: 'launch', listing_id: await stranger_owns() }])).toEqual([['items[0].listing_id', 'not_yours']]);
  });

  test('a disabled product', async () => {
    await server.sql`update products set on_offer = false where code = 'done_for_you'`;
    expect(await faultsOf([{ product: 'done_for_you', listing_id: live }])).toEqual([['items[0].product', 'unknown_product']]);
    await server.sql`update products set on_offer = true where code = 'done_for_you'`;
  });

  test('a category the listing already has', async () => {
    const [row] =
      await server.sql`select c.slug from listing_categories l join categories c on c.id = l.category_id where l.listing_id = ${live}`;
    expect(await faultsOf([{ product: 'extra_categories', listing_id: live, categories: [row!.slug] }])).toEqual([
      ['items[0].categories[0]', 'has_already'],
    ]);
  });

  test('a week with one slot left for two listings', async () => {
    const { listing_id: other } = await createOwnListing(server, owner, { status: 'draft' });
    await server.sql`insert into launch_weeks (site_id, week_on, room, taken) values (${server.site_id}, '2026-12-07', 1, 0)`;
    const items = [draft, other].map((listing_id) => ({ product: 'launch' as const, listing_id, week: '2026-12-07' }));
    expect(await faultsOf(items)).toEqual([['items[1].week', 'full']]);
  });
});

test('SPEC 4.8: options are closed; every one may be null, and products without options take nulls', async () => {
  const { lines } = await quote([
    { product: 'trophy_cabinet', listing_id: live, options: { style: 'oak', title: null } },
    { product: 'launch', listing_id: draft, options: { style: null, title: null } },
  ]);
  expect(lines.map(({ options }) => options)).toEqual([{ style: 'oak', title: null }, null]);
  const problem = await getProblem(quote([{ product: 'trophy_cabinet', listing_id: live, options: { style: 'gold', size: 3 } as never }]));
  expect(problem.errors.map(({ path, code }) => [path, code]).sort()).toEqual([
    ['items[0].options.size', 'unknown_property'],
    ['items[0].options.style', 'not_allowed'],
  ]);
});

test('400 for a product that does not exist', async () => {
  const problem = await getProblem(quote([{ product: 'votes' as never, listing_id: draft }]));
  expect(problem).toMatchObject({ code: 'invalid_input', errors: [{ path: 'items[0].product', code: 'not_allowed' }] });
});

test('400 for more than 20 items, unknown properties, and a body that is no order', async () => {
  const many = Array.from({ length: 21 }, () => ({ product: 'launch' as const, listing_id: draft }));
  expect((await getProblem(quote(many))).errors[0]).toMatchObject({ path: 'items', code: 'too_many', limit: 20 });
  expect((await getProblem(quote([]))).errors[0]).toMatchObject({ path: 'items', code: 'too_few' });
  expect((await getProblem(quote([{ product: 'launch', discount: 100 } as never]))).code).toBe('unknown_property');
});

test('200 products for live listings may be ordered together with the launch', async () => {
  const { lines } = await quote([
    { product: 'featured', listing_id: draft },
    { product: 'launch', listing_id: draft },
  ]);
  expect(lines.map(({ product }) => product)).toEqual(['featured', 'launch']);
});

test('200 a queued listing may skip the queue, and may choose its own week by a paid launch', async () => {
  const { launch_week_on } = await owner.client.get_my_listing({ listing_id: queued });
  await server.sql`update launch_weeks set room = taken where week_on = ${launch_week_on}`;
  await quote([{ product: 'skip_queue', listing_id: queued, week: '2026-11-30' }]);
  await quote([{ product: 'launch', listing_id: queued, week: launch_week_on! }]);
  expect(await faultsOf([{ product: 'skip_queue', listing_id: queued, week: launch_week_on }])).toEqual([
    ['items[0].week', 'chosen_already'],
  ]);
});
