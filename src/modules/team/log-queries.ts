import type { Facts } from '../../kernel/acts.ts';
import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';

export interface ActRow {
  id: number;
  act: string;
  record: string;
  record_id: string;
  title: string | null;
  before: Facts | null;
  after: Facts | null;
  reason: string | null;
  at: Date;
  undone_by: number | null;
  /** Who did it; null for who has left. */
  by: string | null;
  /** Of an act about a person: who that is; null for who has left. */
  person: string | null;
  /** Of an act about an owner: who they were and are, by their number. */
  owners: Record<string, string>;
  /** Whether nothing has been done to the same thing since that still stands. */
  is_latest: boolean;
}

/** Later acts on the same thing that stand: those that were undone, and those that undid something later, cancel each other out. */
const columns = (sql: Db) => sql`
  t.id, t.act, t.record, t.record_id, t.title, t.before, t.after, t.reason, t.at, t.undone_by, coalesce(a.name, a.email) as by,
  case when t.record = 'account' then (select coalesce(p.name, p.email) from accounts p where p.id = t.record_id::bigint) end as person,
  coalesce((select json_object_agg(p.id, coalesce(p.name, p.email)) from accounts p
    where p.id in ((t.before->>'owner_id')::bigint, (t.after->>'owner_id')::bigint)), '{}'::json) as owners,
  not exists (select from team_acts n where n.site_id = t.site_id and n.record = t.record and n.record_id = t.record_id and n.id > t.id
    and n.undone_by is null and not exists (select from team_acts u where u.undone_by = n.id and u.id > t.id)) as is_latest`;

const acts = (sql: Db) => sql`select ${columns(sql)} from team_acts t left join accounts a on a.id = t.account_id`;

/** What the team did, or did to one kind of thing, newest first; one more than asked for says that there is more. */
export const selectActs = ({ sql, site }: Ctx, paging: Paging, record?: string): Promise<ActRow[]> => sql<ActRow[]>`
  ${acts(sql)} where t.site_id = ${site.id} ${record ? sql`and t.record = ${record}` : sql``} order by t.id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export const selectActsAbout = ({ sql, site }: Ctx, record: string, record_id: string, most: number): Promise<ActRow[]> => sql<ActRow[]>`
  ${acts(sql)} where t.site_id = ${site.id} and t.record = ${record} and t.record_id = ${record_id} order by t.id desc limit ${most}`;

/** An act of the site, locked so that two do not undo it at once. */
export const lockAct = async ({ sql, site }: Ctx, id: number): Promise<ActRow | undefined> => {
  const [row] = await sql<ActRow[]>`${acts(sql)} where t.site_id = ${site.id} and t.id = ${id} for update of t`;
  return row;
};

export const findActAbout = async ({ sql, site }: Ctx, record: string, record_id: string, id: number): Promise<ActRow | undefined> => {
  const [row] = await sql<ActRow[]>`
    ${acts(sql)} where t.site_id = ${site.id} and t.record = ${record} and t.record_id = ${record_id} and t.id = ${id}`;
  return row;
};

export const writeUndone = (sql: Db, id: number, undone_by: number) => sql`update team_acts set undone_by = ${undone_by} where id = ${id}`;

export interface PublicAct {
  id: number;
  act: string;
  title: string | null;
  after: Facts | null;
  at: Date;
  undone: boolean;
}

/** The part of the log anybody may read: no names of people, no reasons in the team's own words. */
export const selectPublicActs = ({ sql, site }: Ctx, names: string[], paging: Paging): Promise<PublicAct[]> => sql<PublicAct[]>`
  select id, act, title, after, at, undone_by is not null as undone from team_acts
  where site_id = ${site.id} and act = any(${names})
    -- What nobody had seen yet is nobody's business.
    and 'draft' not in (coalesce(before->>'status', ''), coalesce(after->>'status', '')) order by id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;
