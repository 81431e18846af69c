import type { Ctx, Db, Site } from '../../kernel/context.ts';
import { RING, RING_MINUTES, SPEED_MINUTES, type Speed } from './rules.ts';

export type Act = 'cast' | 'withdrawn' | 'counted' | 'uncounted';
export type BallotState = 'counted' | 'uncounted' | 'withdrawn';

/** From here to the transaction's end nobody else writes to the site's ledger. */
export const lockLedger = async (sql: Db, site_id: number): Promise<void> => {
  await sql`select lock_ledger(${site_id})`;
};

/** Who votes, and for what. A listing's launch is its week; one without is taken to have launched in the week it went live. */
export interface Meeting {
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
  own: boolean | null;
}

/** Brings voters and listings together: one row for each that is asked, with nulls for what is not there. */
export const selectMeetings = (sql: Db, site: Site, asked: { n: number; slug: string; account_id: number }[]): Promise<Meeting[]> =>
  sql<Meeting[]>`
    select i.n, l.id as listing_id, l.status, l.domain as listing_domain,
      coalesce(l.launch_week_on, date_trunc('week', l.launched_at at time zone ${site.time_zone})::date) as launch_week_on,
      a.id as account_id, a.email_key, a.email_verified_at is not null as verified, a.created_at as account_created_at, v.id as voter_id,
      l.owner_id = a.id or exists (
        select from drafts d join draft_invites c on c.draft_id = d.id
        where d.listing_id = l.id and c.status = 'accepted' and (c.account_id = a.id or c.email_key = a.email_key)
      ) as own
    from json_to_recordset(${JSON.stringify(asked)}::text::json) as i (n integer, slug text, account_id bigint)
    left join listings l on l.site_id = ${site.id} and l.slug = i.slug
    left join accounts a on a.id = i.account_id
    left join voters v on v.account_id = a.id and v.site_id = ${site.id}
    order by i.n`;

/** Numbers for accounts that vote for the first time on the site, by account. In one order, whoever writes. */
export const ensureVoters = async (sql: Db, site_id: number, account_ids: number[]): Promise<Map<number, number>> => {
  await sql`
    insert into voters (site_id, account_id) select ${site_id}, a.id from accounts a where a.id = any(${account_ids}::bigint[]) order by a.id
    on conflict (account_id, site_id) do nothing`;
  const rows = await sql<{ account_id: number; id: number }[]>`
    select account_id, id from voters where site_id = ${site_id} and account_id = any(${account_ids}::bigint[])`;
  return new Map(rows.map(({ account_id, id }) => [account_id, id]));
};

export interface Candidate {
  n: number;
  listing_id: number;
  launch_week_on: string;
  voter_id: number;
  network: string | null;
  mail_domain: string | null;
  mailbox: string | null;
}

export interface Before {
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

/** How each one's vote stands, and what came before it. Nothing is counted further than it matters. */
export const selectBefore = (sql: Db, site_id: number, candidates: Candidate[], at: Date, speed: Speed): Promise<Before[]> => {
  const lately = new Date(at.getTime() - SPEED_MINUTES * 60_000);
  const within_ring = new Date(at.getTime() - RING_MINUTES * 60_000);
  return sql<Before[]>`
    select i.n, b.state, b.reason, b.decided, b.in_week,
      (select count(*)::int from (select from vote_origins o
        where o.voter_id = i.voter_id and o.site_id = ${site_id} and o.at > ${lately} limit ${speed.by_voter}) t) as by_voter,
      (select count(*)::int from (select from vote_origins o
        where o.site_id = ${site_id} and o.network = decode(i.network, 'hex') and o.at > ${lately} limit ${speed.by_network}) t) as by_network,
      (select count(*)::int from (select from vote_origins o
        where o.listing_id = i.listing_id and o.network = decode(i.network, 'hex') and o.is_new and o.at > ${within_ring}
          and o.voter_id <> i.voter_id limit ${RING}) t) as ring_network,
      (select count(*)::int from (select from vote_origins o
        where o.listing_id = i.listing_id and o.mail_domain = decode(i.mail_domain, 'hex') and o.is_new and o.at > ${within_ring}
          and o.voter_id <> i.voter_id limit ${RING}) t) as ring_mail,
      exists (select from vote_origins o join votes c on c.site_id = o.site_id and c.seq = o.seq
        where o.listing_id = i.listing_id and o.mailbox = decode(i.mailbox, 'hex') and o.voter_id <> i.voter_id
          and c.launch_week_on = i.launch_week_on) as same_mailbox
    from json_to_recordset(${JSON.stringify(candidates)}::text::json)
      as i (n integer, listing_id bigint, launch_week_on date, voter_id bigint, network text, mail_domain text, mailbox text)
    left join ballots b on b.listing_id = i.listing_id and b.launch_week_on = i.launch_week_on and b.voter_id = i.voter_id
    order by i.n`;
};

export interface NewVote extends Candidate {
  act: Act;
  reason: string | null;
  is_new: boolean;
  at: Date;
}

/** Writes rows at the ledger's end, in the order given, and from where the cast ones came. Gives back those that were written. */
export const insertVotes = (sql: Db, site_id: number, votes: NewVote[]): Promise<{ n: number; seq: number; in_week: boolean | null }[]> =>
  sql<{ n: number; seq: number; in_week: boolean | null }[]>`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(votes)}::text::json) as i (n integer, listing_id bigint, launch_week_on date,
        voter_id bigint, act text, reason text, at timestamptz, network text, mail_domain text, mailbox text, is_new boolean)
    ), written as (
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
      select ${site_id}, listing_id, launch_week_on, voter_id, act, reason, at from asked order by n
      returning seq, listing_id, launch_week_on, voter_id, act, at, in_week
    ), origins as (
      insert into vote_origins (site_id, seq, listing_id, voter_id, network, mail_domain, mailbox, is_new, at)
      select ${site_id}, w.seq, w.listing_id, w.voter_id, decode(i.network, 'hex'), decode(i.mail_domain, 'hex'), decode(i.mailbox, 'hex'), i.is_new, w.at
      from written w join asked i using (listing_id, launch_week_on, voter_id) where w.act = 'cast'
    )
    select i.n, w.seq, w.in_week from written w join asked i using (listing_id, launch_week_on, voter_id)`;

export interface Standing {
  slug: string;
  state: BallotState;
  reason: string | null;
  decided: boolean;
  in_week: boolean;
}

/** How the caller's vote for a listing's present launch stands. */
export const findBallot = async ({ sql, site }: Ctx, account_id: number, slug: string): Promise<Standing | undefined> => {
  const [row] = await sql<Standing[]>`
    select l.slug, b.state, b.reason, b.decided, b.in_week
    from listings l join voters v on v.site_id = l.site_id and v.account_id = ${account_id}
    join ballots b on b.listing_id = l.id and b.voter_id = v.id
      and b.launch_week_on = coalesce(l.launch_week_on, date_trunc('week', l.launched_at at time zone ${site.time_zone})::date)
    where l.site_id = ${site.id} and l.slug = ${slug}`;
  return row;
};

/** The newest votes of an account that stand, on this site. */
export const selectBallots = ({ sql, site }: Ctx, account_id: number, most: number): Promise<Standing[]> => sql<Standing[]>`
  select l.slug, b.state, b.reason, b.decided, b.in_week
  from voters v join ballots b on b.site_id = v.site_id and b.voter_id = v.id join listings l on l.id = b.listing_id
  where v.account_id = ${account_id} and b.site_id = ${site.id} and b.state <> 'withdrawn'
    and b.launch_week_on = coalesce(l.launch_week_on, date_trunc('week', l.launched_at at time zone ${site.time_zone})::date)
  order by b.cast_seq desc limit ${most}`;

export interface OwnRow {
  seq: number;
  site_id: number;
  listing: string;
  launch_week_on: string;
  act: Act;
  reason: string | null;
  at: Date;
}

/** Every row of the ledger that is about an account's votes, on all sites. */
export const selectOwnRows = (sql: Db, account_id: number): Promise<OwnRow[]> => sql<OwnRow[]>`
  select v.seq, v.site_id, l.slug as listing, v.launch_week_on, v.act, v.reason, v.at
  from voters n join ballots b on b.site_id = n.site_id and b.voter_id = n.id
  join votes v on v.listing_id = b.listing_id and v.launch_week_on = b.launch_week_on and v.voter_id = b.voter_id
  join listings l on l.id = v.listing_id
  where n.account_id = ${account_id} order by v.at, v.seq`;

/** Takes out of a listing's count what its owner and the co-founders who accepted an invite have voted for it. */
export const insertOwn = async (sql: Db, listing_id: number, at: Date): Promise<void> => {
  await sql`
    with own as (
      select owner_id as account_id from listings where id = ${listing_id} and owner_id is not null
      union select a.id from drafts d join draft_invites c on c.draft_id = d.id and c.status = 'accepted'
        join accounts a on a.id = c.account_id or a.email_key = c.email_key where d.listing_id = ${listing_id}
    )
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, reason, at)
    select b.site_id, b.listing_id, b.launch_week_on, b.voter_id, 'uncounted', 'own_listing', ${at}
    from own join voters v on v.account_id = own.account_id join ballots b on b.site_id = v.site_id and b.voter_id = v.id
    where b.listing_id = ${listing_id} and b.state = 'counted' order by b.launch_week_on, b.voter_id`;
};

/** Forgets from where old votes came. */
export const forgetOrigins = async (sql: Db, before: Date): Promise<void> => {
  await sql`delete from vote_origins where at < ${before}`;
};
