import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const shots = process.env.SCREENSHOTS;

/** In the browser, once `AXE` was evaluated. */
interface AxeWindow {
  axe: typeof axe & {
    _audit: { rules: { id: string; impact: string }[] };
    commons: { color: { elementIsDistinct(element: Element, other: Element): boolean } };
  };
}

const OPTIONS: axe.RunOptions = { resultTypes: ['violations'], preload: false };

/** All rules but contrast and links in text. Those below serious are disabled, too: they cost as much as the others. */
const runRules = ({ within, options }: { within: string; options: axe.RunOptions }): Promise<axe.AxeResults> => {
  const { axe } = window as unknown as AxeWindow;
  const skipped = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => id);
  return axe.run(within, {
    ...options,
    rules: Object.fromEntries([...skipped, 'color-contrast', 'link-in-text-block'].map((id) => [id, { enabled: false }])),
  });
};

/**
 * A link in text must differ from it by colour or by more, such as an underline; either is enough. Comparing colours takes axe a sixth of
 * its time, so only links that axe finds not to differ otherwise are checked.
 */
const runLinksInText = async ({ within, options }: { within: string; options: axe.RunOptions }) => {
  const { axe } = window as unknown as AxeWindow;
  const isBlock = (element: Element): boolean =>
    /^(block|list-item|table|flex|grid|inline-block|table-.*)$/.test(getComputedStyle(element).display);
  const differs = (link: Element): boolean => {
    let block = link.parentElement;
    while (block && !isBlock(block)) block = block.parentElement;
    return block !== null && axe.commons.color.elementIsDistinct(link, block);
  };
  const unclear = [...document.querySelectorAll(`${within} a[href]`)].filter((link) => !differs(link));
  if (unclear.length === 0) return [];
  return (await axe.run({ include: unclear }, { ...options, runOnly: ['link-in-text-block'] })).violations;
};

/**
 * Contrast takes axe longer than all other rules together, and pages mostly repeat each other. So each look is checked once: of
 * elements with the same colour, font and backgrounds only the first, unless one was `checked` before.
 */
const runContrast = async ({ within, checked, options }: { within: string; checked: string[]; options: axe.RunOptions }) => {
  const { axe } = window as unknown as AxeWindow;
  const backgrounds = new Map<Element | null, string>([[null, '']]);
  const backgroundOf = (element: Element | null): string => {
    const known = backgrounds.get(element);
    if (known !== undefined || !element) return known ?? '';
    const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode].join();
    const behind = backgroundOf(element.parentElement);
    const look = own === 'rgba(0, 0, 0, 0),none,1,static,none,normal' ? behind : `${own} over ${behind}`;
    backgrounds.set(element, look);
    return look;
  };
  const hasText = (element: Element): boolean =>
    'value' in element || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim());
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, element.matches(':disabled, [aria-disabled]'), backgroundOf(element)].join();
  };
  const seen = new Set(checked);
  const found = new Map<string, Element>();
  for (const element of document.querySelectorAll(`${within}, ${within} *`)) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    const look = lookOf(element);
    if (!seen.has(look) && !found.has(look)) found.set(look, element);
  }
  if (found.size === 0) return { violations: [], looks: [] };
  const { violations } = await axe.run({ include: [...found.values()] }, { ...options, runOnly: ['color-contrast'] });
  return { violations, looks: [...found.keys()] };
};

/** Looks whose contrast was checked, by page: its colour scheme stays the same. */
const checked_looks = new WeakMap<Page, string[]>();

/** Serious and critical axe violations on a page or part of it, with their location. */
export const findViolations = async (page: Page, within = 'html'): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const checked = checked_looks.get(page) ?? [];
  const rules = await page.evaluate(runRules, { within, options: OPTIONS });
  const links = await page.evaluate(runLinksInText, { within, options: OPTIONS });
  const contrast = await page.evaluate(runContrast, { within, checked, options: OPTIONS });
  checked_looks.set(page, [...checked, ...contrast.looks]);
  return [...rules.violations, ...links, ...contrast.violations]
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
    ...(await page.evaluate(findTrailingSpaces, within ?? 'html')).map((link) => `${name} ${link}`),
    ...(wider > 0 ? [`${name} is ${wider} px too wide`] : []),
  ];
};
