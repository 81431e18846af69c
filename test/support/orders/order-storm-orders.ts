import type { Chance } from '../../../bench/support/random.ts';
import type { Sql } from '../../../src/db/open.ts';
import { newOrderNumber } from '../../../src/modules/orders/checkout/checkout.ts';

export interface StormOrder {
  id: number;
  number: string;
  account_id: number;
  line_ids: number[];
}

const PRODUCTS = ['billboard_min', 'featured'] as const;
const BATCH = 1000;

/** A buyer for every ten orders, each with one live listing, and a team member. */
const makeBuyers = async (sql: Sql, site_id: number, many: number): Promise<{ account_id: number; listing_id: number }[]> => {
  await sql`
    insert into accounts (email, email_key, email_verified_at) select 'b' || n || '@storm.example', 'b' || n || '@storm.example', now()
    from generate_series(1, ${many}) n`;
  await sql`insert into companies (domain) select 's' || n || '.example' from generate_series(1, ${many}) n`;
  return sql<{ account_id: number; listing_id: number }[]>`
    insert into listings (site_id, company_id, owner_id, slug, status, plan, launched_at, launch_week_on, name, website, domain, tagline)
    select ${site_id}, c.id, a.id, 's' || n, 'live', 'free', '2026-01-05', '2026-01-05', 'Product ' || n, 'https://s' || n || '.example',
      's' || n || '.example', 'A product'
    from generate_series(1, ${many}) n join companies c on c.domain = 's' || n || '.example' join accounts a on a.email_key = 'b' || n || '@storm.example'
    returning owner_id as account_id, id as listing_id`;
};

/** Orders as checkout leaves them with billing details, of one or a few lines, some with VAT. */
export const makeStormOrders = async (
  sql: Sql,
  site_id: number,
  many: number,
  chance: Chance,
): Promise<{ made: StormOrder[]; team_id: number }> => {
  const buyers = await makeBuyers(sql, site_id, Math.ceil(many / 10));
  const orders = Array.from({ length: many }, (_, i) => {
    const { account_id, listing_id } = buyers[i % buyers.length]!;
    const share = chance.next() < 0.4 ? 5 : 0;
    const lines = Array.from({ length: chance.of([1, 1, 1, 1, 2, 3]) }, (_, at) => {
      const amount_cents = 500 + chance.below(20_000);
      return { position: at + 1, product: chance.of(PRODUCTS), amount_cents, vat_cents: share ? Math.floor(amount_cents / share) : 0 };
    });
    return { number: newOrderNumber(), account_id, listing_id, share, lines };
  });
  const made: StormOrder[] = [];
  for (let at = 0; at < many; at += BATCH) {
    const json = JSON.stringify(orders.slice(at, at + BATCH));
    made.push(
      ...(await sql<StormOrder[]>`
        with sent as (
          select * from json_to_recordset(${json}::text::json) as t (number text, account_id bigint, listing_id bigint, share int, lines json)
        ), sums as (
          select number, sum((l->>'amount_cents')::bigint) as net, sum((l->>'vat_cents')::bigint) as vat
          from sent, json_array_elements(lines) l group by number
        ), placed as (
          insert into orders (site_id, number, account_id, net_cents, vat_cents, total_cents, vat_rate, vat_treatment, billing_country, billing,
            expires_at, created_at, updated_at)
          select ${site_id}, number, account_id, net, vat, net + vat, case when share > 0 then 0.2 else 0 end,
            case when share > 0 then 'eu_consumer' else 'outside_eu' end, case when share > 0 then 'FR' else 'US' end,
            '{"name": "A buyer", "address": "1 Street", "city": "Town", "email": "buyer@storm.example"}', now() + interval '7 days', now(), now()
          from sent join sums using (number) returning id, number, account_id
        ), lined as (
          insert into order_lines (site_id, order_id, position, product, name, listing_id, amount_cents, vat_cents, updated_at)
          select ${site_id}, p.id, (l->>'position')::int, l->>'product', l->>'product', s.listing_id, (l->>'amount_cents')::bigint,
            (l->>'vat_cents')::bigint, now()
          from placed p join sent s using (number), json_array_elements(s.lines) l returning id, order_id
        )
        select p.id, p.number, p.account_id, (select array_agg(l.id) from lined l where l.order_id = p.id) as line_ids from placed p`),
    );
  }
  const [team] = await sql<{ id: number }[]>`
    insert into accounts (email, email_key, email_verified_at, is_network_admin) values ('team@storm.example', 'team@storm.example', now(), true) returning id`;
  return { made, team_id: team!.id };
};
