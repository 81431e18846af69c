import { randomBytes } from 'node:crypto';
import { type Ctx, type Db, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Reaching } from '../../outside/outside.ts';
import { hasPlace, takePlace } from '../launches/place-queries.ts';
import { settingsOf } from '../launches/places.ts';
import { answerOf } from './order.ts';
import { findOwnOrder, insertLines, insertOrder, type NewOrder, ownOrder, selectLines } from './queries.ts';
import { type Buyer, type Priced, priceOrder, readBuyer } from './quote.ts';
import { ORDER_LIVES_MS } from './rules.ts';
import type { Order, OrderRequest } from './schema.ts';
import { sellerOf } from './seller.ts';

/** Crockford's letters: none is taken for another when a number is read out. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const newNumber = (): string => `LW-${Array.from(randomBytes(8), (byte) => LETTERS[byte % 32]).join('')}`;

/** What needs the network, and whether one could pay at all. */
export const prepareCheckout = async (ctx: Reaching, request: OrderRequest): Promise<Buyer> => {
  if (!ctx.outside.payments) throw new Refusal('checkout_unavailable');
  return readBuyer(ctx, request);
};

/** Holds the chosen weeks for as long as the order lives. The database decides who gets the last place. */
const holdWeeks = async (ctx: Ctx, order_id: number, until: Date, { lines }: Priced, { items }: OrderRequest): Promise<void> => {
  const { sql, site } = ctx;
  const { week_room } = await settingsOf(sql, site.id);
  // In one order, so that two who hold the same weeks never wait for each other in a circle.
  const wanted = lines.filter(({ week_on }) => week_on !== null).sort((a, b) => (a.week_on! < b.week_on! ? -1 : 1));
  for (const { week_on, listing_id } of wanted) {
    const place = { site_id: site.id, week_on: week_on!, listing_id: listing_id!, kind: 'held', order_id, until } as const;
    // What has its place there already, by the free queue, keeps it.
    const taken = (await hasPlace(sql, place)) || (await takePlace(sql, place, week_room)) || (await takePlace(sql, place, week_room));
    if (taken) continue;
    const item = items.findIndex((asked) => asked.week === week_on && asked.listing_id === listing_id);
    throw new Refusal('order_not_possible', {
      errors: [{ path: `items[${item}].week`, code: 'full', message: 'has no place left', actual: week_on }],
    });
  }
};

/** Writes an order under a number nobody has. */
const insertNumbered = async (sql: Db, row: Omit<NewOrder, 'number'>): Promise<{ number: string; order_id: number }> => {
  for (;;) {
    const number = newNumber();
    const order_id = await insertOrder(sql, { ...row, number });
    if (order_id !== null) return { number, order_id };
  }
};

/** Makes an order at today's prices and says where a person pays it. It holds its weeks until it is paid, ended or out of time. */
export const createCheckout = (ctx: Ctx, request: OrderRequest, buyer: Buyer): Promise<Order> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    if (!(await sellerOf(sql, site.id))) throw new Refusal('checkout_unavailable');
    const owner = ownOrder(ctx);
    const priced = await priceOrder(ctx, request, buyer);
    const now = clock.now();
    const expires_at = new Date(now.getTime() + ORDER_LIVES_MS);
    const { number, order_id } = await insertNumbered(sql, { ...owner, ...priced.totals, expires_at, created_at: now, updated_at: now });
    await insertLines(
      sql,
      priced.lines.map((line, i) => ({ ...line, site_id: site.id, order_id, position: i + 1, updated_at: now })),
    );
    await holdWeeks(ctx, order_id, expires_at, priced, request);
    return answerOf(site, (await findOwnOrder(sql, owner, number))!, await selectLines(sql, order_id));
  });
