import type { Site } from '../../../kernel/context.ts';
import { parseHtmlTree } from '../../../kernel/parsing/html-tree.ts';
import { implementTask } from '../../../kernel/parsing/task.ts';
import { BADGE_KINDS } from '../../listings/badges/kinds.ts';
import { listingPath } from '../../sites/addresses.ts';
import { check_badge } from './parser-tasks.ts';

/** The part of a parsed element that we read. */
interface Tag {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Tag[];
}

/** Never visible, whatever they contain. A noscript element is read: lazy-loaded images often have their plain copy there. */
const INVISIBLE_TAGS = new Set([
  'template',
  'head',
  'script',
  'style',
  'datalist',
  'select',
  'object',
  'iframe',
  'audio',
  'video',
  'canvas',
]);
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:0+(?:\.0+)?|\.0+)(?!\.?\d))/i;
const TINY_SIZE = /^\s*[01](?:px)?\s*$/;
const IMAGE_TAGS = new Set(['img', 'picture', 'svg']);

const isHidden = (name: string, attribs: Record<string, string>): boolean =>
  INVISIBLE_TAGS.has(name) ||
  attribs.hidden !== undefined ||
  HIDDEN_STYLE.test(attribs.style ?? '') ||
  (name === 'img' && (TINY_SIZE.test(attribs.width ?? '') || TINY_SIZE.test(attribs.height ?? ''))) ||
  (name === 'dialog' && attribs.open === undefined);

const MAX_NODES = 500;

/** Whether a link shows something: text, an image, or a label for what its style draws. */
const hasVisibleContent = (link: Tag): boolean => {
  if (link.attribs?.['aria-label']?.trim() || link.attribs?.title?.trim()) return true;
  const pending: Tag[] = [...(link.children ?? [])];
  for (let visited = 0; pending.length > 0 && visited < MAX_NODES; visited++) {
    const node = pending.pop()!;
    if (node.type === 'text' && node.data?.trim()) return true;
    if (!node.name || isHidden(node.name, node.attribs ?? {})) continue;
    if (IMAGE_TAGS.has(node.name)) return true;
    pending.push(...(node.children ?? []).slice(0, MAX_NODES));
  }
  return false;
};

/** Key for comparing hosts: ignores www and the difference between http and https. */
const hostKey = ({ hostname, port, protocol }: URL): string => {
  const default_port = protocol === 'http:' ? '80' : '443';
  return `${hostname.replace(/^www\./, '').replace(/\.$/, '')}:${port === default_port ? '' : port}`;
};

const decodedPath = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname).replace(/(?<!\/)\/+$/, '');
  } catch {
    return pathname;
  }
};

interface BadgeTarget {
  host: string;
  page: string;
  pictures: Set<string>;
}

const parseWebUrl = (href: string, base: string): URL | null => {
  const url = URL.parse(href.trim(), base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
};

const isBadgeImage = (href: string, base: string, target: BadgeTarget): boolean => {
  const url = parseWebUrl(href, base);
  if (!url) return false;
  if (hostKey(url) === target.host) return target.pictures.has(decodedPath(url));
  // Image proxies carry the address of the original image in a query parameter.
  return [...url.searchParams.values()].some((value) => {
    const nested_url = URL.parse(value);
    return nested_url !== null && hostKey(nested_url) === target.host && target.pictures.has(decodedPath(nested_url));
  });
};

const MAX_URL_LENGTH = 4096;

/** Every address an image may load from: src, srcset, and the data- attributes that lazy-loading scripts use. */
const imageUrls = (attribs: Record<string, string>): string[] =>
  Object.entries(attribs)
    .filter(([name, value]) => (/^(src|srcset|href|xlink:href)$/.test(name) || name.startsWith('data-')) && value.length <= MAX_URL_LENGTH)
    .flatMap(([name, value]) =>
      /src|href/.test(name) && !/set$/.test(name) ? [value] : value.split(/,?\s+/).map((one) => one.replace(/,$/, '')),
    );

const LINKS = new Set(['a', 'area']);
const IMAGE_SOURCES = new Set(['img', 'source', 'image', 'input']);

const pointsToListing = (tag: Tag, base: string, target: BadgeTarget): boolean => {
  const { name = '', attribs = {} } = tag;
  if (LINKS.has(name)) {
    const url = parseWebUrl(attribs.href ?? attribs['xlink:href'] ?? '', base);
    return url !== null && hostKey(url) === target.host && decodedPath(url) === target.page && (name === 'area' || hasVisibleContent(tag));
  }
  return IMAGE_SOURCES.has(name) && imageUrls(attribs).some((source) => isBadgeImage(source, base, target));
};

/** Walks the tree in document order. Iterative, because deep pages would overflow the stack. */
function* walk(root: Tag, isSkipped: (tag: Tag) => boolean): Generator<Tag> {
  const pending: Tag[] = [root];
  while (pending.length > 0) {
    const tag = pending.pop()!;
    if (isSkipped(tag)) continue;
    if (tag.name) yield tag;
    const children = tag.children ?? [];
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i]!);
  }
}

const visibleTags = (page: Tag) => walk(page, ({ name, attribs = {} }) => name !== undefined && isHidden(name, attribs));

/** The page's base address for relative links. */
const findBaseHref = (page: Tag): string | undefined => {
  for (const { name, attribs } of walk(page, ({ name }) => name === 'template'))
    if (name === 'base' && attribs?.href !== undefined) return attribs.href;
  return undefined;
};

/** Whether a page shows the badge of a listing: a visible link to the listing's page, or a visible badge image, with any rel. */
export const hasBadge = (html: string, page_url: string, site: Pick<Site, 'root'>, slug: string): boolean => {
  const page = parseHtmlTree(html, { scriptingEnabled: false }) as unknown as Tag;
  const root = new URL(site.root);
  const base = parseWebUrl(findBaseHref(page) ?? '', page_url)?.href ?? page_url;
  const target: BadgeTarget = {
    host: hostKey(root),
    page: listingPath(slug),
    pictures: new Set(BADGE_KINDS.map(({ kind }) => `/badges/${slug}/${kind}.svg`)),
  };
  for (const tag of visibleTags(page)) if (pointsToListing(tag, base, target)) return true;
  return false;
};

export const LAUNCH_PARSERS = [
  implementTask(check_badge, ({ body, page_url, site_root, slug }) =>
    hasBadge(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString(), page_url, { root: site_root }, slug),
  ),
];
