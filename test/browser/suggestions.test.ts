import { expect, test } from 'vitest';
import { findPageProblems } from '../support/accessibility.ts';
import { clickAndWait, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

const fetchSuggestions = async (q: string) =>
  ((await (await server.get(`/suggestions?q=${encodeURIComponent(q)}`)).json()) as { items: { name: string; href: string }[] }).items;

test('suggestions match word prefixes and tolerate a typo', async () => {
  expect((await fetchSuggestions('ledg'))[0]).toMatchObject({ name: 'Ledgerly', href: '/listings/ledgerly' });
  expect((await fetchSuggestions('flakwren')).map(({ name }) => name)).toContain('Flakewren');
  expect((await fetchSuggestions('e')).length).toBe(0);
  expect((await fetchSuggestions('x'.repeat(300))).length).toBe(0);
  expect((await fetchSuggestions('\u0000"; drop')).length).toBe(0);
});

test('keyboard: type, arrow down and Enter open a suggestion; Escape closes the list, then Enter searches', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.root}/categories`);
  await page.keyboard.press('/');
  await page.keyboard.type('ledg');
  const box = page.getByRole('combobox');
  const first = page.getByRole('option').first();
  await first.waitFor();
  expect(await box.getAttribute('aria-expanded')).toBe('true');
  expect(await findPageProblems(page, 'suggestions')).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await first.getAttribute('aria-selected')).toBe('true');
  expect(await box.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/listings/ledgerly');

  await page.keyboard.press('/');
  await page.keyboard.type('ledg');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('option').first().isVisible()).toBe(false);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/listings?q=ledg');
});

test('touch on a phone, in dark mode', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });
  await page.goto(server.root);
  await page.locator('#find').tap();
  await page.keyboard.type('ledg');
  const first = page.getByRole('option').first();
  await first.waitFor();
  expect(await findPageProblems(page, 'suggestions-phone')).toEqual([]);
  await clickAndWait(page, first);
  expect(new URL(page.url()).pathname).toBe('/listings/ledgerly');
});

test('filters apply on change, in place, and keep the focus; Back returns', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.root}/listings?q=for`);
  expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(false);
  const total = await page.locator('#results').textContent();
  const select = page.locator('#by-pricing_model');
  await select.focus();
  await select.selectOption('free');
  await page.waitForURL(/pricing_model=free/);
  const { total: free } = await server.client.search_listings({ q: 'for', pricing_model: 'free' });
  expect(await page.locator('#results').textContent()).toBe(`${free} product${free === 1 ? '' : 's'}`);
  expect(await page.evaluate('document.activeElement.id')).toBe('by-pricing_model');
  expect(await page.getByRole('status').textContent()).toContain(String(free));
  expect(await findPageProblems(page, 'filters')).toEqual([]);
  await page.goBack();
  await page.waitForURL(`${server.root}/listings?q=for`);
  await page.locator('#results', { hasText: total! }).waitFor();

  // On a phone they fold once they apply, so that the results show, and say how many are active.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('#filters').click();
  await select.focus();
  await select.selectOption('free');
  await page.waitForURL(/pricing_model=free/);
  expect(await page.locator('.facets[open]').count()).toBe(0);
  expect(await page.locator('#filters').textContent()).toBe('Filters and categories · 1 active');
  expect(await page.evaluate('document.activeElement.id')).toBe('filters');
});
