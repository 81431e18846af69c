import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { lockOwnOrder } from '../details/order-details.ts';
import { selectPaymentsByOrder } from '../payment/queries.ts';
import { checkPromoCode } from '../promo-codes/check.ts';
import { writeDiscount } from '../promo-codes/queries.ts';
import { discountLines } from '../promo-codes/rules.ts';
import { selectLines } from '../queries.ts';
import { computeLineVat } from '../vat/rules.ts';

/** Uses a code for the caller's own unpaid order instead of the one it had; an empty text uses none. */
export const applyPromoCode = (ctx: Ctx<Caller>, { number, promo_code }: { number: string; promo_code: string }): Promise<void> =>
  withDatabaseClock(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const order = await lockOwnOrder(ctx, number);
    if (order.status !== 'pending') throw new Refusal('order_not_pending');
    if ((await selectPaymentsByOrder(sql, order.id)).some(({ open, submitted }) => open && submitted))
      throw new Refusal('order_not_pending', { detail: t('Your payment is being processed, so the price can’t change.') });
    const lines = await selectLines(sql, order.id);
    const request = { promo_code, lines, lock: true, order_id: order.id };
    const { promo_code: found, faults } = promo_code ? await checkPromoCode(ctx, request) : { promo_code: null, faults: [] };
    if (faults.length > 0) throw invalidInput(...faults);
    const discounted = discountLines(lines, found);
    // The buyer stays the same, and so does the rate.
    const vat = computeLineVat(
      discounted.map(({ amount_cents }) => amount_cents),
      order.vat_rate,
    );
    await writeDiscount(sql, order.id, found, { lines: discounted.map((line, i) => ({ ...line, vat_cents: vat[i]! })), at: clock.now() });
  });
