/**
 * Simulates 100,000 listings on the schedule of re-readings, in memory, with the rules of the product and a stand-in for the network.
 * Usage: node bench/rechecks.ts [listings] [days]
 */
import {
  chooseDue,
  domainOpensAt,
  FIRST_INTERVAL_HOURS,
  nextInterval,
  nextRecheckAt,
  RECHECK_LIMITS,
  retryAt,
} from '../src/modules/rechecks/rules.ts';

const [listings = 100_000, days = 120] = process.argv.slice(2).map(Number);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

let seed = 7;
const random = (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

interface Row {
  domain: string;
  requests: number;
  due: number;
  interval_hours: number;
  failures: number;
  confirmed: number;
  has_price: boolean;
  views_per_day: number;
  /** Days between two changes of the website. */
  changes_every: number;
  dead: boolean;
}

/** One listing in ten is on one of 50 shared domains, one website in 50 does not answer. */
const rows = Array.from(
  { length: listings },
  (_, at): Row => ({
    domain: random() < 0.1 ? `shared-${Math.floor(random() * 50)}.test` : `site-${at}.test`,
    requests: 0,
    due: random() * FIRST_INTERVAL_HOURS * 60 * MINUTE,
    interval_hours: FIRST_INTERVAL_HOURS,
    failures: 0,
    confirmed: 0,
    has_price: random() < 0.6,
    views_per_day: random() < 0.005 ? 150 : random() < 0.03 ? 20 : 1,
    changes_every: 5 + random() * 300,
    dead: random() < 0.02,
  }),
);

const domains = new Map<string, { opens: number; failures: number }>();
/** Rows by the minute in which they are due. */
const wheel = new Map<number, Row[]>();
const schedule = (row: Row): void => {
  const at = Math.ceil(row.due / MINUTE);
  wheel.set(at, [...(wheel.get(at) ?? []), row]);
};
for (const row of rows) schedule(row);

let waiting: Row[] = [];
const per_minute: number[] = [];
const domain_hours = new Map<string, number>();
let most_per_hour = 0;
let most_per_domain = 0;
let readings = 0;
let requests = 0;
let longest_wait = 0;

const read = (row: Row, now: number): void => {
  readings++;
  const at = new Date(now);
  if (row.dead) {
    row.failures++;
    row.requests = 1;
    row.due = retryAt(at, row.failures, row.failures > 30).getTime();
    // On a shared domain only the page is gone.
    const failures = row.domain.startsWith('shared') ? 0 : (domains.get(row.domain)?.failures ?? 0) + 1;
    domains.set(row.domain, { failures, opens: domainOpensAt(at, failures).getTime() });
  } else {
    const changed = random() < 1 - Math.exp(-row.interval_hours / 24 / row.changes_every);
    // robots.txt and three pages; a website that changed is read as for a draft.
    row.requests = changed ? 16 : 4;
    row.interval_hours = nextInterval({ ...row, changed });
    row.confirmed = now;
    row.due = nextRecheckAt(at, row.interval_hours, random()).getTime();
    domains.set(row.domain, { failures: 0, opens: now + RECHECK_LIMITS.domain_gap_ms });
  }
  requests += row.requests;
  per_minute[per_minute.length - 1]! += row.requests;
  const key = `${row.domain} ${Math.floor(now / (60 * MINUTE))}`;
  domain_hours.set(key, (domain_hours.get(key) ?? 0) + row.requests);
  schedule(row);
};

const started_at = performance.now();
for (let minute = 0; minute < days * 1440; minute++) {
  const now = minute * MINUTE;
  waiting.push(...(wheel.get(minute) ?? []));
  wheel.delete(minute);
  per_minute.push(0);
  const used = per_minute.slice(-60).reduce((sum, n) => sum + n, 0);
  const open = waiting.filter(({ domain }) => (domains.get(domain)?.opens ?? 0) <= now).toSorted((a, b) => a.due - b.due);
  const chosen = new Set(chooseDue(open.slice(0, 500), RECHECK_LIMITS.requests_per_hour - used));
  if (chosen.size > 0) waiting = waiting.filter((row) => !chosen.has(row));
  for (const row of chosen) {
    longest_wait = Math.max(longest_wait, row.dead ? 0 : now - row.due);
    read(row, now);
  }
  most_per_hour = Math.max(most_per_hour, used + per_minute.at(-1)!);
  if (minute % 60 === 59) {
    most_per_domain = Math.max(most_per_domain, ...domain_hours.values());
    domain_hours.clear();
  }
}

const end = days * DAY;
const ages = rows
  .filter(({ dead }) => !dead)
  .map(({ confirmed }) => (end - confirmed) / DAY)
  .sort((a, b) => a - b);
const days_text = (n: number) => `${n.toFixed(1)} days`;
console.table({
  listings,
  days,
  readings,
  'requests an hour, mean': Math.round(requests / (days * 24)),
  'requests an hour, most': most_per_hour,
  'requests to one domain an hour, most': most_per_domain,
  'age of a confirmation, median': days_text(ages[Math.floor(ages.length / 2)]!),
  'age of a confirmation, 99 %': days_text(ages[Math.floor(ages.length * 0.99)]!),
  'age of a confirmation, oldest': days_text(ages.at(-1)!),
  'longest wait of a due listing': days_text(longest_wait / DAY),
  'seconds to simulate': Math.round((performance.now() - started_at) / 1000),
});
