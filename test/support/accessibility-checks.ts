import type axe from 'axe-core';

type Axe = typeof axe & {
  _audit: { rules: { id: string; impact: string }[] };
  commons: { color: { elementIsDistinct(element: Element, other: Element): boolean } };
};

/** What the checks leave in a window. */
export interface ChecksWindow {
  axe: Axe;
  checks: {
    /** Serious violations, and looks whose contrast is now checked. With `once`, first removes what was checked before. */
    find(within: string, once: boolean): Promise<{ violations: string[]; looks: string[] }>;
    /** Underlined links that end in a space, which is underlined too. */
    findTrailingSpaces(within: string): string[];
  };
}

/** Runs in the browser, once `axe` is there. The contrast of `checked` looks is not checked again. */
export const installChecks = (checked: string[]): void => {
  const { axe } = window as unknown as ChecksWindow;
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false };

  /** All rules but contrast and links in text. Those below serious are disabled, too: they cost as much as the others. */
  const skipped = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => id);
  const rules = Object.fromEntries([...skipped, 'color-contrast', 'link-in-text-block'].map((id) => [id, { enabled: false }]));
  const runRules = async (within: string): Promise<axe.Result[]> => (await axe.run(within, { ...options, rules })).violations;

  /**
   * A link in text must differ from it by colour or by more, such as an underline; either is enough. Comparing colours takes axe a sixth
   * of its time, so only links that axe finds not to differ otherwise are checked.
   */
  const runLinksInText = async (within: string): Promise<axe.Result[]> => {
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

  /** What contrast depends on: colour, backgrounds, and whether the text counts as large. */
  const createLooks = () => {
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
    /** Null for what shows no text. */
    return (element: Element): string | null => {
      if (!hasText(element) || !element.checkVisibility()) return null;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const is_large = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      return [color, is_large, textShadow, element.matches(':disabled, [aria-disabled]'), backgroundOf(element)].join();
    };
  };

  /**
   * Contrast takes axe longer than all other rules together, and pages mostly repeat each other. So each look is checked once: of elements
   * that look the same only the first, unless one was checked before.
   */
  const seen = new Set(checked);
  const runContrast = async (within: string) => {
    const lookOf = createLooks();
    const found = new Map<string, Element>();
    for (const element of document.querySelectorAll(`${within}, ${within} *`)) {
      const look = lookOf(element);
      if (look !== null && !seen.has(look) && !found.has(look)) found.set(look, element);
    }
    if (found.size === 0) return { violations: [], looks: [] };
    const { violations } = await axe.run({ include: [...found.values()] }, { ...options, runOnly: ['color-contrast'] });
    for (const look of found.keys()) seen.add(look);
    return { violations, looks: [...found.keys()] };
  };

  const find = async (within: string, once: boolean) => {
    if (once && !removeChecked(within)) return { violations: [], looks: [] };
    const contrast = await runContrast(within);
    const violations = [...(await runRules(within)), ...(await runLinksInText(within)), ...contrast.violations]
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    return { violations, looks: contrast.looks };
  };

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

  /** Parts of pages that were checked, and numbers for what describes them. */
  const keys = new Set<string>();
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const BLOCKS = /^(div|section|article|aside|nav|header|footer|ul|ol|li|form|details|blockquote|fieldset|dialog)$/;
  const WHOLE_BLOCKS = /^(p|h[1-6]|dl|table|figure|pre|hr)$/;
  const FREE = /^(id|href|src|srcset|name|value|title|alt|placeholder|content|datetime|action|cite|width|height|aria-label|data-.*)$/;
  const REFERENCES = /^(for|form|list|headers|aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto))$/;
  const referencesOf = (element: Element): string[] =>
    [...element.attributes].filter(({ name }) => REFERENCES.test(name)).flatMap(({ value }) => value.split(/\s+/));

  /**
   * Removes the parts of a page that were checked on an earlier page of this window: of blocks with the same elements, attributes and
   * looks in the same place only the first stays. Texts and addresses may differ, as long as there are some, and so may the number of equal
   * blocks. Elements that refer to each other stay together.
   */
  const removeChecked = (within: string): boolean => {
    const root = document.querySelector(within)!;
    const lookOf = createLooks();
    const referrers = new Map<string, Element[]>();
    const targets = new Map<string, Element>();
    let has_twice = false;
    for (const element of document.querySelectorAll('*')) {
      for (const id of referencesOf(element)) referrers.set(id, [...(referrers.get(id) ?? []), element]);
      if (element.id) has_twice ||= targets.has(element.id);
      if (element.id) targets.set(element.id, element);
    }
    const refersOnlyInside = (part: Element): boolean =>
      [part, ...part.querySelectorAll('*')].every(
        (element) =>
          referencesOf(element).every((id) => part.contains(targets.get(id) ?? part)) &&
          (!element.id || (referrers.get(element.id) ?? []).every((referrer) => part.contains(referrer))),
      );

    /** Parts that scroll, or that lie over others. */
    const unusual = new Set<Element>();
    const describe = (element: Element): string => {
      const { overflowX, overflowY, position } = getComputedStyle(element);
      const scrolls =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth) ||
        (overflowY !== 'visible' && element.scrollHeight > element.clientHeight);
      if (scrolls || position === 'absolute' || position === 'fixed' || position === 'sticky') unusual.add(element);
      const attributes = [...element.attributes].map(({ name, value }) => {
        if (FREE.test(name)) return value.trim() ? name : `${name} empty`;
        if (REFERENCES.test(name)) return `${name} ${value.split(/\s+/).map((id) => targets.has(id))}`;
        return `${name}=${value}`;
      });
      const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => Boolean(label.textContent?.trim()));
      return [element.localName, ...attributes.sort(), labels, scrolls, lookOf(element)].join('|');
    };
    const own = new Map<Element, number>();
    const whole = new Map<Element, number>();
    const readPart = (element: Element): number => {
      const parts = new Set<number | string>();
      for (const child of element.childNodes) {
        if (child instanceof Element) parts.add(readPart(child));
        else if (child.nodeType === Node.TEXT_NODE && child.textContent!.trim()) parts.add('text');
      }
      own.set(element, numberOf(describe(element)));
      const number = numberOf(`${own.get(element)}(${[...parts]})`);
      whole.set(element, number);
      return number;
    };
    readPart(root);

    const removed: Element[] = [];
    const visit = (element: Element, place: number): void => {
      for (const child of element.children) {
        const is_block = BLOCKS.test(child.localName);
        if (!is_block && !WHOLE_BLOCKS.test(child.localName)) continue;
        const key = `${place} ${whole.get(child)}`;
        if (!keys.has(key)) {
          keys.add(key);
          // A part that scrolls must keep what makes it scroll, and a role may require others inside.
          if (is_block && !child.hasAttribute('role') && !unusual.has(child)) visit(child, numberOf(`${place} in ${own.get(child)}`));
        } else if (!has_twice && !unusual.has(child) && refersOnlyInside(child)) removed.push(child);
      }
    };
    let place = 0;
    for (let element: Element | null = root; element; element = element.parentElement)
      place = numberOf(`${place} in ${own.get(element) ?? describe(element)}`);
    visit(root, place);
    for (const element of removed) element.remove();
    // What is around it is not checked.
    for (let element = root; element.parentElement; element = element.parentElement)
      for (const other of [...element.parentElement.children]) if (other !== element && other !== document.head) other.remove();
    return root.children.length > 0;
  };

  (window as unknown as ChecksWindow).checks = { find, findTrailingSpaces };
};
