import { expect, test } from 'vitest';
import { Person } from '../support/accounts/person.ts';
import { clickAndWait, JOURNEY_DEVICES, startSignedInAsTeam, useBrowser } from '../support/browser.ts';
import { saveListing } from '../support/launches/saved-listings.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, clock: { now: () => NOON } });
const browser = useBrowser();

/** A buyer with a listing, signed in in a browser and with an API key. */
const aBuyer = async (email: string) => {
  const { client, account_id } = await server.member({ email });
  const { id: listing_id } = await saveListing(server.sql, server.site_id, { owner_id: account_id });
  return { client, person: await new Person(server).signIn(email), listing_id };
};

const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Springfield', country: 'US', email: 'ada@buyer.example' };

/** Pays an order with a test payment, through the forms. */
const pay = async (person: Person, number: string, cents: number): Promise<void> => {
  const reply = await person.send(`/checkout/${number}/billing`, { ...BILLING, act: 'pay', shown_cents: String(cents) });
  await person.send(reply.headers.get('location')!, { outcome: 'paid' });
};

test.each(JOURNEY_DEVICES)(
  'an admin on a %s sets prices, which apply to new quotes but not to existing orders, and edits the seller',
  async (where, options) => {
    const page = await browser.open(options);
    await startSignedInAsTeam(page, server, `prices.${where}@team.example`);
    const { client, listing_id } = await aBuyer(`quoted.${where}@example.com`);
    const items = [{ product: 'launch' as const, listing_id }];
    const quotedCents = async () => (await client.quote_order({ items })).net_cents;
    const { number } = await client.create_checkout({ items });
    expect(await quotedCents()).toBe(4900);

    await page.goto(`${server.root}/admin/products`);
    await page.getByLabel('Price in dollars Launch', { exact: true }).fill('59,90 €');
    await clickAndWait(page, page.getByRole('button', { name: 'Save Launch', exact: true }));
    await page.getByText('The price must be an amount, such as 49.00.').waitFor();
    expect(await page.getByLabel('Price in dollars Launch', { exact: true }).inputValue()).toBe('59,90 €');
    await page.getByLabel('Price in dollars Launch', { exact: true }).fill('59.90');
    await clickAndWait(page, page.getByRole('button', { name: 'Save Launch', exact: true }));
    await page.getByText('Price saved.').waitFor();
    expect(await quotedCents()).toBe(5990);
    expect((await client.get_order({ number })).net_cents).toBe(4900);

    const undoLast = async () => {
      await page.goto(`${server.root}/admin/log`);
      await clickAndWait(page, page.getByRole('button', { name: /^Undo/ }).first());
    };
    await undoLast();
    expect(await quotedCents()).toBe(4900);

    // Stop selling a product, and undo that.
    await page.goto(`${server.root}/admin/products`);
    await page.getByLabel('For sale Relaunch').uncheck();
    await clickAndWait(page, page.getByRole('button', { name: 'Save Relaunch' }));
    // Public responses are cached for a moment.
    const isSold = async () => (await server.client.list_products({})).items.some(({ code }) => code === 'relaunch');
    await until(async () => !(await isSold()));
    await undoLast();
    await until(isSold);

    await page.goto(`${server.root}/admin/products`);
    await page.getByLabel('VAT number').fill('DE000');
    await clickAndWait(page, page.getByRole('button', { name: 'Save seller' }));
    await page.getByText('VAT number is not a VAT number of that country.').waitFor();
    await page.getByLabel('VAT number').fill('DE 136 695 976');
    await clickAndWait(page, page.getByRole('button', { name: 'Save seller' }));
    await page.getByText('Seller saved.').waitFor();
    expect(await page.getByLabel('VAT number').inputValue()).toBe('DE136695976');
  },
);

test.each(JOURNEY_DEVICES)(
  'an admin on a %s completes the tasks of a line, and refunds an order in part and in full',
  async (where, options) => {
    const page = await browser.open(options);
    await startSignedInAsTeam(page, server, `till.${where}@team.example`);
    const email = `buyer.${where}@example.com`;
    const { client, person, listing_id } = await aBuyer(email);
    const { number } = await client.create_checkout({
      items: (['launch', 'done_for_you'] as const).map((product) => ({ product, listing_id })),
    });
    await pay(person, number, 19_800);
    const orderStatus = async () => (await client.get_order({ number })).status;
    await until(
      async () => (await server.sql`select from order_lines where listing_id = ${listing_id} and status = 'with_the_team'`).length > 0,
    );

    // A line with open tasks cannot be finished, and the form keeps its text.
    await page.goto(`${server.root}/admin/orders?q=${encodeURIComponent(email)}`);
    await clickAndWait(page, page.getByRole('link', { name: number }));
    await page.getByLabel('Message to the buyer').fill('It is listed everywhere.');
    await clickAndWait(page, page.getByRole('button', { name: 'Mark as delivered' }));
    await page.getByRole('alert').getByText('Mark each step as done').waitFor();
    expect(await page.getByLabel('Message to the buyer').inputValue()).toBe('It is listed everywhere.');
    const task = page.locator('.task-forms > li').first();
    await task.getByRole('combobox').selectOption('done');
    await task.getByLabel(/^Link /).fill('https://elsewhere.example/it');
    await clickAndWait(page, task.getByRole('button'));
    await page.getByText('Step saved.').waitFor();
    const readOrderPage = async () => (await person.get(`/orders/${number}`)).text();
    expect(await readOrderPage()).toMatch(/\b1 of \d+ steps/);
    // Complete the other tasks in the database.
    await server.sql`
    update team_tasks set status = 'done' where line_id in (select id from order_lines where listing_id = ${listing_id})`;
    await page.getByLabel('Message to the buyer').fill('It is listed everywhere.');
    await clickAndWait(page, page.getByRole('button', { name: 'Mark as delivered' }));
    await page.getByText('Item marked as delivered').waitFor();
    expect(await readOrderPage()).toContain('It is listed everywhere.');

    // Refunds: more than the line's price is rejected; then a part, then the rest.
    await page.getByLabel('Item', { exact: true }).selectOption({ label: 'Done for you, $149.00 left' });
    await page.getByLabel('Amount in dollars').fill('150');
    await page.getByLabel('Reason (sent to the buyer)').fill('Two places said no');
    await clickAndWait(page, page.getByRole('button', { name: 'Refund' }));
    await page.getByText('Amount in dollars must be from $0.01 to $149.00').waitFor();
    expect(await page.getByLabel('Reason (sent to the buyer)').inputValue()).toBe('Two places said no');
    await page.getByLabel('Amount in dollars').fill('20');
    await clickAndWait(page, page.getByRole('button', { name: 'Refund' }));
    await page.getByText('Refund started.').waitFor();
    await until(async () => (await orderStatus()) === 'partially_refunded');
    await page.getByLabel('Reason (sent to the buyer)').fill('And so did the rest');
    await clickAndWait(page, page.getByRole('button', { name: 'Refund' }));
    await until(async () => (await orderStatus()) === 'refunded');
    await page.reload();
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    expect((await readOrderPage()).match(/Credit note/g)!.length).toBeGreaterThanOrEqual(2);
    expect(await server.sql`select refunded_cents from orders where number = ${number}`).toEqual([{ refunded_cents: 19_800 }]);
    await page.goto(`${server.root}/admin/vat`);
    expect(await (await page.request.get(`${server.root}/admin/vat/vat-2026-Q4.csv`)).text()).toContain('US');
  },
);
