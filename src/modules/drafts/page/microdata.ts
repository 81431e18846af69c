import type { Json } from './json-ld.ts';
import { textWithin } from './open.ts';
import { isTag, type PageNode, type Tag } from './parse.ts';

const LONGEST = 2000;
const MOST_NODES = 2000;

/** What an element with a property says: its address, its machine's form, or the words in it. */
const said = (tag: Tag): string => {
  const { content, href, src, datetime } = tag.attribs;
  return (content ?? (tag.name === 'a' || tag.name === 'link' ? href : undefined) ?? src ?? datetime ?? textWithin(tag, LONGEST)).trim();
};

/** A thing described in the attributes of elements, as structured data would have it; things inside of it are its values. */
export const readItem = (item: Tag, known = new Map<Tag, { [key: string]: Json }>()): { [key: string]: Json } => {
  const before = known.get(item);
  if (before) return before;
  const says: { [key: string]: Json } = { '@type': item.attribs.itemtype ?? '' };
  known.set(item, says);
  const stack: PageNode[] = item.children.slice(0, MOST_NODES).reverse();
  for (let seen = 0; stack.length > 0 && seen < MOST_NODES; seen++) {
    const node = stack.pop()!;
    if (!isTag(node)) continue;
    const inner = node.attribs.itemscope !== undefined;
    for (const name of (node.attribs.itemprop ?? '').split(/\s+/).filter(Boolean)) {
      const value = inner ? readItem(node, known) : said(node);
      says[name] = says[name] === undefined ? value : [says[name], value].flat();
    }
    if (!inner) stack.push(...node.children.slice(0, MOST_NODES).reverse());
  }
  return says;
};
