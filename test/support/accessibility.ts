import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type ChecksWindow, installChecks } from './accessibility-checks.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const shots = process.env.SCREENSHOTS;

/** Looks whose contrast was checked, by page: its colour scheme stays the same. */
const checked_looks = new WeakMap<Page, string[]>();

/**
 * Serious and critical axe violations on a page or part of it, with their location. With `once`, removes everything but that part, and
 * from it what was checked before in the same window.
 */
export const findViolations = async (page: Page, within = 'html', once = false): Promise<string[]> => {
  if (!(await page.evaluate('"checks" in window'))) {
    await page.evaluate(AXE);
    await page.evaluate(installChecks);
  }
  const checked = checked_looks.get(page) ?? [];
  const { violations, looks } = await page.evaluate(
    ({ within, checked, once }) => {
      const { checks } = window as unknown as ChecksWindow;
      return once && !checks.removeChecked(within) ? { violations: [], looks: [] } : checks.find(within, checked);
    },
    { within, checked, once },
  );
  checked_looks.set(page, [...checked, ...looks]);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** Underlined links that end in a space, which is underlined too. */
const findTrailingSpaces = (within: string): string[] =>
  [...document.querySelectorAll(`${within} a[href]`)]
    .filter((link) => {
      if (!getComputedStyle(link).textDecorationLine.includes('underline')) return false;
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      let last: Node | null = null;
      // The underline of a link does not continue into inline blocks in it.
      const isUnderlined = (element: Element): boolean =>
        element === link || (getComputedStyle(element).display === 'inline' && isUnderlined(element.parentElement!));
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement!;
        if (!element.closest('.unseen') && isUnderlined(element)) last = texts.currentNode;
      }
      if (!last?.textContent || !/\s$/.test(last.textContent)) return false;
      const range = document.createRange();
      range.setStart(last, last.textContent.length - 1);
      range.setEnd(last, last.textContent.length);
      return range.getBoundingClientRect().width > 0;
    })
    .map((link) => `link ends in a space: ${link.outerHTML.slice(0, 200)}`);

/** Horizontal overflow of a page in pixels. */
export const measureOverflow = async (page: Page): Promise<number> =>
  (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;

/** Overflow and violations. With SCREENSHOTS set to a folder, saves a screenshot there. With `once`, removes what was checked before. */
export const findPageProblems = async (page: Page, name: string, within = 'html', once = false): Promise<string[]> => {
  const wider = await measureOverflow(page);
  if (shots) {
    // A focused field may have scrolled the page; sticky elements would be in the wrong position.
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  }
  const spaces = await page.evaluate(findTrailingSpaces, within);
  return [
    ...(await findViolations(page, within, once)).map((violation) => `${name} ${violation}`),
    ...spaces.map((link) => `${name} ${link}`),
    ...(wider > 0 ? [`${name} is ${wider} px too wide`] : []),
  ];
};
