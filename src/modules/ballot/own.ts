import type { Ctx } from '../../kernel/context.ts';
import { insertOwn, lockLedger } from './queries.ts';

/** Nobody votes from here to the transaction's end. Who makes somebody an owner begins with it: voters lock the ledger before listings, too. */
export const holdVotes = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<void> => lockLedger(sql, site.id);

/** Takes out of the count what people voted for a listing before it was theirs. In the transaction under way, which holds the votes. */
export const leaveOutOwn = ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, { listing_id }: { listing_id: number }): Promise<void> =>
  insertOwn(sql, listing_id, clock.now());
