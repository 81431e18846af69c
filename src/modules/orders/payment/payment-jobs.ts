import { enqueue, job } from '../../../kernel/job.ts';
import { makeMove } from '../../../kernel/moves.ts';
import type { Outside } from '../../../outside/outside.ts';
import { releaseHeld } from '../../launches/place-queries.ts';
import { DUE } from '../due.ts';
import { ORDER_MOVES, REFUND_MOVES } from '../states.ts';
import { tellOfOrder } from '../telling/telling.ts';
import { closeWay, keepFacts, type Looking, lookAt } from './keeping.ts';
import { catchUp } from './notice.ts';
import { findOrder, findWay, lockOrder, selectOverdue, selectUnlookedAt, selectWays } from './payment-queries.ts';
import { addReturned, findRefund, type RefundToMake, selectRefunds, writeSaid } from './refund-queries.ts';
import { lookLater, settle } from './settle.ts';

/** Looks at a way to pay without anybody telling, and closes it where its order is over: a lost notice changes nothing. */
export const check_payment = job<{ payment_id: number }, Outside>({
  ...DUE.check_payment,
  lane: 'reading',
  async run({ sql, clock, outside }, { payment_id }) {
    const way = await findWay(sql, payment_id);
    const order = way?.open ? await findOrder(sql, way.order_id) : undefined;
    if (!way || !order) return;
    const looking = { sql, clock, outside };
    if (order.status === 'pending') await keepFacts(looking, way, await lookAt(looking, way));
    else await closeWay(looking, way);
  },
});

/** What the provider said of a refund, with what follows. */
const concludeRefund = ({ sql, clock }: Looking, refund: RefundToMake, said: { reference: string } | { trouble: string }) =>
  sql.begin(async (sql) => {
    const at = clock.now();
    const { id, order_id, payment_id } = refund;
    await lockOrder(sql, order_id);
    const name = 'reference' in said ? 'make' : 'fail';
    const reason = 'trouble' in said ? said.trouble : null;
    if (!(await makeMove(sql, { record: 'refund', id, name, move: REFUND_MOVES[name], account_id: null, at, reason }))) return;
    await writeSaid(sql, id, { trouble: null, ...said });
    await addReturned(sql, payment_id, at);
    const of_order = (await findWay(sql, payment_id))!.use === 'pays';
    if (name === 'fail') await tellOfOrder(sql, { kind: 'refund_failed', id });
    else if (of_order) await tellOfOrder(sql, { kind: 'refunded', id });
    await settle(sql, { order_id, at });
  });

/** Whether what the provider has paid back covers this refund as well: somebody made it there by hand. */
const wentBackAnyway = async (looking: Looking, { id, payment_id, amount_cents }: RefundToMake): Promise<boolean> => {
  const way = (await findWay(looking.sql, payment_id))!;
  const facts = await lookAt(looking, way);
  const made = (await selectRefunds(looking.sql, payment_id)).filter((refund) => refund.status === 'made' && refund.id !== id);
  return facts.returned_cents >= made.reduce((sum, refund) => sum + refund.amount_cents, amount_cents);
};

/** Brings money back, once, however often this runs. What the provider refuses for good is told to the team. */
export const make_refund = job<{ refund_id: number; again?: string | null }, Outside>({
  ...DUE.make_refund,
  lane: 'reading',
  async run({ sql, clock, outside, last_attempt }, { refund_id, again = null }) {
    const refund = await findRefund(sql, refund_id);
    if (refund?.status !== 'asked') return;
    const looking = { sql, clock, outside };
    const { number, provider: name, session, intent, amount_cents } = refund;
    const provider = outside.payments;
    const trouble = `Payments by ${name} are not set up here any more.`;
    try {
      const said =
        provider?.name === name
          ? await provider.refund({ intent: intent ?? session, amount_cents, name: `${number} ${refund_id}`, again })
          : { trouble };
      if ('trouble' in said && provider?.name === name && (await wentBackAnyway(looking, refund)))
        await concludeRefund(looking, refund, { reference: `${number} ${refund_id}, by hand` });
      else await concludeRefund(looking, refund, said);
    } catch (error) {
      if (last_attempt) await concludeRefund(looking, refund, { trouble: String((error as Error).message).slice(0, 500) });
      throw error;
    }
  },
});

/** Money that is on its way is waited for so long after the order would have expired. */
const GRACE_MS = 7 * 86_400_000;

/** Ends an order that nobody paid in time. First nobody can pay it any more; what was paid until then pays it. */
export const expire_order = job<{ order_id: number }, Outside>({
  name: 'expire_order',
  lane: 'reading',
  attempts: 5,
  async run({ sql, clock, outside }, { order_id }) {
    const order = await findOrder(sql, order_id);
    const now = clock.now();
    if (order?.status !== 'pending' || order.expires_at > now) return;
    const is_long_over = now.getTime() - order.expires_at.getTime() > GRACE_MS;
    for (const way of await selectWays(sql, order_id))
      if (way.open)
        await closeWay({ sql, clock, outside }, way).catch((error) => {
          if (!is_long_over) throw error;
        });
    await sql.begin(async (sql) => {
      const { status } = await lockOrder(sql, order_id);
      const waits = (await selectWays(sql, order_id)).some(({ open }) => open);
      if (status !== 'pending' || (waits && !is_long_over)) return;
      await makeMove(sql, { record: 'order', id: order_id, name: 'expire', move: ORDER_MOVES.expire, account_id: null, at: clock.now() });
      await releaseHeld(sql, order_id);
      await tellOfOrder(sql, { kind: 'expired', id: order_id });
    });
  },
});

/** A sweep begins with so many; the next one is a minute away. */
const MOST = 500;

/** Has ways to pay looked at that were not for a while, and orders ended whose time is over. */
export const sweep_orders = job<unknown, Outside>({
  name: 'sweep_orders',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock }) {
    const now = clock.now();
    for (const payment_id of await selectUnlookedAt(sql, now, MOST)) await lookLater(sql, payment_id);
    for (const order_id of await selectOverdue(sql, now, MOST))
      await enqueue(sql, expire_order, { order_id }, { key: `expire ${order_id}` });
  },
});

/** A provider tells for some three days; what it tells is kept there for longer. */
const MISSED_MS = 7 * 86_400_000;

/** Fetches notices that did not reach us, as when nobody answered for days. */
export const fetch_notices = job<unknown, Outside>({
  name: 'fetch_notices',
  lane: 'reading',
  attempts: 3,
  cron: '*/15 * * * *',
  async run({ sql, clock, outside, signal }) {
    await catchUp({ sql, clock, outside }, new Date(clock.now().getTime() - MISSED_MS), signal);
  },
});
