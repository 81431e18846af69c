import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

/** Whether everybody can read them is looked at in the gallery. */
const PAGES = [
  '/',
  '/listings',
  '/listings?q=invoices&stage=growing',
  '/listings?page=9999',
  '/listings/ledgerly',
  '/listings/patient-archivist',
  '/listings/lanternlog/reviews',
  '/listings/ledgerly/alternatives',
  '/listings/ledgerly/badges?shape=banner&size=l',
  '/compare',
  '/compare?a=ledgerly&b=kontorbuch',
  '/categories',
  '/categories/developer-tools',
  '/leaderboards',
  '/leaderboards/community-weekly?week=last',
  '/leaderboards/billboard',
  '/products',
  '/how-ranking-works',
  '/founders',
  '/founders/mara-lindqvist',
  '/blog',
  '/blog/recount-the-votes-yourself',
  '/docs',
  '/docs/errors',
  '/docs/mcp',
  '/docs/operations/search_listings',
  '/no-such-page',
];

const MOST_BYTES = 100 * 1024;
/** Of the screen; a page that arrives in pieces may settle by a few pixels. */
const MOST_SHIFTED = 0.01;

/** Counts what comes over the wire, once with nothing kept from before, and how far things move while a page loads. */
const countWire = async (page: Page, cacheDisabled: boolean) => {
  const wire = { bytes: 0 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    wire.bytes += encodedDataLength;
  });
  await page.addInitScript(`
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.shifted.push({ value, what: sources.map(({ node }) => node && (node.outerHTML || node.textContent).slice(0, 120)) });
    }).observe({ type: 'layout-shift', buffered: true });`);
  return wire;
};

test.each([
  ['a phone, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const }],
  ['a desk, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const }],
])('on %s every page is whole: at most 100 KB, nothing from elsewhere, nothing broken, overflowing or jumping', async (_where, options) => {
  const page = await browser.open({ ...options, bypassCSP: false });
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404') && !message.text().includes('400'))
      troubles.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()} ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.root) && !request.url().startsWith('data:')) troubles.push(`${page.url()} asked ${request.url()}`);
  });
  const wire = await countWire(page, options.colorScheme === 'dark');
  for (const path of PAGES) {
    wire.bytes = 0;
    await page.goto(server.root + path);
    if (wire.bytes > MOST_BYTES) troubles.push(`${path} takes ${wire.bytes} bytes`);
    const shifts = (await page.evaluate('window.shifted')) as { value: number; what: string[] }[];
    if (shifts.reduce((sum, { value }) => sum + value, 0) > MOST_SHIFTED) troubles.push(`${path} jumps: ${JSON.stringify(shifts)}`);
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if ((wider as number) > 0) troubles.push(`${path} is ${wider} px too wide`);
  }
  expect(troubles).toEqual([]);
});

test('without script one can find a product, read it, and compare it', async () => {
  const page = await browser.open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto(server.root);
  await page.getByRole('searchbox').first().fill('flakwren');
  await page.keyboard.press('Enter');
  await follow(page, page.getByRole('link', { name: 'Flakewren' }).first());
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Flakewren');
  expect(await page.locator('.quoted').count()).toBeGreaterThan(0);
  await page.goto(`${server.root}/compare?a=flakewren&b=stagelet`);
  expect(await page.getByRole('table').count()).toBe(1);
});

test('with the keyboard alone: / goes to the search, the skip link to the content', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.root}/categories`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.name')).toBe('q');
  await page.keyboard.type('ledger');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/listings\?q=ledger/);
  expect(await page.getByRole('link', { name: 'Ledgerly' }).count()).toBeGreaterThan(0);
});

test('a theme once chosen stays', async () => {
  const page = await browser.open({ colorScheme: 'light' });
  await page.goto(server.root);
  await page.getByRole('button', { name: /light and dark/ }).click();
  await page.goto(`${server.root}/founders`);
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
});
