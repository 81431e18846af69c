import { expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { Refusal } from '../../../../src/kernel/errors.ts';
import { getOwnOrderDetails, getTeamOrderDetails, listSiteOrders } from '../../../../src/modules/orders/details/order-details.ts';
import { listPrices, setPrice } from '../../../../src/modules/orders/quote/prices.ts';
import { getSeller, setSeller } from '../../../../src/modules/orders/quote/seller.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';
import { as, siteOf } from '../../../support/voters.ts';

const server = useServer({ pool: 5 });
const clock = { now: () => NOON };

const someone = async ({ team = false } = {}): Promise<Ctx<Caller> & { listing_id: number; account_id: number }> => {
  const { account_id } = await server.member();
  if (team) await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  const { id: listing_id } = await saveListing(server.sql, server.site_id, { owner_id: account_id });
  const ctx = as(account_id, { sql: server.sql, site: await siteOf(server.sql, server.site_id), clock });
  return { ...ctx, listing_id, account_id };
};

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof Refusal ? error.code : `not refused: ${error}`;
};

/** A cached public response may be slightly old. */
const untilPriced = (code: string, cents: number | undefined) =>
  until(async () => (await server.client.list_products({})).items.find((product) => product.code === code)?.price_cents === cents);

test('a price is stored with its history, applies to the next quote, and leaves existing orders unchanged', async () => {
  const boss = await someone({ team: true });
  const { client, account_id } = await server.member();
  const { id: listing_id } = await saveListing(server.sql, server.site_id, { owner_id: account_id });
  const items = [{ product: 'ai_review' as const, listing_id }];
  const before = (await client.quote_order({ items })).net_cents;
  const { number } = await client.create_checkout({ items });
  expect(await setPrice(boss, { code: 'ai_review', price_cents: before + 100, on_offer: true })).not.toBeNull();
  await untilPriced('ai_review', before + 100);
  expect((await client.quote_order({ items })).net_cents).toBe(before + 100);
  expect((await client.get_order({ number })).net_cents).toBe(before);

  // Setting the same price again is no change and leaves no trace.
  expect(await setPrice(boss, { code: 'ai_review', price_cents: before + 100, on_offer: true })).toBeNull();
  await setPrice(boss, { code: 'ai_review', price_cents: before, on_offer: false });
  await untilPriced('ai_review', undefined);
  const { history, on_offer, price_cents } = (await listPrices(boss)).find(({ code }) => code === 'ai_review')!;
  expect({ on_offer, price_cents }).toEqual({ on_offer: false, price_cents: before });
  expect(history.slice(0, 2).map((row) => [row.price_cents, row.on_offer])).toEqual([
    [before, false],
    [before + 100, true],
  ]);
  expect(history[0]!.by).toContain('@');
});

test('concurrent price changes are serialized, and each is recorded', async () => {
  const boss = await someone({ team: true });
  await Promise.all([3000, 3100, 3200].map((price_cents) => setPrice(boss, { code: 'relaunch', price_cents, on_offer: true })));
  const { history, price_cents } = (await listPrices(boss)).find(({ code }) => code === 'relaunch')!;
  expect(
    history
      .slice(0, 3)
      .map((row) => row.price_cents)
      .sort(),
  ).toEqual([3000, 3100, 3200]);
  expect(history[0]!.price_cents).toBe(price_cents);
});

test('prices are between 50 cents and a million dollars, and products must exist', async () => {
  const boss = await someone({ team: true });
  for (const price_cents of [49, 100_000_001, 1.5, Number.NaN])
    expect(await codeOf(setPrice(boss, { code: 'launch', price_cents, on_offer: true }))).toBe('invalid_input');
  expect(await codeOf(setPrice(boss, { code: 'votes', price_cents: 100, on_offer: true }))).toBe('invalid_input');
});

test('only the team can see and set prices', async () => {
  const member = await someone();
  const { number } = await makeOrder(server.sql, {
    site_id: server.site_id,
    account_id: (await someone()).account_id,
    lines: [{ product: 'ai_review', listing_id: member.listing_id }],
  });
  const seller = { name: 'Me', address: 'Here', country: 'DE' };
  for (const work of [
    () => setPrice(member, { code: 'launch', price_cents: 100, on_offer: true }),
    () => listPrices(member),
    () => getSeller(member),
    () => setSeller(member, seller),
    () => listSiteOrders(member, { page: 1, per_page: 20 }),
    () => getTeamOrderDetails(member, { number }),
  ])
    expect(await codeOf(work())).toBe('not_found');
  expect(await codeOf(getOwnOrderDetails(member, { number }))).toBe('order_not_found');
});

test('the team finds orders by status, number and email address, and wildcards are literal', async () => {
  const boss = await someone({ team: true });
  const buyer = await server.member({ email: 'find_me%@buyers.example' });
  const { id: listing_id } = await saveListing(server.sql, server.site_id, { owner_id: buyer.account_id });
  const made = { site_id: server.site_id, account_id: buyer.account_id, lines: [{ product: 'ai_review', listing_id }] };
  const paid = await makeOrder(server.sql, made);
  const pending = await makeOrder(server.sql, { ...made, status: 'pending' });
  await server.sql`update order_lines set status = 'with_the_team' where id = ${paid.line_ids[0]!}`;
  const found = async (asked: Record<string, string>) =>
    (await listSiteOrders(boss, { page: 1, per_page: 20, ...asked })).items.map(({ number }) => number);
  expect(await found({ q: 'ME%@buyers' })).toEqual([pending.number, paid.number]);
  expect(await found({ q: 'me_@buyers' })).toEqual([]);
  expect(await found({ q: paid.number.slice(3).toLowerCase() })).toEqual([paid.number]);
  expect(await found({ q: '@buyers', status: 'pending' })).toEqual([pending.number]);
  expect(await found({ q: '@buyers', status: 'with_the_team' })).toEqual([paid.number]);
});

test('a seller is stored with a normalized EU VAT number; one of another country is refused', async () => {
  const boss = await someone({ team: true });
  const before = await getSeller(boss);
  const seller = {
    name: 'Quay & Sons',
    address: '1 Example Street\n\n 10115 Berlin ',
    country: 'de',
    vat_number: 'de 136 695 976',
    email: 'a@quay.example',
  };
  await setSeller(boss, seller);
  expect(await getSeller(boss)).toEqual({
    name: 'Quay & Sons',
    lines: ['1 Example Street', '10115 Berlin'],
    country: 'DE',
    vat_number: 'DE136695976',
    email: 'a@quay.example',
  });
  for (const wrong of [{ country: 'XX' }, { vat_number: 'FR40303265045' }, { address: ' \n ' }, { email: 'nobody' }])
    expect(await codeOf(setSeller(boss, { ...seller, ...wrong }))).toBe('invalid_input');
  await setSeller(boss, { ...seller, vat_number: undefined, email: undefined });
  expect(await getSeller(boss)).toMatchObject({ vat_number: null, email: null });
  expect(before).not.toBeNull();
});
