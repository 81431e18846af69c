import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Paging } from '../../kernel/responses.ts';
import { isNetworkAdminCaller } from '../accounts/account.ts';
import { requireTeam } from '../accounts/team.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../launches/team/removal.ts';
import { describeActPublicly, PUBLIC_ACTS } from './act-texts.ts';
import { type ActRow, countTeamWorkload, selectActs, selectActsAbout, selectPublicActs, type TeamWorkload } from './queries.ts';
import { canUndo } from './undo.ts';

/** An act as the team sees it, with whether it can be undone. */
export interface AuditLogEntry extends ActRow {
  undoable: boolean;
}

const toAuditLogEntry = (act: ActRow): AuditLogEntry => ({ ...act, undoable: canUndo(act) });

/** The acts of this site's team, of one record type if given, the newest first. For the site's team. */
export const readAuditLog = async (
  ctx: Ctx<Caller>,
  { about, ...paging }: Paging & { about?: string },
): Promise<{ acts: AuditLogEntry[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const acts = await selectActs(ctx, paging, about);
  return { acts: acts.slice(0, paging.per_page).map(toAuditLogEntry), has_more: acts.length > paging.per_page };
};

const MAX_SHOWN = 50;

/** The team's acts on one record, the newest first. For the site's team. */
export const listActsAbout = async (ctx: Ctx<Caller>, record: string, record_id: number | string): Promise<AuditLogEntry[]> => {
  await requireTeam(ctx);
  return (await selectActsAbout(ctx, record, String(record_id), MAX_SHOWN)).map(toAuditLogEntry);
};

export interface PublicLogEntry {
  id: number;
  at: Date;
  says: string;
  /** The cause, if the act has one with a public text. */
  why: string | null;
  undone: boolean;
}

/** The public log of what the team removed, merged and decided. It names no person and quotes nobody. */
export const readModerationLog = async (ctx: Ctx, paging: Paging): Promise<{ acts: PublicLogEntry[]; has_more: boolean }> => {
  const acts = await selectPublicActs(ctx, PUBLIC_ACTS, paging);
  const entries = acts.slice(0, paging.per_page).map((act) => ({
    id: act.id,
    at: act.at,
    says: describeActPublicly(act),
    why: REMOVAL_CAUSES[act.after?.cause as RemovalCause] ?? null,
    undone: act.undone,
  }));
  return { acts: entries, has_more: acts.length > paging.per_page };
};

export interface Overview {
  waiting: TeamWorkload;
  latest: ActRow[];
  /** Whether the caller is a network admin as well. */
  is_admin: boolean;
}

const LATEST_ACTS = 5;

/** What needs a decision of the team, and their latest acts. For the site's team. */
export const getOverview = async (ctx: Ctx<Caller>): Promise<Overview> => {
  await requireTeam(ctx);
  const [waiting, latest, is_admin] = await Promise.all([
    countTeamWorkload(ctx),
    selectActs(ctx, { page: 1, per_page: LATEST_ACTS }),
    isNetworkAdminCaller(ctx),
  ]);
  return { waiting, latest: latest.slice(0, LATEST_ACTS), is_admin };
};
