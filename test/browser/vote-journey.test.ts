import { expect, test } from 'vitest';
import { clickAndWait, JOURNEY_DEVICES, signInByEmailLink, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const browser = useBrowser();

test.each(JOURNEY_DEVICES)(
  'on a %s an anonymous visitor clicks Vote and signs in, which casts the vote, and removes it',
  async (where, options) => {
    const page = await browser.open(options);
    await page.goto(`${server.root}/leaderboards/community-weekly`);
    await clickAndWait(page, page.getByRole('button', { name: /^Vote for Packmoth/ }));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in to vote for Packmoth');
    await signInByEmailLink(page, server, `${where}@example.com`);
    expect(page.url()).toBe(`${server.root}/listings/packmoth#vote`);
    expect(await page.getByRole('status').textContent()).toContain('it counts for its week');
    await page.goto(`${server.root}/leaderboards/community-weekly`);
    await clickAndWait(page, page.getByRole('button', { name: /^Take back your vote for Packmoth/ }));
    expect(page.url()).toBe(`${server.root}/leaderboards/community-weekly?week=2026-11-09#launch-packmoth`);
    expect(await page.getByRole('button', { name: /^Vote for Packmoth/ }).count()).toBe(1);
  },
);
