import type { Ctx } from '../../kernel/context.ts';
import { offsetOf, type Paging, reachOf } from '../../kernel/paging.ts';
import { standing, summariesOf } from './standing-queries.ts';

/** Live listings that launched since a moment, the newest first. No plan is made for each moment or page. */
export const selectLaunchedSince = (ctx: Ctx, since: Date, paging: Paging): Promise<string[]> => {
  const { sql, site } = ctx;
  return summariesOf(
    ctx,
    sql`select listing_id from (
        select s.listing_id from shelf_places s
        where s.site_id = ${site.id} and s.category_id = 0 and s.launched_at >= (select ${since}::timestamptz)
        order by s.launched_at desc, s.listing_id limit ${sql.unsafe(reachOf(paging.page * paging.per_page))}
      ) s limit ${paging.per_page} offset ${offsetOf(paging)}`,
  );
};

export const countLaunchedSince = async ({ sql, site }: Ctx, since: Date, most: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from shelf_places s where s.site_id = ${site.id} and s.category_id = 0 and s.launched_at >= (select ${since}::timestamptz)
      order by s.launched_at desc, s.listing_id limit ${most}) t`;
  return row!.count;
};

/** A page of the launches of a week that is not over, in their order. */
export const selectRunningWeek = (ctx: Ctx, week: string, paging: Paging): Promise<string[]> => {
  const offset = offsetOf(paging);
  return summariesOf(ctx, ctx.sql`select listing_id from (${standing(ctx, week, false, offset + paging.per_page)}) s offset ${offset}`);
};
