import type { Db } from '../../kernel/context.ts';

export interface Seen {
  site_id: number;
  slug: string;
  views: number;
}

/** Adds views to public listings, all in one statement; the rows are locked in one order first, as everybody does who locks several. */
export const addViews = async (sql: Db, seen: Seen[]): Promise<void> => {
  await sql`
    with seen as materialized (
      select l.id, l.site_id, t.views from json_to_recordset(${JSON.stringify(seen)}::text::json) as t (site_id integer, slug text, views integer)
      join listings l on l.site_id = t.site_id and l.slug = t.slug where l.status in ('live', 'scheduled', 'awaiting_badge')
    ), locked as materialized (
      select n.listing_id from listing_counts n where n.listing_id in (select id from seen) order by n.listing_id for no key update
    )
    insert into listing_counts as n (listing_id, site_id, views)
    select s.id, s.site_id, s.views from seen s where (select count(*) from locked) >= 0 order by s.id
    on conflict (listing_id) do update set views = n.views + excluded.views`;
};
