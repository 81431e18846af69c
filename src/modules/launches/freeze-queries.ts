import type { Db } from '../../kernel/context.ts';

/** Locks a week that is not frozen yet; false where it is. */
export const lockUnfrozen = async (sql: Db, site_id: number, week: string): Promise<boolean> => {
  await sql`insert into launch_weeks (site_id, week_on) values (${site_id}, ${week}) on conflict do nothing`;
  const rows = await sql`
    select from launch_weeks where site_id = ${site_id} and week_on = ${week} and finished_at is null for update`;
  return rows.length > 0;
};

/** The row of the ledger up to which a moment had come; the ledger has to be in the order of time up to there. */
export const findSeqBefore = async (sql: Db, site_id: number, moment: Date): Promise<number> => {
  const [row] = await sql<{ seq: number }[]>`
    select coalesce(max(seq), 0) as seq from votes where site_id = ${site_id} and at < ${moment}`;
  return row!.seq;
};

/** The launches of a week as they stand: those with votes in their order, then those without. */
export const insertResults = async (sql: Db, site_id: number, week: string): Promise<void> => {
  await sql`
    insert into week_results (site_id, week_on, listing_id, rank, votes, reached_seq)
    select ${site_id}, ${week}, listing_id, row_number() over (order by votes desc, reached_seq, listing_id), votes, reached_seq
    from week_counts where site_id = ${site_id} and week_on = ${week} and votes > 0`;
  await sql`
    insert into week_results (site_id, week_on, listing_id, votes)
    select ${site_id}, ${week}, l.id, 0 from listings l
    where l.site_id = ${site_id} and l.launch_week_on = ${week} and l.status = 'live'
    on conflict do nothing`;
};

export interface Ending {
  site_id: number;
  week: string;
  finished_at: Date;
  last_seq: number;
}

/** Closes a week. From here on the database refuses to change it. */
export const closeWeek = async (sql: Db, { site_id, week, finished_at, last_seq }: Ending): Promise<void> => {
  await sql`
    update launch_weeks w set finished_at = ${finished_at}, last_seq = ${last_seq},
      ledger_hash = (select hash from votes where site_id = ${site_id} and seq = ${last_seq}),
      counted_votes = coalesce((select votes from week_totals t where t.site_id = w.site_id and t.week_on = w.week_on), 0),
      uncounted_votes = coalesce((select uncounted from week_totals t where t.site_id = w.site_id and t.week_on = w.week_on), 0)
    where w.site_id = ${site_id} and w.week_on = ${week}`;
};

export interface Winner {
  rank: number;
  votes: number;
  listing_id: number;
  slug: string;
  name: string;
  owner_id: number | null;
}

/** Who won an award in a frozen week. */
export const selectWinners = (sql: Db, site_id: number, week: string, ranks: number): Promise<Winner[]> => sql<Winner[]>`
  select r.rank, r.votes, r.listing_id, l.slug, l.name, l.owner_id
  from week_results r join listings l on l.id = r.listing_id and l.status = 'live'
  where r.site_id = ${site_id} and r.week_on = ${week} and r.rank <= ${ranks} order by r.rank`;
