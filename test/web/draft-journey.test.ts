import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { comeIn, follow, signInByMail, TWICE, useBrowser } from '../support/browser.ts';
import { linkFor } from '../support/person.ts';
import { useServer } from '../support/server.ts';
import { ACME, type Pages, serveProduct } from '../support/site.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true });
const browser = useBrowser();

/** A product's website that is gone after the test. */
const aProduct = async (pages?: Pages) => {
  const site = await serveProduct(pages);
  onTestFinished(() => site.close());
  return site;
};

/** A product whose page about itself comes only once it is let go, so that the reading can be watched. */
const slowProduct = async () => {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const about = (_request: IncomingMessage, response: ServerResponse) =>
    void gone.then(() => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ACME['/about']));
  return { site: await aProduct({ ...ACME, '/about': about }), letGo };
};

const field = (page: Page, name: string) => page.locator(`[name="fields.${name}"]`);
/** Opens a value's mark, unless it is open. */
const openWhy = async (page: Page, of: string) => {
  const why = page.locator(`details#why-${of}`);
  if ((await why.getAttribute('open')) === null) await why.locator('summary').first().click();
  return why;
};

test.each(TWICE)('the whole way on a %s: submit, watch, edit, lock, regenerate, invite, submit', async (where, options, scripted) => {
  const page = await browser.open(options);
  const { site, letGo } = await slowProduct();

  // Submit: the address is kept through signing in.
  await page.goto(server.root);
  await follow(page, page.getByRole('link', { name: 'Submit', exact: true }));
  await page.getByLabel('Website address').fill(site.url);
  await follow(page, page.getByRole('button', { name: 'Read my site' }));
  await signInByMail(page, server, `maker.${where}@example.com`);
  expect(await page.getByLabel('Website address').inputValue()).toBe(site.url);
  await page.getByLabel('Website address').fill('not an address');
  await page.getByRole('button', { name: 'Read my site' }).click();
  await page.getByText('Website address must be').waitFor();
  expect(await page.getByLabel('Website address').inputValue()).toBe('not an address');
  await page.getByLabel('Website address').fill(site.url);
  await page.getByRole('button', { name: 'Read my site' }).click();

  // Watch.
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  const address = page.url();
  if (scripted) await page.evaluate('window.sameDocument = true');
  await page.getByText('It lets us read.').waitFor();
  await page.locator('.reading-now').waitFor();
  await page.locator('.pages-read', { hasText: 'localhost' }).waitFor();
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Acme Notes' }).waitFor();
  if (scripted) expect(await page.evaluate('window.sameDocument')).toBe(true);
  expect(page.url()).toBe(address);

  // Read: the quote behind a value is one press away, and leads to where it stands.
  const why = await openWhy(page, 'name');
  await why.locator('mark', { hasText: 'Acme Notes' }).first().waitFor();
  expect(await why.getByRole('link').first().getAttribute('href')).toMatch(/^http:\/\/localhost:\d+\/.*#:~:text=/);
  await openWhy(page, 'city');

  // Edit in two places, save once; what is refused stays typed.
  await field(page, 'tagline').fill('Notes, found again');
  await field(page, 'founded_year').fill('long ago');
  await field(page, 'founded_year').press('Enter');
  await page.locator('#fields-founded_year-error', { hasText: 'must be a year' }).waitFor();
  expect(await field(page, 'tagline').inputValue()).toBe('Notes, found again');
  await field(page, 'founded_year').fill('2021');
  const top = async () => (await page.locator('#at-fields-features').boundingBox())!.y;
  await page.locator('#at-fields-features').evaluate((place) => place.scrollIntoView());
  const before = await top();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('#bar-says', { hasText: 'Saved.' }).waitFor();
  if (scripted) expect(Math.abs((await top()) - before)).toBeLessThan(3);
  else expect(page.url()).toContain('#at-fields-');
  expect(await field(page, 'tagline').inputValue()).toBe('Notes, found again');
  expect(await page.locator('#at-fields-tagline .state').textContent()).toBe('Edited by you');

  // Lock, with something else typed meanwhile.
  await field(page, 'city').fill('Porto');
  await (await openWhy(page, 'tagline')).getByRole('button', { name: 'Lock' }).click();
  await page.locator('#at-fields-tagline .state', { hasText: 'Locked' }).waitFor();
  expect(await field(page, 'city').inputValue()).toBe('Porto');

  // The site has changed: read it again for one field.
  site.pages['/about'] = String(ACME['/about']).replace('2021', '2019');
  await (await openWhy(page, 'year-founded')).getByRole('button', { name: 'Read my site again' }).click();
  await page.locator('#at-fields-founded_year .under-way').waitFor();
  if (scripted) await page.locator('#at-fields-founded_year .state', { hasText: 'From your site' }).waitFor();
  else
    await until(async () => {
      const again = page.locator('#at-fields-founded_year').getByRole('button', { name: 'Look now' });
      if (await again.count()) await again.click();
      return (await page.locator('#at-fields-founded_year .state').count()) > 0;
    });
  expect(await field(page, 'founded_year').inputValue()).toBe('2019');
  expect(await field(page, 'tagline').inputValue()).toBe('Notes, found again');

  // Preview, and back.
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.waitForURL(/\/preview$/);
  await page.getByText('Notes, found again').waitFor();
  await page.getByRole('link', { name: 'Back to editing' }).click();

  // Invite: the co-founder needs no account.
  await page.getByRole('button', { name: 'Invite a co-founder' }).click();
  const rui = `rui.${where}@example.com`;
  await page.getByLabel('Email address').fill(rui);
  await page.getByRole('button', { name: 'Send the invite' }).click();
  await page.getByText('The invite is on its way.').waitFor();
  const other = await browser.open(options);
  await other.goto(await linkFor(server, rui));
  await other.getByLabel('Your name').fill('Rui Costa');
  await other.getByLabel('Your role').fill('CTO');
  await other.getByRole('button', { name: 'Add me' }).click();
  await other.waitForURL('**/invites/accepted');
  await follow(page, page.getByRole('link', { name: 'Back to editing' }));
  expect(await page.locator('[name="founders[1].name"]').inputValue()).toBe('Rui Costa');

  // Submit: what is still needed is said.
  await page.locator('[name="fields.categories[0]"]').selectOption('Accounting');
  await field(page, 'description').fill('');
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.locator('.draft-trouble').waitFor();
  await field(page, 'description').fill('Keeps the notes of small teams and finds them again.');
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.locator('.done', { hasText: 'Saved as your listing.' }).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  const [listing] = await server.sql`
      select l.tagline, l.status from listings l join drafts d on d.listing_id = l.id where d.id = ${address.slice(-36)}`;
  expect(listing).toEqual({ tagline: 'Notes, found again', status: 'draft' });
  await page.goto(`${server.root}/drafts`);
  await page.getByText('Submitted').waitFor();
});

test('a site that asks not to be read is not, and the draft is written by hand', async () => {
  const site = await aProduct({ ...ACME, '/robots.txt': 'User-agent: *\nDisallow: /\n' });
  const page = await browser.open({ viewport: { width: 390, height: 844 } });
  await comeIn(page, server, 'hand@example.com');
  await page.goto(`${server.root}/submit`);
  await page.getByLabel('Website address').fill(site.url);
  await page.getByRole('button', { name: 'Read my site' }).click();
  await page.getByRole('heading', { level: 1, name: 'The site asks not to be read' }).waitFor();
  expect(site.asked).toEqual(['/robots.txt']);
  await page.getByLabel('Name').fill('Acme by hand');
  await page.getByRole('button', { name: 'Write it by hand' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme by hand' }).waitFor();
});

test('what was typed is neither drawn over by news nor lost without a word', async () => {
  const site = await aProduct();
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await comeIn(page, server, 'typing@example.com');
  await page.goto(`${server.root}/submit`);
  await page.getByLabel('Website address').fill(site.url);
  await page.getByRole('button', { name: 'Read my site' }).click();
  await field(page, 'tagline').waitFor();
  await (await openWhy(page, 'city')).getByRole('button', { name: 'Read my site again' }).click();
  await page.locator('#at-fields-city .under-way').waitFor();
  await field(page, 'tagline').fill('Still typing');
  await page.locator('#bar-says', { hasText: 'Save to see it' }).waitFor();
  expect(await field(page, 'tagline').inputValue()).toBe('Still typing');
  // The connection goes: nothing is lost, and it is said.
  await page.route('**/drafts/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.keyboard.press('Control+s');
  await page.locator('#bar-says', { hasText: 'Not saved' }).waitFor();
  expect(await field(page, 'tagline').inputValue()).toBe('Still typing');
  await page.unroute('**/drafts/*');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.keyboard.press('Control+s');
  await page.locator('#bar-says', { hasText: 'you are signed out' }).waitFor();
  await page.context().addCookies(cookies);
  await page.keyboard.press('Control+s');
  await page.locator('#bar-says', { hasText: 'Saved.' }).waitFor();
  expect(await page.locator('#at-fields-city .state').count()).toBe(1);
});
