import type { Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';
import type { BallotState } from '../queries.ts';
import type { VoteEvidence } from './evidence.ts';

/** A vote with what is stored about it. Hashes only tell whether two votes have something in common. */
export interface VoteRow extends Omit<VoteEvidence, 'activities' | 'earlier_listings' | 'earlier_weeks' | 'own_listings' | 'neighbours'> {
  launch_week_on: string;
  seq: number;
  state: BallotState;
  reason: string | null;
  decided: boolean;
  in_week: boolean;
}

/**
 * Votes for the launches of some weeks that are not withdrawn, the newest first. Votes whose origin was deleted are left as they are.
 * Providers are looked up by account: with old statistics the database would otherwise group all of them anew for each vote.
 */
export const selectReviewRows = (sql: Db, site_id: number, from: string, to: string, limit: number | null): Promise<VoteRow[]> => sql<
  VoteRow[]
>`
  select b.listing_id, b.launch_week_on, b.voter_id, b.cast_seq as seq, b.cast_at, b.state, b.reason, b.decided, b.in_week,
    encode(o.network, 'hex') as network, encode(o.subnet, 'hex') as subnet, encode(o.block, 'hex') as block,
    encode(o.mail_domain, 'hex') as mail_domain, o.came_from,
    c.created_at as account_created_at, split_part(c.email_key, '@', 2) as mail_host, case when i.google_since <= b.cast_at then 'google' when i.other_since <= b.cast_at then 'other' end as identified_by
  from ballots b join vote_origins o on o.site_id = b.site_id and o.seq = b.cast_seq
  join voters v on v.site_id = b.site_id and v.id = b.voter_id left join account_contacts c on c.id = v.account_id
  left join lateral (select * from identified_accounts where account_id = c.id) i on true
  where b.site_id = ${site_id} and b.launch_week_on between ${from} and ${to} and b.state <> 'withdrawn'
  order by b.cast_seq desc limit ${limit}`;

export interface VoterBallot {
  voter_id: number;
  listing_id: number;
  launch_week_on: string;
  counts: boolean;
}

/** How far back voters' earlier votes are looked at. */
const HISTORY_DAYS = 180;

/** The votes of some voters for launches before a week. */
export const selectVoterBallots = (sql: Db, site_id: number, voter_ids: number[], week: string): Promise<VoterBallot[]> => sql<
  VoterBallot[]
>`
  select voter_id, listing_id, launch_week_on, state = 'counted' as counts from ballots
  where site_id = ${site_id} and voter_id = any(${voter_ids}::bigint[]) and state <> 'withdrawn'
    and launch_week_on < ${week} and launch_week_on > ${week}::date - ${HISTORY_DAYS}::int`;

export interface VoterActivity {
  voter_id: number;
  kind: string;
  first_at: Date;
}

/** What some voters did on the site besides voting, and since when. */
export const selectVoterActivities = (sql: Db, site_id: number, voter_ids: number[]): Promise<VoterActivity[]> => sql<VoterActivity[]>`
  select v.id as voter_id, a.kind, min(a.at) as first_at from voters v join account_activity a on a.account_id = v.account_id
  where v.site_id = ${site_id} and v.id = any(${voter_ids}::bigint[]) and a.site_id = ${site_id} group by v.id, a.kind`;

/** Live listings that voters own. */
export const selectVoterListings = (sql: Db, site_id: number, voter_ids: number[]) => sql<{ voter_id: number; listing_id: number }[]>`
  select v.id as voter_id, l.id as listing_id from voters v join live_listings l on l.owner_id = v.account_id and l.site_id = v.site_id
  where v.site_id = ${site_id} and v.id = any(${voter_ids}::bigint[])`;

/** How many people voted from a network of any width before a week. Only networks of two or more. */
export const selectNetworkHistory = (sql: Db, site_id: number, week: string) => sql<{ network: string; voters: number }[]>`
  select encode(n.network, 'hex') as network, count(distinct o.voter_id)::int as voters
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
