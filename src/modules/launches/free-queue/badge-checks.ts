import { fetchParsed, parseWith, type ResponseHead } from '../../../integrations/fetch/fetch-parsed.ts';
import { type FetchError, type GuardedFetch, isFetched } from '../../../integrations/fetch/guarded-fetch.ts';
import type { Caller, Ctx, Site, SiteCtx } from '../../../kernel/context.ts';
import { msg } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
import { isTooCostly } from '../../../kernel/parsing/task.ts';
import { startOfDay } from '../../../kernel/time/weeks.ts';
import { listingMoves } from '../../listings/states.ts';
import { countRead, readInteractively } from '../../listings/website-access/website-access.ts';
import { crawlerUserAgent } from '../../sites/sites.ts';
import { BADGE_PAGE_BYTES, check_badge } from '../badges/parser-tasks.ts';
import { scheduledNotification } from '../mails.tsx';
import { notifyOwner } from '../notifications.ts';
import { findLaunch, type OwnLaunch } from '../queries.ts';
import { nextBadgeCheck } from '../rules.ts';
import { lockLaunch, writeBadgeCheck, writeNextBadgeCheck } from './queries.ts';

/** Result of a badge check; `seen` explains it to the listing's owner. */
export interface BadgeCheckResult {
  found: boolean;
  seen: string;
  /** The page exceeded the parser's limits. We do not retry on schedule, since the result would be the same. */
  gave_up?: true;
}

interface BadgePage {
  website: string;
  slug: string;
}

const TIMEOUT_MS = 10_000;
const HTML_TYPES = ['text/html', 'application/xhtml+xml'];

const notFound = (seen: string): BadgeCheckResult => ({ found: false, seen });

/** Why a response is not parsed, or null. */
const pageFault = (answer: ResponseHead | FetchError, address: string): string | null => {
  if (!isFetched(answer)) return inEnglish(msg('{address} couldn’t be read: {reason}.'), { address, reason: answer.detail });
  if (answer.status !== 200) return inEnglish(msg('{address} returns status {status}.'), { address, status: answer.status });
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return type && !HTML_TYPES.includes(type)
    ? inEnglish(msg('{address} is served as {type} instead of a web page.'), { address, type: type.slice(0, 60) })
    : null;
};

const checkPage = async (fetch: GuardedFetch, site: Site, address: string, slug: string): Promise<BadgeCheckResult> => {
  const options = { timeout_ms: TIMEOUT_MS, max_bytes: BADGE_PAGE_BYTES, cut: true, user_agent: crawlerUserAgent(site) };
  try {
    const found = await fetchParsed(fetch, address, options, check_badge, (answer) => {
      return pageFault(answer, address) ?? parseWith({ page_url: answer.url, site_root: site.root, slug });
    });
    if (typeof found === 'string') return notFound(found);
    return found
      ? { found: true, seen: inEnglish(msg('We found the badge on {address}.'), { address }) }
      : notFound(inEnglish(msg('We checked {address}, but the badge isn’t in its HTML.'), { address }));
  } catch (error) {
    if (!isTooCostly(error)) throw error;
    const seen = inEnglish(msg('{address} is too large or too slow to read. Make the page simpler, then check again.'), { address });
    return { found: false, seen, gave_up: true };
  }
};

/** Checks for a listing's badge at the website's own address and, if that is a page below, at the root of the host. */
export const checkBadgeOnWebsite = async (fetch: GuardedFetch, site: Site, { website, slug }: BadgePage): Promise<BadgeCheckResult> => {
  const first = await checkPage(fetch, site, website, slug);
  const root = URL.parse('/', website)?.href;
  if (first.found || first.gave_up || !root || root === URL.parse(website)?.href) return first;
  const second = await checkPage(fetch, site, root, slug);
  return second.found ? second : first;
};

/** The same on the owner's request. It loads somebody else's server, so it counts against the same limit as drafts. */
export const checkBadgeOnRequest = async (ctx: Ctx<Caller>, page: BadgePage): Promise<BadgeCheckResult> => {
  await countRead(ctx, page.website);
  return readInteractively(ctx, page.website, () => checkBadgeOnWebsite(ctx.integrations.fetch, ctx.site, page));
};

export const nextCheckAt = ({ site, clock }: SiteCtx, began_at: Date, week: string): Date =>
  nextBadgeCheck({ began_at, week_begins_at: startOfDay(week, site.time_zone), now: clock.now() });

export const rescheduleBadgeCheck = async (ctx: SiteCtx, listing_id: number, week: string): Promise<void> => {
  const listing = await findLaunch(ctx.sql, listing_id);
  if (listing?.watched_since) await writeNextBadgeCheck(ctx.sql, listing_id, nextCheckAt(ctx, listing.watched_since, week));
};

/** Records the result of a badge check, and schedules the listing if the badge was found. Runs in the current transaction. */
export const recordBadgeCheck = async (ctx: SiteCtx, launch: OwnLaunch, { found, seen, gave_up }: BadgeCheckResult): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, owner_id, watched_since } = launch;
  const now = clock.now();
  const current = await lockLaunch(sql, listing_id);
  const is_waiting = current?.status === 'awaiting_badge' && current.launch_week_on && watched_since;
  // A page that exceeded the parser's limits is not read again until its owner requests it or the listing gets another week.
  const next_check_at = is_waiting && !found && !gave_up ? nextCheckAt(ctx, watched_since, current.launch_week_on!) : null;
  await writeBadgeCheck(sql, { listing_id, checked_at: now, found, seen, next_check_at });
  if (!is_waiting || !found) return;
  await listingMoves.make({ sql, at: now }, listing_id, 'badge_found');
  await notifyOwner(ctx, owner_id, () => scheduledNotification(site, launch, current.launch_week_on!));
};
