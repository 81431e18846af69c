import type { Sql } from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatLongWeek } from '../../../../src/kernel/time/weeks.ts';
import { chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { listComingWeeks } from '../../../../src/modules/launches/weeks/weeks.ts';
import { changeOrderWeek, getOrderWeeks } from '../../../../src/modules/orders/checkout/checkout.ts';
import { cancelOrder, getOrder } from '../../../../src/modules/orders/details/order-details.ts';
import { fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import { check_payment, expire_order } from '../../../../src/modules/orders/payment/jobs.ts';
import { startPayment } from '../../../../src/modules/orders/payment/start-payment.ts';
import { quoteOrder } from '../../../../src/modules/orders/quote/quote.ts';
import { useStripe } from '../../../support/orders/buyers.ts';
import type { StripeSession } from '../../../support/orders/stripe-server.ts';
import { getWeekSlots, type Launcher, makeLaunchers, orderWeeks, payableWeek, setWeekRoom } from '../../../support/orders/weeks.ts';
import { NOON, useServer } from '../../../support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let ahead_ms = 0;
const clock = { now: () => new Date(NOON.getTime() + ahead_ms) };
const stripe = useStripe(clock.now);
// No jobs run: availability depends on time alone.
const server = useServer({ pool: 5, clock, stripe });
const NOT_SAID = { country: null, number: null, status: 'not_given', faults: [] } as const;

const [week, another] = ['2027-01-18', '2027-01-25'];
beforeEach(async () => {
  ahead_ms = 0;
  // One free slot.
  await server.sql`delete from week_places where week_on = any(${[week, another]})`;
  await setWeekRoom(server.sql, server.site_id, week, 1);
});

const people = (many: number, listings = 1): Promise<Launcher[]> => makeLaunchers(server, { clock, stripe, people: many, listings });
const sessionsOf = (number: string): StripeSession[] => [...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number);
const tell = (event: Parameters<typeof stripe.deliver>[0]) => stripe.deliver(event, server.root);
const refused = async (work: Promise<unknown>): Promise<{ code: string; detail: string; errors: { code: string }[] }> => {
  const outcome = await work.then(
    () => null,
    (error) => error,
  );
  if (!outcome?.code) throw outcome ?? new Error('It was not refused.');
  return outcome;
};
const isFull = async (launcher: Launcher): Promise<boolean> => {
  const { code, errors } = await refused(orderWeeks(launcher, week));
  return code === 'order_not_possible' && errors[0]?.code === 'full';
};
/** Fulfils paid lines, as the jobs do. */
const deliver = async ({ ctx }: Launcher, number: string) => {
  const lines = await server.sql<{ id: number }[]>`
    select l.id from order_lines l join orders o on o.id = l.order_id where o.number = ${number} order by position`;
  const { site, integrations } = ctx;
  for (const { id } of lines)
    await fulfilLine({ sql: server.sql, clock, site, integrations, signal: AbortSignal.timeout(10_000) } as never, id);
  return server.sql<{ status: string }[]>`
    select l.status from order_lines l join orders o on o.id = l.order_id where o.number = ${number} order by position`;
};
const orderId = async (number: string): Promise<number> =>
  (await server.sql<{ id: number }[]>`select id from orders where number = ${number}`)[0]!.id;
const jobCtx = (): never =>
  ({
    sql: server.sql as Sql,
    clock,
    integrations: { payments: stripeProvider },
    site_root: server.root,
    last_attempt: false,
    signal: AbortSignal.timeout(10_000),
  }) as never;
let stripeProvider: unknown;
beforeEach(async () => {
  const [{ ctx }] = (await people(1)) as [Launcher];
  stripeProvider = ctx.integrations.payments;
});

describe('an unpaid order', () => {
  test('holds its week for an hour; then it is free for others even without a sweep', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await orderWeeks(one, week);
    expect((await getOrder(one.ctx, { number })).held_until).toBe(new Date(NOON.getTime() + HOUR).toISOString());
    ahead_ms = HOUR - 1;
    expect(await isFull(other)).toBe(true);
    ahead_ms = HOUR;
    expect((await getOrder(one.ctx, { number })).held_until).toBeNull();
    await orderWeeks(other, week);
    expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 1, kinds: ['held'] });
  });

  test('calendar, products and quote call exactly those weeks free that can be booked at that moment', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const shown = async (): Promise<unknown[]> => {
      const calendar = (await listComingWeeks(other.ctx)).find(({ week_on }) => week_on === week)!;
      const answer = await (await fetch(`${server.api}/products`)).json();
      const launch = (answer as { items: { code: string; weeks: { launch_week_on: string; room: number }[] }[] }).items.find(
        ({ code }) => code === 'launch',
      )!;
      const items = [{ product: 'launch' as const, listing_id: other.listings[0]!, week }];
      const quoted = await quoteOrder(other.ctx, { items }, NOT_SAID).then(
        () => true,
        () => false,
      );
      return [calendar.room - calendar.taken, launch.weeks.find((one) => one.launch_week_on === week)?.room ?? 0, quoted];
    };
    expect(await shown()).toEqual([1, 1, true]);
    await orderWeeks(one, week);
    // Responses are cached for less than a second.
    await expect.poll(shown).toEqual([0, 0, false]);
    ahead_ms = HOUR;
    await expect.poll(shown).toEqual([1, 1, true]);
    await orderWeeks(other, week);
  });

  test('releases its slot at once when cancelled, and to the free queue too when its hour is over', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    await cancelOrder(one.ctx, { number: await orderWeeks(one, week) });
    expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 0, kinds: [] });
    await orderWeeks(one, week);
    ahead_ms = HOUR;
    // The free queue starts with this week.
    await server.sql`update sites set settings = settings || '{"free_weeks_ahead": 10}' where id = ${server.site_id}`;
    const plan = await chooseFreePlan(other.ctx, { listing_id: other.listings[0]! });
    await server.sql`update sites set settings = settings - 'free_weeks_ahead' where id = ${server.site_id}`;
    expect(plan.launch_week_on).toBe(week);
    expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 1, kinds: ['free'] });
  });

  test('of 200 concurrent buyers one gets the last slot; when its hold ends, again one of 200', async () => {
    const everybody = await people(200);
    const tries = () => Promise.allSettled(everybody.map((one) => orderWeeks(one, week)));
    expect((await tries()).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    ahead_ms = HOUR;
    expect((await tries()).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 1, kinds: ['held'] });
  });
});

describe('an account', () => {
  test('holds at most five slots, also with concurrent requests, and is told what to pay or cancel', async () => {
    const [hoarder] = (await people(1, 8)) as [Launcher];
    await setWeekRoom(server.sql, server.site_id, week, 50);
    const { ctx, listings } = hoarder;
    const one = (i: number) => orderWeeks({ ctx, listings: [listings[i]!] }, week);
    const made = await Promise.allSettled(listings.map((_, i) => one(i)));
    const numbers = made.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(numbers).toHaveLength(5);
    const lost = made.findIndex(({ status }) => status === 'rejected');
    const refusal = await refused(one(lost));
    expect(refusal.code).toBe('too_many_held_places');
    for (const number of numbers) expect(refusal.detail).toContain(number);
    expect(await server.sql`select from orders where account_id = ${ctx.caller.account_id}`).toHaveLength(5);
    await cancelOrder(ctx, { number: numbers[0]! });
    await one(lost);
    // Expired holds do not count.
    ahead_ms = HOUR;
    await one(made.findLastIndex(({ status }) => status === 'rejected'));
  });

  test('cannot hold six slots with one order, nor by paying for expired holds', async () => {
    const [hoarder] = (await people(1, 6)) as [Launcher];
    await setWeekRoom(server.sql, server.site_id, week, 50);
    const { ctx, listings } = hoarder;
    const refusal = await refused(orderWeeks(hoarder, ...listings.map(() => week)));
    expect(refusal).toMatchObject({ code: 'too_many_held_places', errors: [{ limit: 5, actual: 6 }] });
    const first = await payableWeek(hoarder, week);
    ahead_ms = HOUR;
    await orderWeeks({ ctx, listings: listings.slice(1) }, ...listings.slice(1).map(() => week));
    expect((await refused(startPayment(ctx, { number: first }))).code).toBe('too_many_held_places');
  });
});

describe('a started payment', () => {
  test('holds the week as long as it can be completed, and no longer', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await payableWeek(one, week);
    ahead_ms = 50 * MINUTE;
    await startPayment(one.ctx, { number });
    const [session] = sessionsOf(number);
    const ends_ms = session!.expires_at * 1000 - NOON.getTime();
    expect(ends_ms - ahead_ms).toBeGreaterThanOrEqual(30 * MINUTE);
    expect(ends_ms - ahead_ms).toBeLessThanOrEqual(HOUR);
    ahead_ms = ends_ms;
    expect(await isFull(other)).toBe(true);
    ahead_ms = ends_ms + 5 * MINUTE;
    await orderWeeks(other, week);
  });

  test('completed at the last moment keeps its slot until fulfilment', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await payableWeek(one, week);
    await startPayment(one.ctx, { number });
    const [session] = sessionsOf(number);
    ahead_ms = session!.expires_at * 1000 - NOON.getTime() - 1;
    const event = stripe.pay(session!.id)!;
    ahead_ms += 4 * MINUTE;
    expect(await tell(event)).toBe(200);
    ahead_ms += 3 * HOUR;
    expect(await isFull(other)).toBe(true);
    expect(await deliver(one, number)).toEqual([{ status: 'fulfilled' }]);
    expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 1, kinds: ['paid'] });
  });

  test('that takes days holds the week meanwhile, and for one more hour if it fails', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await payableWeek(one, week);
    await startPayment(one.ctx, { number });
    const [session] = sessionsOf(number);
    expect(await tell(stripe.payLater(session!.id))).toBe(200);
    ahead_ms = 48 * HOUR;
    expect(await isFull(other)).toBe(true);
    expect((await refused(changeOrderWeek(one.ctx, { number, line_id: 0, week }))).code).toBe('order_not_pending');
    expect(await tell(stripe.conclude(session!.id, false))).toBe(200);
    expect(await isFull(other)).toBe(true);
    ahead_ms += HOUR + 5 * MINUTE;
    await orderWeeks(other, week);
  });

  test('that takes days and succeeds pays for the slot it held', async () => {
    const [one] = (await people(1)) as [Launcher];
    const number = await payableWeek(one, week);
    await startPayment(one.ctx, { number });
    const [session] = sessionsOf(number);
    await tell(stripe.payLater(session!.id));
    ahead_ms = 72 * HOUR;
    await tell(stripe.conclude(session!.id, true));
    expect(await deliver(one, number)).toEqual([{ status: 'fulfilled' }]);
  });

  test('whose notice was lost is checked when it ends, before its hold does', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await payableWeek(one, week);
    await startPayment(one.ctx, { number });
    const [session] = sessionsOf(number);
    ahead_ms = 40 * MINUTE;
    stripe.pay(session!.id);
    ahead_ms = session!.expires_at * 1000 - NOON.getTime();
    const [way] = await server.sql<{ id: number }[]>`select id from payments where session = ${session!.id}`;
    await check_payment.run(jobCtx(), { payment_id: way!.id });
    ahead_ms += HOUR;
    expect(await isFull(other)).toBe(true);
    expect(await deliver(one, number)).toEqual([{ status: 'fulfilled' }]);
  });
});

describe('a buyer who pays after the hold has ended', () => {
  test('gets the week if it has free slots, even if the row of the old hold still exists', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await payableWeek(one, week);
    ahead_ms = 24 * HOUR;
    await startPayment(one.ctx, { number });
    expect(await isFull(other)).toBe(true);
    await tell(stripe.pay(sessionsOf(number)[0]!.id)!);
    expect(await deliver(one, number)).toEqual([{ status: 'fulfilled' }]);
  });

  test('is told that the week is full before any money is requested, and can choose another', async () => {
    const [one, other] = (await people(2)) as [Launcher, Launcher];
    const number = await payableWeek(one, week);
    ahead_ms = HOUR;
    await orderWeeks(other, week);
    expect(await refused(startPayment(one.ctx, { number }))).toMatchObject({
      code: 'week_full',
      detail: expect.stringContaining(formatLongWeek(week)),
    });
    expect(sessionsOf(number)).toHaveLength(0);
    const { lines, free } = await getOrderWeeks(one.ctx, { number });
    expect(lines).toMatchObject([{ week_on: week, held_until: null, left: 0 }]);
    expect(free.some(({ week_on }) => week_on === week)).toBe(false);
    const { line_id } = lines[0]!;
    expect((await refused(changeOrderWeek(one.ctx, { number, line_id, week }))).errors).toMatchObject([
      { path: 'week', code: 'not_offered' },
    ]);
    for (const wrong of ['2026-11-09', '2026-11-17', 'never'])
      expect((await refused(changeOrderWeek(one.ctx, { number, line_id, week: wrong }))).code).toBe('invalid_input');
    await changeOrderWeek(one.ctx, { number, line_id, week: another });
    expect((await getOrderWeeks(one.ctx, { number })).lines).toMatchObject([
      { week_on: another, held_until: new Date(NOON.getTime() + 2 * HOUR) },
    ]);
    await startPayment(one.ctx, { number });
    await tell(stripe.pay(sessionsOf(number)[0]!.id)!);
    expect(await deliver(one, number)).toEqual([{ status: 'fulfilled' }]);
    expect(await server.sql`select launch_week_on from listings where id = ${one.listings[0]!}`).toEqual([{ launch_week_on: another }]);
  });

  test('is also told if another order delivered it meanwhile, or the listing was removed', async () => {
    const [one] = (await people(1)) as [Launcher];
    const [first, second] = [await payableWeek(one, week), await payableWeek(one, another)];
    await startPayment(one.ctx, { number: first });
    await tell(stripe.pay(sessionsOf(first)[0]!.id)!);
    await deliver(one, first);
    expect((await refused(startPayment(one.ctx, { number: second }))).detail).toContain('already has a paid launch');
    await server.sql`update listings set status = 'removed', plan = null where id = ${one.listings[0]!}`;
    expect((await refused(startPayment(one.ctx, { number: second }))).detail).toContain('was removed');
    expect(sessionsOf(second)).toHaveLength(0);
  });

  test('and a concurrent buyer: one of them gets the slot, and only that one is asked to pay', async () => {
    for (let round = 0; round < 12; round++) {
      ahead_ms = 0;
      await server.sql`delete from week_places where week_on = ${week}`;
      const [holder, ...others] = (await people(9)) as [Launcher, ...Launcher[]];
      const number = await payableWeek(holder, week);
      ahead_ms = HOUR;
      const [paying, ...ordering] = await Promise.allSettled([
        startPayment(holder.ctx, { number }),
        ...others.map((other) => orderWeeks(other, week)),
      ]);
      const got = ordering.filter(({ status }) => status === 'fulfilled').length;
      expect([paying!.status === 'fulfilled' ? 1 : 0, got]).toEqual(got ? [0, 1] : [1, 0]);
      expect(sessionsOf(number)).toHaveLength(got ? 0 : 1);
      expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 1, kinds: ['held'] });
    }
  });
});

test('a payment that arrives after its slot is gone is not ignored: the line goes to the team', async () => {
  const [one, other] = (await people(2)) as [Launcher, Launcher];
  const number = await payableWeek(one, week);
  await startPayment(one.ctx, { number });
  const event = stripe.pay(sessionsOf(number)[0]!.id)!;
  // The payment stays unknown for hours.
  ahead_ms = 5 * HOUR;
  await orderWeeks(other, week);
  await tell(event);
  expect(await deliver(one, number)).toEqual([{ status: 'with_the_team' }]);
  expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 1, kinds: ['held'] });
});

test('an expiring order releases everything, including holds that had ended', async () => {
  const [one] = (await people(1)) as [Launcher];
  const number = await orderWeeks(one, week);
  ahead_ms = 8 * 24 * HOUR;
  await expire_order.run(jobCtx(), { order_id: await orderId(number) });
  expect(await getWeekSlots(server.sql, week)).toEqual({ taken: 0, kinds: [] });
});

test('hoarding attack: one account and then many order all weeks without paying; after an hour everyone can buy again', async () => {
  await server.sql`delete from week_places where kind = 'held'`;
  await server.sql`update sites set settings = settings || '{"week_room": 2}' where id = ${server.site_id}`;
  await server.sql`update launch_weeks set room = null where week_on > '2026-11-09'`;
  const bad = await server.member();
  const victim = await server.member();
  const [own] = (await makeLaunchers(server, { clock, people: 1 })) as [Launcher];
  await server.sql`update listings set owner_id = ${victim.account_id} where id = ${own.listings[0]!}`;
  const weeksOffered = async (): Promise<{ launch_week_on: string; room: number }[]> =>
    (
      (await victim.client.list_products({})) as unknown as { items: { code: string; weeks: { launch_week_on: string; room: number }[] }[] }
    ).items.find(({ code }) => code === 'launch')!.weeks;
  const before = await weeksOffered();
  const places = before.reduce((sum, { room }) => sum + room, 0);
  const hoard = await makeLaunchers(server, { clock, people: 1, listings: places });
  await server.sql`update listings set owner_id = ${bad.account_id} where id = any(${hoard[0]!.listings})`;
  const wanted = before.flatMap(({ launch_week_on: week, room }) => Array.from({ length: room }, () => week));
  const codes = await Promise.all(
    wanted.map(async (week, i) => {
      const items = [{ product: 'launch', listing_id: hoard[0]!.listings[i]!, week }];
      const reply = await fetch(`${server.api}/orders/checkout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bad.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items }),
      });
      return reply.status === 201 ? 'made' : ((await reply.json()) as { code: string }).code;
    }),
  );
  expect(codes.filter((code) => code === 'made')).toHaveLength(5);
  expect(new Set(codes)).toEqual(new Set(['made', 'too_many_held_places']));

  // Many accounts take the rest.
  const army = await makeLaunchers(server, { clock, people: places, listings: 1 });
  await Promise.allSettled(army.map((one, i) => orderWeeks(one, wanted[i]!)));
  await expect.poll(weeksOffered).toEqual([]);
  ahead_ms = HOUR;
  await expect.poll(weeksOffered).toEqual(before);
  const items = [{ product: 'launch' as const, listing_id: own.listings[0]!, week: before[0]!.launch_week_on }];
  expect((await victim.client.create_checkout({ items })).status).toBe('pending');
});
