import type { Db } from '../../../kernel/context.ts';
import type { VatTreatment } from './rules.ts';

/** What was sold to one country, treated one way, at one rate. Credit notes are below zero; the last two are what is left. */
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
  /** The VAT in the seller's own money, as the documents state it; null where they state none. */
  own_currency: string | null;
  own_vat_cents: number | null;
}

/** Days from one up to and without another. */
export interface Span {
  from_on: string;
  until_on: string;
}

const within = (sql: Db, site_id: number, { from_on, until_on }: Span) =>
  sql`i.site_id = ${site_id} and i.issued_on >= ${from_on} and i.issued_on < ${until_on}`;

export const selectVatRows = (sql: Db, site_id: number, span: Span): Promise<VatReportRow[]> => sql<VatReportRow[]>`
  select i.country, i.treatment, i.rate::float8 as rate,
    (count(*) filter (where i.kind = 'invoice'))::int as invoices,
    (count(*) filter (where i.kind = 'credit_note'))::int as credit_notes,
    coalesce(sum(i.net_cents) filter (where i.kind = 'invoice'), 0)::bigint as invoiced_net_cents,
    coalesce(sum(i.vat_cents) filter (where i.kind = 'invoice'), 0)::bigint as invoiced_vat_cents,
    coalesce(sum(i.net_cents) filter (where i.kind = 'credit_note'), 0)::bigint as credited_net_cents,
    coalesce(sum(i.vat_cents) filter (where i.kind = 'credit_note'), 0)::bigint as credited_vat_cents,
    sum(i.net_cents)::bigint as net_cents, sum(i.vat_cents)::bigint as vat_cents,
    i.content->'own_vat'->>'currency' as own_currency, sum((i.content->'own_vat'->>'vat_cents')::bigint)::bigint as own_vat_cents
  from invoices i where ${within(sql, site_id, span)}
  group by i.country, i.treatment, i.rate, own_currency
  order by array_position(array['domestic', 'eu_consumer', 'reverse_charge', 'outside_eu', 'unknown'], i.treatment), i.country, i.rate, own_currency`;

/** What was sold under reverse charge to one VAT number. */
export interface ReverseChargeRow {
  country: string;
  vat_number: string | null;
  /** As the newest document calls them. */
  customer: string;
  invoices: number;
  credit_notes: number;
  net_cents: number;
}

export const selectReverseCharge = (sql: Db, site_id: number, span: Span): Promise<ReverseChargeRow[]> => sql<ReverseChargeRow[]>`
  with sold as (
    select i.country, i.kind, i.net_cents, i.issued_at, i.number, i.content->'buyer'->>'vat_number' as vat_number,
      coalesce(i.content->'buyer'->>'company', i.content->'buyer'->>'name') as customer
    from invoices i where ${within(sql, site_id, span)} and i.treatment = 'reverse_charge'
  )
  select country, vat_number, (array_agg(customer order by issued_at desc, number desc))[1] as customer,
    (count(*) filter (where kind = 'invoice'))::int as invoices,
    (count(*) filter (where kind = 'credit_note'))::int as credit_notes, sum(net_cents)::bigint as net_cents
  from sold group by country, vat_number order by country, vat_number`;

/** The day of a site's first invoice. */
export const findFirstDay = async (sql: Db, site_id: number): Promise<string | null> => {
  const [row] = await sql<{ first: string | null }[]>`select min(issued_on) as first from invoices where site_id = ${site_id}`;
  return row!.first;
};
