import type { DayRates } from '../../../integrations/tasks.ts';
import type { Db } from '../../../kernel/context.ts';
import { firstRow } from '../../../kernel/database.ts';
import type { VatTreatment } from './rules.ts';

export interface VatCheck {
  number: string;
  valid: boolean;
  /** The number's owner, if the service names it. */
  name: string | null;
  checked_at: Date;
}

export const findVatCheck = async (sql: Db, number: string): Promise<VatCheck | undefined> => {
  const [row] = await sql<VatCheck[]>`select number, valid, name, checked_at from vat_checks where number = ${number}`;
  return row;
};

/** Of two concurrent checks the later one wins. */
export const writeVatCheck = (sql: Db, check: VatCheck) => sql`
  insert into vat_checks ${sql({ ...check })}
  on conflict (number) do update set valid = excluded.valid, name = excluded.name, checked_at = excluded.checked_at
  where vat_checks.checked_at <= excluded.checked_at`;

/** Stores published rates; rates already stored for a day stay. */
export const saveRates = async (sql: Db, { rate_on, source, rates }: DayRates): Promise<void> => {
  const rows = rates.map((rate) => ({ ...rate, rate_on, source }));
  await sql`insert into exchange_rates ${sql(rows)} on conflict (currency, rate_on) do nothing`;
};

interface StoredRates {
  own_per_euro: string;
  dollars_per_euro: string;
  rate_on: string;
  source: string;
}

/** The latest rates of the dollar and a currency up to a day. None are published on holidays; rates older than ten days are ignored. */
export const findStoredRates = async (sql: Db, currency: string, on: string): Promise<StoredRates | undefined> => {
  const [row] = await sql<StoredRates[]>`
    select d.rate_on, d.source, d.per_euro::text as dollars_per_euro, coalesce(o.per_euro::text, '1') as own_per_euro
    from exchange_rates d left join exchange_rates o on o.currency = ${currency} and o.rate_on = d.rate_on
    where d.currency = 'USD' and d.rate_on <= ${on} and d.rate_on > ${on}::date - 10 and (o.currency is not null or ${currency} = 'EUR')
    order by d.rate_on desc limit 1`;
  return row;
};

/** Sales to one country with one treatment at one rate. Credited amounts are negative; `net_cents` and `vat_cents` are what remains. */
export interface VatReportRow {
  country: string;
  treatment: VatTreatment;
  rate: number;
  invoices: number;
  credit_notes: number;
  invoiced_net_cents: number;
  invoiced_vat_cents: number;
  credited_net_cents: number;
  credited_vat_cents: number;
  net_cents: number;
  vat_cents: number;
  /** VAT in the seller's own currency, as the documents state it; null if they state none. */
  own_currency: string | null;
  own_vat_cents: number | null;
}

/** From `from_on` up to, but not including, `until_on`. */
export interface DateRange {
  from_on: string;
  until_on: string;
}

const inRange = (sql: Db, site_id: number, { from_on, until_on }: DateRange) =>
  sql`i.site_id = ${site_id} and i.issued_on >= ${from_on} and i.issued_on < ${until_on}`;

export const selectVatRows = (sql: Db, site_id: number, range: DateRange): Promise<VatReportRow[]> => sql<VatReportRow[]>`
  select i.country, i.treatment, i.rate::float8 as rate,
    (count(*) filter (where i.kind = 'invoice'))::int as invoices,
    (count(*) filter (where i.kind = 'credit_note'))::int as credit_notes,
    coalesce(sum(i.net_cents) filter (where i.kind = 'invoice'), 0)::bigint as invoiced_net_cents,
    coalesce(sum(i.vat_cents) filter (where i.kind = 'invoice'), 0)::bigint as invoiced_vat_cents,
    coalesce(sum(i.net_cents) filter (where i.kind = 'credit_note'), 0)::bigint as credited_net_cents,
    coalesce(sum(i.vat_cents) filter (where i.kind = 'credit_note'), 0)::bigint as credited_vat_cents,
    sum(i.net_cents)::bigint as net_cents, sum(i.vat_cents)::bigint as vat_cents,
    i.content->'own_vat'->>'currency' as own_currency, sum((i.content->'own_vat'->>'vat_cents')::bigint)::bigint as own_vat_cents
  from invoices i where ${inRange(sql, site_id, range)}
  group by i.country, i.treatment, i.rate, own_currency
  order by array_position(array['domestic', 'eu_consumer', 'reverse_charge', 'outside_eu', 'unknown'], i.treatment), i.country, i.rate, own_currency`;

/** Sales under reverse charge to one VAT number. */
export interface ReverseChargeRow {
  country: string;
  vat_number: string | null;
  /** The name on the latest document. */
  customer: string;
  invoices: number;
  credit_notes: number;
  net_cents: number;
}

export const selectReverseCharge = (sql: Db, site_id: number, range: DateRange): Promise<ReverseChargeRow[]> => sql<ReverseChargeRow[]>`
  with sold as (
    select i.country, i.kind, i.net_cents, i.issued_at, i.number, i.content->'buyer'->>'vat_number' as vat_number,
      coalesce(i.content->'buyer'->>'company', i.content->'buyer'->>'name') as customer
    from invoices i where ${inRange(sql, site_id, range)} and i.treatment = 'reverse_charge'
  )
  select country, vat_number, (array_agg(customer order by issued_at desc, number desc))[1] as customer,
    (count(*) filter (where kind = 'invoice'))::int as invoices,
    (count(*) filter (where kind = 'credit_note'))::int as credit_notes, sum(net_cents)::bigint as net_cents
  from sold group by country, vat_number order by country, vat_number`;

export const findFirstInvoiceDay = async (sql: Db, site_id: number): Promise<string | null> => {
  const rows = await sql<{ first: string | null }[]>`select min(issued_on) as first from invoices where site_id = ${site_id}`;
  return firstRow(rows).first;
};
