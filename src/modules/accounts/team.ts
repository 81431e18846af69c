import { type NewAct, recordAct } from '../../kernel/acts.ts';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { isAdmin, isOnTeam } from './account.ts';

/** To who is not of the site's team, its part of the site is not there. */
export const refuseStrangers = async (ctx: Ctx<Caller>): Promise<void> => {
  if (!(await isOnTeam(ctx))) throw new Refusal('not_found');
};

/** The same for what belongs to the whole deployment. */
export const refuseSiteTeams = async (ctx: Ctx<Caller>): Promise<void> => {
  if (!(await isAdmin(ctx))) throw new Refusal('not_found');
};

type Work = (ctx: Ctx<Caller>) => Promise<NewAct | null>;

const written = (ctx: Ctx<Caller>, work: Work): Promise<number | null> =>
  inTransaction(ctx, async (ctx) => {
    const act = await work(ctx);
    return act && recordAct(ctx, act);
  });

/** Does something as the site's team and writes it down, in one transaction. Gives the act's number; null where nothing changed. */
export const actAsTeam = async (ctx: Ctx<Caller>, work: Work): Promise<number | null> => {
  await refuseStrangers(ctx);
  return written(ctx, work);
};

/** The same as somebody who runs the whole deployment. */
export const actAsAdmin = async (ctx: Ctx<Caller>, work: Work): Promise<number | null> => {
  await refuseSiteTeams(ctx);
  return written(ctx, work);
};
