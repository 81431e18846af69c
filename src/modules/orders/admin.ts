import type { Caller, Ctx } from '../../kernel/context.ts';
import { COUNT_LIMIT, type ListAnswer } from '../../kernel/paging.ts';
import { refuseStrangers } from '../accounts/team.ts';
import { type BoughtFor, countOrders, type OrderSummaryRow, type OrdersAsked, selectBoughtFor, selectOrders } from './admin-queries.ts';

/** The site's orders, newest first, by status and by what a number or an address holds. For the site's team. */
export const listSiteOrders = async (ctx: Ctx<Caller>, asked: OrdersAsked): Promise<ListAnswer<OrderSummaryRow>> => {
  await refuseStrangers(ctx);
  const { page, per_page } = asked;
  const [items, count] = await Promise.all([selectOrders(ctx, asked), countOrders(ctx, asked, COUNT_LIMIT)]);
  const total = Math.min(count, COUNT_LIMIT);
  return { items, page, per_page, total, total_is_exact: count <= COUNT_LIMIT, has_more: page * per_page < count };
};

/** What was paid for one listing, newest first. For the site's team. */
export const boughtFor = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<BoughtFor[]> => {
  await refuseStrangers(ctx);
  return selectBoughtFor(ctx, listing_id);
};
