import { expect, test } from 'vitest';
import { clickAndWait, JOURNEY_DEVICES, signInByEmailLink, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

test.each(JOURNEY_DEVICES)('on a %s an anonymous visitor clicks Vote, signs in, votes, and removes the vote', async (where, options) => {
  const page = await browser.open(options);
  await page.goto(`${server.root}/leaderboards/community-weekly`);
  await clickAndWait(page, page.getByRole('link', { name: /^Vote for Packmoth/ }));
  await signInByEmailLink(page, server, `${where}@example.com`);
  expect(page.url()).toBe(`${server.root}/listings/packmoth#vote`);
  await clickAndWait(page, page.getByRole('button', { name: 'Vote for Packmoth' }));
  expect(await page.getByRole('status').textContent()).toContain('it counts for its week');
  await page.goto(`${server.root}/leaderboards/community-weekly`);
  await clickAndWait(page, page.getByRole('button', { name: /^Take back your vote for Packmoth/ }));
  expect(page.url()).toBe(`${server.root}/leaderboards/community-weekly?week=2026-11-09#launch-packmoth`);
  expect(await page.getByRole('button', { name: /^Vote for Packmoth/ }).count()).toBe(1);
});

test('a click on a product’s own link is reported for counting, and the link stays as it is', async () => {
  const page = await browser.open();
  await page.goto(`${server.root}/listings/packmoth`);
  const link = page.locator('main a[rel~="nofollow"]').first();
  const [request] = await Promise.all([page.waitForRequest(`${server.root}/listings/packmoth/clicks`), link.click({ noWaitAfter: true })]);
  expect([request.method(), request.postData()]).toEqual(['POST', 'https://packmoth.example/']);
});
