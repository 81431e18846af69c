import type { Caller, Ctx } from '../../kernel/context.ts';
import type { Paging } from '../../kernel/paging.ts';
import { refuseStrangers } from '../accounts/team.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../launches/removal-rules.ts';
import { type ActRow, selectActs, selectActsAbout, selectPublicActs } from './log-queries.ts';
import { canUndo } from './undo.ts';
import { PUBLIC_ACTS, tellAct } from './words.ts';

/** An act as the team sees it, with whether it can be taken back. */
export interface LoggedAct extends ActRow {
  undoable: boolean;
}

const logged = (act: ActRow): LoggedAct => ({ ...act, undoable: canUndo(act) });

/** What the team of this site did, or did to one kind of thing, newest first. For the site's team. */
export const readLog = async (
  ctx: Ctx<Caller>,
  { about, ...paging }: Paging & { about?: string },
): Promise<{ acts: LoggedAct[]; has_more: boolean }> => {
  await refuseStrangers(ctx);
  const acts = await selectActs(ctx, paging, about);
  return { acts: acts.slice(0, paging.per_page).map(logged), has_more: acts.length > paging.per_page };
};

const SHOWN = 50;

/** What the team did to one thing, newest first. For the site's team. */
export const actsAbout = async (ctx: Ctx<Caller>, record: string, record_id: number | string): Promise<LoggedAct[]> => {
  await refuseStrangers(ctx);
  return (await selectActsAbout(ctx, record, String(record_id), SHOWN)).map(logged);
};

export interface ToldAct {
  id: number;
  at: Date;
  says: string;
  /** Why, where that is known in words for everybody. */
  why: string | null;
  undone: boolean;
}

/** What everybody may know of what the team removed, merged and decided: no person is named, nobody's words are quoted. */
export const readModerationLog = async (ctx: Ctx, paging: Paging): Promise<{ acts: ToldAct[]; has_more: boolean }> => {
  const acts = await selectPublicActs(ctx, PUBLIC_ACTS, paging);
  const told = acts.slice(0, paging.per_page).map((act) => ({
    id: act.id,
    at: act.at,
    says: tellAct(act),
    why: REMOVAL_CAUSES[act.after?.cause as RemovalCause] ?? null,
    undone: act.undone,
  }));
  return { acts: told, has_more: acts.length > paging.per_page };
};
