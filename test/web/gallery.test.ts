import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
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

/** Draws over the page that is there: its styles need not be fetched again, nor what looks at it be brought in. */
const hang = (page: Page, html: string): Promise<void> =>
  page.evaluate(
    (drawn) =>
      new Promise<void>((hung) => {
        document.open();
        window.addEventListener('load', () => hung(), { once: true });
        document.write(drawn);
        document.close();
      }),
    // Nobody is led on from a picture.
    html.replaceAll(/<meta http-equiv="refresh"[^>]*>/g, ''),
  );

/** Further states of a page are named after a comma. Pictures are taken of all. */
const isState = (name: string): boolean => !process.env.SCREENSHOTS && name.includes(',');

test.each([...WHERE, ...(process.env.SCREENSHOTS ? ALSO : [])])(
  'on a %s every page there is can be read by everybody and is not too wide',
  async (where, options) => {
    const page = await browser.open(options);
    await page.goto(`${server.root}/docs/errors`);
    const troubles: string[] = [];
    for (const [at, [name, drawing]] of Object.entries(DRAWINGS).entries()) {
      // A state is looked at once, here or there.
      if (isState(name) && at % 2 === Number(where === 'phone-light')) continue;
      await hang(page, await drawing());
      // What is around the pages is the same on all, and is looked at with the first.
      troubles.push(...(await troublesOn(page, `${where}-${name.replaceAll(/\W+/g, '-')}`, at ? 'main' : 'html')));
    }
    expect(troubles).toEqual([]);
  },
  process.env.SCREENSHOTS ? 1_800_000 : 300_000,
);
