import type { TransactionSql } from 'postgres';
import { closeWeekOnce } from '../modules/launches/rollover/week-rollover.ts';
import { findSeqBefore } from '../modules/votes/ledger/queries.ts';
import type { Calendar } from './calendar.ts';
import { DEMO_PRODUCTS } from './content/content.ts';

/** Inserts the demo's votes: real ledger rows by invented voters, as many as each product has. */
export const castDemoVotes = async (
  sql: TransactionSql,
  site_id: number,
  calendar: Calendar,
  listings: Map<string, number>,
): Promise<void> => {
  const crowd = Math.max(...DEMO_PRODUCTS.map(({ counts: [votes] }) => votes));
  await sql`
    insert into voters (site_id, outside_key)
    select ${site_id}, sha256(convert_to('demo voter ' || n, 'UTF8')) from generate_series(1, ${crowd}) n
    on conflict (site_id, outside_key) do nothing`;
  const votes = DEMO_PRODUCTS.flatMap((product, i) => {
    const launched_at = calendar.launched(product);
    if (!launched_at) return [];
    const listing_id = listings.get(product.slug);
    const launch_week_on = calendar.week(product.week!);
    const votedBy = calendar.voted(product, launched_at);
    return Array.from({ length: product.counts[0] }, (_, n) => {
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
  const past_weeks = [...new Set(DEMO_PRODUCTS.flatMap(({ week }) => (week !== null && week < 0 ? [week] : [])))].sort((a, b) => a - b);
  for (const week of past_weeks) {
    const finished_at = calendar.begins(week + 1);
    await closeWeekOnce(sql, site_id, calendar.week(week), { finished_at, last_seq: await findSeqBefore(sql, site_id, finished_at) });
  }
};

type DemoReview = [slug: string, days_ago: number, rating: number, title: string | null, body: string, answer?: string];

/** Invented reviews; every text says that it is a sample. */
const DEMO_REVIEWS: DemoReview[] = [
  [
    'lanternlog',
    9,
    5,
    'A sample of praise',
    'This is demo text: it stands where somebody would say what worked for them, and since when they use it.',
  ],
  [
    'lanternlog',
    21,
    4,
    null,
    'Another sample. Somebody would write here what they miss.',
    'And this is where the makers answer. It is demo text too.',
  ],
  ['lanternlog', 40, 2, 'A sample of criticism', 'Demo text: a rating below the middle stays as visible as the others.'],
  ['packmoth', 1, 4, 'A sample', 'Demo text, so that the page of a new launch is not empty.'],
];

export const reviewRows = (site_id: number, calendar: Calendar, listings: Map<string, number>): Record<string, unknown>[] =>
  DEMO_REVIEWS.map(([slug, days_ago, rating, title, body, answer], n) => {
    const created_at = calendar.daysAgo(days_ago, body);
    const answered_at = answer ? created_at : null;
    return {
      site_id,
      listing_id: listings.get(slug),
      author_name: `Demo reader ${n + 1}`,
      rating,
      title,
      body,
      status: 'shown',
      answer: answer ?? null,
      answered_at,
      created_at,
      updated_at: created_at,
    };
  });
