import type { Caller, Ctx } from '../../../kernel/context.ts';
import { csvText } from '../../../kernel/csv.ts';
import { type InputError, invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { isDay } from '../../../kernel/time/weeks.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { findProduct } from '../products.ts';
import {
  insertPromoCode,
  lockPromoCode,
  type NewPromoCode,
  type PromoCodeReport,
  selectPromoCodes,
  writePromoCodeActive,
} from './queries.ts';
import { isDiscountable, parsePromoCode } from './rules.ts';

const CODE = /^[A-Z0-9][A-Z0-9-]{2,31}$/;
const MAX_AMOUNT_CENTS = 100_000_000;
const MAX_COUNT = 1_000_000;

const isBetween = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

const findFaults = (row: NewPromoCode): InputError[] => {
  const { code, percent, amount_cents, products, starts_on, ends_on } = row;
  const faults: InputError[] = [];
  const addFault = (path: string, fault_code: string, message: string) => faults.push({ path, code: fault_code, message });
  if (!CODE.test(code)) addFault('code', 'wrong_form', t('must have 3 to 32 letters, digits and hyphens'));
  if ((percent === null) === (amount_cents === null)) addFault('percent', 'required', t('or an amount is required, but not both'));
  if (percent !== null && !isBetween(percent, 1, 100)) addFault('percent', 'out_of_range', t('must be a whole number from 1 to 100'));
  if (amount_cents !== null && !isBetween(amount_cents, 1, MAX_AMOUNT_CENTS))
    addFault('amount', 'out_of_range', t('must be from $0.01 to $1,000,000'));
  for (const product of products)
    if (!findProduct(product) || !isDiscountable(product)) addFault('products', 'unknown', `cannot contain ${product}`);
  for (const [path, day] of Object.entries({ starts_on, ends_on }))
    if (day !== null && !isDay(day)) addFault(path, 'wrong_form', t('must be a date such as 2026-11-30'));
  if (faults.length === 0 && starts_on && ends_on && ends_on < starts_on)
    addFault('ends_on', 'too_early', t('must not be before the first day'));
  for (const path of ['max_uses', 'uses_per_account'] as const)
    if (row[path] !== null && !isBetween(row[path], 1, MAX_COUNT))
      addFault(path, 'out_of_range', t('must be a whole number of at least 1'));
  return faults;
};

/** Creates a promo code of this site. For the site's team. */
export const createPromoCode = async (ctx: Ctx<Caller>, input: NewPromoCode): Promise<number | null> => {
  await requireTeam(ctx);
  const row = { ...input, code: parsePromoCode(input.code), products: [...new Set(input.products)] };
  const errors = findFaults(row);
  if (errors.length > 0) throw invalidInput(...errors);
  return asTeamMember(ctx, async (ctx) => {
    const id = await insertPromoCode(ctx, row);
    if (id === null) throw invalidInput({ path: 'code', code: 'taken', message: t('already exists: choose another name') });
    return { act: 'create_promo_code', record: 'promo_code', record_id: id, title: row.code, after: row };
  });
};

/** Switches a code on or off. Orders that use it keep their discount. For the site's team. */
export const setPromoCodeActive = (ctx: Ctx<Caller>, { id, active }: { id: number; active: boolean }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const promo_code = await lockPromoCode(ctx, id);
    if (!promo_code) throw new Refusal('not_found');
    if (promo_code.active === active) return null;
    await writePromoCodeActive(ctx.sql, id, active);
    return { act: active ? 'activate_promo_code' : 'deactivate_promo_code', record: 'promo_code', record_id: id, title: promo_code.code };
  });

/** All codes of this site with their uses and revenue, the active ones first. For the site's team. */
export const listPromoCodes = async (ctx: Ctx<Caller>): Promise<PromoCodeReport[]> => {
  await requireTeam(ctx);
  return selectPromoCodes(ctx);
};

const formatAmount = (cents: number): string => (cents / 100).toFixed(2);

const CSV_COLUMNS: [name: string, value: (row: PromoCodeReport) => string | number | null][] = [
  ['code', (row) => row.code],
  ['percent', (row) => row.percent],
  ['amount', (row) => (row.amount_cents === null ? null : formatAmount(row.amount_cents))],
  ['products', (row) => row.products.join(' ')],
  ['starts_on', (row) => row.starts_on],
  ['ends_on', (row) => row.ends_on],
  ['max_uses', (row) => row.max_uses],
  ['uses_per_account', (row) => row.uses_per_account],
  ['active', (row) => (row.active ? 'yes' : 'no')],
  ['paid_orders', (row) => row.paid],
  ['unpaid_orders', (row) => row.pending],
  ['currency', () => 'USD'],
  ['discount', (row) => formatAmount(row.discount_cents)],
  ['revenue', (row) => formatAmount(row.revenue_cents)],
];

/** The codes as CSV. Amounts are in USD, without VAT. */
export const promoCodesCsv = (rows: PromoCodeReport[]): string =>
  csvText([CSV_COLUMNS.map(([name]) => name), ...rows.map((row) => CSV_COLUMNS.map(([, value]) => value(row)))]);
