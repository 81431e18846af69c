import { readFileSync } from 'node:fs';
import pino from 'pino';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutside } from '../../src/outside/outside.ts';
import { startWorking } from '../../src/work.ts';
import { useBrowser } from '../support/browser.ts';
import { readable, useMailServer } from '../support/mail-server.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ demo: false, clock: { now: () => new Date() } });
const post = useMailServer();
const browser = useBrowser();
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const shots = process.env.SCREENSHOTS;

let stop = async () => {};
beforeAll(async () => {
  const { sql, connection, root } = server;
  const outside = openOutside({ smtp_url: post.url, mail_from: null });
  const working = await startWorking({
    sql,
    connection,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    outside,
    site_root: root,
  });
  stop = async () => {
    await working.stop();
    outside.mail.close();
  };
});
afterAll(() => stop());

/** The link in the newest mail to an address, once it has come. */
const mailedLink = async (email: string, after = 0): Promise<string> => {
  const mail = await until(async () => post.received.slice(after).findLast(({ to }) => to.includes(email)));
  return /https?:\/\/\S+\?token=[\w-]{43}/.exec(readable(mail.raw))![0];
};

/** What axe calls serious, what is too wide, and what the console complains about. */
const troublesOn = async (page: Page, name: string): Promise<string[]> => {
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
  const wider = (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  return [
    ...found.violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`),
    ...(wider > 0 ? [`${name} is ${wider} px too wide`] : []),
  ];
};

test.each([
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const, javaScriptEnabled: true }],
  ['desk-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const, javaScriptEnabled: true }],
])(
  'the whole way on a %s: sign up, look around, change, leave',
  async (where, options) => {
    const page = await browser.open(options);
    const troubles: string[] = [];
    const look = async (name: string) => troubles.push(...(await troublesOn(page, `${where}-${name}`)));
    page.on('pageerror', (error) => troubles.push(error.message));
    const email = `ada.${where}@example.com`;

    await page.goto(`${server.root}/account/keys`);
    await page.getByRole('link', { name: 'Make an account' }).click();
    await look('sign-up');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('Password', { exact: true }).fill('password123');
    await page.getByRole('button', { name: 'Mail me the link' }).click();
    await look('sign-up-refused');
    expect(await page.getByLabel('Email address').inputValue()).toBe(email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Mail me the link' }).click();
    await page.waitForURL('**/sign-in/sent');
    await look('sent');

    await page.goto(await mailedLink(email));
    await look('link');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/keys');

    await page.getByLabel('Name', { exact: true }).fill('Build robot');
    await page.getByRole('button', { name: 'Make a key' }).click();
    expect(await page.locator('.shown-once code').textContent()).toMatch(/^lw_/);
    await look('keys');
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada Lovelace');
    await look('account');

    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await page.waitForURL(`${server.root}/`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    const by_password = page.locator('section', { has: page.getByRole('heading', { name: 'With a password' }) });
    await by_password.getByLabel('Email address').fill(email);
    await by_password.getByLabel('Password').fill('not my password');
    await by_password.getByRole('button').click();
    await look('sign-in-refused');
    await by_password.getByLabel('Password').fill('correct horse battery');
    await by_password.getByRole('button').click();
    await page.waitForURL('**/account');

    const moved = `countess.${where}@example.com`;
    const before = post.received.length;
    await page.getByLabel('New email address').fill(moved);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.waitForURL('**/account?done=asked_both');
    await look('moving');
    for (const end of [email, moved]) {
      await page.goto(await mailedLink(end, before));
      await look('confirm');
      await page.getByRole('button', { name: 'Yes' }).click();
      await page.waitForURL(/address\/(half|moved)/);
    }
    await page.getByRole('link', { name: 'Your account' }).click();
    expect(await page.locator('.lede').textContent()).toBe(moved);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download it' }).click();
    expect((await download).suggestedFilename()).toBe('my-data.json');
    await page.getByRole('link', { name: 'Delete your account' }).click();
    await look('delete');
    await page.getByLabel('Email address').fill(moved);
    await page.getByRole('button', { name: 'Delete it for good' }).click();
    await page.waitForURL('**/account/deleted');
    await look('deleted');
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1);
    expect(troubles).toEqual([]);
  },
  90_000,
);

test('another site’s page cannot send our forms, nor frame them', async () => {
  const victim = await browser.open();
  const email = 'framed@example.com';
  await victim.goto(`${server.root}/sign-in`);
  await victim.getByLabel('Email address').first().fill(email);
  await victim.getByRole('button', { name: 'Mail me a link' }).click();
  await victim.goto(await mailedLink(email));
  await victim.getByRole('button', { name: 'Sign in' }).click();
  await victim.waitForURL('**/account');
  // The same server under another of loopback’s names is another site to the browser.
  await victim.route('http://elsewhere.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${server.root}/account/sign-out-everywhere"><button>Win a prize</button></form>`,
    }),
  );
  await victim.goto('http://elsewhere.test/');
  await victim.getByRole('button').click();
  await victim.getByText('That did not come from here').waitFor();
  await victim.goto(`${server.root}/account`);
  expect(await victim.locator('.lede').textContent()).toBe(email);
});
