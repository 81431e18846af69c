import type { Caller, Ctx } from '../../../kernel/context.ts';
import { csvText } from '../../../kernel/csv.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { dayAt } from '../../../kernel/time/weeks.ts';
import { requireTeam } from '../../accounts/team.ts';
import { isoCountryName } from './countries.ts';
import {
  type DateRange,
  findFirstInvoiceDay,
  type ReverseChargeRow,
  selectReverseCharge,
  selectVatRows,
  type VatReportRow,
} from './queries.ts';

const QUARTER = /^(\d{4})-Q([1-4])$/;

export const toQuarter = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

const firstDay = (year: number, quarter: number): string =>
  `${year + Math.floor((quarter - 1) / 4)}-${String(((quarter - 1) % 4) * 3 + 1).padStart(2, '0')}-01`;

/** The days of a quarter; null if the text is not a quarter. */
export const quarterRange = (quarter: string): DateRange | null => {
  const [, year, part] = QUARTER.exec(quarter) ?? [];
  return year ? { from_on: firstDay(Number(year), Number(part)), until_on: firstDay(Number(year), Number(part) + 1) } : null;
};

const quartersBetween = (first: string, last: string): string[] => {
  const quarters: string[] = [];
  for (let day = quarterRange(toQuarter(first))!.from_on; day <= last; day = quarterRange(toQuarter(day))!.until_on)
    quarters.unshift(toQuarter(day));
  return quarters;
};

export interface VatReport extends DateRange {
  quarter: string;
  /** Quarters with a report, newest first. */
  quarters: string[];
  rows: VatReportRow[];
  net_cents: number;
  vat_cents: number;
  /** Sales under reverse charge by customer, for the EU's recapitulative statement. */
  reverse_charge: ReverseChargeRow[];
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/**
 * Sales of a quarter in the site's time zone by country, treatment and rate, net of credit notes; by default of the current quarter.
 * For the site's team.
 */
export const readVatReport = async (ctx: Ctx<Caller>, { quarter }: { quarter?: string }): Promise<VatReport> => {
  await requireTeam(ctx);
  const { sql, site, clock } = ctx;
  const today = dayAt(clock.now(), site.time_zone);
  const requested = quarter ?? toQuarter(today);
  const range = quarterRange(requested);
  if (!range) throw new Refusal('not_found');
  const [rows, reverse_charge, first] = await Promise.all([
    selectVatRows(sql, site.id, range),
    selectReverseCharge(sql, site.id, range),
    findFirstInvoiceDay(sql, site.id),
  ]);
  return {
    quarter: requested,
    ...range,
    quarters: quartersBetween(first ?? today, today),
    rows,
    net_cents: sum(rows.map(({ net_cents }) => net_cents)),
    vat_cents: sum(rows.map(({ vat_cents }) => vat_cents)),
    reverse_charge,
  };
};

/** Cents as a decimal number that spreadsheets understand. */
const formatAmount = (cents: number): string => (cents / 100).toFixed(2);

const VAT_COLUMNS: [name: string, value: (row: VatReportRow, quarter: string) => string | number | null][] = [
  ['quarter', (_row, quarter) => quarter],
  ['country', (row) => row.country],
  ['country_name', (row) => isoCountryName(row.country)],
  ['treatment', (row) => row.treatment],
  ['vat_rate', (row) => row.rate],
  ['currency', () => 'USD'],
  ['invoices', (row) => row.invoices],
  ['invoiced_net', (row) => formatAmount(row.invoiced_net_cents)],
  ['invoiced_vat', (row) => formatAmount(row.invoiced_vat_cents)],
  ['credit_notes', (row) => row.credit_notes],
  ['credited_net', (row) => formatAmount(row.credited_net_cents)],
  ['credited_vat', (row) => formatAmount(row.credited_vat_cents)],
  ['net', (row) => formatAmount(row.net_cents)],
  ['vat', (row) => formatAmount(row.vat_cents)],
  ['own_currency', (row) => row.own_currency],
  ['own_vat', (row) => (row.own_vat_cents === null ? null : formatAmount(row.own_vat_cents))],
];

/** The report as CSV. Amounts are in USD. */
export const vatReportCsv = ({ quarter, rows }: VatReport): string =>
  csvText([VAT_COLUMNS.map(([name]) => name), ...rows.map((row) => VAT_COLUMNS.map(([, value]) => value(row, quarter)))]);

export const reverseChargeCsv = ({ quarter, reverse_charge }: VatReport): string =>
  csvText([
    ['quarter', 'country', 'vat_number', 'customer', 'currency', 'invoices', 'credit_notes', 'net'],
    ...reverse_charge.map((row) => {
      const { country, vat_number, customer, invoices, credit_notes, net_cents } = row;
      return [quarter, country, vat_number, customer, 'USD', invoices, credit_notes, formatAmount(net_cents)];
    }),
  ]);
