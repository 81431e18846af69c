import type { Db } from '../../../kernel/context.ts';
import type { DayRates } from '../../../outside/exchange-rates.ts';

/** Keeps what was published; what is kept of a day stays. */
export const keepRates = async (sql: Db, { rate_on, source, rates }: DayRates): Promise<void> => {
  const rows = rates.map((rate) => ({ ...rate, rate_on, source }));
  await sql`insert into exchange_rates ${sql(rows)} on conflict (currency, rate_on) do nothing`;
};

interface KnownRates {
  own_per_euro: string;
  dollars_per_euro: string;
  rate_on: string;
  source: string;
}

/** The newest rates of the dollar and a currency up to a day. None are published on holidays; older than ten days they say nothing. */
export const findRates = async (sql: Db, currency: string, on: string): Promise<KnownRates | undefined> => {
  const [row] = await sql<KnownRates[]>`
    select d.rate_on, d.source, d.per_euro::text as dollars_per_euro, coalesce(o.per_euro::text, '1') as own_per_euro
    from exchange_rates d left join exchange_rates o on o.currency = ${currency} and o.rate_on = d.rate_on
    where d.currency = 'USD' and d.rate_on <= ${on} and d.rate_on > ${on}::date - 10 and (o.currency is not null or ${currency} = 'EUR')
    order by d.rate_on desc limit 1`;
  return row;
};
