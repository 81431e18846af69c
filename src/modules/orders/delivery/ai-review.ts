import { draftSite } from '../../drafts/drafting.ts';
import { selectCategoryNames } from '../../drafts/queries.ts';
import { readSite } from '../../drafts/reader/read-site.ts';
import type { ReadFailure } from '../../drafts/reader/reading.ts';
import { lockBought } from '../../launches/bought.ts';
import { Obstacle } from '../../launches/obstacle.ts';
import { readerName } from '../../sites/reader-name.ts';
import { fulfilment } from './delivery.ts';
import { findWebsite, insertReview } from './queries.ts';
import { type Review, reviewOf } from './review.ts';

/** What will be so next time as well. */
const LASTING: ReadFailure[] = ['robots_disallowed', 'not_a_website', 'address_not_allowed', 'too_large'];

/** Reads the product's website as politely as for a draft, and says what it proves and what it leaves open. */
export const ai_review = fulfilment<Review>({
  async prepare({ sql, site, clock, fetch, model, signal }, { site_id, listing_id }) {
    const website = await findWebsite(sql, listing_id);
    const { pages, failure } = await readSite(fetch, website, { now: () => clock.now(), user_agent: readerName(site) });
    signal.throwIfAborted();
    if (failure) {
      const why = `The website could not be read: ${failure.detail}`;
      throw LASTING.includes(failure.code) ? new Obstacle(why) : new Error(why);
    }
    const { found, drafter } = await draftSite(model, pages, await selectCategoryNames(sql, site_id), signal);
    return reviewOf({
      website,
      read: pages.map(({ url, read_at }) => ({ url, read_at: read_at.toISOString() })),
      drafter: drafter.name,
      found,
    });
  },
  async fulfil(ctx, { id: line_id, site_id, listing_id }, content) {
    await lockBought(ctx, listing_id);
    await insertReview(ctx.sql, { line_id, site_id, listing_id, content, created_at: ctx.clock.now() });
    return { note: 'The review is ready, for you alone.' };
  },
});
