import type { Caller, Ctx } from '../../kernel/context.ts';
import { isAdmin } from '../accounts/account.ts';
import { refuseStrangers } from '../accounts/team.ts';
import { type ActRow, selectActs } from './log-queries.ts';
import { countWaiting, type Waiting } from './overview-queries.ts';

export interface Overview {
  waiting: Waiting;
  latest: ActRow[];
  /** Whether what belongs to the whole deployment is theirs too. */
  is_admin: boolean;
}

const LATEST = 5;

/** What needs a person now, and what the team did last. For the site's team. */
export const overviewOf = async (ctx: Ctx<Caller>): Promise<Overview> => {
  await refuseStrangers(ctx);
  const [waiting, latest, is_admin] = await Promise.all([countWaiting(ctx), selectActs(ctx, { page: 1, per_page: LATEST }), isAdmin(ctx)]);
  return { waiting, latest: latest.slice(0, LATEST), is_admin };
};
