import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue, firstValue, hasRows, isoTime, selectColumn } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import { urlOfListing } from '../../sites/queries.ts';
import { joinCounts, joinParts, mediaJson, milestonesJson, profileColumns, summaryColumns } from '../profile/queries.ts';
import { removalColumn } from '../queries.ts';
import type { Milestone } from '../schema.ts';

const isOwnedByCaller = ({ sql, site, caller }: Ctx<Caller>) => sql`l.site_id = ${site.id} and l.owner_id = ${caller.account_id}`;

const ownColumns = (sql: Db, root: string) => sql`
  l.id, l.slug, l.name, l.status, l.plan,
  (select json_build_object('slug', c.slug, 'name', c.name) from listing_categories lc join categories c on c.id = lc.category_id
    where lc.listing_id = l.id and lc.position = 0) as primary_category,
  (select d.draft_id from listing_drafts d where d.listing_id = l.id and d.account_id = l.owner_id order by d.created_at limit 1) as draft_id,
  l.launch_week_on, ${isoTime(sql, 'l.launched_at')} as launched_at, l.website, ${urlOfListing(sql, root)} as url,
  ${isoTime(sql, 'l.created_at')} as created_at, ${isoTime(sql, 'l.updated_at')} as updated_at`;

/** Whether the owner of listing `l` has proved that it is theirs. */
export const isVerified = (sql: Db) => sql`
  exists (select from verified_claimants k where k.listing_id = l.id and k.account_id = l.owner_id)`;

const hasStatus = (sql: Db, status: string | undefined) => (status === undefined ? sql`` : sql`and l.status = ${status}`);

/** A page of the caller's listings on the site as JSON, newest first. */
export const selectOwnListings = (ctx: Ctx<Caller>, paging: Paging, status?: string): Promise<string[]> => {
  const { sql, site } = ctx;
  return selectColumn<string>(sql`
    select row_to_json(t)::text as json from (
      select ${ownColumns(sql, site.root)} from listings l where ${isOwnedByCaller(ctx)} ${hasStatus(sql, status)} order by l.id desc
      limit ${paging.per_page} offset ${offsetOf(paging)}) t`);
};

export const countOwnListings = (ctx: Ctx<Caller>, status?: string): Promise<number> =>
  firstValue<number>(ctx.sql`select count(*)::int as count from listings l where ${isOwnedByCaller(ctx)} ${hasStatus(ctx.sql, status)}`);

/** One of the caller's listings in full, as JSON. */
export const findOwnListing = (ctx: Ctx<Caller>, listing_id: number): Promise<string | null> => {
  const { sql, site } = ctx;
  return findValue<string>(sql`
    select row_to_json(t)::text as json from (
      select ${ownColumns(sql, site.root)},
        ${removalColumn(sql, 'reason')} as removal_reason,
        ${isVerified(sql)} as verified,
        l.unlocked_sections,
        (select json_build_object('found', w.found_at is not null, 'checked_at', ${isoTime(sql, 'w.looked_at')},
            'next_check_at', ${isoTime(sql, 'w.next_look_at')}, 'seen', w.seen)
          from badge_checks w where w.listing_id = l.id) as badge,
        l.story, ${milestonesJson(sql)} as milestones, ${mediaJson(sql, site.root)} as media,
        (select row_to_json(c) from (select ${summaryColumns(sql, site.root)}, ${profileColumns(sql, site.root)}) c) as content
      from listings l ${joinCounts(sql)} ${joinParts(sql)}
      where l.id = ${listing_id} and ${isOwnedByCaller(ctx)}) t`);
};

export interface OwnListingKey {
  id: number;
  site_id: number;
  company_id: number;
  slug: string;
  name: string;
  status: string;
  unlocked_sections: string[];
}

export const findOwnListingKey = (ctx: Ctx<Caller>, listing_id: number): Promise<OwnListingKey | undefined> =>
  findRow(ctx.sql<OwnListingKey[]>`
    select l.id, l.site_id, l.company_id, l.slug, l.name, l.status, l.unlocked_sections from listings l where l.id = ${listing_id} and ${isOwnedByCaller(ctx)}`);

export interface SiblingListing {
  id: number;
  site_key: string;
  site_name: string;
}

export const selectSiblingListings = ({ sql, caller }: Ctx<Caller>, { site_id, company_id }: OwnListingKey) =>
  sql<SiblingListing[]>`
  select l.id, s.key as site_key, s.name as site_name from listings l join site_heads s on s.id = l.site_id
  where l.company_id = ${company_id} and l.owner_id = ${caller.account_id} and l.site_id <> ${site_id} order by l.id`;

type NewMilestone = Omit<Milestone, 'id'> & { site_id: number; listing_id: number };

export const countMilestones = (sql: Db, listing_id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int as count from listing_milestones where listing_id = ${listing_id}`);

export const insertMilestone = async (sql: Db, milestone: NewMilestone): Promise<Milestone> => {
  const [row] = await sql<Milestone[]>`insert into listing_milestones ${sql(milestone)} returning id, date, title, description, url`;
  return row!;
};

export const deleteMilestoneRow = (sql: Db, listing_id: number, id: number): Promise<boolean> =>
  hasRows(sql`delete from listing_milestones where id = ${id} and listing_id = ${listing_id} returning id`);

export interface ApprovedAlternative {
  id: number;
  slug: string;
  name: string;
  tagline: string | null;
}

export const selectApprovedAlternatives = (sql: Db, listing_id: number): Promise<ApprovedAlternative[]> => sql<ApprovedAlternative[]>`
  select l.id, l.slug, l.name, l.tagline from listing_alternatives a join listings l on l.id = a.alternative_id
  where a.listing_id = ${listing_id} order by a.position, l.id`;

/** Appends an approved alternative, if it is live on the same site. */
export const insertAlternative = ({ sql, site }: Ctx, listing_id: number, slug: string) => sql`
  insert into listing_alternatives (site_id, listing_id, alternative_id, position)
  select l.site_id, ${listing_id}, l.id, (select coalesce(max(position), -1) + 1 from listing_alternatives where listing_id = ${listing_id})
  from live_listings l where l.site_id = ${site.id} and l.slug = ${slug} and l.id <> ${listing_id}
  on conflict do nothing`;

export const deleteAlternative = (sql: Db, listing_id: number, alternative_id: number) =>
  sql`delete from listing_alternatives where listing_id = ${listing_id} and alternative_id = ${alternative_id}`;

export const findOwnVoteCount = (ctx: Ctx<Caller>, listing_id: number): Promise<number | null> =>
  findValue<number>(ctx.sql`
    select coalesce(n.votes, 0) as votes from listings l ${joinCounts(ctx.sql)} where l.id = ${listing_id} and ${isOwnedByCaller(ctx)}`);
