import { globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { BrowserContextOptions, JSHandle, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PAGES } from '../../src/web/routes.ts';
import { useBrowser } from '../support/browser.ts';
import { troublesOn } from '../support/looking.ts';
import { useServer } from '../support/server.ts';
import { DRAWINGS } from './drawing.ts';

/** Its styles and islands are asked of a real server; the pages themselves are drawn with something in every place. */
const server = useServer({ demo: false });
const browser = useBrowser();

const WHERE: [string, BrowserContextOptions][] = [
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['desk-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
];
/** Looked at by people, when they ask for pictures. */
const ALSO: typeof WHERE = [
  ['phone-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['desk-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
];

beforeAll(() => {
  if (process.env.SCREENSHOTS) mkdirSync(process.env.SCREENSHOTS, { recursive: true });
});

/**
 * Draws over the page that is there: its styles need not be fetched again, nor what looks at it be brought in. A document runs a
 * module once, so each drawing has its scripts by addresses of its own. Gives the drawing's main.
 */
const hang = (page: Page, html: string, at: number): Promise<JSHandle<HTMLElement>> =>
  page.evaluateHandle(
    (drawn) =>
      new Promise<HTMLElement>((hung) => {
        document.open();
        window.addEventListener('load', () => hung(document.getElementById('main')!), { once: true });
        document.write(drawn);
        document.close();
      }),
    html
      // Nobody is led on from a picture.
      .replaceAll(/<meta http-equiv="refresh"[^>]*>/g, '')
      .replaceAll(/(?<=<script type="module" src="[^"]+)(?=")/g, `?${at}`),
  );

const audienceOf = (name: string) => PAGES.find((page) => page.name === name.split(',')[0]!.replaceAll(' ', '_'))?.for ?? 'anyone';

/** Pages for everybody are looked at everywhere; a state of one, and what only some see, once, here or there. Pictures are taken of all. */
const isOnce = (name: string): boolean => !process.env.SCREENSHOTS && (name.includes(',') || audienceOf(name) !== 'anyone');

test.each([...WHERE, ...(process.env.SCREENSHOTS ? ALSO : [])])(
  'on a %s every page there is can be read by everybody and is not too wide',
  async (where, options) => {
    const page = await browser.open(options);
    // Where nothing is: scripts of pages that wait for something ask this address again, and would draw what is there.
    await page.goto(`${server.root}/gallery`);
    const troubles: string[] = [];
    for (const [at, [name, drawing]] of Object.entries(DRAWINGS).entries()) {
      if (isOnce(name) && at % 2 === Number(where === 'phone-light')) continue;
      const main = await hang(page, await drawing(), at);
      // What is around the pages is the same on all, and is looked at with the first.
      troubles.push(...(await troublesOn(page, `${where}-${name.replaceAll(/\W+/g, '-')}`, at ? 'main' : 'html')));
      if (!(await main.evaluate((hung) => hung.isConnected))) troubles.push(`${where}-${name} was not what was looked at`);
    }
    expect(troubles).toEqual([]);
  },
  process.env.SCREENSHOTS ? 1_800_000 : 300_000,
);

test('every page is drawn', () => {
  const drawings = globSync('test/web/*drawing*').map((file) => readFileSync(file, 'utf8'));
  const isDrawn = (page: string): boolean => drawings.some((source) => source.includes(`/pages/${page}'`));
  expect(readdirSync('src/web/pages').filter((page) => !isDrawn(page))).toEqual([]);
});

test('pages are drawn as those see them whom they are for', async () => {
  for (const [name, drawing] of Object.entries(DRAWINGS)) {
    const audience = audienceOf(name);
    const html = await drawing();
    if (audience !== 'anyone') expect(html, name).toContain('>Account</a>');
    expect(html.includes('class="office"'), name).toBe(audience === 'team' || audience === 'admin');
  }
});
