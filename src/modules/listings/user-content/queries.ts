import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue, firstValue, hasRows, selectColumn } from '../../../kernel/database.ts';
import type { ContentDecision } from './rules.ts';
import type { ContentStatus } from './states.ts';

/** What people write about listings, as moves and the audit log name it. Its reports are in the table `<name>_reports`. */
export type ContentName = 'review' | 'comment';

const reportsOf = (sql: Db, of: ContentName) => sql(`${of}_reports`);
const idOf = (sql: Db, of: ContentName) => sql(`${of}_id`);

/** Whether the account is the listing's owner, or a co-founder who accepted an invite. */
export const isListingMember = (sql: Db, listing_id: number, account_id: number): Promise<boolean> =>
  hasRows(sql`select from listing_members where listing_id = ${listing_id} and account_id = ${account_id} limit 1`);

export const findCommentsCount = async (sql: Db, listing_id: number): Promise<number> =>
  (await findValue<number>(sql`select comments_count from listing_counts where listing_id = ${listing_id}`)) ?? 0;

export interface LastMove {
  move: string;
  from_status: ContentStatus;
  reason: string | null;
  moved_at: Date;
}

/** The last status change of a text; undefined if there was none. */
export const findLastMove = (sql: Db, of: ContentName, id: number): Promise<LastMove | undefined> =>
  findRow(sql<LastMove[]>`
    select move, from_status, reason, moved_at from moves where record = ${of} and record_id = ${String(id)} order by id desc limit 1`);

/** SQL: the code of the reason why text `v` is held; null if it is not. */
export const holdReason = (sql: Db, of: ContentName) => sql`
  case when v.status = 'held' then (select m.reason from moves m where m.record = ${of} and m.record_id = v.id::text
    and m.move = 'hold' order by m.id desc limit 1) end`;

interface NewReport {
  id: number;
  account_id: number;
  reason: string;
  at: Date;
}

/** False if the account has already reported the text. */
export const insertReport = (sql: Db, of: ContentName, { id, account_id, reason, at }: NewReport): Promise<boolean> =>
  hasRows(sql`
    insert into ${reportsOf(sql, of)} (${idOf(sql, of)}, account_id, reason, created_at) values (${id}, ${account_id}, ${reason}, ${at})
    on conflict do nothing returning account_id`);

/**
 * How many reports count towards holding a text. Reports by people of the listing and by accounts less than a day old do not count,
 * and none do once the team has decided about this text.
 */
export const countEligibleReports = (sql: Db, of: ContentName, id: number): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from ${reportsOf(sql, of)} r join account_contacts a on a.id = r.account_id
    join ${sql(`${of}s`)} v on v.id = r.${idOf(sql, of)}
    where v.id = ${id} and r.settled_at is null and a.created_at <= r.created_at - interval '1 day'
      and not exists (select from listing_members m where m.listing_id = v.listing_id and m.account_id = a.id)
      and not exists (select from ${reportsOf(sql, of)} s where s.${idOf(sql, of)} = ${id} and s.settled_at is not null)`);

export const countReportsSince = (sql: Db, of: ContentName, account_id: number, since: Date): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as count from ${reportsOf(sql, of)} where account_id = ${account_id} and created_at > ${since}`);

/** Settles the open reports of a text, and returns who wrote them. */
export const settleReports = (sql: Db, of: ContentName, id: number, at: Date): Promise<number[]> =>
  selectColumn<number>(sql`
    update ${reportsOf(sql, of)} set settled_at = ${at} where ${idOf(sql, of)} = ${id} and settled_at is null returning account_id`);

/** Reopens the reports that a decision at this time had settled. */
export const reopenReports = (sql: Db, of: ContentName, id: number, settled_at: Date) =>
  sql`update ${reportsOf(sql, of)} set settled_at = null where ${idOf(sql, of)} = ${id} and settled_at = ${settled_at}`;

/** After an edit: the same accounts may report the new text. */
export const deleteSettledReports = (sql: Db, of: ContentName, id: number) =>
  sql`delete from ${reportsOf(sql, of)} where ${idOf(sql, of)} = ${id} and settled_at is not null`;

/** SQL: the open reports of text `v`. */
export const openReportsJson = (sql: Db, of: ContentName) => sql`
  coalesce((select json_agg(json_build_object('reason', r.reason, 'by', p.name) order by r.created_at) from ${reportsOf(sql, of)} r
    join account_contacts p on p.id = r.account_id where r.${idOf(sql, of)} = v.id and r.settled_at is null), '[]'::json)`;

/** SQL: the texts that need a decision: held ones, and shown ones with open reports. */
export const pendingIds = ({ sql, site }: Ctx, of: ContentName) => sql`
  select id from ${sql(`${of}s`)} where site_id = ${site.id} and status = 'held'
  union select v.id from ${reportsOf(sql, of)} r join ${sql(`${of}s`)} v on v.id = r.${idOf(sql, of)}
  where r.settled_at is null and v.site_id = ${site.id} and v.status = 'shown'`;

export const countPending = (ctx: Ctx, of: ContentName, limit: number): Promise<number> =>
  firstValue<number>(ctx.sql`select count(*)::int as count from (select from (${pendingIds(ctx, of)}) w limit ${limit + 1}) t`);

/** What the team needs to know about a text and its author. */
export interface ModeratedContent {
  id: number;
  status: ContentStatus;
  body: string;
  /** Null if the author gave no name. */
  author: string | null;
  created_at: Date;
  slug: string;
  name: string;
  mail_host: string | null;
  account_created_at: Date | null;
}

/** SQL: the listing `l` and the author `a` of text `v`, as ModeratedContent names them. */
export const moderationColumns = (sql: Db) => sql`
  l.slug, l.name, split_part(a.email_key, '@', 2) as mail_host, a.created_at as account_created_at`;
export const joinListingAndAuthor = (sql: Db) => sql`
  join listing_heads l on l.id = v.listing_id left join account_contacts a on a.id = v.account_id`;

export interface Pending {
  /** Code of the reason, for a held text. */
  reason: string | null;
  reports: { reason: string; by: string | null }[];
}

export interface Decided {
  decision: ContentDecision;
  note: string;
  by: string | null;
  decided_at: Date;
}

/** SQL: the decision `m` about text `v`, and who made it. */
export const decisionColumns = (sql: Db) => sql`
  m.move as decision, m.reason as note, coalesce(t.name, t.email) as by, m.moved_at as decided_at`;

/** Written into the SQL, so that PostgreSQL can use the index of that kind's moves. */
const LITERALS = { review: (sql: Db) => sql`'review'`, comment: (sql: Db) => sql`'comment'` };

/** SQL: the team's decisions `m` still in effect about texts `v`, the newest first. */
export const fromDecisions = ({ sql, site }: Ctx, of: ContentName, limit: number) => sql`
  from moves m join ${sql(`${of}s`)} v on v.id = m.record_id::bigint ${joinListingAndAuthor(sql)}
  left join account_contacts t on t.id = m.account_id
  where m.record = ${LITERALS[of](sql)} and m.site_id = ${site.id} and m.move in ('show', 'keep', 'remove')
    and not exists (select from moves n where n.record = ${of} and n.record_id = m.record_id and n.id > m.id)
  order by m.id desc limit ${limit}`;
