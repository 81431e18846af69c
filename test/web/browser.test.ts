import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const PAGES = [
  '/',
  '/listings',
  '/listings?q=invoices&stage=growing',
  '/listings?status=upcoming',
  '/listings?page=9999',
  '/listings/ledgerly',
  '/listings/patient-archivist',
  '/listings/mawidi',
  '/listings/ledgerly/alternatives',
  '/compare',
  '/compare?a=ledgerly&b=kontorbuch',
  '/categories',
  '/categories/developer-tools',
  '/categories/newsletters',
  '/founders',
  '/founders/mara-lindqvist',
  '/blog',
  '/blog/recount-the-votes-yourself',
  '/docs',
  '/docs/errors',
  '/docs/operations/search_listings',
  '/no-such-page',
];

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Serious and critical findings of axe, with where they are. */
const violations = async (page: Page): Promise<string[]> => {
  // In the browser's own isolated world, which the page's policy does not reach.
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run()')) as { violations: Finding[] };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

test.each([
  ['a phone, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const }],
  ['a desk, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const }],
])(
  'on %s every page is whole: nothing from elsewhere, nothing broken, nothing overflowing, nothing axe calls serious',
  async (_where, options) => {
    const page = await browser.open({ ...options, bypassCSP: false });
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404') && !message.text().includes('400'))
        troubles.push(`${page.url()} ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`${page.url()} ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.root) && !request.url().startsWith('data:'))
        troubles.push(`${page.url()} asked ${request.url()}`);
    });
    for (const path of PAGES) {
      await page.goto(server.root + path);
      for (const violation of await violations(page)) troubles.push(`${path} ${violation}`);
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if ((wider as number) > 0) troubles.push(`${path} is ${wider} px too wide`);
    }
    expect(troubles).toEqual([]);
  },
  120_000,
);

test('without script one can find a product, read it, and compare it', async () => {
  const page = await browser.open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto(server.root);
  await page.getByRole('searchbox').first().fill('flakwren');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Flakewren' }).first().click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Flakewren');
  expect(await page.locator('.evidence').count()).toBeGreaterThan(0);
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
