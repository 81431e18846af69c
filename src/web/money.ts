/** How money is said, typed and read. */

const exact = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** $49.00 */
export const dollars = (cents: number): string => exact.format(cents / 100).replace('-', '−');

const plain = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** EUR 49.00: an amount of other money, with its letters as invoices have them. */
export const inMoney = (currency: string, cents: number): string => `${currency} ${plain.format(cents / 100).replace('-', '−')}`;

/** $49, and $49.50 where there are cents: for price tags. */
export const price = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(cents / 100);

/** 49.00, as it stands in a field. */
export const typedDollars = (cents: number): string => (cents / 100).toFixed(2);

const TYPED = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/;

/** What somebody typed as an amount of dollars, in cents; null where it is none. */
export const centsIn = (typed: string): number | null => {
  const found = TYPED.exec(typed.trim());
  return found ? Number(found[1]!.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
};

/** 19 %, 25.5 %: a share as a rate. */
export const percent = (share: number): string => `${Math.round(share * 10_000) / 100} %`;
