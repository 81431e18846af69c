import { load } from 'cheerio';
import { tamed } from '../../../outside/tame.ts';

/** An element of a parsed page, as little of it as is read here. */
export interface Tag {
  type: string;
  name: string;
  attribs: Record<string, string>;
  children: PageNode[];
  parent: Tag | null;
}

interface Words {
  type: 'text' | 'comment' | 'directive' | 'cdata';
  data: string;
  parent: Tag | null;
}

export type PageNode = Tag | Words;

export const NAMELESS = { name: 'root', attribs: {} };
const TAGS = new Set(['tag', 'script', 'style', 'root']);

export const isTag = (node: PageNode | null): node is Tag => node !== null && TAGS.has(node.type);
/** What a template holds is a page of its own to the parser, without attributes. */
export const isInnerPage = (node: Tag): boolean => node.type === 'root';
export const isWords = (node: PageNode): node is Words => node.type === 'text';

/** Parses a page as a browser would, in bounded time whatever it holds. */
export const parsePage = (html: string): Tag => {
  const root = load(tamed(html)).root()[0] as unknown as Tag;
  Object.assign(root, NAMELESS);
  return root;
};
