import type { TransactionSql } from 'postgres';
import { closeWeekOnce } from '../modules/launches/rollover/week-rollover.ts';
import { findSeqBefore } from '../modules/votes/ledger/queries.ts';
import type { Calendar } from './calendar.ts';
import { demoContent } from './content.ts';

/** Inserts the demo's votes: real ledger rows by invented voters, as many as each product has. */
export const castDemoVotes = async (
  sql: TransactionSql,
  site_id: number,
  calendar: Calendar,
  listings: Map<string, number>,
): Promise<void> => {
  const { products } = demoContent();
  const crowd = Math.max(...products.map(({ counts }) => counts.votes));
  await sql`
    insert into voters (site_id, outside_key)
    select ${site_id}, sha256(convert_to('demo voter ' || n, 'UTF8')) from generate_series(1, ${crowd}) n
    on conflict (site_id, outside_key) do nothing`;
  const votes = products.flatMap((product, i) => {
    const launched_at = calendar.launched(product);
    if (!launched_at) return [];
    const listing_id = listings.get(product.slug);
    const launch_week_on = calendar.week(product.week!);
    const votedBy = calendar.voted(product, launched_at);
    return Array.from({ length: product.counts.votes }, (_, n) => {
      // Each product's voters start at another offset of the crowd.
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

/** Closes the demo's past weeks, each at its end. */
export const freezeDemoWeeks = async (sql: TransactionSql, site_id: number, calendar: Calendar): Promise<void> => {
  const past_weeks = [...new Set(demoContent().products.flatMap(({ week }) => (week !== null && week < 0 ? [week] : [])))].sort(
    (a, b) => a - b,
  );
  for (const week of past_weeks) {
    const finished_at = calendar.begins(week + 1);
    await closeWeekOnce(sql, site_id, calendar.week(week), { finished_at, last_seq: await findSeqBefore(sql, site_id, finished_at) });
  }
};

export const reviewRows = (site_id: number, calendar: Calendar, listings: Map<string, number>): Record<string, unknown>[] =>
  demoContent().reviews.map(({ listing, days_ago, rating, title = null, body, answer = null }, n) => {
    const created_at = calendar.daysAgo(days_ago, body);
    const review = { author_name: `Demo reader ${n + 1}`, rating, title, body, status: 'shown', answer, answered_at: answer && created_at };
    return { site_id, listing_id: listings.get(listing), ...review, created_at, updated_at: created_at };
  });
