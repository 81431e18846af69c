import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const HOW = 'The browser tests need Chromium: run "apt-get install -y chromium" as root, or set CHROMIUM to its path.';

/** Debian's Chromium, installed on the way where we may. */
const findChromium = (): string => {
  const found = () => PLACES.find((place) => place && existsSync(place));
  if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', 'chromium'], { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  const path = found();
  if (!path) throw new Error(HOW);
  return path;
};

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real browser for a test file; every context that is opened is closed after its test. */
export const useBrowser = () => {
  let browser: Browser;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: ARGS });
  }, 300_000);
  afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())));
  afterAll(() => browser?.close());
  return {
    async open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext(options);
      opened.push(context);
      return context.newPage();
    },
  };
};
