import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/modules/accounts/credentials/password.ts';
import { findViolations } from '../../support/accessibility.ts';
import { clickAndWait, useBrowser } from '../../support/browser.ts';
import { usePublisher } from '../../support/http/client-publisher.ts';
import { answerIn, Memory, OFFICIAL_CLIENTS } from '../../support/http/mcp-clients.ts';
import { Application, newPerson } from '../../support/http/oauth.ts';
import { useServer } from '../../support/server.ts';

const server = useServer({ demo: false, crawl_allow_private: true });
const browser = useBrowser();
const publisher = usePublisher({
  '/client.json': (client_id) => ({ client_id, client_name: 'Described Client', redirect_uris: ['http://localhost/callback'] }),
});
const PASSWORD = 'seventeen green ledgers';

/** Callback server of a program on this computer. */
let waiting: Server;
let callback: string;
beforeAll(async () => {
  waiting = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>You can close this</h1>'));
  waiting.listen(0, '127.0.0.1');
  await once(waiting, 'listening');
  callback = `http://localhost:${(waiting.address() as AddressInfo).port}/callback`;
});
afterAll(() => {
  waiting.closeAllConnections();
  waiting.close();
});

const withPassword = async () => {
  const person = await newPerson(server);
  await server.sql`update accounts set password_hash = ${await hashPassword(PASSWORD)} where id = ${person.account_id}`;
  return person;
};

const signIn = async (page: Page, email: string) => {
  await page.getByLabel('Email address').fill(email);
  await clickAndWait(page, page.getByRole('button', { name: 'Use a password instead' }));
  const form = page.locator('form[action="/sign-in/password"]');
  await form.locator('input[name=password]').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
};

const SAMPLE = OFFICIAL_CLIENTS.filter(([name]) => /2026-07-28|SDK 1/.test(name));

describe.each(SAMPLE)('%s with a user in Chromium', (name, open) => {
  /** The pages are the same for all clients. */
  const violationsIn = async (page: Page) => (name === SAMPLE[0]![0] ? findViolations(page) : []);

  test.each([
    ['registration', () => new Memory(undefined, callback), 'Official Client', 'Not verified'],
    ['metadata document', () => new Memory(`${publisher.origin}/client.json`, callback), 'Described Client', 'Verified by'],
  ])('sign in, allow by %s, and disconnect', async (_way, remember, client_name, vouched) => {
    const person = await withPassword();
    const memory = remember();
    const talker = await open(server.root, memory);
    await talker.call('get_account').catch(() => undefined);
    const page = await browser.open();
    const broken: string[] = [];
    page.on('console', (message) => message.type() === 'error' && broken.push(message.text()));

    await page.goto(memory.sent!.href);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await signIn(page, person.email);
    await page.getByRole('heading', { name: `Allow ${client_name} to access your account?` }).waitFor();
    expect(await page.locator('main').textContent()).toContain(vouched);
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'You can close this' }).waitFor();
    await talker.finish(new URL(page.url()));
    expect(answerIn(await talker.call('get_account'))).toMatchObject({ email: person.email });

    await page.goto(`${server.root}/account`);
    await clickAndWait(page, page.getByRole('link', { name: 'Connected applications' }));
    expect(await page.locator('main').textContent()).toMatch(new RegExp(`${client_name}[^]*View your account[^]*last used just now`));
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: `Disconnect ${client_name}` }).click();
    await page.getByText('Application disconnected.').waitFor();
    await expect
      .poll(() =>
        talker.call('get_account').then(
          () => 'let in',
          () => 'shut out',
        ),
      )
      .toBe('shut out');
    expect(broken).toEqual([]);
    await talker.close();
  });
});

test('a user who denies is redirected as well', async () => {
  const person = await withPassword();
  const application = await Application.registered(server.root, { redirect_uris: [callback] });
  const page = await browser.open();
  await page.goto(application.authorize());
  await signIn(page, person.email);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'You can close this' }).waitFor();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
});
