import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findLinkFor } from '../support/accounts/person.ts';
import { clickAndWait, JOURNEY_DEVICES, signInByEmailLink, startSignedIn, useBrowser } from '../support/browser.ts';
import { ACME, type Pages, serveProduct } from '../support/extraction/product-site.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true });
const browser = useBrowser();

/** Serves a product website until the test ends. */
const startProduct = async (pages?: Pages) => {
  const site = await serveProduct(pages);
  onTestFinished(() => site.close());
  return site;
};

/** A product website whose about page is held back until `release`, so that the test can see the crawl in progress. */
const startSlowProduct = async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const about = (_request: IncomingMessage, response: ServerResponse) =>
    void released.then(() => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ACME['/about']));
  return { site: await startProduct({ ...ACME, '/about': about }), release };
};

const field = (page: Page, name: string) => page.locator(`[name="fields.${name}"]`);
/** Opens the evidence of a field, unless it is open. */
const openEvidence = async (page: Page, field_id: string) => {
  const details = page.locator(`details#why-${field_id}`);
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
  return details;
};

test.each(JOURNEY_DEVICES)(
  'on a %s: submit a website, watch the crawl, edit, lock, regenerate, invite, submit the draft',
  async (where, options, scripted) => {
    const page = await browser.open(options);
    const { site, release } = await startSlowProduct();

    // Submit: what was typed survives signing in.
    await page.goto(server.root);
    await clickAndWait(page, page.getByRole('link', { name: 'Submit', exact: true }));
    await page.getByLabel('Website address').fill('not an address');
    await clickAndWait(page, page.getByRole('button', { name: 'Read my website' }));
    await signInByEmailLink(page, server, `maker.${where}@example.com`);
    await page.getByText('Website address must be').waitFor();
    expect(await page.getByLabel('Website address').inputValue()).toBe('not an address');
    await page.getByLabel('Website address').fill(site.url);
    await page.getByRole('button', { name: 'Read my website' }).click();

    // Watch.
    await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
    const address = page.url();
    if (scripted) await page.evaluate('window.sameDocument = true');
    await page.getByText('It allows us to read the website.').waitFor();
    await page.locator('.reading-now').waitFor();
    await page.locator('.pages-read', { hasText: 'localhost' }).waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Acme Notes' }).waitFor();
    if (scripted) expect(await page.evaluate('window.sameDocument')).toBe(true);
    expect(page.url()).toBe(address);

    // Evidence: the quote behind a value is one click away and links to its position on the page.
    const evidence = await openEvidence(page, 'name');
    await evidence.locator('mark', { hasText: 'Acme Notes' }).first().waitFor();
    expect(await evidence.getByRole('link').first().getAttribute('href')).toMatch(/^http:\/\/localhost:\d+\/.*#:~:text=/);
    await openEvidence(page, 'city');

    // Edit two fields and save once; rejected values stay in the form.
    await field(page, 'tagline').fill('Notes, found again');
    await field(page, 'founded_year').fill('long ago');
    await field(page, 'founded_year').press('Enter');
    await page.locator('#fields-founded_year-error', { hasText: 'must be a year' }).waitFor();
    expect(await field(page, 'tagline').inputValue()).toBe('Notes, found again');
    await field(page, 'founded_year').fill('2021');
    const top = async () => (await page.locator('#at-fields-features').boundingBox())!.y;
    if (scripted) await page.locator('#at-fields-features').evaluate((element) => element.scrollIntoView());
    const before = scripted ? await top() : 0;
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('#bar-says', { hasText: 'Saved.' }).waitFor();
    if (scripted) expect(Math.abs((await top()) - before)).toBeLessThan(3);
    else expect(page.url()).toContain('#at-fields-');
    expect(await field(page, 'tagline').inputValue()).toBe('Notes, found again');
    expect(await page.locator('#at-fields-tagline .state').textContent()).toBe('Edited by you');

    // Lock one field while another has unsaved text.
    await field(page, 'city').fill('Porto');
    await (await openEvidence(page, 'tagline')).getByRole('button', { name: 'Lock' }).click();
    await page.locator('#at-fields-tagline .state', { hasText: 'Locked' }).waitFor();
    expect(await field(page, 'city').inputValue()).toBe('Porto');

    // The site has changed: regenerate one field.
    site.pages['/about'] = String(ACME['/about']).replace('2021', '2019');
    await (await openEvidence(page, 'year-founded')).getByRole('button', { name: 'Read my website again' }).click();
    await page.locator('#at-fields-founded_year .under-way').waitFor();
    if (scripted) await page.locator('#at-fields-founded_year .state', { hasText: 'From your website' }).waitFor();
    else
      await until(async () => {
        const again = page.locator('#at-fields-founded_year').getByRole('button', { name: 'Check now' });
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

    // Invite: the co-founder does not need an account.
    await page.getByRole('button', { name: 'Invite a co-founder' }).click();
    const rui = `rui.${where}@example.com`;
    await page.getByLabel('Email address').fill(rui);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Invitation sent.').waitFor();
    const other = await browser.open(options);
    await other.goto(await findLinkFor(server, rui));
    await other.getByLabel('Your name').fill('Rui Costa');
    await other.getByLabel('Your role').fill('CTO');
    await other.getByRole('button', { name: 'Add me' }).click();
    await other.waitForURL('**/invites/accepted');
    await clickAndWait(page, page.getByRole('link', { name: 'Back to editing' }));
    expect(await page.locator('[name="founders[1].name"]').inputValue()).toBe('Rui Costa');

    // Submit: missing fields are listed.
    await page.locator('[name="fields.categories[0]"]').selectOption('Accounting');
    await field(page, 'description').fill('');
    await page.getByRole('button', { name: 'Save and submit' }).first().click();
    await page.locator('.draft-trouble').waitFor();
    await field(page, 'description').fill('Keeps the notes of small teams and finds them again.');
    await page.getByRole('button', { name: 'Save and submit' }).first().click();
    await page.locator('.done', { hasText: 'Your listing is saved.' }).waitFor();
    if (scripted) expect(await page.evaluate('scrollY')).toBe(0);
    const [listing] = await server.sql`
      select l.tagline, l.status from listings l join drafts d on d.listing_id = l.id where d.id = ${address.slice(-36)}`;
    expect(listing).toEqual({ tagline: 'Notes, found again', status: 'draft' });
    await page.goto(`${server.root}/drafts`);
    await page.getByText('Submitted').waitFor();
  },
);

test('a site that disallows crawling is not crawled, and the draft can be written by hand', async () => {
  const site = await startProduct({ ...ACME, '/robots.txt': 'User-agent: *\nDisallow: /\n' });
  const page = await browser.open({ viewport: { width: 390, height: 844 } });
  await startSignedIn(page, server, 'hand@example.com');
  await page.goto(`${server.root}/submit`);
  await page.getByLabel('Website address').fill(site.url);
  await page.getByRole('button', { name: 'Read my website' }).click();
  await page.getByRole('heading', { level: 1, name: 'This website doesn’t allow us to read it' }).waitFor();
  expect(site.asked).toEqual(['/robots.txt']);
  await page.getByLabel('Name').fill('Acme by hand');
  await page.getByRole('button', { name: 'Write it yourself' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme by hand' }).waitFor();
});

test('live updates do not overwrite unsaved text, and failed saves are reported', async () => {
  const site = await startProduct();
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await startSignedIn(page, server, 'typing@example.com');
  await page.goto(`${server.root}/submit`);
  await page.getByLabel('Website address').fill(site.url);
  await page.getByRole('button', { name: 'Read my website' }).click();
  await field(page, 'tagline').waitFor();
  await (await openEvidence(page, 'city')).getByRole('button', { name: 'Read my website again' }).click();
  await page.locator('#at-fields-city .under-way').waitFor();
  await field(page, 'tagline').fill('Still typing');
  await page.locator('#bar-says', { hasText: 'Save to see them' }).waitFor();
  expect(await field(page, 'tagline').inputValue()).toBe('Still typing');
  // The connection fails: nothing is lost, and the page says so.
  await page.route('**/drafts/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.keyboard.press('Control+s');
  await page.locator('#bar-says', { hasText: 'may not be saved' }).waitFor();
  expect(await field(page, 'tagline').inputValue()).toBe('Still typing');
  await page.unroute('**/drafts/*');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.keyboard.press('Control+s');
  await page.locator('#bar-says', { hasText: 'you’re signed out' }).waitFor();
  await page.context().addCookies(cookies);
  await page.keyboard.press('Control+s');
  await page.locator('#bar-says', { hasText: 'Saved.' }).waitFor();
  expect(await page.locator('#at-fields-city .state').count()).toBe(1);
  // Typing back what was there is no change; what is typed while the form is on its way is kept.
  const bar = page.locator('#bar-says');
  await field(page, 'tagline').fill('Something else');
  expect(await bar.textContent()).toBe('Not saved yet.');
  await field(page, 'tagline').fill('Still typing');
  expect(await bar.textContent()).toBe('');
  await page.route('**/drafts/*', async (route) => {
    await field(page, 'city').fill('Typed meanwhile');
    await route.continue();
  });
  await field(page, 'tagline').fill('Sent');
  await page.keyboard.press('Control+s');
  await bar.filter({ hasText: 'Not saved yet.' }).waitFor();
  await page.locator('#at-fields-tagline .state', { hasText: 'Edited by you' }).waitFor();
  expect([await field(page, 'tagline').inputValue(), await field(page, 'city').inputValue()]).toEqual(['Sent', 'Typed meanwhile']);
});
