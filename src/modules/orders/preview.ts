import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Reaching } from '../../outside/outside.ts';
import { ownOrderRow } from './order.ts';
import { selectLines, type Totals } from './queries.ts';
import { readBuyer, totalOf } from './quote.ts';
import { sellerOf } from './seller.ts';

/** What an order of one's own would come to for a buyer in a country, with a VAT number or without. Nothing is kept. */
export const previewTotals = async (
  ctx: Reaching<Caller>,
  { number, country, vat_number }: { number: string; country: string; vat_number?: string },
): Promise<Totals> => {
  const row = await ownOrderRow(ctx, number);
  const [lines, buyer] = await Promise.all([selectLines(ctx.sql, row.id), readBuyer(ctx, { billing_country: country, vat_number })]);
  const seller = await sellerOf(ctx.sql, ctx.site.id);
  return totalOf(lines, { seller, buyer, at: ctx.clock.now() }).totals;
};

/** How one pays here; null where nothing can be paid. */
export const wayToPay = (ctx: Ctx): 'stripe' | 'test' | null => (ctx as Reaching).outside.payments?.name ?? null;
