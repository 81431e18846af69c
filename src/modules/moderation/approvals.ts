import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { approveListing, rejectListing } from '../launches/approval/decisions.ts';
import { fulfil_line } from '../orders/fulfilment/jobs.ts';
import { selectWaitingLinesOf } from '../orders/fulfilment/queries.ts';

/** Runs a decision about a listing. What was bought for it is delivered, or handed to the team if it no longer can be. */
const decide = (ctx: Ctx<Caller>, listing_id: number, work: (ctx: Ctx<Caller>) => Promise<number | null>): Promise<number | null> =>
  inTransaction(ctx, async (ctx) => {
    const act = await work(ctx);
    for (const line_id of await selectWaitingLinesOf(ctx.sql, listing_id))
      await enqueue(ctx.sql, fulfil_line, { line_id }, { key: `line ${line_id}` });
    return act;
  });

/** Approves a listing, and delivers the launch that waited for it. For the site's team. */
export const approve = (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<number | null> =>
  decide(ctx, listing_id, (ctx) => approveListing(ctx, { listing_id }));

/** Rejects a listing; a launch that was paid goes to the team, who refund it. For the site's team. */
export const reject = (ctx: Ctx<Caller>, { listing_id, reason }: { listing_id: number; reason: string }): Promise<number | null> =>
  decide(ctx, listing_id, (ctx) => rejectListing(ctx, { listing_id, reason }));
