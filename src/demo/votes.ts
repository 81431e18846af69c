import type { TransactionSql } from 'postgres';
import { PRODUCTS } from './products.ts';
import type { Calendar } from './when.ts';

/** Casts the demo's votes: real rows of the ledger by voters who are nobody, as many as each product is said to have. */
export const castDemoVotes = async (
  sql: TransactionSql,
  site_id: number,
  calendar: Calendar,
  listings: Map<string, number>,
): Promise<void> => {
  const crowd = Math.max(...PRODUCTS.map(({ counts: [votes] }) => votes));
  await sql`
    insert into voters (site_id, outside_key)
    select ${site_id}, sha256(convert_to('demo voter ' || n, 'UTF8')) from generate_series(1, ${crowd}) n
    on conflict (site_id, outside_key) do nothing`;
  const votes = PRODUCTS.flatMap((product, i) => {
    const launched_at = calendar.launched(product);
    if (!launched_at) return [];
    const listing_id = listings.get(product.slug);
    const launch_week_on = calendar.week(product.week!);
    const votedBy = calendar.voted(product, launched_at);
    return Array.from({ length: product.counts[0] }, (_, n) => {
      // Each product's voters begin elsewhere in the crowd.
      const voter = ((n + i * 37) % crowd) + 1;
      return { listing_id, launch_week_on, voter, at: votedBy(voter) };
    });
  });
  await sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select ${site_id}, t.listing_id, t.launch_week_on, v.id, 'cast', t.at
    from json_to_recordset(${JSON.stringify(votes)}::text::json) as t (listing_id bigint, launch_week_on date, voter integer, at timestamptz)
    join voters v on v.site_id = ${site_id} and v.outside_key = sha256(convert_to('demo voter ' || t.voter, 'UTF8'))
    order by t.at, t.listing_id, v.id`;
};
