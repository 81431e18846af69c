import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const shots = process.env.SCREENSHOTS;

/** Rules below serious are disabled: they cost as much as the others. */
const lookAt = (within: string): string => `axe.run('${within}', {
  resultTypes: ['violations'],
  preload: false,
  rules: Object.fromEntries(
    axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]),
  ),
})`;

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** Serious and critical axe violations on a page or part of it, with their location. */
export const findViolations = async (page: Page, within = 'html'): Promise<string[]> => {
  // In the browser's isolated world, which the page's CSP does not affect.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const { violations } = (await page.evaluate(lookAt(within))) as { violations: Finding[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** Horizontal overflow of a page in pixels. */
export const measureOverflow = async (page: Page): Promise<number> =>
  (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;

/** Overflow and axe violations. With SCREENSHOTS set to a folder, saves a screenshot there. */
export const findPageProblems = async (page: Page, name: string, within?: string): Promise<string[]> => {
  const wider = await measureOverflow(page);
  if (shots) {
    // A focused field may have scrolled the page; sticky elements would be in the wrong position.
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  }
  return [
    ...(await findViolations(page, within)).map((violation) => `${name} ${violation}`),
    ...(wider > 0 ? [`${name} is ${wider} px too wide`] : []),
  ];
};
