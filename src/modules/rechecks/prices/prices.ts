import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import type { PlanPrice } from '../../extraction/propose/plans.ts';
import type { LockedListing } from '../../listings/history/queries.ts';
import { comparePrices } from '../rules.ts';
import { confirmPrices, endPrices, insertPrices, type PriceRow, selectOpenPrices, selectPrices } from './queries.ts';

/** Continues the history of a listing's prices with what a reading found. Returns how many prices are new. */
export const recordPrices = async ({ sql, clock }: SiteCtx, { id, site_id }: LockedListing, read: PlanPrice[]): Promise<number> => {
  const now = clock.now();
  const open = await selectOpenPrices(sql, id);
  const { confirmed, ended, added } = comparePrices(open, read);
  if (confirmed.length > 0) await confirmPrices(sql, confirmed, now);
  if (ended.length > 0) await endPrices(sql, ended, now);
  if (added.length > 0) await insertPrices(sql, { site_id, listing_id: id }, added, now);
  return open.length > 0 ? added.length : 0;
};

/** The prices of a public listing from when to when, by plan. */
export const listPrices = (ctx: Ctx, { slug }: { slug: string }): Promise<PriceRow[]> => selectPrices(ctx, slug);
