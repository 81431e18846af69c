import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { type Limit, type LimitLeft, takeAttempt } from '../../../kernel/limits.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { accountLimit, websiteLimit } from '../../accounts/limits.ts';
import { formatWait } from '../../accounts/rules.ts';
import { extractDomainOrHost } from '../addresses.ts';
import { acquireHostLock, extendHostLock, releaseHostLock } from './queries.ts';

/** Reads of a website are counted and locked by its registrable domain. */
const hostKey = (url: string): string => extractDomainOrHost(url) ?? url;

const rejectOverLimit = (limit: LimitLeft, detail: string): never => {
  throw new Refusal('rate_limited', { limit, detail });
};

/** Counts a read against the limit of the website, which all accounts share. */
export const countWebsiteRead = async ({ limits, site }: Ctx, url: string): Promise<void> => {
  const host = hostKey(url);
  const left = await limits.take(`website ${host}`, websiteLimit(site));
  if (!left.granted)
    rejectOverLimit(
      left,
      t('We’ve read {host} {n} times in the last hour, the limit for one website. Try again in {wait}.', {
        host,
        n: left.limit,
        wait: formatWait(left.resets_in),
      }),
    );
};

/** Counts a request to someone else's server against the account's limit for drafts. Call it before any transaction. */
export const countAccountRead = async (ctx: Ctx<Caller>): Promise<void> => {
  const { who, limit } = accountLimit(ctx.site, 'drafts', ctx.caller.account_id);
  const left = await ctx.limits.take(who, limit);
  if (!left.granted)
    rejectOverLimit(
      left,
      t('You’ve used all {n} website reads for this hour. Try again in {wait}.', { n: left.limit, wait: formatWait(left.resets_in) }),
    );
};

/** Counts a read against the limits of both the account and the website. */
export const countRead = async (ctx: Ctx<Caller>, url: string): Promise<void> => {
  // The account first: an account over its limit must not use up the website's.
  await countAccountRead(ctx);
  await countWebsiteRead(ctx, url);
};

/** Limits scheduled checks of one website: badge and claim checks for many accounts must not add up to a burden. */
const SCHEDULED_READ_LIMIT: Limit = { name: 'scheduled_readings', limit: 60, window_seconds: 3600 };

export class WebsiteBusyError extends Error {
  constructor(host: string) {
    super(`${host} is being read at this moment`);
  }
}

/** A lock of a crashed process expires after this time. */
const LEASE_SECONDS = 8;
const EXTEND_EVERY_MS = 2500;
const POLL_MS = 250;

/** Reads a website while holding its lock, across all processes. Throws WebsiteBusyError if it is not free within `wait_ms`. */
export const readWithHostLock = async <T>(sql: Db, url: string, work: () => Promise<T>, { wait_ms = 0 } = {}): Promise<T> => {
  const lock = { host: hostKey(url), holder: randomUUID(), seconds: LEASE_SECONDS };
  const until = performance.now() + wait_ms;
  while (!(await acquireHostLock(sql, lock))) {
    if (performance.now() >= until) throw new WebsiteBusyError(lock.host);
    await sleep(POLL_MS);
  }
  const extend_timer = setInterval(() => void extendHostLock(sql, lock).catch(() => undefined), EXTEND_EVERY_MS);
  extend_timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(extend_timer);
    // If the database cannot be reached, the lease expires.
    await releaseHostLock(sql, lock).catch(() => undefined);
  }
};

/** For scheduled checks. Null if the website is busy or over its limit: the check is due again later. */
export const readOnSchedule = async <T>(
  { sql, clock }: { sql: Db; clock: Clock },
  url: string,
  work: () => Promise<T>,
): Promise<T | null> => {
  const readIfAllowed = async () => {
    const { granted } = await takeAttempt(sql, `website ${hostKey(url)}`, SCHEDULED_READ_LIMIT, clock.now());
    return granted ? work() : null;
  };
  try {
    return await readWithHostLock(sql, url, readIfAllowed);
  } catch (error) {
    if (error instanceof WebsiteBusyError) return null;
    throw error;
  }
};

const MAX_WAIT_MS = 5000;

/** For a user who waits for the answer. */
export const readInteractively = async <T>({ sql }: Pick<Ctx, 'sql'>, url: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await readWithHostLock(sql, url, work, { wait_ms: MAX_WAIT_MS });
  } catch (error) {
    if (!(error instanceof WebsiteBusyError)) throw error;
    const left = { name: 'readings_at_once', limit: 1, window_seconds: 10, remaining: 0, resets_in: 10 };
    return rejectOverLimit(left, t('We’re already reading this website. Try again in a few seconds.'));
  }
};

/** When a job tries a busy website again, with jitter. */
export const getRetryDelaySeconds = (): number => 4 + Math.floor(Math.random() * 8);
