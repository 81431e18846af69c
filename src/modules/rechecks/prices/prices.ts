import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { findCategory } from '../../catalog/queries.ts';
import type { PlanPrice } from '../../extraction/propose/plans.ts';
import type { LockedListing } from '../../listings/history/queries.ts';
import { comparePrices } from '../rules.ts';
import {
  confirmPrices,
  endPrices,
  insertPrices,
  type PriceChange,
  type PriceRow,
  selectCategoryPriceChanges,
  selectOpenPrices,
  selectPrices,
} from './queries.ts';

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

const DAY_MS = 86_400_000;

/** Prices in a category that changed in the last days, newest first. */
export const listPriceChanges = async (
  ctx: Ctx,
  { slug, days, limit }: { slug: string; days: number; limit: number },
): Promise<{ name: string; changes: PriceChange[] }> => {
  const { id, json } = requireFound('category_not_found', await findCategory(ctx, slug));
  const since = new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const { name } = JSON.parse(json) as { name: string };
  return { name, changes: await selectCategoryPriceChanges(ctx, { category_id: id, since, limit }) };
};

/** The prices of a public listing from when to when, by plan. */
export const listPlanPrices = (ctx: Ctx, { slug }: { slug: string }): Promise<PriceRow[]> => selectPrices(ctx, slug);
