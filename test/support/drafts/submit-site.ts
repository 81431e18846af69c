import type { Page } from 'playwright-core';
import { clickAndWait } from '../browser.ts';
import type { TestServer } from '../server.ts';

/**
 * Submits a product's address through the forms up to the choice of a launch, and returns the listing's id. The site serves ACME's
 * pages.
 */
export const submitSite = async (page: Page, { root }: Pick<TestServer, 'root'>, url: string): Promise<number> => {
  await page.goto(`${root}/submit`);
  await page.getByLabel('Website address').fill(url);
  await clickAndWait(page, page.getByRole('button', { name: 'Read my website' }));
  // Without script the page refreshes itself.
  await page.getByRole('heading', { level: 1, name: 'Acme Notes' }).waitFor();
  await page.locator('[name="fields.tagline"]').fill('Notes, found again');
  await page.locator('[name="fields.categories[0]"]').selectOption('Accounting');
  await page.getByRole('button', { name: 'Save and submit' }).first().click();
  await page.locator('.done', { hasText: 'Your listing is saved.' }).waitFor();
  return Number(/listings\/(\d+)\//.exec(page.url())![1]);
};
