import type { Ctx } from '../../kernel/context.ts';
import { reachOf } from '../../kernel/paging.ts';
import { summaryColumns } from '../listings/queries.ts';
import type { Fragment } from '../listings/shelf-queries.ts';

/**
 * The first launches of a week with their votes (listing_id, votes, rank) in order: those with votes by the result if it is
 * frozen and by the counts as they stand if not, then those without. Each part is read in the order of an index and no
 * further than asked, since a week may have very many launches.
 */
export const standing = ({ sql, site }: Ctx, week: string, is_final: boolean, most: number): Fragment => {
  const reach = sql.unsafe(reachOf(most));
  const ranked = is_final
    ? sql`select r.listing_id, r.votes, r.rank, r.rank as place from week_results r join listings l on l.id = r.listing_id and l.status = 'live'
        where r.site_id = ${site.id} and r.week_on = ${week} order by r.rank, r.listing_id limit ${reach}`
    : sql`select p.listing_id, p.votes, p.place as rank, p.place from (
          select c.listing_id, c.votes, (row_number() over (order by c.votes desc, c.reached_seq, c.listing_id))::int as place
          from week_counts c join listings l on l.id = c.listing_id and l.status = 'live'
          where c.site_id = ${site.id} and c.week_on = ${week} and c.votes > 0 order by c.votes desc, c.reached_seq, c.listing_id limit ${reach}
        ) p`;
  const known = is_final
    ? sql`select from week_results k where k.site_id = ${site.id} and k.week_on = ${week} and k.listing_id = l.id`
    : sql`select from week_counts k where k.site_id = ${site.id} and k.week_on = ${week} and k.listing_id = l.id and k.votes > 0`;
  return sql`
    with ranked as materialized (select * from (${ranked}) r limit ${most}), others as (
      select * from (
        select l.id, l.launched_at from listings l
        where l.site_id = ${site.id} and l.launch_week_on = ${week} and l.status = 'live' and not exists (${known})
        order by l.launched_at, l.id limit ${reach}
      ) l limit ${most} - (select count(*) from ranked)
    )
    select s.listing_id, s.votes, s.rank from (
      select listing_id, votes, rank, place, null::timestamptz as launched_at from ranked
      union all select id, 0, null, null, launched_at from others
    ) s order by s.place, s.launched_at, s.listing_id`;
};

/** Listings of a part of a statement that gives them by listing_id in order, as JSON text. */
export const summariesOf = async ({ sql, site }: Ctx, listings: Fragment): Promise<string[]> => {
  const rows = await sql<{ json: string }[]>`
    with page as materialized (select p.*, row_number() over () as place from (${listings}) p)
    select row_to_json(t)::text as json from page join listings l on l.id = page.listing_id left join listing_counts n on n.listing_id = l.id
    cross join lateral (select ${summaryColumns(sql, site.root)}) t order by page.place`;
  return rows.map(({ json }) => json);
};

/** How many live launches a week has. */
export const countLaunches = async ({ sql, site }: Ctx, week: string): Promise<number> => {
  const [row] = await sql<{ launches: number }[]>`select launches from week_totals where site_id = ${site.id} and week_on = ${week}`;
  return row?.launches ?? 0;
};
