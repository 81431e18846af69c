import type { Page } from 'playwright-core';
import { follow } from './browser.ts';
import type { TestServer } from './server.ts';

/** Goes by the forms from a product's address to where its saved listing's launch is chosen. Its site says what ACME's does. Gives the listing. */
export const submitSite = async (page: Page, { root }: Pick<TestServer, 'root'>, url: string): Promise<number> => {
  await page.goto(`${root}/submit`);
  await page.getByLabel('Website address').fill(url);
  await follow(page, page.getByRole('button', { name: 'Read my site' }));
  // Without script the page asks again by itself.
  await page.getByRole('heading', { level: 1, name: 'Acme Notes' }).waitFor();
  await page.locator('[name="fields.tagline"]').fill('Notes, found again');
  await page.locator('[name="fields.categories[0]"]').selectOption('Accounting');
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.locator('.done', { hasText: 'Saved as your listing.' }).waitFor();
  await follow(page, page.getByRole('link', { name: 'Choose how it launches' }));
  return Number(/listings\/(\d+)\//.exec(page.url())![1]);
};
