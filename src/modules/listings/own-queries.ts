import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { mediaJson, milestonesJson, profileColumns, summaryColumns } from './queries.ts';

const own = ({ sql, site, caller }: Ctx<Caller>) => sql`l.site_id = ${site.id} and l.owner_id = ${caller.account_id}`;

const ownColumns = (sql: Db, root: string) => sql`
  l.id, l.slug, l.name, l.status, l.plan, l.launch_week_on, l.launched_at, l.website, ${root}::text || '/listings/' || l.slug as url,
  l.created_at, l.updated_at`;

/** A page of the caller's listings on the site as JSON, newest first. */
export const selectOwnListings = async (ctx: Ctx<Caller>, paging: Paging): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${ownColumns(sql, site.root)} from listings l where ${own(ctx)} order by l.id desc
      limit ${paging.per_page} offset ${offsetOf(paging)}) t`;
  return rows.map(({ json }) => json);
};

export const countOwnListings = async (ctx: Ctx<Caller>): Promise<number> => {
  const [row] = await ctx.sql<{ count: number }[]>`select count(*)::int as count from listings l where ${own(ctx)}`;
  return row!.count;
};

/** One of the caller's listings whole, as JSON, or nothing. */
export const findOwnListing = async (ctx: Ctx<Caller>, listing_id: number): Promise<string | undefined> => {
  const { sql, site } = ctx;
  const [row] = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${ownColumns(sql, site.root)},
        case when l.status = 'removed' then (select m.reason from moves m
          where m.record = 'listing' and m.record_id = l.id::text and m.to_status = 'removed' order by m.id desc limit 1) end as removal_reason,
        exists (select from claims k where k.listing_id = l.id and k.account_id = l.owner_id and k.status = 'verified') as verified,
        l.unlocked_sections,
        (select json_build_object('found', w.found_at is not null, 'checked_at', w.looked_at, 'seen', w.seen)
          from badge_watches w where w.listing_id = l.id) as badge,
        l.story, ${milestonesJson(sql)} as milestones, ${mediaJson(sql, site.root)} as media,
        (select row_to_json(c) from (select ${summaryColumns(sql, site.root)}, ${profileColumns(sql, site.root)}) c) as content
      from listings l left join listing_counts n on n.listing_id = l.id
      where l.id = ${listing_id} and ${own(ctx)}) t`;
  return row?.json;
};

export interface OwnKey {
  id: number;
  site_id: number;
  company_id: number;
  slug: string;
  name: string;
  status: string;
  unlocked_sections: string[];
}

/** One of the caller's listings, by what it is known by. */
export const findOwnKey = async (ctx: Ctx<Caller>, listing_id: number): Promise<OwnKey | undefined> => {
  const [row] = await ctx.sql<OwnKey[]>`
    select l.id, l.site_id, l.company_id, l.slug, l.name, l.status, l.unlocked_sections from listings l where l.id = ${listing_id} and ${own(ctx)}`;
  return row;
};

export interface Elsewhere {
  id: number;
  site_key: string;
  site_name: string;
}

/** The same company's listings that the same account owns on other sites. */
export const selectElsewhere = ({ sql, caller }: Ctx<Caller>, { site_id, company_id }: OwnKey): Promise<Elsewhere[]> => sql<Elsewhere[]>`
  select l.id, s.key as site_key, s.name as site_name from listings l join sites s on s.id = l.site_id
  where l.company_id = ${company_id} and l.owner_id = ${caller.account_id} and l.site_id <> ${site_id} order by l.id`;
