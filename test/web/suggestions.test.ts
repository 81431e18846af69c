import { expect, test } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { troublesOn } from '../support/looking.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

const suggested = async (q: string) =>
  ((await (await server.get(`/suggestions?q=${encodeURIComponent(q)}`)).json()) as { items: { name: string; href: string }[] }).items;

test('what is being typed finds products by the beginning of a word, and with a letter wrong', async () => {
  expect((await suggested('ledg'))[0]).toMatchObject({ name: 'Ledgerly', href: '/listings/ledgerly' });
  expect((await suggested('flakwren')).map(({ name }) => name)).toContain('Flakewren');
  expect((await suggested('e')).length).toBe(0);
  expect((await suggested('x'.repeat(300))).length).toBe(0);
  expect((await suggested('\u0000"; drop')).length).toBe(0);
});

test('with the keyboard: type, go down, open; Escape closes the list and Enter then searches', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.root}/categories`);
  await page.keyboard.press('/');
  await page.keyboard.type('ledg');
  const box = page.getByRole('combobox');
  const first = page.getByRole('option').first();
  await first.waitFor();
  expect(await box.getAttribute('aria-expanded')).toBe('true');
  expect(await troublesOn(page, 'suggestions')).toEqual([]);
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

test('with a finger on a phone, and in the dark', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });
  await page.goto(server.root);
  await page.locator('#find').tap();
  await page.keyboard.type('ledg');
  const first = page.getByRole('option').first();
  await first.waitFor();
  expect(await troublesOn(page, 'suggestions-phone')).toEqual([]);
  await follow(page, first);
  expect(new URL(page.url()).pathname).toBe('/listings/ledgerly');
});
