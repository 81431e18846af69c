import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type ChecksWindow, installChecks } from './accessibility-checks.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const shots = process.env.SCREENSHOTS;

/** Looks whose contrast was checked, by page: its colour scheme stays the same. */
const checked_looks = new WeakMap<Page, string[]>();

interface Found {
  violations: string[];
  spaces: string[];
  /** Horizontal overflow in pixels. */
  wider: number;
}

/** Runs all checks of a page in one call, which takes a while itself. Null if they are not installed. */
const runChecks = async (page: Page, within: string, once: boolean): Promise<Found | null> => {
  const found = await page.evaluate(
    async ({ within, once }) => {
      if (!('checks' in window)) return null;
      const { checks } = window as unknown as ChecksWindow;
      const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const spaces = checks.findTrailingSpaces(within);
      return { wider, spaces, ...(await checks.find(within, once)) };
    },
    { within, once },
  );
  if (found) checked_looks.set(page, [...(checked_looks.get(page) ?? []), ...found.looks]);
  return found;
};

const checkPage = async (page: Page, within: string, once: boolean): Promise<Found> => {
  const found = await runChecks(page, within, once);
  if (found) return found;
  await page.evaluate(AXE);
  await page.evaluate(installChecks, checked_looks.get(page) ?? []);
  return (await runChecks(page, within, once))!;
};

/**
 * Serious and critical axe violations on a page or part of it, with their location. With `once`, removes everything but that part, and
 * from it what was checked before in the same window.
 */
export const findViolations = async (page: Page, within = 'html', once = false): Promise<string[]> =>
  (await checkPage(page, within, once)).violations;

/** Overflow and violations. With SCREENSHOTS set to a folder, saves a screenshot there. With `once`, removes what was checked before. */
export const findPageProblems = async (page: Page, name: string, within = 'html', once = false): Promise<string[]> => {
  if (shots) {
    // A focused field may have scrolled the page; sticky elements would be in the wrong position.
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  }
  const { violations, spaces, wider } = await checkPage(page, within, once);
  return [
    ...violations.map((violation) => `${name} ${violation}`),
    ...spaces.map((link) => `${name} ${link}`),
    ...(wider > 0 ? [`${name} is ${wider} px too wide`] : []),
  ];
};
