import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';

export const insertUpdate = async (
  sql: Db,
  update: { site_id: number; listing_id: number; title: string; body: string; created_at: Date },
): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`insert into listing_updates ${sql(update)} returning id`;
  return row!.id;
};

export interface UpdateRow {
  id: number;
  site_id: number;
  listing_id: number;
  title: string;
  body: string;
  created_at: Date;
  name: string;
  slug: string;
}

/** An update whose listing strangers may see, with what the listing is called. */
export const findPublicUpdate = async (sql: Db, id: number): Promise<UpdateRow | undefined> => {
  const [row] = await sql<UpdateRow[]>`
    select u.id, u.site_id, u.listing_id, u.title, u.body, u.created_at, l.name, l.slug
    from listing_updates u join listings l on l.id = u.listing_id where u.id = ${id} and l.status in ('live', 'scheduled', 'awaiting_badge')`;
  return row;
};

export interface LatestUpdate {
  id: number;
  title: string;
  body: string;
  created_at: Date;
  name: string;
  slug: string;
  logo_url: string | null;
}

/** The news of all live listings, newest first. */
export const selectLatestUpdates = ({ sql, site }: Ctx, paging: Paging): Promise<LatestUpdate[]> => sql<LatestUpdate[]>`
  select u.id, u.title, u.body, u.created_at, l.name, l.slug, l.logo_url from listing_updates u join listings l on l.id = u.listing_id
  where u.site_id = ${site.id} and l.status = 'live' order by u.created_at desc, u.id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countLatestUpdates = async ({ sql, site }: Ctx, most: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from listing_updates u join listings l on l.id = u.listing_id where u.site_id = ${site.id} and l.status = 'live' limit ${most + 1}) t`;
  return row!.count;
};
