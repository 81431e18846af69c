import { expect, onTestFinished, test } from 'vitest';
import { rollOverWeek } from '../../src/modules/launches/rollover/week-rollover.ts';
import { clickAndWait, JOURNEY_DEVICES, startSignedIn, useBrowser } from '../support/browser.ts';
import { submitSite } from '../support/drafts/submit-site.ts';
import { ACME, serveProduct } from '../support/extraction/product-site.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { siteOf } from '../support/voters.ts';

let now = NOON;
const clock = { now: () => now };
const server = useServer({ jobs: true, crawl_allow_private: true, clock });
const browser = useBrowser();

test('a countdown is a fixed time without JavaScript and ticks with it', async () => {
  now = NOON;
  const plain = await browser.open({ javaScriptEnabled: false });
  await plain.goto(`${server.root}/launches/weeks/this`);
  expect(await plain.locator('.countdown').textContent()).toBe('Voting ends 16 November 2026 at 00:00 UTC');
  const page = await browser.open();
  await page.clock.install({ time: NOON });
  await page.goto(`${server.root}/launches/weeks/this`);
  const countdownText = () => page.locator('.countdown time').textContent();
  const first = await until(async () => {
    const text = await countdownText();
    return /^4 days, 1[12]:\d\d:\d\d$/.test(text ?? '') && text;
  });
  await until(async () => (await countdownText()) !== first);
});

test.each(JOURNEY_DEVICES)(
  'from website to free launch on a %s: submit, choose the free plan, add the badge, launch',
  async (where, options) => {
    now = NOON;
    const product = await serveProduct();
    onTestFinished(() => product.close());
    const page = await browser.open(options);
    await startSignedIn(page, server, `maker.${where}@example.com`);
    const id = await submitSite(page, server, product.url);

    // Choose the free plan.
    const listing = async () =>
      (await server.sql<{ slug: string; status: string }[]>`select slug, status from listings where id = ${id}`)[0]!;
    expect((await listing()).status).toBe('draft');
    await page.getByText('21 – 27 December 2026').first().waitFor();
    await clickAndWait(page, page.getByRole('button', { name: 'Choose the free plan' }));
    await page.getByText('Your week is reserved. Now add the badge.').waitFor();
    expect(await page.getByRole('img', { name: /^Badge:/ }).getAttribute('src')).toMatch(/^\/badges\/.*\.svg$/);
    const code = (await page.locator('code[data-copy]').textContent())!;
    const { slug } = await listing();
    expect(code).toContain(`/listings/${slug}`);
    // The first check runs automatically.
    await until(async () => (await server.sql`select looked_at from badge_watches where listing_id = ${id}`)[0]!.looked_at);
    await page.reload();
    await page.getByText('the badge isn’t in its HTML').waitFor();

    // Check by hand: first without the badge, then with it.
    await clickAndWait(page, page.getByRole('button', { name: 'Check now' }));
    await page.getByRole('status').getByText('the badge isn’t in its HTML').waitFor();
    expect((await listing()).status).toBe('awaiting_badge');
    product.pages['/'] = String(ACME['/']).replace('</footer>', `${code}</footer>`);
    await clickAndWait(page, page.getByRole('button', { name: 'Check now' }));
    await page.getByRole('heading', { name: 'You’re scheduled' }).waitFor();
    expect((await listing()).status).toBe('scheduled');
    await clickAndWait(page, page.getByRole('link', { name: '21 – 27 December 2026' }));
    await page.locator(`a[href="/listings/${slug}"]`).first().waitFor();

    // The week begins.
    now = new Date('2026-12-21T00:00:05Z');
    await rollOverWeek({ sql: server.sql, site: await siteOf(server.sql, server.site_id), clock });
    expect((await listing()).status).toBe('live');
    const reader = await browser.open(options);
    await reader.goto(`${server.root}/launches/weeks/this`);
    await clickAndWait(reader, reader.locator(`a[href="/listings/${slug}"]`).first());
    await reader.getByText('Notes, found again').first().waitFor();
    await reader.getByRole('button', { name: /^Vote/ }).first().waitFor();
  },
);
