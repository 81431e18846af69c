import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { clickAndWait, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

/** Accessibility is checked in gallery.test.ts. */
const PAGES = [
  '/',
  '/listings',
  '/listings?q=invoices&stage=growing',
  '/listings?page=9999',
  '/listings/ledgerly',
  '/listings/handrailer',
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
  '/docs/operations/update_draft',
  '/docs?q=api+key',
  '/no-such-page',
];

const MAX_BYTES = 100 * 1024;
/** Maximum cumulative layout shift; a page that arrives in pieces may move by a few pixels. */
const MAX_LAYOUT_SHIFT = 0.01;

/** Measures transferred bytes and layout shifts. */
const measureLoad = async (page: Page, cacheDisabled: boolean) => {
  const transfer = { bytes: 0 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transfer.bytes += encodedDataLength;
  });
  await page.addInitScript(`
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.shifted.push({ value, what: sources.map(({ node }) => node && (node.outerHTML || node.textContent).slice(0, 120)) });
    }).observe({ type: 'layout-shift', buffered: true });`);
  return transfer;
};

test.each([
  ['a phone, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const }],
  ['a desk, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const }],
])('on %s every page is at most 100 KB, without third-party requests, errors, overflow or layout shifts', async (_where, options) => {
  const page = await browser.open({ ...options, bypassCSP: false });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404') && !message.text().includes('400'))
      problems.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()} ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.root) && !request.url().startsWith('data:')) problems.push(`${page.url()} asked ${request.url()}`);
  });
  const transfer = await measureLoad(page, options.colorScheme === 'dark');
  for (const path of PAGES) {
    transfer.bytes = 0;
    await page.goto(server.root + path);
    if (transfer.bytes > MAX_BYTES) problems.push(`${path} takes ${transfer.bytes} bytes`);
    const shifts = (await page.evaluate('window.shifted')) as { value: number; what: string[] }[];
    if (shifts.reduce((sum, { value }) => sum + value, 0) > MAX_LAYOUT_SHIFT) problems.push(`${path} jumps: ${JSON.stringify(shifts)}`);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if ((overflow as number) > 0) problems.push(`${path} is ${overflow} px too wide`);
  }
  expect(problems).toEqual([]);
});

test.each([320, 390, 768])('at %s px nothing in the header moves while the rest of it arrives', async (width) => {
  const page = await browser.open({ viewport: { width, height: 844 } });
  for (const path of ['/', '/compare']) {
    await page.goto(server.root + path);
    const moved = await page.evaluate(`
      const row = document.querySelector('.masthead-row');
      const place = (element) => JSON.stringify(element.getBoundingClientRect());
      const whole = new Map([...row.children].map((child) => [child, place(child)]));
      const moved = [];
      for (let last = row.lastElementChild; last; last = row.lastElementChild) {
        for (const child of row.children) if (place(child) !== whole.get(child)) moved.push(child.className + ' before ' + last.className);
        last.remove();
      }
      moved`);
    expect([path, moved]).toEqual([path, []]);
  }
  // Name and buttons share a row, however narrow the phone is.
  await page.goto(server.root);
  const middles = await page.locator('.masthead .wordmark, .masthead-actions').evaluateAll((parts) =>
    parts.map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
  );
  expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThan(4);
});

test('search, listing and comparison work without JavaScript', async () => {
  const page = await browser.open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto(server.root);
  await page.getByRole('searchbox').first().fill('flakwren');
  await page.keyboard.press('Enter');
  await clickAndWait(page, page.getByRole('link', { name: 'Flakewren', exact: true }).first());
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Flakewren');
  expect(await page.locator('.quoted').count()).toBeGreaterThan(0);
  await page.goto(`${server.root}/compare?a=flakewren&b=stagelet`);
  expect(await page.getByRole('table').count()).toBe(1);
});

test.each([false, true])('sample tabs of the docs work with the keyboard; script %s', async (javaScriptEnabled) => {
  const page = await browser.open({ javaScriptEnabled });
  const isShown = () => page.locator('.sample:visible').evaluateAll((shown) => shown.map(({ className }) => className));
  await page.goto(`${server.root}/docs/operations/claim_listing`);
  expect(await isShown()).toEqual(['sample sample-curl']);
  await page.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await isShown()).toEqual(['sample sample-python']);
  // With script the choice is remembered on the next page.
  await page.goto(`${server.root}/docs/operations/get_listing`);
  expect(await isShown()).toEqual([javaScriptEnabled ? 'sample sample-python' : 'sample sample-curl']);
});

test('keyboard: / focuses the search, the first Tab the skip link', async () => {
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

test('the chosen theme persists', async () => {
  const page = await browser.open({ colorScheme: 'light' });
  await page.goto(server.root);
  await page.getByRole('button', { name: /light and dark/ }).click();
  await page.goto(`${server.root}/founders`);
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
});

test.each([
  { width: 1280, height: 800, fold: 800 },
  { width: 390, height: 844, fold: 500 },
])('at $width px the home page says what it is and shows a launch within $fold px', async ({ width, height, fold }) => {
  const page = await browser.open({ viewport: { width, height } });
  await page.goto(server.root);
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  for (const selector of ['h1', '.hero-reasons', '.hero-actions']) {
    const { y, height } = await boxOf(selector);
    expect(y + height).toBeLessThan(fold);
  }
  expect((await boxOf('[id^="launch-"]')).y).toBeLessThan(fold);
  // On a desk the whole podium fits.
  if (width === 1280)
    expect(await page.locator('#launch-handrailer .vote').evaluate((vote) => vote.getBoundingClientRect().bottom)).toBeLessThan(fold);
});

test('pictures open in a dialog with arrows and Escape; a video is loaded by a click only', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 } });
  const asked: string[] = [];
  // The host is on no network; the test is about who is asked, and when.
  await page.route('https://player.vimeo.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'The video' });
  });
  await server.sql`update listings set demo_video_url = 'https://vimeo.com/76979871' where slug = 'handrailer'`;
  await page.goto(`${server.root}/listings/handrailer`);
  const dialog = page.getByRole('dialog');
  const first = page.getByRole('link', { name: /chart of open problems/ });
  await first.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: /chart of open problems/ }).waitFor();
  expect(await dialog.getByText('(1 of 3)').count()).toBe(1);
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('img', { name: /table of pages/ }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('img', { name: /report with notes/ }).waitFor();
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await dialog.getByText('(1 of 3)').waitFor();
  expect(await findViolations(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // The focus is back where the dialog ended: on the picture that was shown last, which is the first one again.
  expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);

  expect(asked).toEqual([]);
  await page.getByRole('link', { name: /Watch the demo/ }).click();
  await dialog.frameLocator('iframe').getByText('The video').waitFor();
  expect(asked).toEqual(['https://player.vimeo.com/video/76979871?autoplay=1&dnt=1']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await page.locator('iframe').count()).toBe(0);
  await server.sql`update listings set demo_video_url = null where slug = 'handrailer'`;
});
