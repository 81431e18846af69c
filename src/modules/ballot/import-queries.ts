import type { Db } from '../../kernel/context.ts';

export interface Launched {
  id: number;
  slug: string;
  domain: string;
  launch_week_on: string | null;
}

/** Listings by slug or by the domain of their website. */
export const selectLaunched = (sql: Db, site: { id: number; time_zone: string }, slugs: string[], domains: string[]): Promise<Launched[]> =>
  sql<Launched[]>`
    select id, slug, domain, coalesce(launch_week_on, date_trunc('week', launched_at at time zone ${site.time_zone})::date) as launch_week_on
    from listings where site_id = ${site.id} and (slug = any(${slugs}::text[]) or domain = any(${domains}::text[]))`;

export interface OutsideVote {
  listing_id: number;
  launch_week_on: string;
  /** The keyed hash of what the voter was called. */
  voter: string;
  cast_at: Date;
}

/** Writes votes from elsewhere, in the order given; those that are there already are not written again. Gives how many were. */
export const insertOutsideVotes = async (sql: Db, site_id: number, votes: OutsideVote[]): Promise<number> => {
  const json = JSON.stringify(votes.map((vote, n) => ({ n, ...vote })));
  await sql`
    insert into voters (site_id, outside_key)
    select distinct ${site_id}::integer, decode(voter, 'hex') from json_to_recordset(${json}::text::json) as t (voter text) order by 2
    on conflict (site_id, outside_key) do nothing`;
  const rows = await sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select ${site_id}, t.listing_id, t.launch_week_on, v.id, 'cast', t.cast_at
    from json_to_recordset(${json}::text::json) as t (n integer, listing_id bigint, launch_week_on date, voter text, cast_at timestamptz)
    join voters v on v.site_id = ${site_id} and v.outside_key = decode(t.voter, 'hex') order by t.n returning seq`;
  return rows.length;
};
