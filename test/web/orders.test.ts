import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useStripe } from '../support/buying.ts';
import { troublesOn } from '../support/looking.ts';
import { makeOrder } from '../support/orders.ts';
import { Person } from '../support/person.ts';
import { saveListing } from '../support/saved.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const clock = { now: () => NOON };
const stripe = useStripe(clock.now);
const server = useServer({ clock, jobs: true, stripe });
const browser = useBrowser();

let people = 0;
const aMaker = async (status = 'draft') => {
  const email = `buyer-${++people}@example.com`;
  const person = await new Person(server).signIn(email);
  const [account] = await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`;
  const { id } = await saveListing(server.sql, server.site_id, { owner_id: account!.id });
  if (status !== 'draft') await server.sql`update listings set status = ${status}, plan = 'free', launched_at = ${NOON} where id = ${id}`;
  return { person, account_id: account!.id, listing_id: id };
};

const FORM = { name: 'Ada Buyer', address: '1 Test Street', city: 'Springfield', country: 'US', email: 'ada@buyer.example' };

/** An order made by the form, and its number. */
const ordered = async (fields: Record<string, string> = { launch: 'on' }) => {
  const maker = await aMaker();
  const reply = await maker.person.send(`/dashboard/listings/${maker.listing_id}/order`, { act: 'checkout', ...fields });
  return { ...maker, number: /LW-\w{8}/.exec(reply.headers.get('location') ?? '')![0] };
};

const pay = (person: Person, number: string, more: Record<string, string> = {}) =>
  person.send(`/checkout/${number}/billing`, { ...FORM, act: 'pay', shown_cents: '4900', ...more });

describe('paying by Stripe', () => {
  test('leads on to Stripe’s page without a form’s redirect, and back to an order that is confirmed by itself', async () => {
    const { person, number, listing_id } = await ordered();
    const page = await browser.open({ viewport: { width: 1280, height: 900 } });
    await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: server.root })));
    await page.goto(`${server.root}/checkout/${number}`);
    expect(await page.getByText('no money moves').count()).toBe(0);
    await page.getByText('You pay on Stripe’s own page').waitFor();
    await page.getByLabel('Your name').fill(FORM.name);
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Street and number').fill(FORM.address);
    await page.getByLabel('City').fill(FORM.city);
    await page.getByText('United States is outside the EU').waitFor();
    await page.getByRole('button', { name: 'Pay $49.00', exact: true }).click();
    await page.waitForURL(`${stripe.address}/pay/**`);
    const session = [...stripe.sessions.values()].find(({ metadata }) => metadata.order === number)!;
    expect(page.url()).toBe(session.url);

    // Back before the notice: it waits and shows by itself what comes.
    await page.goto(session.success_url);
    await page.getByText('Your payment is being confirmed.').waitFor();
    expect(await page.getByText('Being confirmed', { exact: true }).count()).toBe(2);
    expect(await page.getByText('Not paid yet').count()).toBe(0);
    expect(await troublesOn(page, 'order-confirming')).toEqual([]);
    await stripe.deliver(stripe.pay(session.id)!, server.root);
    await page.getByText('Thank you, it is paid.', { exact: true }).waitFor();
    await page.getByText('Delivered').waitFor();
    expect((await server.sql`select status from listings where id = ${listing_id}`)[0]!.status).toBe('live');
  });

  test('a checkout left and come back to leads to the same payment, whose page can be asked for again', async () => {
    const { person, number } = await ordered();
    expect((await pay(person, number)).headers.get('location')).toBe(`/checkout/${number}/pay`);
    await pay(person, number);
    const sessions = [...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number);
    expect(sessions.length).toBe(1);
    const html = await (await person.get(`/checkout/${number}/pay`)).text();
    expect(html).toContain(`<meta http-equiv="refresh" content="0; url=${sessions[0]!.url}"`);
    expect((await new Person(server).get(`/checkout/${number}/pay`)).headers.get('location')).toContain('/sign-in');
  });

  test('an order without a payment under way has no such page', async () => {
    const { person, number } = await ordered();
    const reply = await person.get(`/checkout/${number}/pay`);
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain('http-equiv');
  });
});

describe('checkout', () => {
  test('another sum than the one shown is not paid: it is shown first', async () => {
    const { person, number } = await ordered();
    const reply = await pay(person, number, { country: 'FR' });
    expect(reply.status).toBe(400);
    const html = await reply.text();
    expect(html).toContain('With the VAT it comes to $58.80. Look it over, then pay.');
    expect(html).toContain('name="shown_cents" value="5880"');
    expect(html).toContain('value="Springfield"');
    expect([...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number)).toEqual([]);
    expect((await pay(person, number, { country: 'FR', shown_cents: '5880' })).status).toBe(303);
  });

  test('looking keeps nothing, and half a form is fine for it', async () => {
    const { person, number, account_id } = await ordered();
    const reply = await person.send(`/checkout/${number}/billing`, { act: 'look', country: 'FR', name: 'Half' });
    expect(reply.status).toBe(200);
    const html = await reply.text();
    expect(html).toContain('20 % VAT of France.');
    expect(html).toContain('value="Half"');
    expect(html).not.toContain('is needed');
    const [kept] = await server.sql`select billing, vat_cents from orders where number = ${number}`;
    expect(kept).toEqual({ billing: null, vat_cents: 0 });
    expect(await server.sql`select from billing_details where account_id = ${account_id}`).toHaveLength(0);
  });

  test('what is missing or too long is marked at its field, all at once', async () => {
    const { person, number } = await ordered();
    const html = await (
      await person.send(`/checkout/${number}/billing`, { act: 'pay', shown_cents: '4900', city: 'x'.repeat(121), email: 'no' })
    ).text();
    for (const said of [
      'Your name is needed.',
      'Country is needed.',
      'Street and number is needed.',
      'City may have at most 120',
      'is not an email address',
    ])
      expect(html).toContain(said);
  });

  test('somebody else’s order is not there, on any of its pages and forms', async () => {
    const { number } = await ordered();
    const { person } = await aMaker();
    for (const path of [
      `/checkout/${number}`,
      `/checkout/${number}/pay`,
      `/orders/${number}`,
      `/orders/${number}/invoice.pdf`,
      `/admin/orders/${number}`,
    ])
      expect([path, (await person.get(path)).status]).toEqual([path, 404]);
    expect((await pay(person, number)).status).toBe(404);
    expect((await person.send(`/checkout/${number}/cancel`)).status).toBe(404);
    for (const path of ['/orders/nonsense', '/checkout/LW-00000000', '/payments/test/nonsense'])
      expect((await person.get(path)).status).toBe(404);
    expect((await person.send(`/admin/orders/${number}/refund`, { reason: 'mine' })).status).toBe(404);
    expect((await person.send('/admin/products', { code: 'launch', price: '1' })).status).toBe(404);
  });

  test('an order that is over leads on to its page', async () => {
    const { person, number } = await ordered();
    await person.send(`/checkout/${number}/cancel`);
    const html = await (await person.get(`/checkout/${number}`)).text();
    expect(html).toContain('This order was cancelled. Nothing was charged.');
    expect(html).toContain(`href="/orders/${number}"`);
    expect((await pay(person, number)).status).toBe(400);
    const order = await (await person.get(`/orders/${number}`)).text();
    expect(order).toContain('line-status-waiting">Cancelled<');
    for (const said of ['Waits for the payment', 'not known yet', 'depends on your country']) expect(order).not.toContain(said);
  });
});

describe('the order form', () => {
  test('the price is a page of its own that can be loaded again, and saves nothing', async () => {
    const { person, listing_id } = await aMaker();
    const html = await (await person.get(`/dashboard/listings/${listing_id}/order?act=quote&launch=on&billing_country=FR`)).text();
    expect(html).toContain('$58.80');
    expect(await server.sql`select from order_lines where listing_id = ${listing_id}`).toHaveLength(0);
  });

  test('a full week is not on offer, and one that filled meanwhile is refused at its field', async () => {
    const { person, listing_id } = await aMaker();
    await server.sql`insert into launch_weeks (site_id, week_on, taken, room) values (${server.site_id}, '2027-01-11', 0, 0)
      on conflict (site_id, week_on) do update set room = 0`;
    const path = `/dashboard/listings/${listing_id}/order`;
    expect(await (await person.get(path)).text()).not.toContain('<option value="2027-01-11">');
    const html = await (await person.send(path, { act: 'checkout', launch: 'on', 'launch.week': '2027-01-11' })).text();
    expect(html).toContain('Week has no place left: choose another.');
    expect(html).toContain('<option value="2027-01-11" selected>');
  });

  test('what a listing cannot have now is said with its reason, and is no box to tick', async () => {
    const { person, listing_id } = await aMaker('live');
    const html = await (await person.get(`/dashboard/listings/${listing_id}/order`)).text();
    expect(html).toMatch(/<strong>Launch<\/strong>: it is live already\./);
    expect(html).not.toContain('name="launch"');
    expect(html).toContain('name="relaunch"');
  });

  test('nothing ticked, unknown fields and nonsense are refused with what to do', async () => {
    const { person, listing_id } = await aMaker();
    const path = `/dashboard/listings/${listing_id}/order`;
    expect(await (await person.send(path, { act: 'checkout' })).text()).toContain('is empty: tick what you want');
    expect((await person.send(path, { act: 'checkout', '<script>': '1' })).status).toBe(400);
    expect((await person.get(`${path}?act=quote&launch=on&billing_country=%00%00`)).status).toBeLessThan(500);
    expect((await person.get(`${path}?act=quote&launch=on&launch.week=never`)).status).toBe(200);
  });
});

test('the books of a quarter are for the team, on the page and as a file', async () => {
  const { person, account_id } = await aMaker();
  expect((await person.get('/admin/vat')).status).toBe(404);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  await until(async () => (await person.get('/admin/vat')).status === 200);
  expect((await person.get('/admin/vat?quarter=2026-Q1')).status).toBe(200);
  expect((await person.get('/admin/vat?quarter=nonsense')).status).toBe(200);
  expect((await person.get('/admin/vat/vat-2026-Q4.csv')).headers.get('content-type')).toContain('text/csv');
});

test('the team sees an order of a person who is gone', async () => {
  const { person, account_id, listing_id } = await aMaker();
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  const { number } = await makeOrder(server.sql, {
    site_id: server.site_id,
    account_id: null,
    lines: [{ product: 'ai_review', listing_id }],
  });
  await until(async () => (await person.get(`/admin/orders/${number}`)).status === 200);
  expect(await (await person.get(`/admin/orders/${number}`)).text()).toContain('an account that is gone');
});
