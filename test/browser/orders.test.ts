import { describe, expect, test } from 'vitest';
import { findPageProblems } from '../support/accessibility.ts';
import { Person } from '../support/accounts/person.ts';
import { useBrowser } from '../support/browser.ts';
import { isTableAwaited } from '../support/db/locks.ts';
import { saveListing } from '../support/launches/saved-listings.ts';
import { useStripe } from '../support/orders/buyers.ts';
import { makeOrder } from '../support/orders/orders.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const clock = { now: () => NOON };
const stripe = useStripe(clock.now);
// More connections than the tests need at once: one page waits for a lock.
const server = useServer({ clock, jobs: true, stripe, pool: 8 });
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

const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Springfield', country: 'US', email: 'ada@buyer.example' };

/** Creates an order through the form. */
const createOrder = async (fields: Record<string, string> = { launch: 'on' }) => {
  const maker = await aMaker();
  const reply = await maker.person.send(`/dashboard/listings/${maker.listing_id}/order`, { act: 'checkout', ...fields });
  return { ...maker, number: /LW-\w{8}/.exec(reply.headers.get('location') ?? '')![0] };
};

const pay = (person: Person, number: string, more: Record<string, string> = {}) =>
  person.send(`/checkout/${number}/billing`, { ...BILLING, act: 'pay', shown_cents: '4900', ...more });

describe('paying with Stripe', () => {
  test('goes to Stripe without a redirect after the form, and the order page then updates by itself', async () => {
    const { person, number, listing_id, account_id } = await createOrder();
    const page = await browser.open({ viewport: { width: 1280, height: 900 } });
    await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: server.root })));
    await page.goto(`${server.root}/checkout/${number}`);
    expect(await page.getByText('No money is charged').count()).toBe(0);
    await page.getByText('You pay on Stripe’s page').waitFor();
    await page.getByLabel('Your name').fill(BILLING.name);
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Street address').fill(BILLING.address);
    await page.getByLabel('City').fill(BILLING.city);
    await page.getByText('United States is outside the EU').waitFor();
    await page.getByRole('button', { name: 'Pay $49.00', exact: true }).click();
    await page.waitForURL(`${stripe.address}/pay/**`);
    const session = [...stripe.sessions.values()].find(({ metadata }) => metadata.order === number)!;
    expect(page.url()).toBe(session.url);

    // The buyer is back before the webhook: the page waits and updates itself.
    await page.goto(session.success_url);
    await page.getByText('Your payment is being confirmed.').waitFor();
    expect(await page.getByText('Being confirmed', { exact: true }).count()).toBe(2);
    expect(await page.getByText('Not paid yet').count()).toBe(0);
    expect(await findPageProblems(page, 'order-confirming')).toEqual([]);
    await stripe.deliver(stripe.pay(session.id)!, server.root);
    await page.getByText('Thank you, your payment was successful.', { exact: true }).waitFor();
    await page.getByText('Delivered').waitFor();
    // One mail for the purchase, with what was delivered; the launch has none of its own.
    const mails = () => server.sql<{ subject: string; body_text: string }[]>`
      select m.subject, m.body_text from mails m join accounts a on a.email = m.to_email and a.id = ${account_id} order by m.id`;
    const [mail, ...more] = await until(async () => {
      const sent = (await mails()).filter(({ subject }) => !/sign-?in/i.test(subject));
      return sent.length > 0 && sent;
    });
    expect([mail!.subject, more]).toEqual([`Your order ${number} is paid`, []]);
    expect(mail!.body_text).toContain('Your product is live. Its launch week is 9 – 15 November 2026');
    expect(mail!.body_text).toContain(`${server.root}/orders/${number}/invoice.pdf`);
    expect((await server.sql`select status from listings where id = ${listing_id}`)[0]!.status).toBe('live');
  });

  test('resuming a checkout leads to the same payment, whose page can be opened again', async () => {
    const { person, number } = await createOrder();
    expect((await pay(person, number)).headers.get('location')).toBe(`/checkout/${number}/pay`);
    await pay(person, number);
    const sessions = [...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number);
    expect(sessions.length).toBe(1);
    const html = await (await person.get(`/checkout/${number}/pay`)).text();
    expect(html).toContain(`<meta http-equiv="refresh" content="0; url=${sessions[0]!.url}"`);
    expect((await new Person(server).get(`/checkout/${number}/pay`)).headers.get('location')).toContain('/sign-in');
  });

  test('a payment that arrives while the order page is being loaded is not shown as missing', async () => {
    const { person, number } = await createOrder();
    await pay(person, number);
    const session = [...stripe.sessions.values()].find(({ metadata }) => metadata.order === number)!;
    const holder = await server.sql.reserve();
    await holder`begin`;
    await holder`lock table team_tasks in access exclusive mode`;
    const loading = person.get(`/orders/${number}?done=paid`).then((answer) => answer.text());
    try {
      await until(() => isTableAwaited(server.sql, 'team_tasks'));
      await stripe.deliver(stripe.pay(session.id)!, server.root);
      await until(async () => (await server.sql`select from orders where number = ${number} and status = 'paid'`).length > 0);
    } finally {
      await holder`rollback`;
      holder.release();
    }
    const html = await loading;
    expect(html).toContain('Your payment is being confirmed.');
    expect(html).toContain('data-watch');
  });

  test('an order without an open payment has no pay page', async () => {
    const { person, number } = await createOrder();
    const reply = await person.get(`/checkout/${number}/pay`);
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain('http-equiv');
  });
});

describe('checkout', () => {
  test('a total that differs from the one shown is shown again before payment', async () => {
    const { person, number } = await createOrder();
    const reply = await pay(person, number, { country: 'FR' });
    expect(reply.status).toBe(400);
    const html = await reply.text();
    expect(html).toContain('The total is now $58.80. Check it, then pay.');
    expect(html).toContain('name="shown_cents" value="5880"');
    expect(html).toContain('value="Springfield"');
    expect([...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number)).toEqual([]);
    expect((await pay(person, number, { country: 'FR', shown_cents: '5880' })).status).toBe(303);
  });

  test('working out the VAT saves nothing and accepts an incomplete form', async () => {
    const { person, number, account_id } = await createOrder();
    const reply = await person.send(`/checkout/${number}/billing`, { act: 'look', country: 'FR', name: 'Half' });
    expect(reply.status).toBe(200);
    const html = await reply.text();
    expect(html).toContain('20% VAT of France.');
    expect(html).toContain('value="Half"');
    expect(html).not.toContain('is required');
    const [stored] = await server.sql`select billing, vat_cents from orders where number = ${number}`;
    expect(stored).toEqual({ billing: null, vat_cents: 0 });
    expect(await server.sql`select from billing_details where account_id = ${account_id}`).toHaveLength(0);
  });

  test('all missing or too long fields are marked at once', async () => {
    const { person, number } = await createOrder();
    const html = await (
      await person.send(`/checkout/${number}/billing`, { act: 'pay', shown_cents: '4900', city: 'x'.repeat(121), email: 'no' })
    ).text();
    for (const message of [
      'Your name is required.',
      'Country is required.',
      'Street address is required.',
      'City may have at most 120',
      'is not an email address',
    ])
      expect(html).toContain(message);
  });

  test('pages and forms of somebody else’s order return 404', async () => {
    const { number } = await createOrder();
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

  test('the checkout of a closed order links to the order page', async () => {
    const { person, number } = await createOrder();
    await person.send(`/checkout/${number}/cancel`);
    const html = await (await person.get(`/checkout/${number}`)).text();
    expect(html).toContain('This order was cancelled. Nothing was charged.');
    expect(html).toContain(`href="/orders/${number}"`);
    expect((await pay(person, number)).status).toBe(400);
    const order = await (await person.get(`/orders/${number}`)).text();
    expect(order).toContain('pill-waiting">Cancelled<');
    for (const message of ['Waiting for payment', 'depends on country', 'depends on your country']) expect(order).not.toContain(message);
  });
});

describe('a launch week at checkout', () => {
  const WEEK = '2027-01-04';
  /** Expires the hold. */
  const endHold = (number: string) => server.sql`
    update week_places set until = ${NOON} where order_id = (select id from orders where number = ${number})`;

  test('is held, then expired, then full: the page says so, payment is refused, and another week can be chosen', async () => {
    const { person, number } = await createOrder({ launch: 'on', 'launch.week': WEEK });
    const pageText = async () => (await (await person.get(`/checkout/${number}`)).text()).replaceAll(/<[^>]+>|\s+/g, ' ');
    expect(await pageText()).toContain('is reserved for you. The reservation ends');
    await endHold(number);
    expect(await pageText()).toContain('is no longer reserved for you but still has room');
    await server.sql`update launch_weeks set room = 1 where week_on = ${WEEK} and site_id = ${server.site_id}`;
    await server.sql`update launch_weeks set room = taken where week_on = ${WEEK} and site_id = ${server.site_id}`;
    const other = await createOrder({ launch: 'on', 'launch.week': WEEK });
    expect(await pageText()).toContain('is full, and your reservation has ended');
    const refused = await pay(person, number);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('The week of 4 – 10 January 2027 is full');
    expect([...stripe.sessions.values()].some(({ metadata }) => metadata.order === number)).toBe(false);

    const page = await (await person.get(`/checkout/${number}`)).text();
    const action = new RegExp(`/checkout/${number}/weeks/\\d+`).exec(page)![0];
    expect(page).toContain('<option value="2027-01-11"');
    // Other buyers' lines and full weeks are rejected.
    expect((await other.person.send(action, { week: '2027-01-11' })).status).toBe(404);
    expect((await person.send(action, { week: WEEK })).status).toBe(400);
    expect((await person.send(action, { week: '2027-01-11' })).headers.get('location')).toBe(`/checkout/${number}`);
    expect(await pageText()).toContain('is reserved for you. The reservation ends');
    expect((await pay(person, number)).headers.get('location')).toBe(`/checkout/${number}/pay`);
  });
});

describe('the order form', () => {
  test('the quote has its own URL and saves nothing', async () => {
    const { person, listing_id } = await aMaker();
    const html = await (await person.get(`/dashboard/listings/${listing_id}/order?act=quote&launch=on&billing_country=FR`)).text();
    expect(html).toContain('$58.80');
    expect(await server.sql`select from order_lines where listing_id = ${listing_id}`).toHaveLength(0);
  });

  test('the price is right from the first view, and what is still to be filled in is no error yet', async () => {
    const { person, listing_id } = await aMaker();
    const readForm = async (query: string) =>
      (await (await person.get(`/dashboard/listings/${listing_id}/order?${query}`)).text()).split('id="sum"')[1]!;
    expect(await readForm('launch=on')).toMatch(/Total before VAT<\/dt><dd[^>]*>\$49\.00/);
    expect(await readForm('launch=on&billing_country=FR')).toMatch(/Total<\/dt><dd[^>]*>\$58\.80/);
    const incomplete = await readForm('extra_categories=on');
    expect(incomplete).toContain('Fill in the details of your selection');
    expect(incomplete).not.toContain('Please check');
    expect(await readForm('')).toContain('Nothing selected yet.');
  });

  test('the next full week is selected, today is a choice that says how many days are left, and the week is named everywhere', async () => {
    const { person, listing_id } = await aMaker();
    const read = async (path: string) => (await person.get(path)).text();
    const form = `/dashboard/listings/${listing_id}/order`;
    for (const path of [`/dashboard/listings/${listing_id}/free`, `${form}?launch=on`]) {
      const html = await read(path);
      expect(html).toMatch(/<option value="2026-11-16" selected>16 – 22 November 2026</);
      expect(html).toMatch(
        /<option value="today">Go live today: voting ends Sunday, 4 days left<\/option><option value="2026-11-16" selected>/,
      );
    }
    const sumOf = async (query: string) => (await read(`${form}?${query}`)).split('id="sum"')[1]!.replaceAll(/<[^>]+>/g, '');
    expect(await sumOf('launch=on')).toContain('Week of 16 – 22 November 2026');
    expect(await sumOf('launch_product=launch&launch.week=today')).toContain(
      'Goes live when you pay, in the running week of 9 – 15 November 2026',
    );

    const reply = await person.send(form, { act: 'checkout', launch_product: 'launch', 'launch.week': '2026-11-16' });
    const number = /LW-\w{8}/.exec(reply.headers.get('location')!)![0];
    for (const path of [`/checkout/${number}`, `/orders/${number}`])
      expect([path, await read(path)]).toEqual([path, expect.stringContaining('16 – 22 November 2026')]);
  });

  test('launches exclude each other, so they are radio buttons; none is one of them', async () => {
    const { person, listing_id } = await aMaker();
    const form = `/dashboard/listings/${listing_id}/order`;
    const buttonsOf = async (query: string) =>
      [...(await (await person.get(`${form}?${query}`)).text()).matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(
        ([input]) => `${/value="(\w*)"/.exec(input)?.[1] ?? ''}${input.includes(' checked') ? ' checked' : ''}`,
      );
    expect(await buttonsOf('')).toEqual(['launch', 'launch_bundle', ' checked']);
    expect(await buttonsOf('launch=on')).toEqual(['launch checked', 'launch_bundle', '']);
    expect(await buttonsOf('launch_product=launch_bundle')).toEqual(['launch', 'launch_bundle checked', '']);
    const reply = await person.send(form, { act: 'checkout', launch_product: '', ai_review: 'on' });
    const number = /LW-\w{8}/.exec(reply.headers.get('location')!)![0];
    expect(await server.sql`select l.product from order_lines l join orders o on o.id = l.order_id and o.number = ${number}`).toEqual([
      { product: 'ai_review' },
    ]);
  });

  test('a free week shows why it is later, and what launches sooner until the launch', async () => {
    const { person, listing_id } = await aMaker();
    const pages = [`/dashboard/listings/${listing_id}/free`, `/dashboard/listings/${listing_id}`];
    const readPages = () => Promise.all(pages.map(async (path) => (await person.get(path)).text()));
    expect((await readPages())[0]).toContain(
      'Free launches start 6 weeks from now at the earliest, in the first week with room (50 slots a week).',
    );
    const schedule = (plan: string, week: string, status = 'scheduled') =>
      server.sql`update listings set status = ${status}, plan = ${plan}, launch_week_on = ${week} where id = ${listing_id}`;
    for (const status of ['awaiting_badge', 'scheduled']) {
      await schedule('free', '2026-12-21', status);
      for (const html of await readPages()) {
        expect(html).toContain('Launch sooner');
        expect(html).toContain(`/order?launch=on"`);
        expect(html).toContain(`/order?skip_queue=on"`);
      }
    }
    // Nothing but a launch today is sooner than next week, and nothing is sooner than a paid launch.
    await schedule('free', '2026-11-16');
    for (const html of await readPages()) expect([html.includes('?launch=on'), html.includes('?skip_queue=on')]).toEqual([true, false]);
    await schedule('paid', '2026-12-21');
    for (const html of await readPages()) expect(html).not.toContain('Launch sooner');
  });

  test('a full week is not offered, and one that has filled up is rejected at its field', async () => {
    const { person, listing_id } = await aMaker();
    await server.sql`insert into launch_weeks (site_id, week_on, taken, room) values (${server.site_id}, '2027-01-11', 0, 0)
      on conflict (site_id, week_on) do update set room = 0`;
    const path = `/dashboard/listings/${listing_id}/order`;
    expect(await (await person.get(path)).text()).not.toContain('<option value="2027-01-11">');
    const html = await (await person.send(path, { act: 'checkout', launch: 'on', 'launch.week': '2027-01-11' })).text();
    expect(html).toContain('Launch week is full: choose another.');
    expect(html).toContain('<option value="2027-01-11" selected>');
  });

  test('unavailable products are listed with the reason, without a button to choose them', async () => {
    const { person, listing_id } = await aMaker('live');
    const html = await (await person.get(`/dashboard/listings/${listing_id}/order`)).text();
    expect(html).toMatch(/<strong>Launch<\/strong>: it is already live\./);
    expect(html).not.toContain('type="radio" value="launch"');
    expect(html).toContain('type="radio" value="relaunch"');
  });

  test('an empty order, unknown fields and invalid values are handled', async () => {
    const { person, listing_id } = await aMaker();
    const path = `/dashboard/listings/${listing_id}/order`;
    expect(await (await person.send(path, { act: 'checkout' })).text()).toContain('is empty: select at least one product');
    expect((await person.send(path, { act: 'checkout', '<script>': '1' })).status).toBe(400);
    expect((await person.get(`${path}?act=quote&launch=on&billing_country=%00%00`)).status).toBeLessThan(500);
    expect((await person.get(`${path}?act=quote&launch=on&launch.week=never`)).status).toBe(200);
  });
});

test('a promo code from the team’s form to a confirmed order: created, quoted, applied, used and deactivated', async () => {
  const team = await aMaker();
  const page = '/admin/promo-codes';
  expect((await team.person.get(page)).status).toBe(404);
  expect((await team.person.send(page, { code: 'MINE', percent: '100' })).status).toBe(404);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${team.account_id}, ${server.site_id}, 'site_admin')`;
  await until(async () => (await team.person.get(page)).status === 200);
  expect(await (await team.person.send(page, { code: 'x' })).text()).toContain('must have 3 to 32 letters');
  const fields = { 'product.launch': 'on', starts_on: '2026-11-01', ends_on: '2026-11-30', uses_per_account: '1' };
  await team.person.send(page, { code: 'launch-20', percent: '20', ...fields });
  const created = await team.person.send(page, { code: 'all-of-it', amount: '100.00', max_uses: '1' });
  expect(created.headers.get('location')).toBe(`${page}?done=created`);

  // The order form says why a code cannot be used, beside the price without it.
  const { person, listing_id } = await aMaker();
  const form = `/dashboard/listings/${listing_id}/order`;
  const unknown = await (await person.get(`${form}?launch=on&promo_code=nope`)).text();
  expect(unknown).toContain('doesn’t exist');
  expect(unknown).toContain('Total before VAT');
  expect(await (await person.get(`${form}?act=quote&ai_review=on&promo_code=launch-20`)).text()).toContain(
    'only works for Launch, which isn’t in this order',
  );
  expect(await (await person.get(`${form}?launch=on&promo_code=Launch-20`)).text()).toContain('−$9.80');

  const reply = await person.send(form, { act: 'checkout', launch: 'on', promo_code: 'launch-20' });
  const number = /LW-\w{8}/.exec(reply.headers.get('location')!)![0];
  const checkout = async () => (await (await person.get(`/checkout/${number}`)).text()).replaceAll(/<[^>]+>|\s+/g, ' ');
  expect(await checkout()).toContain('saves you $9.80');
  await person.send(`/checkout/${number}/promo-code`);
  expect(await checkout()).toContain('Apply code');
  const refused = await person.send(`/checkout/${number}/promo-code`, { promo_code: 'nope' });
  expect([refused.status, (await refused.text()).includes('Promo code doesn’t exist')]).toEqual([400, true]);
  expect((await person.send(`/checkout/${number}/confirm`)).status).toBe(400);

  // A code for more than the price makes it free: nothing is paid, and no billing details are asked.
  await person.send(`/checkout/${number}/promo-code`, { promo_code: 'all-of-it' });
  expect(await checkout()).toMatch(/Nothing to pay.*Confirm order/);
  expect((await team.person.send(`/checkout/${number}/confirm`)).status).toBe(404);
  expect((await person.send(`/checkout/${number}/confirm`)).headers.get('location')).toBe(`/orders/${number}?done=paid`);
  await until(async () => (await server.sql`select status from listings where id = ${listing_id}`)[0]!.status === 'live');
  const order = await (await person.get(`/orders/${number}?done=paid`)).text();
  expect(order).toContain('your order is confirmed');
  expect(order).toContain('Share your launch');
  expect(order).not.toContain('invoice.pdf');
  expect(await (await person.get(`/dashboard/listings/${listing_id}/free`)).text()).toContain('You’re live');

  const report = (await (await team.person.get(page)).text()).replaceAll(/<[^>]+>|\s+/g, ' ');
  expect(report).toMatch(/ALL-OF-IT\s+\$100\.00 off everything\s+1 of 1\s+0\s+\$49\.00\s+\$0\.00\s+Active/);
  expect(await (await team.person.get('/admin/promo-codes.csv')).text()).toContain('ALL-OF-IT,,100.00,,,,1,,yes,1,0,USD,49.00,0.00');
  expect((await person.get('/admin/promo-codes.csv')).status).toBe(404);
  const [row] = await server.sql<{ id: number }[]>`select id from promo_codes where code = 'LAUNCH-20'`;
  await team.person.send(`${page}/${row!.id}/active`, { active: 'no' });
  expect(await (await person.get(`/dashboard/listings/${listing_id}/order?ai_review=on&promo_code=launch-20`)).text()).toContain(
    'is no longer valid',
  );
  expect(await (await team.person.get('/admin/log')).text()).toContain('Deactivated the promo code');
});

test('the VAT report is only for the team, as a page and as CSV', async () => {
  const { person, account_id } = await aMaker();
  expect((await person.get('/admin/vat')).status).toBe(404);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  await until(async () => (await person.get('/admin/vat')).status === 200);
  expect((await person.get('/admin/vat?quarter=2026-Q1')).status).toBe(200);
  expect((await person.get('/admin/vat?quarter=nonsense')).status).toBe(200);
  expect((await person.get('/admin/vat/vat-2026-Q4.csv')).headers.get('content-type')).toContain('text/csv');
});

test('the team can open an order of a deleted account', async () => {
  const { person, account_id, listing_id } = await aMaker();
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  const { number } = await makeOrder(server.sql, {
    site_id: server.site_id,
    account_id: null,
    lines: [{ product: 'ai_review', listing_id }],
  });
  await until(async () => (await person.get(`/admin/orders/${number}`)).status === 200);
  expect(await (await person.get(`/admin/orders/${number}`)).text()).toContain('a deleted account');
});
