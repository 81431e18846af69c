import { expect, onTestFinished, test } from 'vitest';
import { turnWeek } from '../../src/modules/launches/turn.ts';
import { comeIn, follow, TWICE, useBrowser } from '../support/browser.ts';
import { NOON, useServer } from '../support/server.ts';
import { ACME, serveProduct } from '../support/site.ts';
import { submitSite } from '../support/submitting.ts';
import { until } from '../support/until.ts';
import { siteOf } from '../support/voters.ts';

let now = NOON;
const clock = { now: () => now };
const server = useServer({ jobs: true, crawl_allow_private: true, clock });
const browser = useBrowser();

test('a countdown stands as text without script, and ticks with one', async () => {
  now = NOON;
  const plain = await browser.open({ javaScriptEnabled: false });
  await plain.goto(`${server.root}/launches/weeks/this`);
  expect(await plain.locator('.countdown').textContent()).toBe('Voting ends in 4 days, 12 hours');
  const page = await browser.open();
  await page.goto(`${server.root}/launches/weeks/this`);
  const said = () => page.locator('.countdown time').textContent();
  const first = await until(async () => {
    const text = await said();
    return /^4 days, 1[12]:\d\d:\d\d$/.test(text ?? '') && text;
  });
  await until(async () => (await said()) !== first);
});

test.each(TWICE)(
  'from an address to live for nothing, on a %s: submit, choose, put up the badge, be seen, launch',
  async (where, options) => {
    now = NOON;
    const product = await serveProduct();
    onTestFinished(() => product.close());
    const page = await browser.open(options);
    await comeIn(page, server, `maker.${where}@example.com`);
    const id = await submitSite(page, server, product.url);

    // Choose.
    const listing = async () =>
      (await server.sql<{ slug: string; status: string }[]>`select slug, status from listings where id = ${id}`)[0]!;
    expect((await listing()).status).toBe('draft');
    await page.getByText('21 December 2026').first().waitFor();
    await follow(page, page.getByRole('button', { name: 'Choose the free plan' }));
    await page.getByText('Your place is taken').waitFor();
    const code = (await page.locator('code[data-copy]').textContent())!;
    const { slug } = await listing();
    expect(code).toContain(`/listings/${slug}`);
    // Without anybody asking it is looked for at once.
    await until(async () => (await server.sql`select looked_at from badge_watches where listing_id = ${id}`)[0]!.looked_at);
    await page.reload();
    await page.getByText('the badge is not in its HTML').waitFor();

    // Ask, in vain and then not.
    await follow(page, page.getByRole('button', { name: 'Look now' }));
    await page.getByRole('status').getByText('the badge is not in its HTML').waitFor();
    expect((await listing()).status).toBe('awaiting_badge');
    product.pages['/'] = String(ACME['/']).replace('</footer>', `${code}</footer>`);
    await follow(page, page.getByRole('button', { name: 'Look now' }));
    await page.getByRole('heading', { name: 'It is scheduled' }).waitFor();
    expect((await listing()).status).toBe('scheduled');
    await follow(page, page.getByRole('link', { name: 'See the week' }));
    await page.locator(`a[href="/listings/${slug}"]`).first().waitFor();

    // The week begins.
    now = new Date('2026-12-21T00:00:05Z');
    await turnWeek({ sql: server.sql, site: await siteOf(server.sql, server.site_id), clock });
    expect((await listing()).status).toBe('live');
    const reader = await browser.open(options);
    await reader.goto(`${server.root}/launches/weeks/this`);
    await follow(reader, reader.locator(`a[href="/listings/${slug}"]`).first());
    await reader.getByText('Notes, found again').first().waitFor();
    await reader.getByRole('link', { name: /^Vote/ }).first().waitFor();
  },
);
