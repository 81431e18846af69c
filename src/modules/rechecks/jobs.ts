import type { GuardedFetch } from '../../integrations/fetch/guarded-fetch.ts';
import type { Db, Site } from '../../kernel/context.ts';
import { enqueue, type JobCtx, job } from '../../kernel/jobs.ts';
import { counter } from '../../kernel/metrics.ts';
import { attributeKey } from '../catalog/attributes/names.ts';
import { selectCategoryOptions } from '../catalog/queries.ts';
import { extractDomainOrHost } from '../listings/addresses.ts';
import { selectListingDefinitions } from '../listings/attributes/queries.ts';
import { selectListingProfiles } from '../listings/queries.ts';
import { readOnSchedule } from '../listings/website-access/website-access.ts';
import { crawlerUserAgent, getSiteById } from '../sites/sites.ts';
import { applyReading, isRechecked } from './apply-reading.ts';
import { factsOf } from './changes/evidence.ts';
import {
  claimListings,
  countRequests,
  findRecheck,
  lockClaims,
  scheduleNewListings,
  selectDueRechecks,
  selectKnownPages,
  updateRecheck,
} from './queries.ts';
import { readWebsite, type WebsiteFacts, type WebsiteReading } from './reading/read-website.ts';
import { chooseDue, FIRST_INTERVAL_HOURS, isReservedDomain, nextRecheckAt, RECHECK_LIMITS } from './rules.ts';

const readings = counter('rechecks_total', 'Websites of live listings that were read again, by outcome: unchanged, read or failed.', [
  'outcome',
]);

/** Reads the website of a listing for a site. */
export const readListingWebsite = (
  { clock, integrations, signal }: Pick<JobCtx, 'clock' | 'integrations'> & { signal?: AbortSignal },
  site: Site,
  website: WebsiteFacts,
): Promise<WebsiteReading> => {
  const fetch: GuardedFetch = (url, options) => integrations.fetch(url, { ...options, ...(signal && { signal }) });
  return readWebsite(fetch, website, { now: () => clock.now(), user_agent: crawlerUserAgent(site) });
};

/** What a re-reading of a listing compares. */
export const loadWebsiteFacts = async (sql: Db, listing_id: number, site_id: number): Promise<WebsiteFacts & { status: unknown }> => {
  const [[listing], pages, categories, attributes] = await Promise.all([
    selectListingProfiles(sql, [listing_id]),
    selectKnownPages(sql, listing_id),
    selectCategoryOptions(sql, site_id),
    selectListingDefinitions(sql, listing_id),
  ]);
  const facts = factsOf(listing!);
  const { website, status } = listing!.values;
  // Only what the listing states is looked for.
  const stated = attributes.filter(({ key }) => facts.some(({ path }) => attributeKey(path) === key));
  return { website: String(website), facts, pages, categories, attributes: stated, status };
};

const NOT_READ_HOURS = 30 * 24;

/** Reads a listing's website again. Nothing is written before the last transaction, so a retry starts over. */
export const recheck_listing = job<{ listing_id: number }>({
  name: 'recheck_listing',
  lane: 'reading',
  attempts: 2,
  async run(ctx, { listing_id }) {
    const { sql, clock, site_root } = ctx;
    const row = await findRecheck(sql, listing_id);
    if (!row?.claimed_until) return;
    const website = await loadWebsiteFacts(sql, listing_id, row.site_id);
    if (!isRechecked(website.status, row) || isReservedDomain(extractDomainOrHost(website.website) ?? row.domain))
      return void (await updateRecheck(sql, listing_id, {
        claimed_until: null,
        next_check_at: nextRecheckAt(clock.now(), NOT_READ_HOURS),
      }));
    const site = await getSiteById(sql, row.site_id, site_root);
    const reading = await readOnSchedule({ sql, clock }, website.website, () => readListingWebsite(ctx, site, website));
    // The website is being read by somebody else: it is still due, and claimed again once its domain is free.
    if (!reading) return void (await updateRecheck(sql, listing_id, { claimed_until: null }));
    ctx.signal.throwIfAborted();
    readings.inc({ outcome: reading.outcome });
    await sql.begin((sql) => applyReading({ sql, site, clock }, listing_id, website.facts, reading));
  },
});

const NEW_AT_ONCE = 5000;
const DUE_AT_ONCE = 500;

/** Claims what is due, within the limits, and enqueues it. Claims of a worker that died run out. */
export const enqueue_rechecks = job<unknown>({
  name: 'enqueue_rechecks',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock }) {
    const now = clock.now();
    await scheduleNewListings(sql, { now, hours: FIRST_INTERVAL_HOURS, limit: NEW_AT_ONCE });
    await sql.begin(async (sql) => {
      await lockClaims(sql);
      const used = await countRequests(sql, { now, usual: RECHECK_LIMITS.usual_requests });
      const chosen = chooseDue(await selectDueRechecks(sql, now, DUE_AT_ONCE), RECHECK_LIMITS.requests_per_hour - used);
      if (chosen.length === 0) return;
      const ids = chosen.map(({ listing_id }) => listing_id);
      await claimListings(sql, ids, {
        until: new Date(now.getTime() + RECHECK_LIMITS.lease_ms),
        opens_at: new Date(now.getTime() + RECHECK_LIMITS.domain_gap_ms),
      });
      // Drafts, for which somebody waits, come first.
      for (const listing_id of ids) await enqueue(sql, recheck_listing, { listing_id }, { key: `recheck ${listing_id}`, priority: 20 });
    });
  },
});
