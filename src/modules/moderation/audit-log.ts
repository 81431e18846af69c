import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Paging } from '../../kernel/responses.ts';
import { isNetworkAdminCaller } from '../accounts/account.ts';
import { requireTeam } from '../accounts/team.ts';
import { listMissingLegalPages } from '../content/legal/legal.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../launches/team/removal.ts';
import { describeActPublicly, PUBLIC_ACTS } from './act-texts.ts';
import { type ActRow, countTeamWorkload, selectActs, selectActsAbout, selectActsById, selectPublicActs } from './queries.ts';
import { canUndo } from './undo.ts';

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

/** Entries by id, in order. For the site's team. */
export const listActs = async (ctx: Ctx<Caller>, ids: number[]): Promise<AuditLogEntry[]> => {
  await requireTeam(ctx);
  return (await selectActsById(ctx, ids)).map(toAuditLogEntry);
};

/** The public log of what the team removed, merged and decided. It names no person and quotes nobody. */
export const readModerationLog = async (ctx: Ctx, paging: Paging) => {
  const acts = await selectPublicActs(ctx, PUBLIC_ACTS, paging);
  const entries = acts.slice(0, paging.per_page).map((act) => {
    const { id, at, after, undone } = act;
    return { id, at, says: describeActPublicly(act), why: REMOVAL_CAUSES[after?.cause as RemovalCause] ?? null, undone };
  });
  return { acts: entries, has_more: acts.length > paging.per_page };
};

const LATEST_ACTS = 5;

/** What needs a decision of the team, and their latest acts. For the site's team. */
export const getOverview = async (ctx: Ctx<Caller>) => {
  await requireTeam(ctx);
  const [waiting, latest, is_admin, missing_legal] = await Promise.all([
    countTeamWorkload(ctx),
    selectActs(ctx, { page: 1, per_page: LATEST_ACTS }),
    isNetworkAdminCaller(ctx),
    listMissingLegalPages(ctx),
  ]);
  return { waiting, latest: latest.slice(0, LATEST_ACTS), is_admin, missing_legal };
};

export type Overview = Awaited<ReturnType<typeof getOverview>>;
