import type { Db } from '../../../kernel/context.ts';

/** Slugs that are no category of the site. */
export const findMissing = async (sql: Db, site_id: number, slugs: string[]): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select s.slug from unnest(${slugs}::text[]) s (slug)
    where not exists (select from categories c where c.site_id = ${site_id} and c.slug = s.slug)`;
  return rows.map(({ slug }) => slug);
};

/** How many further categories were bought for a listing and delivered. */
export const countExtraCategories = async (sql: Db, listing_id: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select coalesce(sum(cardinality(categories)), 0)::int as count from order_lines
    where listing_id = ${listing_id} and product = 'extra_categories' and status = 'fulfilled'`;
  return row!.count;
};

/** Puts a listing in further categories, after those it is in. */
export const addCategories = async (
  sql: Db,
  { site_id, listing_id, slugs }: { site_id: number; listing_id: number; slugs: string[] },
): Promise<void> => {
  await sql`
    insert into listing_categories (site_id, listing_id, category_id, position)
    select ${site_id}, ${listing_id}, c.id,
      (select coalesce(max(position), 0) from listing_categories where listing_id = ${listing_id}) + row_number() over (order by s.place)
    from unnest(${slugs}::text[]) with ordinality s (slug, place) join categories c on c.site_id = ${site_id} and c.slug = s.slug
    on conflict (listing_id, category_id) do nothing`;
};

interface Contribution {
  line_id: number;
  site_id: number;
  listing_id: number;
  order_id: number;
  amount_cents: number;
  at: Date;
}

/** Money for the billboard, without VAT; once for a line. */
export const insertContribution = async (sql: Db, row: Contribution): Promise<void> => {
  await sql`insert into billboard_contributions ${sql(row)} on conflict (line_id) where refund_id is null do nothing`;
};

interface NewCabinet {
  line_id: number;
  site_id: number;
  listing_id: number;
  options: Record<string, unknown>;
  at: Date;
}

/** A listing has one cabinet; the latest that was bought says how it looks. */
export const writeCabinet = async (sql: Db, { line_id, site_id, listing_id, options, at }: NewCabinet): Promise<void> => {
  await sql`
    insert into trophy_cabinets (listing_id, site_id, line_id, options, updated_at)
    values (${listing_id}, ${site_id}, ${line_id}, ${sql.json(options as never)}, ${at})
    on conflict (listing_id) do update set line_id = excluded.line_id, options = excluded.options, updated_at = excluded.updated_at`;
};

/** The steps of what the team does for a line, in order. */
export const insertTasks = async (
  sql: Db,
  { line_id, site_id, at }: { line_id: number; site_id: number; at: Date },
  tasks: { title: string; url: string | null }[],
): Promise<void> => {
  const rows = tasks.map((task, position) => ({ ...task, line_id, site_id, position, updated_at: at }));
  await sql`insert into team_tasks ${sql(rows)} on conflict (line_id, position) do nothing`;
};

export const insertReview = async (
  sql: Db,
  { content, ...row }: { line_id: number; site_id: number; listing_id: number; content: object; created_at: Date },
): Promise<void> => {
  await sql`insert into ai_reviews ${sql({ ...row, content: sql.json(content as never) as never })} on conflict (line_id) do nothing`;
};

/** Where a listing's product lives. */
export const findWebsite = async (sql: Db, listing_id: number): Promise<string> => {
  const [row] = await sql<{ website: string }[]>`select website from listings where id = ${listing_id}`;
  return row!.website;
};
