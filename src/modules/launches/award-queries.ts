import type { Ctx } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { summaryColumns } from '../listings/queries.ts';
import { AWARD, AWARDED_RANKS } from './rules.ts';

/** Awards of listings that are still there; the place of one that was taken down stays empty. */
const awarded = ({ sql, site }: Ctx, slug: string | undefined) => sql`
  from week_results r join listings l on l.id = r.listing_id and l.status = 'live'
  where r.site_id = ${site.id} and r.rank <= ${sql.unsafe(String(AWARDED_RANKS))}
    ${slug === undefined ? sql`` : sql`and r.listing_id = (select id from listings where site_id = ${site.id} and slug = ${slug})`}`;

/** A page of awards, the newest week first, as JSON text. */
export const selectAwards = async (ctx: Ctx, slug: string | undefined, paging: Paging): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<{ json: string }[]>`
    with page as materialized (
      select r.week_on, r.rank, r.votes, r.listing_id ${awarded(ctx, slug)}
      order by r.week_on desc, r.rank limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select json_build_object('rank', page.rank, 'name', ${AWARD}::text || page.rank, 'week', page.week_on, 'votes', page.votes,
      'listing', row_to_json(t), 'awarded_at', w.finished_at)::text as json
    from page join launch_weeks w on w.site_id = ${site.id} and w.week_on = page.week_on
    join listings l on l.id = page.listing_id left join listing_counts n on n.listing_id = l.id
    cross join lateral (select ${summaryColumns(sql, site.root)}) t order by page.week_on desc, page.rank`;
  return rows.map(({ json }) => json);
};

export const countAwards = async (ctx: Ctx, slug: string | undefined, most: number): Promise<number> => {
  const [row] = await ctx.sql<{ count: number }[]>`select count(*)::int as count from (select ${awarded(ctx, slug)} limit ${most}) t`;
  return row!.count;
};
