import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { linkFor, Person } from './person.ts';
import type { TestServer } from './server.ts';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const HOW = 'The browser tests need Chromium: run "apt-get install -y chromium" as root, or set CHROMIUM to its path.';

/** Several files may want it at once; the first installs it, and the others wait. */
const INSTALL = `test -e /usr/bin/chromium || { apt-get update && apt-get install -y chromium; }`;

/** Debian's Chromium, installed on the way where we may. */
const findChromium = (): string => {
  const found = () => PLACES.find((place) => place && existsSync(place));
  if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('flock', [join(tmpdir(), 'launchweek-chromium.lock'), 'sh', '-c', INSTALL], { stdio: 'ignore', env });
  }
  const path = found();
  if (!path) throw new Error(HOW);
  return path;
};

/** Of two such lists a browser takes the last, so this one has what Playwright switches off, and two habits that cost a sixth of the time. */
const SWITCHED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // A process held ready for a page that may come, and a new frame for each page.
  ...['SpareRendererForSitePerProcess', 'RenderDocument'],
];

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  `--disable-features=${SWITCHED_OFF.join(',')}`,
  // Products of tests are on no network: nothing waits until that is found out.
  '--host-resolver-rules=MAP *.example ~NOTFOUND',
];

/** For what hangs: a busy machine can take long over anything. */
const PATIENCE_MS = 120_000;

/** The two ways a journey is gone: at a desk, and on a phone without script. How pages look is for the gallery. */
export const TWICE: [where: string, options: BrowserContextOptions, scripted: boolean][] = [
  ['desk', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, true],
  ['phone-without-script', { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }, false],
];

/** Clicks what leads to a page, be it the same one again, and waits until that is there: what is read next is never of the page before. */
export const follow = async (page: Page, place: Locator): Promise<void> => {
  await Promise.all([page.waitForNavigation(), place.click()]);
};

type Place = Pick<TestServer, 'root' | 'sql'>;

/** Signs in by the mailed link, from a page that asks for it, and comes out where that leads on to. */
export const signInByMail = async (page: Page, server: Place, email: string): Promise<void> => {
  await page.getByLabel('Email address').first().fill(email);
  await follow(page, page.getByRole('button', { name: 'Mail me a link' }));
  await page.goto(await linkFor(server, email));
  await follow(page, page.getByRole('button', { name: 'Sign in' }));
};

/** Comes in as somebody who has signed in already, for journeys about something else. Gives the account. */
export const comeIn = async (page: Page, server: Place, email: string): Promise<number> => {
  const { cookies } = await new Person(server).signIn(email);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.root })));
  return (await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`)[0]!.id;
};

/** The same for somebody of the site's team. */
export const comeInAsTeam = async (page: Page, server: Place & Pick<TestServer, 'site_id'>, email: string): Promise<number> => {
  const account_id = await comeIn(page, server, email);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  return account_id;
};

/** A real browser for a test file; every context that is opened is closed after its test, which fails if a script did on any page. */
export const useBrowser = () => {
  let browser: Browser;
  const opened: BrowserContext[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: ARGS, timeout: PATIENCE_MS });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    async open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      opened.push(context);
      context.on('weberror', (error) => faults.push(error.error().message));
      context.on('console', (message) => {
        // What did not load is no fault of a script: a refused form is such an answer, and products of tests have no pictures.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
      });
      return context.newPage();
    },
  };
};
