import type { Caller, Ctx } from '../../../kernel/context.ts';
import { msg, t } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
import { isTooCostly } from '../../../kernel/parsing/task.ts';
import { selectCategoryOptions } from '../../catalog/queries.ts';
import { crawlSite } from '../../extraction/crawl/crawl-site.ts';
import type { CrawlFailure } from '../../extraction/crawl/types.ts';
import { extractProfile, packedPageLoader } from '../../extraction/extract.ts';
import { lockPaidListing, UndeliverableError } from '../../launches/paid/paid-launch.ts';
import { requireOwnListing } from '../../listings/owner/listings.ts';
import { findListingHead } from '../../listings/queries.ts';
import { readWithHostLock } from '../../listings/website-access/website-access.ts';
import { crawlerUserAgent } from '../../sites/sites.ts';
import { buildAiReview } from './ai-review-rules.ts';
import { fulfilment } from './fulfilment.ts';
import { insertAiReview, type StoredAiReview, selectAiReviews } from './queries.ts';

/** Failures that a retry would not fix. */
const PERMANENT_FAILURES: CrawlFailure[] = ['robots_disallowed', 'not_a_website', 'address_not_allowed', 'too_large'];

/** How long to wait for another crawl of the same website. After that the job is retried. */
const WAIT_MS = 20_000;

/** Crawls the product's website as politely as for a draft, and reports what it proves and what it leaves open. */
export const ai_review = fulfilment<ReturnType<typeof buildAiReview>>({
  async prepare({ sql, site, clock, fetch, model, signal }, { site_id, listing_id }) {
    const { website } = (await findListingHead(sql, listing_id))!;
    const read = () => crawlSite(fetch, website, { now: () => clock.now(), user_agent: crawlerUserAgent(site) });
    const { pages, failure } = await readWithHostLock(sql, website, read, { wait_ms: WAIT_MS });
    signal.throwIfAborted();
    if (failure) {
      const reason = inEnglish(msg('We couldn’t read the website: {reason}'), { reason: failure.detail });
      throw PERMANENT_FAILURES.includes(failure.code) ? new UndeliverableError(reason) : new Error(reason);
    }
    const categories = await selectCategoryOptions(sql, site_id);
    const { found, drafter } = await extractProfile(model, packedPageLoader(pages), categories, [], signal).catch((error) => {
      throw isTooCostly(error) ? new UndeliverableError(inEnglish(msg('The website is too large or too slow to read.'))) : error;
    });
    return buildAiReview({
      website,
      read: pages.map(({ url, read_at }) => ({ url, read_at: read_at.toISOString() })),
      drafter: drafter.name,
      found,
    });
  },
  async fulfil(ctx, { id: line_id, site_id, listing_id }, content) {
    await lockPaidListing(ctx, listing_id);
    await insertAiReview(ctx.sql, { line_id, site_id, listing_id, content, created_at: ctx.clock.now() });
    return { note: t('Your review is ready. Only you can see it.') };
  },
});

/** The AI reviews of one of the caller's listings, newest first. Only the owner can see them. */
export const listOwnAiReviews = async (
  ctx: Ctx<Caller>,
  { listing_id }: { listing_id: number },
): Promise<{ listing: { id: number; name: string; slug: string }; reviews: StoredAiReview[] }> => {
  const { id, name, slug } = await requireOwnListing(ctx, listing_id);
  return { listing: { id, name, slug }, reviews: await selectAiReviews(ctx.sql, id) };
};
