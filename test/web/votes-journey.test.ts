import { expect, test } from 'vitest';
import { follow, signInByMail, TWICE, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

test.each(TWICE)('on a %s a stranger presses Vote, signs in, comes back, votes, and takes it back', async (where, options) => {
  const page = await browser.open(options);
  await page.goto(`${server.root}/leaderboards/community-weekly`);
  await follow(page, page.getByRole('link', { name: /^Vote for Packmoth/ }));
  await signInByMail(page, server, `${where}@example.com`);
  expect(page.url()).toBe(`${server.root}/listings/packmoth#vote`);
  await follow(page, page.getByRole('button', { name: 'Vote for Packmoth' }));
  expect(await page.getByRole('status').textContent()).toContain('it counts for its week');
  await page.goto(`${server.root}/leaderboards/community-weekly`);
  await follow(page, page.getByRole('button', { name: /^Take back your vote for Packmoth/ }));
  expect(page.url()).toBe(`${server.root}/leaderboards/community-weekly?week=2026-11-09#launch-packmoth`);
  expect(await page.getByRole('button', { name: /^Vote for Packmoth/ }).count()).toBe(1);
});
