import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { Email, RequiredText, type Static, Strict, T, Text } from '../../../kernel/schema.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { findVerifiedEmail } from '../../accounts/queries.ts';
import { loadOwnOrder, lockOwnOrder } from '../details/order-details.ts';
import { type Billing, findBillingDetails, type OrderAmounts, selectLines, writeBillingDetails, writeTotals } from '../queries.ts';
import { computeTotals, readBuyer } from '../quote/quote.ts';
import { findSeller } from '../quote/seller.ts';

export const BILLING_FIELDS = {
  name: RequiredText(120, 'Name of the person or contact.'),
  company: T.Optional(Text(160, 'Company, if a company buys.')),
  address: RequiredText(300, 'Street address, on several lines if needed.'),
  postal_code: T.Optional(Text(20)),
  city: RequiredText(120),
  country: T.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO country code.' }),
  vat_number: T.Optional(Text(32, 'Of an EU business.')),
  email: Email('Where the receipt goes.'),
};
export const SaveBilling = Strict({ number: T.String({ minLength: 1, maxLength: 32 }), ...BILLING_FIELDS });
export type SaveBilling = Static<typeof SaveBilling>;

/** The billing details of an own order, or else those of the account's last order, as far as they are known. */
export const getBilling = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<Partial<Billing>> => {
  const { billing, billing_country: country, vat_number } = await loadOwnOrder(ctx, number);
  if (billing) return billing;
  const { account_id } = ctx.caller;
  const [last, email] = await Promise.all([findBillingDetails(ctx.sql, account_id), findVerifiedEmail(ctx.sql, account_id)]);
  return { ...(email && { email }), ...last, ...(country !== null && { country }), ...(vat_number !== null && { vat_number }) };
};

/** Saves the billing details, also as the account's default for the next order, and returns the new totals of a pending order. */
export const saveBilling = async (ctx: Ctx<Caller>, input: SaveBilling): Promise<OrderAmounts> => {
  // Only companies have VAT numbers.
  if (input.vat_number && !input.company)
    throw invalidInput({ path: 'company', code: 'required', message: t('is required with a VAT number') });
  const buyer = await readBuyer(ctx, { billing_country: input.country, vat_number: input.vat_number || undefined });
  // The form field is called `country`, not `billing_country`.
  if (buyer.faults.length) throw invalidInput(...buyer.faults.map((fault) => ({ ...fault, path: 'country' })));
  const billing: Billing = {
    name: input.name,
    company: input.company || null,
    address: input.address,
    postal_code: input.postal_code || null,
    city: input.city,
    country: buyer.country!,
    vat_number: buyer.number ?? (input.vat_number || null),
    email: input.email,
  };
  return withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, clock, caller } = ctx;
    const row = await lockOwnOrder(ctx, input.number);
    if (row.status !== 'pending') throw new Refusal('order_not_pending');
    const at = clock.now();
    const seller = await findSeller(sql, site.id);
    const { lines, totals } = computeTotals(await selectLines(sql, row.id), { seller, buyer, at });
    await writeTotals(sql, row.id, totals, { billing, line_vat_cents: lines.map(({ vat_cents }) => vat_cents), at });
    await writeBillingDetails(sql, caller.account_id, billing, at);
    return totals;
  });
};

/** Computes what an own order would cost a buyer in a country, with or without a VAT number. Saves nothing. */
export const previewTotals = async (
  ctx: Ctx<Caller>,
  { number, country, vat_number }: { number: string; country: string; vat_number?: string },
): Promise<OrderAmounts & { promo_code: string | null }> => {
  const row = await loadOwnOrder(ctx, number);
  const [lines, buyer] = await Promise.all([selectLines(ctx.sql, row.id), readBuyer(ctx, { billing_country: country, vat_number })]);
  if (buyer.faults.length) throw invalidInput(...buyer.faults);
  const seller = await findSeller(ctx.sql, ctx.site.id);
  return { ...computeTotals(lines, { seller, buyer, at: ctx.clock.now() }).totals, promo_code: row.promo_code };
};

/** The payment provider in use; null if payments are not set up. */
export const paymentProviderName = (ctx: Ctx): 'stripe' | 'test' | null => ctx.integrations.payments?.name ?? null;
