import { type Ctx, type Db, inTransaction } from '../../kernel/context.ts';
import { selectLedgerHead } from '../ballot/ledger-queries.ts';
import { lockLedger } from '../ballot/queries.ts';
import { closeWeek, insertResults, lockUnfrozen, selectWinners } from './freeze-queries.ts';
import { awardNews } from './mails.tsx';
import { AWARDED_RANKS } from './rules.ts';
import { tellOwner } from './telling.ts';

/** Writes a week's result and closes it, once. Nobody votes on the site meanwhile; false where it was closed already. */
export const closeOnce = async (
  sql: Db,
  site_id: number,
  week: string,
  { finished_at, last_seq }: { finished_at: Date; last_seq?: number },
): Promise<boolean> => {
  await lockLedger(sql, site_id);
  if (!(await lockUnfrozen(sql, site_id, week))) return false;
  await insertResults(sql, site_id, week);
  await closeWeek(sql, { site_id, week, finished_at, last_seq: last_seq ?? (await selectLedgerHead(sql, site_id)).last_seq });
  return true;
};

/** Freezes the result of a week that is over, and tells who won. What is decided about its votes later changes nothing of it. */
export const freezeWeek = (ctx: Pick<Ctx, 'sql' | 'site' | 'clock'>, week: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    if (!(await closeOnce(sql, site.id, week, { finished_at: clock.now() }))) return;
    for (const winner of await selectWinners(sql, site.id, week, AWARDED_RANKS))
      await tellOwner(ctx, winner.owner_id, awardNews(site, winner, week));
  });
