import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { Email, RequiredText, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import type { Reaching } from '../../outside/outside.ts';
import { findAddress } from '../launches/owner-queries.ts';
import { answerOf, ownOrderRow } from './order.ts';
import { type Billing, findBillingDetails, lockOwnOrder, ownOrder, selectLines, writeBillingDetails, writeTotals } from './queries.ts';
import { readBuyer, totalOf } from './quote.ts';
import type { Order } from './schema.ts';
import { sellerOf } from './seller.ts';

/** What is asked on the checkout page. */
export const BILLING = {
  name: RequiredText(120, 'Name of the person or contact.'),
  company: T.Optional(Text(160, 'Company, if it is one that buys.')),
  address: RequiredText(300, 'Street and number, over several lines if needed.'),
  postal_code: T.Optional(Text(20)),
  city: RequiredText(120),
  country: T.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO country code.' }),
  vat_number: T.Optional(Text(32, 'Of an EU business.')),
  email: Email('Where the receipt goes.'),
};
export const SaveBilling = Strict({ number: T.String({ minLength: 1, maxLength: 32 }), ...BILLING });
export type SaveBilling = Static<typeof SaveBilling>;

/** An order to be reviewed and paid, with the billing details it has, or else those of last time. */
export const billingOf = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<{ order: Order; billing: Partial<Billing> }> => {
  const row = await ownOrderRow(ctx, number);
  const { account_id } = ctx.caller;
  const [lines, last, email] = await Promise.all([
    selectLines(ctx.sql, row.id),
    findBillingDetails(ctx.sql, account_id),
    findAddress(ctx.sql, account_id),
  ]);
  const said = { country: row.billing_country ?? undefined, vat_number: row.vat_number ?? undefined };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { order: answerOf(ctx.site, row, lines), billing: row.billing ?? { ...(email && { email }), ...last, ...known } };
};

/** A company names itself; a VAT number is a company's. */
const faultsOf = ({ company, vat_number }: SaveBilling): InputError[] =>
  vat_number && !company ? [{ path: 'company', code: 'required', message: 'is required with a VAT number' }] : [];

/** Keeps whom the invoice is for and says anew what a pending order comes to. The details are kept for next time as well. */
export const saveBilling = async (ctx: Reaching<Caller>, asked: SaveBilling): Promise<Order> => {
  const faults = faultsOf(asked);
  if (faults.length) throw new Refusal('invalid_input', { errors: faults });
  const buyer = await readBuyer(ctx, { billing_country: asked.country, vat_number: asked.vat_number || undefined }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    // The form calls it by another name.
    throw new Refusal(error.code, {
      errors: error.errors.map((one) => ({ ...one, path: one.path.replace('billing_country', 'country') })),
    });
  });
  const billing: Billing = {
    name: asked.name,
    company: asked.company || null,
    address: asked.address,
    postal_code: asked.postal_code || null,
    city: asked.city,
    country: buyer.country!,
    vat_number: buyer.number ?? (asked.vat_number || null),
    email: asked.email,
  };
  return inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const owner = ownOrder(ctx);
    const number = asked.number.toUpperCase();
    const row = await lockOwnOrder(sql, owner, number);
    if (!row) throw new Refusal('order_not_found');
    if (row.status !== 'pending') throw new Refusal('order_not_pending');
    const at = clock.now();
    const seller = await sellerOf(sql, site.id);
    const { lines, totals } = totalOf(await selectLines(sql, row.id), { seller, buyer, at });
    await writeTotals(sql, row.id, totals, { billing, line_vat_cents: lines.map(({ vat_cents }) => vat_cents), at });
    await writeBillingDetails(sql, owner.account_id, billing, at);
    return answerOf(site, { ...row, ...totals, billing }, lines);
  });
};
