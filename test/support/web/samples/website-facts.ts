import type { FactChange } from '../../../../src/modules/rechecks/changes/queries.ts';
import type { PriceChange, PriceRow } from '../../../../src/modules/rechecks/prices/queries.ts';
import type { WebsiteCheck } from '../../../../src/modules/rechecks/queries.ts';

const PRICING = 'https://tidewater.example/pricing';
const quoted = (quote: string, url: string, read_at: string, confirmed_at = read_at) => [{ quote, url, read_at, confirmed_at }];

export const aFactChange = (change: Partial<FactChange> = {}): FactChange => ({
  id: 1,
  listing_id: 1,
  path: 'city',
  name: null,
  unit: null,
  status: 'open',
  before: 'Lisbon',
  after: 'Porto',
  quotes_before: quoted('A small team in Lisbon, Portugal.', 'https://tidewater.example/about', '2026-09-30T09:00:00.000Z'),
  quotes_after: quoted('A small team in Porto, Portugal.', 'https://tidewater.example/about', '2026-11-09T09:00:00.000Z'),
  found_at: new Date('2026-11-09T09:00:00Z'),
  updated_at: new Date('2026-11-09T09:00:00Z'),
  ...change,
});

/** One of each kind of value. */
export const someFactChanges = (): FactChange[] => [
  aFactChange(),
  aFactChange({
    id: 2,
    path: 'attributes.price_from',
    name: 'Price From',
    before: { amount: 9, currency: 'USD', period: 'month' },
    after: { amount: 12, currency: 'USD', period: 'month' },
    quotes_before: quoted('$9 per month', PRICING, '2026-09-30T09:00:00.000Z', '2026-11-02T09:00:00.000Z'),
    quotes_after: quoted('$12 per month', PRICING, '2026-11-09T09:00:00.000Z'),
  }),
  aFactChange({ id: 3, path: 'attributes.seats', name: 'Seats Included', unit: 'people', before: 5, after: 10 }),
  aFactChange({ id: 4, path: 'socials.github', before: 'https://github.com/tidewater', after: 'https://github.com/tidewater-team' }),
  aFactChange({
    id: 5,
    path: 'features',
    before: ['Tide Tables', 'Crew Messages'],
    after: ['Tide Tables', 'Crew Messages', 'Berth Plans'],
  }),
];

export const aWebsiteCheck = (check: Partial<WebsiteCheck> = {}): WebsiteCheck => ({
  checked_at: new Date('2026-11-09T09:00:00Z'),
  next_check_at: new Date('2026-11-16T09:00:00Z'),
  failure: null,
  failing_since: null,
  hidden_at: null,
  ...check,
});

const aPrice = (plan: string, amount: number, from: string, until: string | null): PriceRow => ({
  plan,
  amount,
  currency: 'USD',
  period: 'month',
  quote: `$${amount} per month`,
  url: PRICING,
  from_at: new Date(from),
  confirmed_at: new Date(until ?? '2026-11-09T09:00:00Z'),
  ended_at: until === null ? null : new Date(until),
});

export const somePrices = (): PriceRow[] => [
  aPrice('Quay', 9, '2026-06-01T09:00:00Z', '2026-09-01T09:00:00Z'),
  aPrice('Quay', 10.5, '2026-09-01T09:00:00Z', '2026-11-09T09:00:00Z'),
  aPrice('Quay', 12, '2026-11-09T09:00:00Z', null),
  aPrice('Harbour', 49, '2026-06-01T09:00:00Z', null),
];

export const aPriceChange = (): PriceChange => ({
  ...aPrice('Quay', 12, '2026-11-09T09:00:00Z', null),
  id: 1,
  slug: 'tidewater',
  name: 'Tidewater',
  before: 10.5,
});
