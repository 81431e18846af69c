import type { Caller, Ctx } from './context.ts';

/** Whoever acts, where and when, in the transaction under way. */
type Acting = Pick<Ctx, 'sql' | 'site' | 'clock'> & { caller: Pick<Caller, 'account_id'> };

export type Facts = Record<string, unknown>;

/** Something the site's team did, as it is written down. */
export interface NewAct {
  /** The verb, as the table of acts names it. */
  act: string;
  record: string;
  record_id: number | string;
  /** What it is called; nothing for people, who may leave and are then forgotten. */
  title?: string | null;
  before?: Facts | null;
  after?: Facts | null;
  reason?: string | null;
}

const jsonOf = (facts: Facts | null | undefined): string | null => (facts ? JSON.stringify(facts) : null);

/** Writes down what the team did, in the transaction that does it. Gives the act's number. */
export const recordAct = async ({ sql, site, caller, clock }: Acting, act: NewAct): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into team_acts (site_id, account_id, act, record, record_id, title, before, after, reason, at)
    values (${site.id}, ${caller.account_id}, ${act.act}, ${act.record}, ${String(act.record_id)}, ${act.title ?? null},
      ${jsonOf(act.before)}::text::jsonb, ${jsonOf(act.after)}::text::jsonb, ${act.reason ?? null}, ${clock.now()}) returning id`;
  return row!.id;
};

/** Writes down that the last act about a thing was taken back by another. */
export const markUndone = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, record: string, record_id: number | string, by: number) => sql`
  update team_acts set undone_by = ${by} where id = (
    select id from team_acts where site_id = ${site.id} and record = ${record} and record_id = ${String(record_id)} and id < ${by}
    order by id desc limit 1) and undone_by is null`;
