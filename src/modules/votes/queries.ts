import type { Caller, Ctx, Db, Site } from '../../kernel/context.ts';
import { findRow, firstValue, selectColumn } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import { type ReferrerKind, RING_MINUTES, RING_SIZE, SPEED_MINUTES, type SpeedLimits } from './rules.ts';

export type LedgerAct = 'cast' | 'withdrawn' | 'counted' | 'uncounted';
export type BallotState = 'counted' | 'uncounted' | 'withdrawn';

/** PostgreSQL ends a session that holds the ledger lock and has been idle for this long, so a suspended process cannot block it. */
const LEDGER_IDLE_TIMEOUT = '2s';
/** Longer than the idle timeout, so that a waiting session still gets the lock. */
const LEDGER_LOCK_TIMEOUT = '4s';

/**
 * Locks the site's ledger until the transaction ends. The transaction may wait for rows, but not for its own process. Returns the time read
 * after locking, so a later lock always has a later time.
 */
export const lockLedger = (sql: Db, site_id: number): Promise<Date> =>
  firstValue<Date>(sql`
    with locked as materialized (
      select set_config('idle_in_transaction_session_timeout', ${LEDGER_IDLE_TIMEOUT}, true), set_config('lock_timeout', ${LEDGER_LOCK_TIMEOUT}, true),
        lock_ledger(${site_id})
    ) select clock_timestamp() as at from locked`);

/** A voter and the listing they vote for. The launch is the listing's week; without one, the week it went live in. */
export interface VoteTarget {
  n: number;
  listing_id: number | null;
  status: string | null;
  launch_week_on: string | null;
  listing_domain: string | null;
  account_id: number | null;
  email_key: string | null;
  verified: boolean | null;
  account_created_at: Date | null;
  voter_id: number | null;
  own: boolean;
}

/** The week in which a vote for listing `l` counts. */
export const voteWeek = (sql: Db, { time_zone }: Pick<Site, 'time_zone'>) => sql`
  coalesce(l.launch_week_on, date_trunc('week', l.launched_at at time zone ${time_zone})::date)`;

/** Looks up voters and listings: one row per request, with nulls for what does not exist. */
export const selectVoteTargets = (sql: Db, site: Site, requests: { n: number; slug: string; account_id: number }[]) =>
  sql<VoteTarget[]>`
    select i.n, l.id as listing_id, l.status, l.domain as listing_domain,
      ${voteWeek(sql, site)} as launch_week_on,
      a.id as account_id, a.email_key, a.email_verified_at is not null as verified, a.created_at as account_created_at, v.id as voter_id,
      exists (select from listing_members m where m.listing_id = l.id and m.account_id = a.id) as own
    from json_to_recordset(${JSON.stringify(requests)}::text::json) as i (n integer, slug text, account_id bigint)
    left join listing_heads l on l.site_id = ${site.id} and l.slug = i.slug
    left join account_contacts a on a.id = i.account_id
    left join voters v on v.account_id = a.id and v.site_id = ${site.id}
    order by i.n`;

/** Voter ids by account. Creates missing voters in account order, which avoids deadlocks. */
export const ensureVoters = async (sql: Db, site_id: number, account_ids: number[]): Promise<Map<number, number>> => {
  await sql`
    insert into voters (site_id, account_id) select ${site_id}, a.id from account_contacts a where a.id = any(${account_ids}::bigint[]) order by a.id
    on conflict (account_id, site_id) do nothing`;
  const rows = await sql<{ account_id: number; id: number }[]>`
    select account_id, id from voters where site_id = ${site_id} and account_id = any(${account_ids}::bigint[])`;
  return new Map(rows.map(({ account_id, id }) => [account_id, id]));
};

export interface BallotCandidate {
  n: number;
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  network: string | null;
  subnet: string | null;
  block: string | null;
  mail_domain: string | null;
  mailbox: string | null;
  came_from: ReferrerKind | null;
}

export interface PriorVotes {
  n: number;
  state: BallotState | null;
  reason: string | null;
  decided: boolean | null;
  in_week: boolean | null;
  by_voter: number;
  by_network: number;
  ring_network: number;
  ring_mail: number;
  same_mailbox: boolean;
}

/** The current ballot of each candidate, and the votes that its rules depend on. Counts stop at the limits of the rules. */
export const selectPriorVotes = (
  sql: Db,
  site_id: number,
  candidates: BallotCandidate[],
  at: Date,
  speed: SpeedLimits,
): Promise<PriorVotes[]> => {
  const speed_since = new Date(at.getTime() - SPEED_MINUTES * 60_000);
  const ring_since = new Date(at.getTime() - RING_MINUTES * 60_000);
  return sql<PriorVotes[]>`
    select i.n, b.state, b.reason, b.decided, b.in_week,
      (select count(*)::int from (select from vote_origins o
        where o.voter_id = i.voter_id and o.site_id = ${site_id} and o.at > ${speed_since} limit ${speed.by_voter}) t) as by_voter,
      (select count(*)::int from (select from vote_origins o
        where o.site_id = ${site_id} and o.network = decode(i.network, 'hex') and o.at > ${speed_since} limit ${speed.by_network}) t) as by_network,
      (select count(*)::int from (select from vote_origins o
        where o.listing_id = i.listing_id and o.network = decode(i.network, 'hex') and o.is_new and o.at > ${ring_since}
          and o.voter_id <> i.voter_id limit ${RING_SIZE}) t) as ring_network,
      (select count(*)::int from (select from vote_origins o
        where o.listing_id = i.listing_id and o.mail_domain = decode(i.mail_domain, 'hex') and o.is_new and o.at > ${ring_since}
          and o.voter_id <> i.voter_id limit ${RING_SIZE}) t) as ring_mail,
      exists (select from vote_origins o join votes c on c.site_id = o.site_id and c.seq = o.seq
        where o.listing_id = i.listing_id and o.mailbox = decode(i.mailbox, 'hex') and o.voter_id <> i.voter_id
          and c.launch_week_on = i.launch_week_on) as same_mailbox
    from json_to_recordset(${JSON.stringify(candidates)}::text::json)
      as i (n integer, listing_id bigint, launch_week_on date, voter_id bigint, network text, mail_domain text, mailbox text)
    left join ballots b on b.listing_id = i.listing_id and b.launch_week_on = i.launch_week_on and b.voter_id = i.voter_id
    order by i.n`;
};

export interface NewVote extends BallotCandidate {
  act: LedgerAct;
  reason: string | null;
  is_new: boolean;
  at: Date;
}

/** Appends rows to the ledger in the order given, with the origins of cast votes. Returns the rows that were written. */
export const insertVotes = (sql: Db, site_id: number, votes: NewVote[]) => sql<{ n: number; seq: number; in_week: boolean | null }[]>`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(votes)}::text::json) as i (n integer, listing_id bigint, launch_week_on date,
        voter_id bigint, act text, reason text, at timestamptz, network text, subnet text, block text, mail_domain text, mailbox text,
        came_from text, is_new boolean)
    ), written as (
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
      select ${site_id}, listing_id, launch_week_on, voter_id, act, reason, at from asked order by n
      returning seq, listing_id, launch_week_on, voter_id, act, at, in_week
    ), origins as (
      insert into vote_origins (site_id, seq, listing_id, voter_id, network, subnet, block, mail_domain, mailbox, came_from, is_new, at)
      select ${site_id}, w.seq, w.listing_id, w.voter_id, decode(i.network, 'hex'), decode(i.subnet, 'hex'), decode(i.block, 'hex'),
        decode(i.mail_domain, 'hex'), decode(i.mailbox, 'hex'), i.came_from, i.is_new, w.at
      from written w join asked i using (listing_id, launch_week_on, voter_id) where w.act = 'cast'
    )
    select i.n, w.seq, w.in_week from written w join asked i using (listing_id, launch_week_on, voter_id)`;

/** A vote and why it does not count, if so. */
export interface VoteState {
  state: BallotState;
  reason: string | null;
  decided: boolean;
  in_week: boolean;
}

export interface OwnBallot extends VoteState {
  slug: string;
}

/** The account's ballot for the listing's current launch. */
export const findBallot = ({ sql, site }: Ctx, account_id: number, slug: string): Promise<OwnBallot | undefined> =>
  findRow(sql<OwnBallot[]>`
    select l.slug, b.state, b.reason, b.decided, b.in_week
    from listing_heads l join voters v on v.site_id = l.site_id and v.account_id = ${account_id}
    join ballots b on b.listing_id = l.id and b.voter_id = v.id
      and b.launch_week_on = ${voteWeek(sql, site)}
    where l.site_id = ${site.id} and l.slug = ${slug}`);

/** The account's newest ballots on this site that are not withdrawn. */
export const selectBallots = ({ sql, site }: Ctx, account_id: number, limit: number): Promise<OwnBallot[]> => sql<OwnBallot[]>`
  select l.slug, b.state, b.reason, b.decided, b.in_week
  from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id join listing_heads l on l.id = b.listing_id
  where v.account_id = ${account_id} and b.site_id = ${site.id} and b.state <> 'withdrawn'
    and b.launch_week_on = ${voteWeek(sql, site)}
  order by b.cast_seq desc limit ${limit}`;

/** Listings of the site that an account owns or co-founded. */
export const selectMemberSlugs = ({ sql, site }: Ctx, account_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select distinct l.slug from listing_members m join listing_heads l on l.id = m.listing_id
    where m.account_id = ${account_id} and m.site_id = ${site.id}`);

export interface OwnLedgerRow {
  seq: number;
  site_id: number;
  listing: string;
  launch_week_on: string;
  act: LedgerAct;
  reason: string | null;
  at: Date;
}

/** Every ledger row about an account's votes, on all sites. */
export const selectOwnLedgerRows = (sql: Db, account_id: number): Promise<OwnLedgerRow[]> => sql<OwnLedgerRow[]>`
  select v.seq, v.site_id, l.slug as listing, v.launch_week_on, v.act, v.reason, v.at
  from voters n join ballots b on b.site_id = n.site_id and b.voter_id = n.id
  join votes v on v.listing_id = b.listing_id and v.launch_week_on = b.launch_week_on and v.voter_id = b.voter_id
  join listing_heads l on l.id = v.listing_id
  where n.account_id = ${account_id} order by v.at, v.seq`;

/** Excludes the votes of a listing's owner and of its co-founders who accepted an invite. */
export const insertOwnVoteExclusions = async (sql: Db, listing_id: number, at: Date): Promise<void> => {
  await sql`
    with own as (select distinct account_id from listing_members where listing_id = ${listing_id})
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
    select b.site_id, b.listing_id, b.launch_week_on, b.voter_id, 'uncounted', 'own_listing', ${at}
    from own join voters v on v.account_id = own.account_id join ballots b on b.site_id = v.site_id and b.voter_id = v.id
    where b.listing_id = ${listing_id} and b.state = 'counted' order by b.launch_week_on, b.voter_id`;
};

export interface OwnVoteRow extends VoteState {
  slug: string;
  name: string;
  logo_url: string | null;
  /** Whether the product's page is public. */
  is_public: boolean;
  launch_week_on: string;
  /** Whether it is for the product's current launch; a relaunched product has earlier ones. */
  is_present: boolean;
  cast_at: Date;
  /** The ledger row of the cast. */
  cast_seq: number;
}

/** The caller's votes on the site, the newest first, including withdrawn ones. */
export const selectOwnVotes = ({ sql, site, caller }: Ctx<Caller>, paging: Paging): Promise<OwnVoteRow[]> => sql<OwnVoteRow[]>`
  select l.slug, l.name, l.logo_url, l.is_public, b.launch_week_on,
    b.launch_week_on is not distinct from
      ${voteWeek(sql, site)} as is_present,
    b.state, b.reason, b.decided, b.in_week, b.cast_at, b.cast_seq
  from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id join listing_heads l on l.id = b.listing_id
  where v.account_id = ${caller.account_id} and b.site_id = ${site.id}
  order by b.cast_seq desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countOwnVotes = ({ sql, site, caller }: Ctx<Caller>): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id
    where v.account_id = ${caller.account_id} and b.site_id = ${site.id}`);

/** No running process takes longer than this to send the next part of a statement. */
const STALLED_SECONDS = 2;

/**
 * Ends sessions that hold the ledger lock while their client sends nothing. PostgreSQL itself does this between statements, but has no
 * timeout between the messages of one statement. Returns whether there were any.
 */
export const endStalledLedgerSessions = async (sql: Db, site_id: number): Promise<boolean> => {
  const sessions = await sql`
    select pg_terminate_backend(a.pid, 1000) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.classid = 7305008 and l.objid = ${site_id} and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and a.state = 'active' and a.wait_event = 'ClientRead' and a.query_start < clock_timestamp() - make_interval(secs => ${STALLED_SECONDS})`;
  return sessions.length > 0;
};
