import type { Caller, Ctx } from '../../kernel/context.ts';
import { selectOfOrders } from './export-queries.ts';

/** What is held about the caller's orders beside the orders themselves: lines, payments, refunds and invoices. */
export const exportOrders = ({ sql, caller }: Ctx<Caller>): Promise<Record<string, object[]>> => selectOfOrders(sql, caller.account_id);
