import type { Sql, TransactionSql } from 'postgres';
import { vectorOf } from '../kernel/words.ts';
import { closeWeekOnce } from '../modules/launches/rollover/week-rollover.ts';
import { drawScreenshot } from '../modules/listings/drawings/screenshot.ts';
import { pictureOfSvg } from '../modules/listings/media/image-processing.ts';
import { insertPicture } from '../modules/listings/media/queries.ts';
import { indexListings } from '../modules/listings/search/search-index.ts';
import { drawingPath } from '../modules/sites/addresses.ts';
import { findSeqBefore } from '../modules/votes/ledger/queries.ts';
import { Calendar } from './calendar.ts';
import { demoContent } from './content.ts';
import { attributeRows, branchesOf, categoryRows, type DemoAttribute, listingLinkRows, listingRow } from './rows.ts';

export interface DemoOptions {
  /** How many of the demo's votes are cast. Each product has at least one of its own. */
  share_of_votes?: number;
}

/** Inserts the demo's votes: real ledger rows by invented voters, as many as each product has. */
const castDemoVotes = async (
  sql: TransactionSql,
  site_id: number,
  calendar: Calendar,
  listings: Map<string, number>,
  { share_of_votes = 1 }: DemoOptions,
): Promise<void> => {
  const { products } = demoContent();
  const votesOf = ({ counts }: (typeof products)[number]): number => Math.ceil(counts.votes * share_of_votes);
  const crowd = Math.max(...products.map(votesOf));
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
    return Array.from({ length: votesOf(product) }, (_, n) => {
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
const freezeDemoWeeks = async (sql: TransactionSql, site_id: number, calendar: Calendar): Promise<void> => {
  const past_weeks = [...new Set(demoContent().products.flatMap(({ week }) => (week !== null && week < 0 ? [week] : [])))].sort(
    (a, b) => a - b,
  );
  for (const week of past_weeks) {
    const finished_at = calendar.begins(week + 1);
    await closeWeekOnce(sql, site_id, calendar.week(week), { finished_at, last_seq: await findSeqBefore(sql, site_id, finished_at) });
  }
};

const reviewRows = (site_id: number, calendar: Calendar, listings: Map<string, number>): Record<string, unknown>[] =>
  demoContent().reviews.map(({ listing, days_ago, rating, title = null, body, answer = null }, n) => {
    const created_at = calendar.daysAgo(days_ago, body);
    const review = { author_name: `Demo reader ${n + 1}`, rating, title, body, status: 'shown', answer, answered_at: answer && created_at };
    return { site_id, listing_id: listings.get(listing), ...review, created_at, updated_at: created_at };
  });

/** Inserts the demo's comments, then the replies to them. */
const loadComments = async (sql: TransactionSql, site_id: number, calendar: Calendar, listings: Map<string, number>): Promise<void> => {
  const { comments, products } = demoContent();
  const launches = new Map(products.map((product) => [product.slug, calendar.launched(product) ?? calendar.now]));
  let readers = 0;
  const rowOf = (listing: string, by: 'maker' | 'reader', { votes, body }: { votes: number; body: string }, after: Date) => {
    if (by === 'reader') readers += 1;
    const author = { author_name: by === 'maker' ? 'Demo maker' : `Demo reader ${readers}`, author_is_maker: by === 'maker' };
    const created_at = calendar.commented(after, body);
    return { site_id, listing_id: listings.get(listing), ...author, body, status: 'shown', votes, created_at, updated_at: created_at };
  };
  const tops = comments.map((comment) => rowOf(comment.listing, 'reader', comment, launches.get(comment.listing)!));
  await insert(sql, 'comments', tops);
  const rows = await sql<{ id: number; body: string }[]>`select id, body from comments where site_id = ${site_id}`;
  const ids = new Map(rows.map(({ id, body }) => [body, Number(id)]));
  const replies = comments.flatMap(({ listing, body, replies = [] }, n) => {
    let after = tops[n]!.created_at;
    return replies.map((reply) => {
      const row = rowOf(listing, reply.by, reply, after);
      after = row.created_at;
      return { ...row, thread_id: ids.get(body) };
    });
  });
  await insert(sql, 'comments', replies);
};

type Row = Record<string, unknown>;

/** Inserts a table's rows from one JSON parameter, typed by the table's columns. */
const insert = async (sql: TransactionSql, table: string, rows: Row[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  await sql`
    insert into ${sql(table)} (${sql(columns)})
    select ${sql(columns)} from json_populate_recordset(null::${sql(table)}, ${JSON.stringify(rows)}::text::json)`;
};

type SluggedTable = 'categories' | 'listings' | 'founders';

/** Draws the listings' screenshots. */
const loadPictures = async (sql: TransactionSql, site_id: number, calendar: Calendar, listings: Map<string, number>): Promise<void> => {
  for (const { listing, kind, alt } of demoContent().pictures) {
    const picture = await pictureOfSvg(drawScreenshot(listing, kind));
    await insertPicture({ ...picture, site_id, listing_id: listings.get(listing)!, alt, at: calendar.now }, sql);
  }
};

const idsOf = async (sql: TransactionSql, table: SluggedTable, site_id: number): Promise<Map<string, number>> => {
  const rows = await sql<{ slug: string; id: number }[]>`select slug, id from ${sql(table)} where site_id = ${site_id}`;
  return new Map(rows.map(({ slug, id }) => [slug, Number(id)]));
};

/** Loads the demo content into a site without listings, completely or not at all. */
export const loadDemo = async (sql: Sql, site_id: number, now: Date, time_zone: string, options: DemoOptions = {}): Promise<void> => {
  await sql.begin(async (sql) => {
    // Two processes may start together: the second waits here and then finds the listings.
    await sql`select 1 from sites where id = ${site_id} for update`;
    const [found] = await sql`select 1 from listings where site_id = ${site_id} limit 1`;
    if (found) return;
    const calendar = new Calendar(now, time_zone);
    const categories = await loadCategories(sql, site_id);
    await loadContent(sql, site_id, calendar);
    await loadListings(sql, site_id, calendar, categories, options);
    await loadShop(sql, site_id, now);
  });
};

const loadShop = async (sql: TransactionSql, site_id: number, now: Date): Promise<void> => {
  const { seller, prices } = demoContent().shop;
  await sql`update sites set settings = settings || ${sql.json({ seller })} where id = ${site_id}`;
  const priced = Object.entries(prices).map(([code, price_cents]) => ({ site_id, code, price_cents, on_offer: true }));
  await insert(
    sql,
    'products',
    priced.map((row) => ({ ...row, updated_at: now })),
  );
  await insert(
    sql,
    'product_prices',
    priced.map((row) => ({ ...row, set_at: now })),
  );
};

const loadCategories = async (sql: TransactionSql, site_id: number): Promise<Map<string, number>> => {
  const { categories } = demoContent();
  // Rows refer to their parent by id, so insert level by level.
  let ids = new Map<string, number>();
  for (const level of branchesOf(categories)) {
    await insert(sql, 'categories', categoryRows(site_id, level, ids));
    ids = await idsOf(sql, 'categories', site_id);
  }
  await insert(sql, 'category_attributes', attributeRows(site_id, categories, ids));
  return ids;
};

const loadContent = async (sql: TransactionSql, site_id: number, calendar: Calendar): Promise<void> => {
  const content = demoContent();
  const founders = content.founders.map(({ slug, name, country = null, bio = null, socials = {} }) => {
    return { site_id, slug, name, country, bio, socials, photo_url: drawingPath('portraits', slug), words: vectorOf({ A: name }) };
  });
  const posts = content.posts.map(({ days_ago = null, ...post }) => {
    const published_at = days_ago === null ? null : calendar.daysAgo(days_ago, post.slug);
    const words = vectorOf({ A: post.title, B: post.excerpt, C: post.body_markdown });
    return { site_id, ...post, words, published_at, updated_at: published_at ?? calendar.now };
  });
  await insert(sql, 'founders', founders);
  await insert(sql, 'blog_posts', posts);
  await insert(
    sql,
    'interview_questions',
    content.questions.map(({ question, hint = null }, at) => ({ site_id, position: at + 1, question, hint })),
  );
};

const loadCounts = (sql: TransactionSql, site_id: number, listings: Map<string, number>) => {
  const rows = demoContent().products.map(({ slug, counts }) => ({ site_id, listing_id: listings.get(slug), ...counts }));
  return sql`
    insert into listing_counts (site_id, listing_id, views, followers)
    select site_id, listing_id, views, followers from json_populate_recordset(null::listing_counts, ${JSON.stringify(rows)}::text::json)
    on conflict (listing_id) do update set views = excluded.views, followers = excluded.followers`;
};

const loadListings = async (
  sql: TransactionSql,
  site_id: number,
  calendar: Calendar,
  categories: Map<string, number>,
  options: DemoOptions,
): Promise<void> => {
  const { products } = demoContent();
  const domains = products.map(({ domain }) => domain);
  await sql`insert into companies (domain) select unnest(${domains}::text[]) on conflict (domain) do nothing`;
  const companies = await sql<{ id: number; domain: string }[]>`select id, domain from companies where domain = any(${domains})`;
  const company_ids = new Map(companies.map(({ id, domain }) => [domain, Number(id)]));
  await insert(
    sql,
    'listings',
    products.map((product) => ({ site_id, company_id: company_ids.get(product.domain), ...listingRow(product, calendar) })),
  );
  const attributes = await sql<DemoAttribute[]>`
    select id, category_id, key, kind, unit, options from category_attributes where site_id = ${site_id}`;
  const listings = await idsOf(sql, 'listings', site_id);
  const founders = await idsOf(sql, 'founders', site_id);
  for (const [table, rows] of Object.entries(listingLinkRows(site_id, calendar, { listings, categories, founders, attributes })))
    await insert(sql, table, rows);
  await loadCounts(sql, site_id, listings);
  await insert(sql, 'reviews', reviewRows(site_id, calendar, listings));
  await loadComments(sql, site_id, calendar, listings);
  await loadPictures(sql, site_id, calendar, listings);
  await castDemoVotes(sql, site_id, calendar, listings, options);
  await freezeDemoWeeks(sql, site_id, calendar);
  await indexListings(sql, [...listings.values()]);
};
