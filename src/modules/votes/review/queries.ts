import type { Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';
import type { BallotState } from '../queries.ts';
import type { ReferrerKind } from '../rules.ts';

/** A vote with what is known about it. Hashes only tell whether two votes have something in common. */
export interface VoteRow {
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  seq: number;
  cast_at: Date;
  state: BallotState;
  reason: string | null;
  decided: boolean;
  in_week: boolean;
  network: string | null;
  subnet: string | null;
  block: string | null;
  mail_domain: string | null;
  came_from: ReferrerKind | null;
  /** Null for a deleted account, like the next three. */
  account_created_at: Date | null;
  mail_host: string | null;
  /** Signs in with Google, GitHub or another provider. */
  is_identified: boolean;
  /** Kinds of what the account did here besides voting. */
  activities: string[];
  /** Earlier launches that it voted for, and the number of their weeks. Held votes are left out. */
  earlier_listings: number[];
  earlier_weeks: number;
}

/** How far back a voter's earlier votes are looked at. */
const HISTORY_DAYS = 180;

/** Votes for the launches of a week that are not withdrawn, with their origins. Votes whose origin was deleted are left as they are. */
export const selectReviewRows = (sql: Db, site_id: number, week: string, listing_id: number | null = null): Promise<VoteRow[]> => sql<
  VoteRow[]
>`
  with votes_of_week as materialized (
    select b.*, v.account_id, o.network, o.subnet, o.block, o.mail_domain, o.came_from
    from ballots b join vote_origins o on o.site_id = b.site_id and o.seq = b.cast_seq
    join voters v on v.site_id = b.site_id and v.id = b.voter_id
    where b.site_id = ${site_id} and b.launch_week_on = ${week} and b.state <> 'withdrawn'
      and b.listing_id = coalesce(${listing_id}::bigint, b.listing_id)
  ), people as materialized (
    select distinct voter_id, account_id from votes_of_week
  ), history as materialized (
    select p.voter_id, array_agg(b.listing_id order by b.listing_id) as earlier_listings, count(distinct b.launch_week_on)::int as earlier_weeks
    from people p join ballots b on b.voter_id = p.voter_id
    where b.site_id = ${site_id} and b.launch_week_on < ${week} and b.launch_week_on > ${week}::date - ${HISTORY_DAYS}::int and b.state = 'counted'
    group by p.voter_id
  ), activity as materialized (
    select p.account_id, array_agg(distinct a.kind order by a.kind) as activities
    from people p join account_activity a on a.account_id = p.account_id where a.site_id = ${site_id} group by p.account_id
  )
  select w.listing_id, w.launch_week_on, w.voter_id, w.cast_seq as seq, w.cast_at, w.state, w.reason, w.decided, w.in_week,
    encode(w.network, 'hex') as network, encode(w.subnet, 'hex') as subnet, encode(w.block, 'hex') as block,
    encode(w.mail_domain, 'hex') as mail_domain, w.came_from,
    c.created_at as account_created_at, split_part(c.email_key, '@', 2) as mail_host, i.account_id is not null as is_identified,
    coalesce(a.activities, '{}') as activities, coalesce(h.earlier_listings, '{}') as earlier_listings, coalesce(h.earlier_weeks, 0) as earlier_weeks
  from votes_of_week w left join account_contacts c on c.id = w.account_id
  left join identified_accounts i on i.account_id = w.account_id and i.since <= w.cast_at
  left join history h on h.voter_id = w.voter_id left join activity a on a.account_id = w.account_id
  order by w.listing_id, w.cast_seq`;

export interface NetworkHistory {
  /** The hash of a network of any width. */
  network: string;
  voters: number;
  listings: number;
}

/** How many people voted from a network before a week, and for how many launches. Only networks with two or more. */
export const selectNetworkHistory = (sql: Db, site_id: number, week: string): Promise<NetworkHistory[]> => sql<NetworkHistory[]>`
  select encode(n.network, 'hex') as network, count(distinct o.voter_id)::int as voters, count(distinct o.listing_id)::int as listings
  from vote_origins o join ballots b on b.listing_id = o.listing_id and b.voter_id = o.voter_id and b.cast_seq = o.seq
  cross join lateral (values (o.network), (o.subnet), (o.block)) n (network)
  where o.site_id = ${site_id} and b.launch_week_on < ${week} and b.state = 'counted' and n.network is not null
  group by n.network having count(distinct o.voter_id) > 1`;

export interface ReviewDecision {
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  seq: number;
  act: 'counted' | 'uncounted';
  reason: string | null;
}

/** Writes what the rules decided about votes that are still as they were reviewed: not withdrawn, and not decided by the team. */
export const insertReviewDecisions = async (sql: Db, site_id: number, decisions: ReviewDecision[], at: Date): Promise<number> => {
  const rows = await sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
    select ${site_id}, d.listing_id, d.launch_week_on, d.voter_id, d.act, d.reason, ${at}
    from json_to_recordset(${JSON.stringify(decisions)}::text::json)
      as d (listing_id bigint, launch_week_on date, voter_id bigint, seq bigint, act text, reason text)
    join ballots b on b.listing_id = d.listing_id and b.launch_week_on = d.launch_week_on and b.voter_id = d.voter_id and b.cast_seq = d.seq
    where b.site_id = ${site_id} and not b.decided and b.state = case d.act when 'counted' then 'uncounted' else 'counted' end
      and not (b.in_week and exists (select from frozen_weeks f where f.site_id = b.site_id and f.week_on = b.launch_week_on))
    order by d.seq returning seq`;
  return rows.length;
};

/** Weeks of launches that got votes since a moment. */
export const selectVotedWeeks = (sql: Db, site_id: number, since: Date): Promise<string[]> =>
  selectColumn<string>(sql`
    select distinct b.launch_week_on::text as week from vote_origins o
    join ballots b on b.site_id = o.site_id and b.listing_id = o.listing_id and b.voter_id = o.voter_id and b.cast_seq = o.seq
    where o.site_id = ${site_id} and o.at > ${since} order by week`);
