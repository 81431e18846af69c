import type { HtmlTag } from '../parse/dom.ts';
import { getClassNames } from '../parse/regions.ts';
import { FEATURES_HEADING, isOtherSection } from '../words/features.ts';
import { headingLevel, isHeading, type PageBlock, type SitePage } from './site.ts';

/** The headings above a block, outermost first, each with the small line above it. */
export interface PageSection {
  titles: string[];
  title: string;
  announced: boolean;
  /** Whether one of them is about something else: people, prices, steps, other products. */
  elsewhere: boolean;
}

/** Class names of section headlines and of the lines above them, whatever the tag. */
const HEADS = /(^|\| )(section|block|sec|sect)s? (title|heading|headline|head|header|label|tag|name|h[1-3])\b/;
const SMALL_LINES = /\b(eyebrow|kicker|overline|sub ?title)\b/;
const SMALL = 60;
/** A title is checked for every block below it; longer text is not a title. */
const LONGEST_TITLE = 400;
const NONE: PageSection = { titles: [], title: '', announced: false, elsewhere: false };

const findSectionNames = (page: SitePage): Map<string, string> => {
  const section_names = new Map<string, string>();
  for (const { tag, text, regions } of page.pointers.a) {
    const id = /^[^#]*#([\w-]+)$/.exec(tag.attribs.href?.trim() ?? '')?.[1];
    if (id && text && text.length <= 30 && (regions.has('nav') || regions.has('header')) && !section_names.has(id))
      section_names.set(id, text);
  }
  return section_names;
};

const createSectionFinder = (section_names: Map<string, string>) => {
  const known = new WeakMap<HtmlTag, string>();
  return (tag: HtmlTag): string => {
    const passed: HtmlTag[] = [];
    let found = '';
    for (let outer: HtmlTag | null = tag; outer; outer = outer.parent) {
      const before = known.get(outer);
      const name = outer.attribs.id ? section_names.get(outer.attribs.id) : undefined;
      if (before !== undefined || name !== undefined) {
        found = name ?? before!;
        break;
      }
      passed.push(outer);
    }
    for (const inner of passed) known.set(inner, found);
    return found;
  };
};

const isHead = (block: PageBlock): boolean => headingLevel(block) <= 2 || (!isHeading(block) && HEADS.test(getClassNames(block.tag)));

/** A small line directly above a heading belongs to it: "Features" above "All your weeks in one place". */
const isSmallLine = (block: PageBlock, next: PageBlock | undefined): boolean =>
  !isHeading(block) &&
  block.text.length <= SMALL &&
  /\p{L}{2}/u.test(block.text) &&
  next !== undefined &&
  isHead(next) &&
  (block.tag.parent === next.tag.parent || HEADS.test(getClassNames(block.tag)) || SMALL_LINES.test(getClassNames(block.tag))) &&
  !/^(li|td|th|dd|button|label)$/.test(block.tag.name);

const BIGGEST = 6;

export const sectionsOf = (page: SitePage): PageSection[] => {
  const section_names = findSectionNames(page);
  const part = section_names.size > 0 ? createSectionFinder(section_names) : () => '';
  const headings: string[] = [];
  let small = '';
  let last = NONE;
  const known_titles = new Map<string, { announces: boolean; elsewhere: boolean }>();
  const classifyTitle = (title: string) => {
    const known = known_titles.get(title) ?? { announces: FEATURES_HEADING.test(title), elsewhere: isOtherSection(title) };
    known_titles.set(title, known);
    return known;
  };
  return page.blocks.map((block) => {
    const pseudo = !isHeading(block) && block.text.length <= SMALL && HEADS.test(getClassNames(block.tag));
    const level = isHeading(block) ? headingLevel(block) : pseudo ? 2 : 7;
    // A headline's section consists of the larger headlines above it, not of its own text.
    const outer = headings.slice(0, Math.min(level, BIGGEST + 1)).filter((title) => title !== undefined && title !== '');
    const titles = [part(block.tag), ...outer].filter((title) => title !== '');
    const same = titles.length === last.titles.length && titles.every((title, i) => title === last.titles[i]);
    if (!same)
      last =
        titles.length === 0
          ? NONE
          : {
              titles,
              title: titles.at(-1)!,
              announced: titles.some((title) => classifyTitle(title).announces),
              elsewhere: titles.some((title) => classifyTitle(title).elsewhere),
            };
    const section = last;
    if (isSmallLine(block, page.blocks[block.at + 1])) small = block.text;
    else if (level <= BIGGEST) {
      // The first headline of the homepage covers everything.
      const everything = level === 1 && page.kind === 'home';
      headings.length = Math.min(headings.length, level);
      headings[level] = everything ? '' : [small, block.text.slice(0, LONGEST_TITLE)].filter(Boolean).join(' — ');
      small = '';
    } else small = '';
    return section;
  });
};
