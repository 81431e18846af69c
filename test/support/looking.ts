import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const shots = process.env.SCREENSHOTS;

/** Rules whose findings would not be told are not asked: they cost as much as the others. */
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

/** What axe calls serious or critical on a page or in a part of it, with where it is. */
export const violationsOn = async (page: Page, within = 'html'): Promise<string[]> => {
  // In the browser's own isolated world, which the page's policy does not reach.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const { violations } = (await page.evaluate(lookAt(within))) as { violations: Finding[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** How many pixels of a page stand out to the side. */
export const overflowOf = async (page: Page): Promise<number> =>
  (await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')) as number;

/** What is too wide, and what axe calls serious. With SCREENSHOTS set to a folder, a picture is kept there. */
export const troublesOn = async (page: Page, name: string, within?: string): Promise<string[]> => {
  const wider = await overflowOf(page);
  if (shots) {
    // A field that has the focus may be far down, and what sticks to the top would be there.
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  }
  return [
    ...(await violationsOn(page, within)).map((violation) => `${name} ${violation}`),
    ...(wider > 0 ? [`${name} is ${wider} px too wide`] : []),
  ];
};
