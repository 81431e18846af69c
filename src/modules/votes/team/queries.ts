import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, firstValue, type SqlFragment } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import { type BallotState, voteWeek } from '../queries.ts';
import { RING_MINUTES } from '../rules.ts';

/** A vote for the team to decide, with as much about the voter as a decision needs. */
export interface VoteForReview extends DecidableBallot {
  slug: string;
  name: string;
  cast_at: Date;
  in_week: boolean;
  /** Null for a deleted account and for an imported vote. */
  account_created_at: Date | null;
  mail_host: string | null;
  /** The start of a keyed hash: it only tells whether two votes came from the same network. */
  network: string | null;
}

const reviewColumns = (sql: Db) => sql`
  b.cast_seq as seq, b.listing_id, l.slug, l.name, b.launch_week_on, b.voter_id, b.state, b.reason, b.cast_at, b.in_week,
  a.created_at as account_created_at, split_part(a.email_key, '@', 2) as mail_host, left(encode(o.network, 'hex'), 6) as network`;

const reviewJoins = (sql: Db) => sql`
  join listing_heads l on l.id = b.listing_id
  left join voters v on v.site_id = b.site_id and v.id = b.voter_id left join account_contacts a on a.id = v.account_id
  left join vote_origins o on o.site_id = b.site_id and o.seq = b.cast_seq`;

/** When another vote (x) is similar to a vote (o) that a rule excluded, by rule. */
const similarityConditions = (sql: Db, window: SqlFragment): Record<string, SqlFragment> => ({
  ring_network: sql`x.listing_id = o.listing_id and x.network = o.network and x.is_new and ${window}`,
  ring_mail_domain: sql`x.listing_id = o.listing_id and x.mail_domain = o.mail_domain and x.is_new and ${window}`,
  too_fast: sql`x.voter_id = o.voter_id and x.site_id = o.site_id and ${window}`,
  too_fast_network: sql`x.site_id = o.site_id and x.network = o.network and ${window}`,
});

export interface DecidableBallot {
  /** The ledger row of the vote. */
  seq: number;
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  state: BallotState;
  reason: string | null;
}

export const findBallotBySeq = (sql: Db, site_id: number, seq: number) =>
  findRow(sql<(DecidableBallot & { name: string })[]>`
    select b.cast_seq as seq, b.listing_id, b.launch_week_on, b.voter_id, b.state, b.reason, l.name
    from votes v join ballots b using (listing_id, launch_week_on, voter_id) join listing_heads l on l.id = v.listing_id
    where v.site_id = ${site_id} and v.seq = ${seq} and b.cast_seq = v.seq`);

/** Votes by their ledger rows, without withdrawn ones. */
export const selectBallotsBySeq = (sql: Db, site_id: number, seqs: number[]): Promise<DecidableBallot[]> => sql<DecidableBallot[]>`
  select b.cast_seq as seq, b.listing_id, b.launch_week_on, b.voter_id, b.state, b.reason
  from votes v join ballots b using (listing_id, launch_week_on, voter_id)
  where v.site_id = ${site_id} and v.seq = any(${seqs}::bigint[]) and b.cast_seq = v.seq and b.state <> 'withdrawn' order by b.cast_seq`;

export interface LaunchForReview {
  listing_id: number;
  slug: string;
  name: string;
  launch_week_on: string;
}

/** A listing's current launch. */
export const findLaunchForReview = ({ sql, site }: Ctx, listing_id: number): Promise<LaunchForReview | undefined> =>
  findRow(sql<LaunchForReview[]>`
    select l.id as listing_id, l.slug, l.name, ${voteWeek(sql, site)} as launch_week_on from listing_heads l
    where l.site_id = ${site.id} and l.id = ${listing_id} and ${voteWeek(sql, site)} is not null`);

/** More than anybody decides at once. */
const MAX_SIMILAR = 2000;

/** Votes similar to this one that are not withdrawn: those the rule excluded with it, and those cast before the rule applied. */
export const selectSimilarVotes = (
  sql: Db,
  site_id: number,
  { seq, reason }: Pick<DecidableBallot, 'seq' | 'reason'>,
): Promise<DecidableBallot[]> => {
  const window = sql`x.at between o.at - make_interval(mins => ${RING_MINUTES}) and o.at + make_interval(mins => ${RING_MINUTES})`;
  const similar = similarityConditions(sql, window)[reason ?? ''] ?? sql`x.seq = o.seq and x.site_id = o.site_id`;
  return sql<DecidableBallot[]>`
    select b.cast_seq as seq, b.listing_id, b.launch_week_on, b.voter_id, b.state, b.reason
    from vote_origins o join vote_origins x on ${similar}
    join votes c on c.site_id = x.site_id and c.seq = x.seq
    join ballots b on b.listing_id = c.listing_id and b.launch_week_on = c.launch_week_on and b.voter_id = c.voter_id and b.cast_seq = c.seq
    where o.site_id = ${site_id} and o.seq = ${seq} and b.state <> 'withdrawn' order by b.cast_seq limit ${MAX_SIMILAR}`;
};

/** Votes that a rule excluded and nobody decided on. Nothing is to be decided about votes for one's own listing. */
const isHeld = (sql: Db) => sql`b.state = 'uncounted' and not b.decided and b.reason is distinct from 'own_listing'`;

export const selectHeldVotes = ({ sql, site }: Ctx, paging: Paging): Promise<VoteForReview[]> => sql<VoteForReview[]>`
  select ${reviewColumns(sql)} from ballots b ${reviewJoins(sql)}
  where b.site_id = ${site.id} and ${isHeld(sql)}
  order by b.cast_seq limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countHeldVotes = ({ sql, site }: Ctx, limit: number): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from (
      select from ballots b where b.site_id = ${site.id} and ${isHeld(sql)} limit ${limit + 1}) t`);

export interface DecidedVote extends VoteForReview {
  decision: 'counted' | 'uncounted';
  note: string;
  /** Who decided; null for a deleted account. */
  by: string | null;
  decided_at: Date;
}

export const selectDecidedVotes = ({ sql, site }: Ctx, limit: number): Promise<DecidedVote[]> => sql<DecidedVote[]>`
  select ${reviewColumns(sql)}, c.act as decision, d.note, coalesce(w.name, w.email) as by, c.at as decided_at
  from vote_decisions d join votes c on c.site_id = d.site_id and c.seq = d.seq
  join ballots b on b.listing_id = c.listing_id and b.launch_week_on = c.launch_week_on and b.voter_id = c.voter_id
  ${reviewJoins(sql)} left join account_contacts w on w.id = d.account_id
  where d.site_id = ${site.id} and b.state = c.act and not exists (
    select from votes later where later.listing_id = c.listing_id and later.launch_week_on = c.launch_week_on
      and later.voter_id = c.voter_id and later.seq > c.seq and later.act <> 'withdrawn')
  order by d.seq desc limit ${limit}`;

/** Records decisions about votes, with who decided and why. Returns how many votes changed. */
export const insertDecisions = async (
  sql: Db,
  site_id: number,
  ballots: (DecidableBallot & { act: 'counted' | 'uncounted' })[],
  by: { account_id: number; note: string; at: Date },
): Promise<number> => {
  const rows = await sql`
    with written as (
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
      select ${site_id}, listing_id, launch_week_on, voter_id, act, reason, ${by.at}
      from json_to_recordset(${JSON.stringify(ballots)}::text::json)
        as t (seq bigint, listing_id bigint, launch_week_on date, voter_id bigint, act text, reason text)
      order by seq returning seq
    )
    insert into vote_decisions (site_id, seq, account_id, note)
    select ${site_id}, seq, ${by.account_id}, ${by.note} from written returning seq`;
  return rows.length;
};

/** Why votes for a listing do not count, as totals. */
export const selectUncountedReasons = (sql: Db, listing_id: number) => sql<{ reason: string; votes: number }[]>`
    select reason, count(*)::int as votes from ballots where listing_id = ${listing_id} and state = 'uncounted'
    group by reason order by votes desc, reason`;
