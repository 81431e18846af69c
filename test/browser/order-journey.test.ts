import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { clickAndWait, JOURNEY_DEVICES, startSignedIn, useBrowser } from '../support/browser.ts';
import { submitSite } from '../support/drafts/submit-site.ts';
import { serveProduct } from '../support/extraction/product-site.ts';
import { saveListing } from '../support/launches/saved-listings.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true, clock: { now: () => NOON } });
const browser = useBrowser();

const statusOf = async (id: number): Promise<string> => (await server.sql`select status from listings where id = ${id}`)[0]!.status;
const numberIn = (page: Page): string => /LW-[0-9A-Z]{8}/.exec(page.url())![0];

test.each(JOURNEY_DEVICES)(
  'from website to live listing on a %s: submit, order, enter billing details, pay',
  async (where, options, scripted) => {
    const product = await serveProduct();
    onTestFinished(() => product.close());
    const page = await browser.open(options);
    await startSignedIn(page, server, `maker.${where}@example.com`);
    const id = await submitSite(page, server, product.url);
    await page.getByText('$49').first().waitFor();
    await page.locator('#week-launch').selectOption('today');
    await clickAndWait(page, page.getByRole('button', { name: 'Continue with Launch', exact: true }));
    // The price is there before anything is changed.
    await page.locator('#sum', { hasText: 'Total before VAT' }).getByText('$49.00').last().waitFor();
    const slug = (await server.sql<{ slug: string }[]>`select slug from listings where id = ${id}`)[0]!.slug;

    // Missing fields are marked, and the form keeps its values.
    await page.getByLabel('Billboard', { exact: true }).check();
    await page.getByLabel('Amount in dollars').fill('5');
    await page.getByLabel('Extra categories').check();
    await page.getByLabel('Country (for VAT)').selectOption('FR');
    await clickAndWait(page, page.getByRole('button', { name: 'Go to checkout' }));
    await page.getByText('Amount in dollars must be at least $10.00.').waitFor();
    await page.getByText('Category 1 must be chosen.').waitFor();
    expect(await page.getByLabel('Launch', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('5');
    await page.getByLabel('Extra categories').uncheck();
    await page.getByLabel('Amount in dollars').fill('12.50');
    if (scripted) await page.getByText('$73.80').waitFor();
    await clickAndWait(page, page.getByRole('button', { name: 'Update price' }));
    await page.getByText('20% VAT of France.').waitFor();
    await page.getByText('$73.80').waitFor();
    await clickAndWait(page, page.getByRole('button', { name: 'Go to checkout' }));

    // Billing details: missing fields are marked.
    await page.getByText('This is a test. No money is charged.').waitFor();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await clickAndWait(page, page.getByRole('button', { name: 'Continue to test payment' }));
    await page.getByText('Street address is required.').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace');
    await page.getByLabel('Street address').fill('1 Rue de la Paix');
    await page.getByLabel('City').fill('Paris');
    await page.getByLabel('Company').fill('Analytique SARL');
    await page.getByLabel('VAT number').fill('FR 40 303 265 045');
    if (!scripted) await clickAndWait(page, page.getByRole('button', { name: 'Update VAT' }));
    await page.getByText('Reverse charge: your VAT number is valid').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    await clickAndWait(page, page.getByRole('button', { name: 'Continue to test payment' }));

    // Test payment: first declined, then paid.
    await page.getByRole('heading', { level: 1, name: 'Test payment' }).waitFor();
    await clickAndWait(page, page.getByRole('button', { name: 'Decline payment' }));
    await page.getByRole('alert').getByText('declined').waitFor();
    await clickAndWait(page, page.getByRole('button', { name: /^Pay \$61.50/ }));
    await page.getByText('Thank you, your payment was successful.', { exact: true }).waitFor();
    const number = numberIn(page);
    await until(async () => (await statusOf(id)) === 'live');
    if (scripted) await page.getByText('Delivered').nth(1).waitFor();
    else await until(async () => (await page.reload()) && (await page.getByText('Delivered').count()) === 2);
    expect((await page.request.get(`${server.root}/orders/${number}/invoice.pdf`)).headers()['content-type']).toBe('application/pdf');
    const reader = await browser.open();
    await reader.goto(`${server.root}/listings/${slug}`);
    await reader.getByText('Notes, found again').first().waitFor();
    await reader.goto(`${server.root}/leaderboards/billboard`);
    const row = reader.locator('li', { has: reader.locator(`a[href="/listings/${slug}"]`) });
    expect(await row.getByText('Paid', { exact: true }).count()).toBe(1);

    // The list of orders, and the checkout page after payment.
    await page.goto(`${server.root}/orders`);
    await page.getByRole('link', { name: number }).waitFor();
    await page.goto(`${server.root}/checkout/${number}`);
    await page.getByText('This order is paid.').waitFor();

    if (scripted) {
      // Prints dark on white, whatever the color scheme.
      await page.goto(`${server.root}/orders/${number}`);
      await page.emulateMedia({ media: 'print' });
      expect(await findViolations(page)).toEqual([]);
    }
  },
);

const WEEK = '2026-11-23';

test.each(JOURNEY_DEVICES)(
  'a launch in a chosen week is held during checkout and scheduled after payment, on a %s',
  async (where, options, scripted) => {
    const page = await browser.open(options);
    const owner_id = await startSignedIn(page, server, `weekly.${where}@example.com`);
    const { id } = await saveListing(server.sql, server.site_id, { owner_id });
    const weekSlots = () => server.sql<{ kind: string; week_on: string }[]>`select kind, week_on from week_places where listing_id = ${id}`;

    // Start on the launch page of the listing.
    await page.goto(`${server.root}/dashboard/listings/${id}/free`);
    await page.locator('#week-launch').selectOption(WEEK);
    await clickAndWait(page, page.getByRole('button', { name: 'Continue with Launch', exact: true }));
    expect(await page.getByLabel('Launch', { exact: true }).isChecked()).toBe(true);
    expect(await page.locator('#order-launch-week').inputValue()).toBe(WEEK);
    await page.getByLabel('Done for you').check();
    await page.getByLabel('Trophy cabinet').check();
    await clickAndWait(page, page.getByRole('button', { name: 'Go to checkout' }));
    await page.getByText('Style must be chosen.', { exact: true }).waitFor();
    expect(await page.locator('#order-launch-week').inputValue()).toBe(WEEK);
    await page.getByLabel('Style').selectOption('oak');
    await clickAndWait(page, page.getByRole('button', { name: 'Go to checkout' }));
    expect(await weekSlots()).toEqual([{ kind: 'held', week_on: WEEK }]);
    const first = numberIn(page);

    // Cancelling the order releases its week.
    await clickAndWait(page, page.getByRole('button', { name: 'Cancel order' }));
    await page.getByText('This order was cancelled. Nothing was charged.').waitFor();
    expect(await weekSlots()).toEqual([]);
    await page.goto(`${server.root}/checkout/${first}`);
    await clickAndWait(page, page.getByRole('link', { name: 'Order again' }));
    await page.getByLabel('Launch', { exact: true }).check();
    await page.locator('#order-launch-week').selectOption(WEEK);
    await page.getByLabel('Done for you').check();
    await clickAndWait(page, page.getByRole('button', { name: 'Go to checkout' }));

    // A consumer in the seller's country. Without JavaScript the total with VAT is shown before payment.
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('Street address').fill('Hafenstr. 1');
    await page.getByLabel('City').fill('Hamburg');
    if (scripted) await page.getByText('19% VAT of Germany, the seller’s country.').waitFor();
    else {
      await clickAndWait(page, page.getByRole('button', { name: 'Continue to test payment' }));
      await page.getByText('The total is now $235.62. Check it, then pay.').waitFor();
      expect(await page.getByLabel('City').inputValue()).toBe('Hamburg');
    }
    await clickAndWait(page, page.getByRole('button', { name: 'Continue to test payment' }));
    await clickAndWait(page, page.getByRole('button', { name: /^Pay \$235.62/ }));
    const number = numberIn(page);
    await until(async () => (await statusOf(id)) === 'scheduled');
    expect(await weekSlots()).toEqual([{ kind: 'paid', week_on: WEEK }]);
    await until(async () => (await server.sql`select from order_lines where listing_id = ${id} and status = 'with_the_team'`).length > 0);
    await page.goto(`${server.root}/orders/${number}`);
    await page.getByText(/^0 of \d+ steps$/).waitFor();
    await clickAndWait(page, page.getByRole('link', { name: 'Share your launch' }));
    await page.getByRole('heading', { name: 'You’re scheduled' }).waitFor();
    await page.getByText('30 November 2026').first().waitFor();
    expect(await page.getByRole('link', { name: 'Bluesky' }).getAttribute('href')).toContain(
      encodeURIComponent(`${server.root}/listings/`),
    );

    // Billing details are filled in for the next order.
    const { id: second } = await saveListing(server.sql, server.site_id, { owner_id });
    await page.goto(`${server.root}/dashboard/listings/${second}/order?launch=on`);
    await clickAndWait(page, page.getByRole('button', { name: 'Go to checkout' }));
    expect(await page.getByLabel('City').inputValue()).toBe('Hamburg');
    await page.locator('#sum').getByText('$58.31').waitFor();
  },
);
