import type { Caller, Ctx } from './context.ts';
import { firstRow } from './database.ts';

type Actor = Pick<Ctx, 'sql' | 'site' | 'clock' | 'audit_ids'> & { caller: Pick<Caller, 'account_id'> & Partial<Pick<Caller, 'client'>> };

export type AuditFacts = Record<string, unknown>;

export interface AuditEntry {
  /** The action's name, as in the table of team actions. */
  act: string;
  record: string;
  record_id: number | string;
  /** Display name. Not set for people, whose data must be erasable. */
  title?: string | null;
  before?: AuditFacts | null;
  after?: AuditFacts | null;
  reason?: string | null;
}

const jsonOf = (facts: AuditFacts | null | undefined): string | null => (facts ? JSON.stringify(facts) : null);

/** Logs an action of the team in the current transaction, with the key or application that acted for them. Returns the entry's id. */
export const recordAuditEntry = async ({ sql, site, caller, clock, audit_ids }: Actor, act: AuditEntry): Promise<number> => {
  const rows = await sql<{ id: number }[]>`
    insert into team_acts (site_id, account_id, client, act, record, record_id, title, before, after, reason, at)
    values (${site.id}, ${caller.account_id}, ${caller.client ?? null}, ${act.act}, ${act.record}, ${String(act.record_id)}, ${act.title ?? null},
      ${jsonOf(act.before)}::text::jsonb, ${jsonOf(act.after)}::text::jsonb, ${act.reason ?? null}, ${clock.now()}) returning id`;
  const { id } = firstRow(rows);
  audit_ids?.push(id);
  return id;
};

export const markUndone = (sql: Ctx['sql'], id: number, by: number) => sql`update team_acts set undone_by = ${by} where id = ${id}`;

/** Marks the previous entry about a record as undone by a later one. */
export const markEntryUndone = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, record: string, record_id: number | string, by: number) => sql`
  update team_acts set undone_by = ${by} where id = (
    select id from team_acts where site_id = ${site.id} and record = ${record} and record_id = ${String(record_id)} and id < ${by}
    order by id desc limit 1) and undone_by is null`;
