import type { Caller, Ctx } from '../../../kernel/context.ts';
import { csvText } from '../../../kernel/csv.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { dayIn } from '../../../kernel/week.ts';
import { refuseStrangers } from '../../accounts/team.ts';
import { countryName } from './countries.ts';
import { findFirstDay, type ReverseChargeRow, type Span, selectReverseCharge, selectVatRows, type VatReportRow } from './report-queries.ts';

/** Written 2026-Q4. */
const QUARTER = /^(\d{4})-Q([1-4])$/;

/** The quarter a day is in. */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

const firstDay = (year: number, quarter: number): string =>
  `${year + Math.floor((quarter - 1) / 4)}-${String(((quarter - 1) % 4) * 3 + 1).padStart(2, '0')}-01`;

/** The days of a quarter; null for what is none. */
export const daysOfQuarter = (quarter: string): Span | null => {
  const [, year, part] = QUARTER.exec(quarter) ?? [];
  return year ? { from_on: firstDay(Number(year), Number(part)), until_on: firstDay(Number(year), Number(part) + 1) } : null;
};

/** Every quarter from that of one day to that of another, newest first. */
const quartersBetween = (first: string, last: string): string[] => {
  const quarters: string[] = [];
  for (let day = daysOfQuarter(quarterOf(first))!.from_on; day <= last; day = daysOfQuarter(quarterOf(day))!.until_on)
    quarters.unshift(quarterOf(day));
  return quarters;
};

export interface VatReport extends Span {
  quarter: string;
  /** Those there is a report for, newest first. */
  quarters: string[];
  rows: VatReportRow[];
  net_cents: number;
  vat_cents: number;
  /** Sales under reverse charge by customer, for the union's recapitulative statement. */
  reverse_charge: ReverseChargeRow[];
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** What was sold in a quarter of the site's calendar, by country, treatment and rate, credit notes taken off; the running one unless told. For the site's team. */
export const readVatReport = async (ctx: Ctx<Caller>, { quarter }: { quarter?: string }): Promise<VatReport> => {
  await refuseStrangers(ctx);
  const { sql, site, clock } = ctx;
  const today = dayIn(clock.now(), site.time_zone);
  const asked = quarter ?? quarterOf(today);
  const span = daysOfQuarter(asked);
  if (!span) throw new Refusal('not_found');
  const [rows, reverse_charge, first] = await Promise.all([
    selectVatRows(sql, site.id, span),
    selectReverseCharge(sql, site.id, span),
    findFirstDay(sql, site.id),
  ]);
  return {
    quarter: asked,
    ...span,
    quarters: quartersBetween(first ?? today, today),
    rows,
    net_cents: sum(rows.map(({ net_cents }) => net_cents)),
    vat_cents: sum(rows.map(({ vat_cents }) => vat_cents)),
    reverse_charge,
  };
};

/** Cents as a spreadsheet reads an amount. */
const amount = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** A report as CSV. Amounts are in USD. */
export const vatReportCsv = ({ quarter, rows }: VatReport): string =>
  csvText([
    [
      'quarter',
      'country',
      'country_name',
      'treatment',
      'vat_rate',
      'currency',
      'invoices',
      'invoiced_net',
      'invoiced_vat',
      'credit_notes',
      'credited_net',
      'credited_vat',
      'net',
      'vat',
      'own_currency',
      'own_vat',
    ],
    ...rows.map((row) => [
      quarter,
      row.country,
      countryName(row.country),
      row.treatment,
      row.rate,
      'USD',
      row.invoices,
      amount(row.invoiced_net_cents),
      amount(row.invoiced_vat_cents),
      row.credit_notes,
      amount(row.credited_net_cents),
      amount(row.credited_vat_cents),
      amount(row.net_cents),
      amount(row.vat_cents),
      row.own_currency,
      row.own_vat_cents === null ? null : amount(row.own_vat_cents),
    ]),
  ]);

/** Sales under reverse charge by customer number, as CSV. */
export const reverseChargeCsv = ({ quarter, reverse_charge }: VatReport): string =>
  csvText([
    ['quarter', 'country', 'vat_number', 'customer', 'currency', 'invoices', 'credit_notes', 'net'],
    ...reverse_charge.map(({ country, vat_number, customer, invoices, credit_notes, net_cents }) => [
      quarter,
      country,
      vat_number,
      customer,
      'USD',
      invoices,
      credit_notes,
      amount(net_cents),
    ]),
  ]);
