import type { Ctx, Db } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { hasSlot, renewHold } from '../../launches/queries.ts';
import { loadWeekSettings, takeWeekSlot } from '../../launches/slots.ts';
import { MAX_HELD_SLOTS } from '../rules.ts';
import { lockListingsForHold, type OrderWeekLine, selectHeldSlots, selectWeekLines } from './queries.ts';

interface HoldRequest {
  site_id: number;
  order_id: number;
  until: Date;
  now: Date;
}

/**
 * Holds the weeks of an order until a given time: existing holds are renewed, others are taken while there are free slots. The database
 * decides. Returns the lines that got no slot.
 */
export const holdWeeks = async (sql: Db, lines: OrderWeekLine[], request: HoldRequest): Promise<OrderWeekLine[]> => {
  if (lines.length === 0) return [];
  const listing_ids = lines.map(({ listing_id }) => listing_id);
  await lockListingsForHold(sql, listing_ids);
  const settings = await loadWeekSettings(sql, request.site_id);
  const { now, ...hold } = request;
  const unheld: OrderWeekLine[] = [];
  for (const line of lines) {
    const slot = { ...hold, listing_id: line.listing_id, week_on: line.week_on, kind: 'held' } as const;
    // A listing that already has a slot in this week through the free queue keeps it.
    const is_held = (await renewHold(sql, slot)) || (await hasSlot(sql, slot)) || (await takeWeekSlot(sql, slot, settings, now));
    if (!is_held) unheld.push(line);
  }
  return unheld;
};

/** Extends the holds of an order while its payment is in flight. Lines that get no slot are handled once the payment arrives. */
export const extendHolds = async (sql: Db, request: HoldRequest): Promise<void> => {
  await holdWeeks(sql, await selectWeekLines(sql, request.order_id), request);
};

/** Limits how many slots an account holds. Call it after taking the holds, in the same transaction, so that a refusal rolls them back. */
export const enforceHoldLimit = async ({ sql, site, clock }: Ctx, account_id: number, number: string): Promise<void> => {
  const held_orders = await selectHeldSlots(sql, { site_id: site.id, account_id }, clock.now());
  const limit = site.limits?.held_places ?? MAX_HELD_SLOTS;
  const actual = held_orders.reduce((sum, { slots }) => sum + slots, 0);
  if (actual <= limit) return;
  const others = held_orders.flatMap((order) => (order.number === number ? [] : order.number));
  const message = t('can reserve at most {n} launch slots, together with your other unpaid orders', { n: limit });
  throw new Refusal('too_many_held_places', {
    detail: others.length
      ? t('Your unpaid orders can reserve at most {n} launch slots at once. Pay or cancel {others} first.', {
          n: limit,
          others: others.join(', '),
        })
      : t('Your unpaid orders can reserve at most {n} launch slots at once. Order fewer, pay, then order the rest.', { n: limit }),
    errors: [{ path: 'items', code: 'too_many', message, limit, actual }],
  });
};
