import { fold } from '../../kernel/words.ts';
import type { PlanPrice } from '../extraction/propose/plans.ts';
import type { FactReading } from './reading/tasks.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const DAY_MS = DAY_HOURS * HOUR_MS;

/** Limits of all re-readings together. Operators who list more than about 250,000 products raise the first. */
export const RECHECK_LIMITS = {
  requests_per_hour: 3600,
  /** Left for readings that take more requests than expected. */
  reserve: 400,
  /** Between two re-readings of a registrable domain, however many listings it has. */
  domain_gap_ms: 10 * 60_000,
  /** After this time a re-reading that began is taken for lost. */
  lease_ms: 15 * 60_000,
  /** What a re-reading is expected to cost before the first: robots.txt and a few pages. */
  usual_requests: 4,
};

interface Due {
  domain: string;
  requests: number;
}

/** The listings to read now: one per domain, in their order, within the requests that are left. No more than a minute's share of an hour. */
export const chooseDue = <D extends Due>(due: readonly D[], requests_left: number): D[] => {
  let left = Math.min(requests_left - RECHECK_LIMITS.reserve, Math.ceil(RECHECK_LIMITS.requests_per_hour / 60));
  const chosen = new Map<string, D>();
  for (const one of due) {
    if (chosen.has(one.domain)) continue;
    left -= Math.max(one.requests, RECHECK_LIMITS.usual_requests);
    if (left < 0) break;
    chosen.set(one.domain, one);
  }
  return [...chosen.values()];
};

export const FIRST_INTERVAL_HOURS = 7 * DAY_HOURS;
const MIN_HOURS = DAY_HOURS;
const MAX_HOURS = 60 * DAY_HOURS;

interface ReadingFacts {
  interval_hours: number;
  changed: boolean;
  has_price: boolean;
  views_per_day: number;
}

/** The longest interval of a listing; the first row that applies. */
const LONGEST_INTERVALS: { applies(facts: ReadingFacts): boolean; hours: number }[] = [
  { applies: ({ views_per_day }) => views_per_day >= 100, hours: 2 * DAY_HOURS },
  { applies: ({ views_per_day }) => views_per_day >= 10, hours: 7 * DAY_HOURS },
  { applies: ({ has_price }) => has_price, hours: 21 * DAY_HOURS },
  { applies: () => true, hours: MAX_HOURS },
];

/** How long to wait for the next re-reading: shorter after a change, longer after none. */
export const nextInterval = (facts: ReadingFacts): number => {
  const { hours } = LONGEST_INTERVALS.find(({ applies }) => applies(facts))!;
  const wanted = facts.changed ? facts.interval_hours / 2 : facts.interval_hours * 1.5;
  return Math.round(Math.min(Math.max(wanted, MIN_HOURS), hours));
};

/** When the interval ends, up to a tenth sooner or later, so that listings which began together do not stay together. */
export const nextRecheckAt = (now: Date, interval_hours: number, random = Math.random()): Date =>
  new Date(now.getTime() + Math.max(interval_hours * (0.9 + random * 0.2), MIN_HOURS) * HOUR_MS);

/** After a failed reading: an hour, then twice as long each time, up to a day; a website that is hidden is tried once a week. */
export const retryAt = (now: Date, failures: number, hidden: boolean): Date =>
  new Date(now.getTime() + (hidden ? 7 * DAY_HOURS : Math.min(2 ** (failures - 1), DAY_HOURS)) * HOUR_MS);

/** When a domain may be asked again; one that does not answer, not before its own delay. */
export const domainOpensAt = (now: Date, failures: number): Date =>
  new Date(now.getTime() + Math.max(RECHECK_LIMITS.domain_gap_ms, failures > 0 ? Math.min(2 ** failures, DAY_HOURS) * HOUR_MS : 0));

const DEAD_AFTER_MS = 7 * DAY_MS;
const DEAD_AFTER_FAILURES = 4;

/** Whether a website counts as gone: several attempts over at least a week got no answer. */
export const isDead = ({ failures, failing_since }: { failures: number; failing_since: Date | null }, now: Date): boolean =>
  failing_since !== null && failures >= DEAD_AFTER_FAILURES && now.getTime() - failing_since.getTime() >= DEAD_AFTER_MS;

export interface RecheckSettings {
  /** Days without an answer after which a listing is hidden; 0 for never. */
  hide_dead_after_days: number;
  /** Whether a certain change of a price is published without the owner. */
  publish_price_changes: boolean;
}

export const RECHECK_SETTINGS: RecheckSettings = { hide_dead_after_days: 30, publish_price_changes: false };

export const readRecheckSettings = ({ hide_dead_after_days, publish_price_changes }: Record<string, unknown>): RecheckSettings => ({
  hide_dead_after_days:
    Number.isSafeInteger(hide_dead_after_days) && (hide_dead_after_days as number) >= 0
      ? (hide_dead_after_days as number)
      : RECHECK_SETTINGS.hide_dead_after_days,
  publish_price_changes: publish_price_changes === true,
});

/** When a listing whose website is dead is hidden; null if never. */
export const hiddenFrom = (failing_since: Date, { hide_dead_after_days }: RecheckSettings): Date | null =>
  hide_dead_after_days === 0 ? null : new Date(failing_since.getTime() + Math.max(hide_dead_after_days * DAY_MS, DEAD_AFTER_MS));

/** Names that no website has: examples and demo content. */
export const isReservedDomain = (domain: string): boolean => /(^|\.)(example|invalid)(\.(com|net|org))?$/.test(domain);

/**
 * Whether a reading must be repeated before it counts: every quote of several facts is gone at once. That is more often a page for
 * maintenance or for robots than a new website.
 */
export const isDoubtful = (facts: FactReading[]): boolean =>
  facts.length >= 3 && facts.every(({ quotes }) => quotes.every(({ state }) => state === 'gone' || state === 'changed'));

const AMOUNT = /\d[\d.,'’]*/g;
const withoutAmounts = (text: string): string => text.replace(AMOUNT, '#');

/** Whether two summaries of prices name the same plans in the same words, with another amount. */
const isSamePlans = (before: string, after: string): boolean =>
  before !== after && withoutAmounts(before) === withoutAmounts(after) && before.includes(' · ');

const isMoney = (value: unknown): value is { amount: number; currency: string; period: string | null } =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

/** Whether a change needs nobody's judgement: the price of the same plan, in the same currency, for the same period. */
export const isCertainChange = (path: string, before: unknown, after: unknown): boolean => {
  if (path === 'pricing_summary') return typeof before === 'string' && typeof after === 'string' && isSamePlans(before, after);
  if (!isMoney(before) || !isMoney(after)) return false;
  return before.currency === after.currency && before.period === after.period && before.amount !== after.amount;
};

/** A price that still applied at the last reading. */
export interface OpenPrice extends PlanPrice {
  id: number;
}

interface PriceChanges {
  /** Still the same. */
  confirmed: number[];
  /** No longer said. */
  ended: number[];
  added: PlanPrice[];
}

const planKey = ({ plan, currency, period }: PlanPrice): string => `${fold(plan)} ${currency} ${period}`;

/** What a reading says about the prices of a listing. A price ends only if its page still lists prices. */
export const comparePrices = (open: OpenPrice[], read: PlanPrice[]): PriceChanges => {
  const now = new Map(read.map((price) => [planKey(price), price]));
  const before = new Map(open.map((price) => [planKey(price), price]));
  const isSame = (price: PlanPrice) => now.get(planKey(price))?.amount === price.amount;
  return {
    confirmed: open.filter(isSame).map(({ id }) => id),
    ended: open
      .filter((price) => !isSame(price) && (now.has(planKey(price)) || read.some(({ url }) => url === price.url)))
      .map(({ id }) => id),
    added: [...now.values()].filter((price) => before.get(planKey(price))?.amount !== price.amount),
  };
};
