import { dayIn } from '../../../kernel/week.ts';
import { lockBought } from '../../launches/bought.ts';
import { feature } from '../../launches/featured.ts';
import { Obstacle } from '../../launches/obstacle.ts';
import { indexListings } from '../../listings/search-index.ts';
import { MOST_EXTRA_CATEGORIES } from '../rules.ts';
import { fulfilment } from './delivery.ts';
import { addCategories, countExtraCategories, findMissing, insertContribution, writeCabinet } from './queries.ts';

export const featured = fulfilment({
  after_launch: true,
  async fulfil(ctx, { id: line_id, listing_id }) {
    const from_at = await feature(ctx, { listing_id, line_id });
    return { note: `Shown in the paid strips for seven days from ${dayIn(from_at, ctx.site.time_zone)}.` };
  },
});

export const extra_categories = fulfilment({
  async fulfil(ctx, { site_id, listing_id, categories }) {
    const { sql } = ctx;
    await lockBought(ctx, listing_id);
    const missing = await findMissing(sql, site_id, categories);
    if (missing.length) throw new Obstacle(`The site has no category ${missing.join(', ')} any more.`);
    if ((await countExtraCategories(sql, listing_id)) + categories.length > MOST_EXTRA_CATEGORIES)
      throw new Obstacle(`The listing would have more than ${MOST_EXTRA_CATEGORIES} extra categories.`);
    await addCategories(sql, { site_id, listing_id, slugs: categories });
    await indexListings(sql, [listing_id]);
    return { note: `It is in ${categories.join(', ')} too.` };
  },
});

export const billboard_min = fulfilment({
  after_launch: true,
  async fulfil(ctx, { id: line_id, site_id, listing_id, order_id, amount_cents }) {
    await lockBought(ctx, listing_id);
    await insertContribution(ctx.sql, { line_id, site_id, listing_id, order_id, amount_cents, at: ctx.clock.now() });
    return { note: 'It counts on the billboard, which says that it was paid for.' };
  },
});

export const trophy_cabinet = fulfilment({
  async fulfil(ctx, { id: line_id, site_id, listing_id, options }) {
    await lockBought(ctx, listing_id);
    await writeCabinet(ctx.sql, { line_id, site_id, listing_id, options, at: ctx.clock.now() });
    return { note: 'The cabinet stands on the listing’s page and shows each award as it is won.' };
  },
});
