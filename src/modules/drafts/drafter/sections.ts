import type { Tag } from '../page/parse.ts';
import { namesOf } from '../page/regions.ts';
import { FEATURES, isElsewhere } from './section-words.ts';
import { isHeading, levelOf, type Placed, type SitePage } from './site.ts';

/** What stands over a block: the headings it is under, the outermost first, each with the small line above it. */
export interface Section {
  titles: string[];
  /** The one nearest to it. */
  title: string;
  /** Whether one of them announces what the product can do. */
  announced: boolean;
  /** Whether one of them speaks of something else: people, prices, steps, other products. */
  elsewhere: boolean;
}

/** Names of what is a section's headline, or the line above it, whatever its tag. */
const HEADS = /(^|\| )(section|block|sec|sect)s? (title|heading|headline|head|header|label|tag|name)\b/;
const SMALL_LINES = /\b(eyebrow|kicker|overline|sub ?title)\b/;
const SMALL = 60;
const NONE: Section = { titles: [], title: '', announced: false, elsewhere: false };

/** The links of menus say what the parts of a page they lead to are called. */
const namedParts = (page: SitePage): Map<string, string> => {
  const named = new Map<string, string>();
  for (const { tag, text, regions } of page.pointers.a) {
    const id = /^[^#]*#([\w-]+)$/.exec(tag.attribs.href?.trim() ?? '')?.[1];
    if (id && text && text.length <= 30 && (regions.has('nav') || regions.has('header')) && !named.has(id)) named.set(id, text);
  }
  return named;
};

const partOver = (named: Map<string, string>) => {
  const known = new WeakMap<Tag, string>();
  return (tag: Tag): string => {
    const passed: Tag[] = [];
    let found = '';
    for (let outer: Tag | null = tag; outer; outer = outer.parent) {
      const before = known.get(outer);
      const name = outer.attribs.id ? named.get(outer.attribs.id) : undefined;
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

const isHead = (block: Placed): boolean => levelOf(block) <= 2 || (!isHeading(block) && HEADS.test(namesOf(block.tag)));

/** A small line right above a heading belongs to it: "Features" over "All your weeks in one place". */
const isSmallLine = (block: Placed, next: Placed | undefined): boolean =>
  !isHeading(block) &&
  block.text.length <= SMALL &&
  /\p{L}{2}/u.test(block.text) &&
  next !== undefined &&
  isHead(next) &&
  (block.tag.parent === next.tag.parent || HEADS.test(namesOf(block.tag)) || SMALL_LINES.test(namesOf(block.tag))) &&
  !/^(li|td|th|dd|button|label)$/.test(block.tag.name);

const BIGGEST = 6;

/** Tells of each block of a page what stands over it. */
export const sectionsOf = (page: SitePage): Section[] => {
  const named = namedParts(page);
  const part = named.size > 0 ? partOver(named) : () => '';
  const over: string[] = [];
  let small = '';
  let last: { key: string; section: Section } | null = null;
  const told = new Map<string, { announces: boolean; elsewhere: boolean }>();
  const tells = (title: string) => {
    const known = told.get(title) ?? { announces: FEATURES.test(title), elsewhere: isElsewhere(title) };
    told.set(title, known);
    return known;
  };
  return page.blocks.map((block) => {
    const pseudo = !isHeading(block) && block.text.length <= SMALL && HEADS.test(namesOf(block.tag));
    const level = isHeading(block) ? levelOf(block) : pseudo ? 2 : 7;
    // A headline's own text is not what stands over it, but what stands over all of smaller ones.
    const outer = over.slice(0, Math.min(level, BIGGEST + 1)).filter((title) => title !== undefined && title !== '');
    const titles = [part(block.tag), ...outer].filter((title) => title !== '');
    const key = titles.join('\n');
    if (last?.key !== key)
      last = {
        key,
        section:
          titles.length === 0
            ? NONE
            : {
                titles,
                title: titles.at(-1)!,
                announced: titles.some((title) => tells(title).announces),
                elsewhere: titles.some((title) => tells(title).elsewhere),
              },
      };
    const { section } = last;
    if (isSmallLine(block, page.blocks[block.at + 1])) small = block.text;
    else if (level <= BIGGEST) {
      // The first headline of the homepage speaks of everything.
      const everything = level === 1 && page.kind === 'home';
      over.length = Math.min(over.length, level);
      over[level] = everything ? '' : [small, block.text].filter(Boolean).join(' — ');
      small = '';
    } else small = '';
    return section;
  });
};
