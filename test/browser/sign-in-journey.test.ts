import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import { startJobRunner } from '../../src/process/job-runner.ts';
import { extractLink } from '../support/accounts/person.ts';
import { clickAndWait, JOURNEY_DEVICES, useBrowser } from '../support/browser.ts';
import { decodeMail, useMailServer } from '../support/integrations/mail-server.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ demo: false, clock: { now: () => new Date() } });
const mail_server = useMailServer();
const browser = useBrowser();

let stop = async () => {};
beforeAll(async () => {
  const { sql, connection, root } = server;
  const integrations = openIntegrations({ smtp_url: mail_server.url, mail_from: null });
  const runner = await startJobRunner({
    sql,
    connection,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    integrations,
    site_root: root,
  });
  stop = async () => {
    await runner.stop();
    integrations.mail.close();
  };
});
afterAll(() => stop());

/** Waits for mail to an address and returns the link in it. */
const mailedLink = async (email: string, after = 0): Promise<string> => {
  const mail = await until(async () => mail_server.received.slice(after).findLast(({ to }) => to.includes(email)));
  return extractLink(decodeMail(mail.raw));
};

test.each(JOURNEY_DEVICES)('on a %s: sign up, create a key, change the address, export, delete the account', async (where, options) => {
  const page = await browser.open(options);
  const email = `ada.${where}@example.com`;

  await page.goto(`${server.root}/sign-up?go_to=/account/keys`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Display name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('password123');
  await clickAndWait(page, page.getByRole('button', { name: 'Email me a sign-in link' }));
  expect(await page.getByLabel('Email address').inputValue()).toBe(email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await page.waitForURL('**/sign-in/sent?**');

  await page.goto(await mailedLink(email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/account/keys');

  await page.getByLabel('Name', { exact: true }).fill('Build robot');
  await clickAndWait(page, page.getByRole('button', { name: 'Create key' }));
  expect(await page.locator('.shown-once code').textContent()).toMatch(/^lw_/);
  await page.locator('.account-menu summary').click();
  await clickAndWait(page, page.locator('.account-menu').getByRole('link', { name: 'Account', exact: true }));
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada Lovelace');

  await page.locator('.account-menu summary').click();
  if (where !== 'browser-without-scripts') {
    // Escape closes the menu and returns to its button.
    await page.keyboard.press('Escape');
    expect(await page.locator('.account-menu[open]').count()).toBe(0);
    await page.keyboard.press('Enter');
  }
  await page.locator('.account-menu').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${server.root}/`);
  await clickAndWait(page, page.getByRole('link', { name: 'Sign in' }));
  await page.getByLabel('Email address').fill(email);
  await clickAndWait(page, page.getByRole('button', { name: 'Use a password instead' }));
  await page.getByLabel('Password').fill('not my password');
  await clickAndWait(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/account');

  const moved = `countess.${where}@example.com`;
  const before = mail_server.received.length;
  await page.getByLabel('New email address').fill(moved);
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.waitForURL('**/account?done=asked_both');
  for (const [end, button] of [
    [email, 'Confirm change'],
    [moved, 'Confirm address'],
  ] as const) {
    await page.goto(await mailedLink(end, before));
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(/address\/(half|moved)/);
  }
  await clickAndWait(page, page.getByRole('link', { name: 'Your account' }));
  expect(await page.locator('.lede').textContent()).toBe(moved);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.json');
  await clickAndWait(page, page.getByRole('link', { name: 'Delete your account' }).last());
  await page.getByLabel('Email address').fill(moved);
  await page.getByRole('button', { name: 'Delete account permanently' }).click();
  await page.waitForURL('**/account/deleted');
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1);
});

test('pages of other sites cannot submit our forms', async () => {
  const victim = await browser.open();
  const email = 'framed@example.com';
  await victim.goto(`${server.root}/sign-in`);
  await victim.getByLabel('Email address').first().fill(email);
  await clickAndWait(victim, victim.getByRole('button', { name: 'Email me a sign-in link' }));
  await victim.goto(await mailedLink(email));
  await victim.getByRole('button', { name: 'Sign in' }).click();
  await victim.waitForURL('**/account');
  // The attacker's page is served under another host name.
  await victim.route('http://elsewhere.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${server.root}/account/sign-out-everywhere"><button>Win a prize</button></form>`,
    }),
  );
  await victim.goto('http://elsewhere.test/');
  await victim.getByRole('button').click();
  await victim.getByText('We couldn’t accept this form').waitFor();
  await victim.goto(`${server.root}/account`);
  expect(await victim.locator('.lede').textContent()).toBe(email);
});
