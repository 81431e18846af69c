import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { findLinkFor, Person } from './accounts/person.ts';
import { findProgram } from './debian-packages.ts';
import { openFormPage } from './form-page.ts';
import type { TestServer } from './server.ts';

const HOW = 'The browser tests need Chromium: run "apt-get install -y chromium-headless-shell" as root, or set CHROMIUM to its path.';

const findChromium = (): string => {
  const path = process.env.CHROMIUM ?? findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');
  if (!path) throw new Error(HOW);
  return path;
};

/**
 * A browser uses the last of two such lists, so this one includes what Playwright disables, plus two features that cost a sixth of the
 * time.
 */
const DISABLED_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // A spare renderer process, and a new frame for each page.
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
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  // Test products are on no network: fail at once instead of waiting.
  '--host-resolver-rules=MAP *.example ~NOTFOUND',
];

/** Timeout for hanging tests; generous, since the machine may be busy. */
const TIMEOUT_MS = 120_000;

/** Opens no Chromium but a browser that only sends links and forms. */
const FORMS_ONLY: BrowserContextOptions = {};

/** User journeys run twice: on a desktop, and without JavaScript. The gallery checks how pages look. */
export const JOURNEY_DEVICES: [where: string, options: BrowserContextOptions, scripted: boolean][] = [
  ['desk', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, true],
  ['browser-without-scripts', FORMS_ONLY, false],
];

/** Clicks a link or button and waits for the new page, even if it is the same one, so that later reads never see the old page. */
export const clickAndWait = async (page: Page, place: Locator): Promise<void> => {
  await Promise.all([page.waitForNavigation(), place.click()]);
};

type Place = Pick<TestServer, 'root' | 'sql'>;

/** Signs in by email link from a page that requires it, and ends up where that leads. */
export const signInByEmailLink = async (page: Page, server: Place, email: string): Promise<void> => {
  await page.getByLabel('Email address').first().fill(email);
  await clickAndWait(page, page.getByRole('button', { name: 'Email me a sign-in link' }));
  await page.goto(await findLinkFor(server, email));
  // If a form waits for the sign-in, the first button also runs it.
  await clickAndWait(page, page.getByRole('button', { name: 'Sign in' }).first());
};

/** Starts signed in, for journeys about something else. Returns the account. */
export const startSignedIn = async (page: Page, server: Place, email: string): Promise<number> => {
  const { cookies } = await new Person(server).signIn(email);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.root })));
  return (await server.sql<{ id: number }[]>`select id from accounts where email_key = ${email}`)[0]!.id;
};

/** The same for a member of the site's team. */
export const startSignedInAsTeam = async (page: Page, server: Place & Pick<TestServer, 'site_id'>, email: string): Promise<number> => {
  const account_id = await startSignedIn(page, server, email);
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  return account_id;
};

/** Lays pages out, but never paints them, nor calls back for a frame. */
const NO_FRAMES = '--disable-threaded-compositing';

/** One for all test files of a worker, with and without frames; Playwright ends it with the worker. */
const launched = new Map<boolean, Promise<Browser>>();
const launchBrowser = (frames: boolean): Promise<Browser> => {
  const args = frames ? ARGS : [...ARGS, NO_FRAMES];
  const browser = launched.get(frames) ?? chromium.launch({ executablePath: findChromium(), args, timeout: TIMEOUT_MS });
  launched.set(frames, browser);
  return browser;
};

/**
 * A real browser for a test file. Contexts are closed after each test, which fails on script errors. Without `frames` it takes half the
 * time, for pages on which nobody clicks.
 */
export const useBrowser = ({ frames = true } = {}) => {
  let browser: Browser;
  const opened: BrowserContext[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await launchBrowser(frames);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  return {
    async open(options: BrowserContextOptions = {}): Promise<Page> {
      if (options === FORMS_ONLY) return openFormPage();
      const context = await browser.newContext(options);
      context.setDefaultTimeout(TIMEOUT_MS);
      opened.push(context);
      context.on('weberror', (error) => faults.push(error.error().message));
      context.on('console', (message) => {
        // Failed loads are no script errors: a rejected form is one, and test products have no images.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
      });
      return context.newPage();
    },
  };
};
