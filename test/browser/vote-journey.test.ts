import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signLedger } from '../../src/modules/votes/checkpoints/checkpoints.ts';
import { clickAndWait, JOURNEY_DEVICES, signInByEmailLink, startSignedIn, useBrowser } from '../support/browser.ts';
import { NOON, useServer } from '../support/server.ts';
import { siteOf } from '../support/voters.ts';

const server = useServer();
const browser = useBrowser();

test.each(JOURNEY_DEVICES)(
  'on a %s an anonymous visitor clicks Vote and signs in, which casts the vote, and removes it',
  async (where, options, scripted) => {
    const page = await browser.open(options);
    /** With JavaScript the page stays; without it, it loads again. */
    const click = async (name: RegExp | string) => {
      const button = page.getByRole('button', { name, exact: true });
      await (scripted ? button.click() : clickAndWait(page, button));
    };
    await page.goto(`${server.root}/leaderboards/community-weekly`);
    await clickAndWait(page, page.getByRole('button', { name: /^Vote for Packmoth/ }));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in to vote for Packmoth');
    await signInByEmailLink(page, server, `${where}@example.com`);
    expect(page.url()).toBe(`${server.root}/listings/packmoth#vote`);
    expect(await page.locator('#vote').getByRole('status').textContent()).toBe('Your vote counts for this launch week.');
    await page.goto(`${server.root}/leaderboards/community-weekly`);
    await click(/^Remove your vote for Packmoth/);
    await page.getByRole('button', { name: /^Vote for Packmoth/ }).waitFor();
    expect(page.url()).toBe(`${server.root}/leaderboards/community-weekly${scripted ? '' : '#launch-packmoth'}`);
  },
);

const positionOf = (page: Page) => page.evaluate(() => ({ y: scrollY, kept: 'kept' in window }));

test('votes and follows change in place: nothing reloads or moves, the focus stays and the answer is announced', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 } });
  await startSignedIn(page, server, 'stay@example.com');
  await page.goto(`${server.root}/`);
  await page.evaluate('window.kept = true');
  const cast = page.locator('#launch-packmoth').getByRole('button', { name: /^Vote for Packmoth/ });
  await cast.focus();
  const before = await positionOf(page);
  const votes = Number(await cast.locator('strong').textContent());
  await page.keyboard.press('Enter');
  const remove = page.locator('#launch-packmoth').getByRole('button', { name: /^Remove your vote for Packmoth/ });
  await remove.waitFor();
  expect(await remove.locator('strong').textContent()).toBe(String(votes + 1));
  expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await page.locator('body > [aria-live]').first().textContent()).toBe(`You voted for Packmoth. ${votes + 1} votes.`);
  expect(await positionOf(page)).toEqual(before);
  // It says what happened, and what the button does once one comes back to it.
  expect(await remove.getByText('Voted').isVisible()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await remove.getByText('Remove', { exact: true }).isVisible()).toBe(true);

  await page.goto(`${server.root}/listings/packmoth`);
  await page.evaluate('window.kept = true; scrollTo(0, 150)');
  const listing = await positionOf(page);
  await page.getByRole('button', { name: 'Follow Packmoth' }).click();
  await page.getByText('You’ll get updates here and by email.').waitFor();
  await page.getByRole('button', { name: 'Remove vote for Packmoth' }).click();
  await page.getByRole('button', { name: 'Vote for Packmoth', exact: true }).waitFor();
  expect(await positionOf(page)).toEqual(listing);

  // Signed out meanwhile: the form leads to sign-in, as without JavaScript.
  await page.context().clearCookies();
  await clickAndWait(page, page.getByRole('button', { name: 'Vote for Packmoth', exact: true }));
  expect(new URL(page.url()).pathname).toBe('/sign-in');
});

test('a vote that the server refuses says why beside the button', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await startSignedIn(page, server, 'late@example.com');
  await page.goto(`${server.root}/listings?q=ledgerly`);
  await server.sql`update listings set status = 'removed' where slug = 'ledgerly'`;
  await page.getByRole('button', { name: /^Vote for Ledgerly/ }).click();
  await page.locator('#launch-ledgerly').getByRole('alert').waitFor();
  await server.sql`update listings set status = 'live' where slug = 'ledgerly'`;
});

test('a click on a product’s own link is reported for counting, and the link stays as it is', async () => {
  const page = await browser.open();
  await page.goto(`${server.root}/listings/packmoth`);
  const link = page.locator('main a[rel~="nofollow"]').first();
  const [request] = await Promise.all([page.waitForRequest(`${server.root}/listings/packmoth/clicks`), link.click({ noWaitAfter: true })]);
  expect([request.method(), request.postData()]).toEqual(['POST', 'https://packmoth.example/']);
});

test('a voter gets a receipt, which the browser checks without sending anything, and checks the whole ledger', async () => {
  const page = await browser.open({ viewport: { width: 390, height: 844 } });
  await startSignedIn(page, server, 'receipt@example.com');
  await page.goto(`${server.root}/listings/packmoth`);
  await page.getByRole('button', { name: /^Vote for Packmoth/ }).click();
  await page.getByText('Your vote counts for this launch week.').waitFor();
  await page.goto(`${server.root}/account/votes`);
  await page.getByRole('link', { name: 'Receipt Packmoth' }).click();
  await page.getByText('The receipt is ready after the next checkpoint').waitFor();
  const site = { ...(await siteOf(server.sql, server.site_id)), root: server.root };
  await signLedger({ sql: server.sql, site, clock: { now: () => NOON } });
  const requests: string[] = [];
  await page.reload();
  page.on('request', (request) => requests.push(request.url()));
  await page.getByText('the vote is in the signed ledger and counted').waitFor();
  expect(requests.filter((url) => !url.includes('/assets/'))).toEqual([]);
  const address = page.url();
  await page.route(address, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replaceAll('&quot;act&quot;:&quot;cast&quot;', '&quot;act&quot;:&quot;counted&quot;'),
    });
  });
  await page.reload();
  await page.getByText('This receipt is not valid.').waitFor();
  await page.goto(`${server.root}/ledger/verify`);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Everything is in order.').waitFor();
  await page.locator('#ledger-ledger').setInputFiles({ name: 'ledger.jsonl', mimeType: 'text/plain', buffer: Buffer.from('nonsense') });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Line 1 is not JSON, so this is not an exported ledger.').waitFor();
});
