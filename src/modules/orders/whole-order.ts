import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import type { Paging } from '../../kernel/paging.ts';
import { refuseStrangers } from '../accounts/team.ts';
import { listMyOrders } from './order.ts';
import {
  findOrderHead,
  type MoveRow,
  type NoticeRow,
  type OrderHead,
  type PaperRow,
  type PaymentRow,
  type RefundRow,
  selectNames,
  selectNotices,
  selectOrderMoves,
  selectPapers,
  selectPayments,
  selectRefunds,
  selectWholeLines,
  type WholeLine,
} from './whole-queries.ts';

export interface WholeOrder extends OrderHead {
  lines: WholeLine[];
  payments: PaymentRow[];
  refunds: RefundRow[];
  /** Its invoice, then its credit notes. */
  papers: PaperRow[];
}

export interface TeamOrder extends WholeOrder {
  notices: NoticeRow[];
  moves: MoveRow[];
}

const wholeOf = async (sql: Db, head: OrderHead): Promise<WholeOrder> => {
  const [lines, payments, refunds, papers] = await Promise.all([
    selectWholeLines(sql, head.id),
    selectPayments(sql, head.id),
    selectRefunds(sql, head.id),
    selectPapers(sql, head.id),
  ]);
  return { ...head, lines, payments, refunds, papers };
};

/** The caller's own orders, newest first, each with the names of what was ordered. */
export const listOwnOrders = async (ctx: Ctx<Caller>, paging: Paging) => {
  const list = valueIn(await listMyOrders(ctx, paging));
  const names = await selectNames(
    ctx.sql,
    ctx.site.id,
    list.items.map(({ number }) => number),
  );
  return { ...list, items: list.items.map((order) => ({ ...order, names: names.get(order.number) ?? [] })) };
};

/** One of the caller's orders with everything its page shows. Somebody else's is not there. */
export const showOwnOrder = async ({ sql, site, caller }: Ctx<Caller>, { number }: { number: string }): Promise<WholeOrder> => {
  const head = await findOrderHead(sql, site.id, number);
  if (!head || head.account_id !== caller.account_id) throw new Refusal('order_not_found');
  return wholeOf(sql, head);
};

/** Any order of the site, with what the provider told about it and how it came to stand as it does. For the site's team. */
export const showTeamOrder = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<TeamOrder> => {
  await refuseStrangers(ctx);
  const { sql, site } = ctx;
  const head = await findOrderHead(sql, site.id, number);
  if (!head) throw new Refusal('order_not_found');
  const [whole, notices, moves] = await Promise.all([wholeOf(sql, head), selectNotices(sql, head.id), selectOrderMoves(sql, head.id)]);
  return { ...whole, notices, moves };
};
