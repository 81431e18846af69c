import { globSync, mkdirSync, readFileSync } from 'node:fs';
import type { BrowserContextOptions, JSHandle, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { WEB_PAGES } from '../../src/web/server/routes.ts';
import { findPageProblems, findViolations } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';
import { PAGE_FIXTURES } from '../support/web/fixtures/all-pages.ts';

/** Styles and scripts come from a real server; the pages are rendered from fixtures with all sections filled. */
const server = useServer({ demo: false });
/** Nothing is painted, except for screenshots. */
const browser = useBrowser({ frames: Boolean(process.env.SCREENSHOTS) });

const DEVICES: [string, BrowserContextOptions][] = [
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['desk-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
];
/** Only for screenshots. */
const SCREENSHOT_DEVICES: typeof DEVICES = [
  ['phone-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['desk-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
];

beforeAll(() => {
  if (process.env.SCREENSHOTS) mkdirSync(process.env.SCREENSHOTS, { recursive: true });
});

type Checked = 'html' | 'main';

/** Scripts that change nothing until somebody clicks, types or sends a form. The first page has run them. */
const WAITING_SCRIPTS = ['account-menu', 'in-place', 'outbound', 'search-keys', 'send-once'];
/** What other scripts of all pages change. */
const CHANGED: Record<string, RegExp> = { pictures: /<img\b/, suggestions: /<input\b[^>]*\btype="search"/ };
const SCRIPTS = /<script type="module" src="\/assets\/([\w-]+)-[^"-]+(?=")/g;

const partOf = (html: string, checked: Checked): string =>
  checked === 'html' ? html : html.slice(html.indexOf('<main'), html.indexOf('</main>'));

/** Without header and footer, if they are not checked: they are a third of the elements to lay out. */
const withoutFrame = (html: string, checked: Checked): string =>
  checked === 'html' || process.env.SCREENSHOTS
    ? html
    : html.replace(/<header class="masthead.*?<\/header>(?=.*<main)/s, '').replace(/(?<=<\/main>.*)<footer\b.*<\/footer>/s, '');

/**
 * Replaces the document of the current page, so that styles and axe need not be loaded again. A document runs a module only once, so
 * each fixture gets its own URLs of scripts that change what is checked. Returns the main element.
 */
const showFixture = (page: Page, html: string, index: number, checked: Checked): Promise<JSHandle<HTMLElement>> =>
  page.evaluateHandle(
    (source) =>
      new Promise<HTMLElement>((resolve) => {
        document.open();
        window.addEventListener('load', () => resolve(document.getElementById('main')!), { once: true });
        document.write(source);
        document.close();
      }),
    withoutFrame(html, checked)
      // Fixtures must not redirect.
      .replaceAll(/<meta http-equiv="refresh"[^>]*>/g, '')
      // Frames show pages of the team, which the server refuses to a visitor.
      .replaceAll(/(<iframe\b[^>]*) src="[^"]*"/g, '$1')
      .replaceAll(SCRIPTS, (script: string, name: string) =>
        WAITING_SCRIPTS.includes(name) || !(CHANGED[name] ?? /^/).test(partOf(html, checked)) ? script : `${script}?${index}`,
      ),
  );

/** Fixtures by name, each rendered once. */
const rendered = new Map<string, Promise<string>>();
const renderOnce = (name: string): Promise<string> => {
  const html = rendered.get(name) ?? PAGE_FIXTURES[name]!();
  rendered.set(name, html);
  return html;
};

const audienceOf = (name: string) => WEB_PAGES.find((page) => page.name === name.split(',')[0]!.replaceAll(' ', '_'))?.for ?? 'anyone';

/** Public pages are checked on every device; their other states and non-public pages on one device only, to save time. */
const needsOneDevice = (name: string): boolean => !process.env.SCREENSHOTS && (name.includes(',') || audienceOf(name) !== 'anyone');

test.each([...DEVICES, ...(process.env.SCREENSHOTS ? SCREENSHOT_DEVICES : [])])(
  'on a %s every page is accessible and not too wide',
  async (where, options) => {
    const page = await browser.open(options);
    // This path does not exist: scripts that poll reload the current URL and would replace the fixture with a real page.
    await page.goto(`${server.root}/gallery`);
    const problems: string[] = [];
    for (const [index, name] of Object.keys(PAGE_FIXTURES).entries()) {
      if (needsOneDevice(name) && index % 2 === Number(where === 'phone-light')) continue;
      // Header and footer are the same on all pages and are checked only once, for visitors and for members.
      const checked = index && name !== 'account' ? 'main' : 'html';
      const main = await showFixture(page, await renderOnce(name), index, checked);
      problems.push(...(await findPageProblems(page, `${where}-${name.replaceAll(/\W+/g, '-')}`, checked, true)));
      if (!(await main.evaluate((element) => element.isConnected))) problems.push(`${where}-${name} was replaced during the check`);
    }
    expect(problems).toEqual([]);
  },
  process.env.SCREENSHOTS ? 1_800_000 : 300_000,
);

test('a link in text that differs from it by a similar colour only is found', async () => {
  const page = await browser.open();
  const show = (style: string) =>
    page.setContent(
      `<!doctype html><html lang="en"><title>Links</title><main><p>A text with <a href="/a" style="${style}">a link</a> in it.</p></main>`,
    );
  await show('color: #003; text-decoration: none');
  expect(await findViolations(page)).toEqual([expect.stringMatching(/^link-in-text-block: /)]);
  await show('color: #003; text-decoration: underline');
  expect(await findViolations(page)).toEqual([]);
});

test('a link that underlines a space after its text is found', async () => {
  const page = await browser.open();
  const show = (space: string) =>
    page.setContent(
      `<!doctype html><html lang="en"><title>Links</title><main><p>Read <a href="/a">a text${space}<svg width="9" height="9"></svg></a> here.</p></main>`,
    );
  for (const space of [' ', ' <span style="display: inline-block">9</span>']) {
    await show(space);
    expect(await findPageProblems(page, 'space', 'main')).toEqual([expect.stringMatching(/^space link ends in a space: /)]);
  }
  await show('');
  expect(await findPageProblems(page, 'space', 'main')).toEqual([]);
});

test('parts that an earlier page had are not checked again, those that differ are', async () => {
  const page = await browser.open();
  const check = async (...fields: string[]) => {
    const parts = fields.map((field) => `<li><p>A text</p><div>${field}</div></li>`);
    await page.setContent(`<!doctype html><html lang="en"><title>Parts</title><main><ul>${parts.join('')}</ul></main>`);
    return findViolations(page, 'main', true);
  };
  expect(await check('<input aria-label="One">')).toEqual([]);
  expect(await check('<input aria-label="Two">', '<input aria-label="Three">', '<input>')).toEqual(['label: <input>']);
  expect(await page.locator('li').count()).toBe(1);
  expect(await check('<input aria-label="Four">')).toEqual([]);
  expect(await page.locator('li').count()).toBe(0);
});

test('every page has a fixture', () => {
  const sources = globSync('test/support/web/fixtures/*').map((file) => readFileSync(file, 'utf8'));
  const hasFixture = (page: string): boolean => sources.some((source) => source.includes(`/${page}'`));
  expect(
    globSync('src/web/areas/**/*.tsx').filter((page) => /^export const view\b/m.test(readFileSync(page, 'utf8')) && !hasFixture(page)),
  ).toEqual([]);
});

test('fixtures are rendered for the audience of their page', async () => {
  for (const name of Object.keys(PAGE_FIXTURES)) {
    const audience = audienceOf(name);
    const html = await renderOnce(name);
    if (audience !== 'anyone') expect(html, name).toContain('>Account</a>');
    expect(html.includes('class="office-page"'), name).toBe(audience === 'team' || audience === 'admin');
  }
});
