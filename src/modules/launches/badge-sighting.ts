import { load } from 'cheerio';
import type { Site } from '../../kernel/context.ts';
import { tamed } from '../../outside/tame.ts';
import { BADGES } from './badge-kinds.ts';

/** An element of a parsed page, as little of it as is read here. */
interface Tag {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Tag[];
}

/** Never drawn, whatever stands in them. A noscript is: by those who have none, and lazy pictures have their copy there. */
const UNSEEN = new Set(['template', 'head', 'script', 'style', 'datalist', 'select', 'object', 'iframe', 'audio', 'video', 'canvas']);
const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0+(?!\.?\d))/i;
const A_DOT = /^\s*[01](?:px)?\s*$/;
const SHOWS = new Set(['img', 'picture', 'svg']);

const isHidden = (name: string, attribs: Record<string, string>): boolean =>
  UNSEEN.has(name) ||
  attribs.hidden !== undefined ||
  NOT_SHOWN.test(attribs.style ?? '') ||
  (name === 'img' && (A_DOT.test(attribs.width ?? '') || A_DOT.test(attribs.height ?? ''))) ||
  (name === 'dialog' && attribs.open === undefined);

/** So much of a link is looked at to see whether there is anything to click on. */
const MOST_LOOKED_AT = 500;

/** Whether a link shows something: words, a picture, or a name for what its style draws. */
const isShown = (link: Tag): boolean => {
  if (link.attribs?.['aria-label']?.trim() || link.attribs?.title?.trim()) return true;
  const left: Tag[] = [...(link.children ?? [])];
  for (let looked = 0; left.length > 0 && looked < MOST_LOOKED_AT; looked++) {
    const node = left.pop()!;
    if (node.type === 'text' && node.data?.trim()) return true;
    if (!node.name || isHidden(node.name, node.attribs ?? {})) continue;
    if (SHOWS.has(node.name)) return true;
    left.push(...(node.children ?? []).slice(0, MOST_LOOKED_AT));
  }
  return false;
};

/** Two addresses of one host, with or without www, by http or https. */
const placeOf = ({ hostname, port, protocol }: URL): string => {
  const usual = protocol === 'http:' ? '80' : '443';
  return `${hostname.replace(/^www\./, '').replace(/\.$/, '')}:${port === usual ? '' : port}`;
};

const pathOf = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname).replace(/\/+$/, '');
  } catch {
    return pathname;
  }
};

interface Wanted {
  place: string;
  page: string;
  pictures: Set<string>;
}

const webAddress = (written: string, base: string): URL | null => {
  const url = URL.parse(written.trim(), base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
};

const isPicture = (written: string, base: string, wanted: Wanted): boolean => {
  const url = webAddress(written, base);
  if (!url) return false;
  if (placeOf(url) === wanted.place) return wanted.pictures.has(pathOf(url));
  // Some sites have their pictures made smaller on the way, and name the picture in the address of who does it.
  return [...url.searchParams.values()].some((value) => {
    const meant = URL.parse(value);
    return meant !== null && placeOf(meant) === wanted.place && wanted.pictures.has(pathOf(meant));
  });
};

const LONGEST_ADDRESS = 4096;

/** Where a picture may come from: its source, its sources by size, and wherever a script finds them later. */
const sourcesOf = (attribs: Record<string, string>): string[] =>
  Object.entries(attribs)
    .filter(([name, value]) => (/^(src|srcset|href|xlink:href)$/.test(name) || name.startsWith('data-')) && value.length <= LONGEST_ADDRESS)
    .flatMap(([name, value]) =>
      /src|href/.test(name) && !/set$/.test(name) ? [value] : value.split(/,?\s+/).map((one) => one.replace(/,$/, '')),
    );

const LINKS = new Set(['a', 'area']);
const PICTURES = new Set(['img', 'source', 'image', 'input']);

const isOurs = (tag: Tag, base: string, wanted: Wanted): boolean => {
  const { name = '', attribs = {} } = tag;
  if (LINKS.has(name)) {
    const url = webAddress(attribs.href ?? attribs['xlink:href'] ?? '', base);
    return url !== null && placeOf(url) === wanted.place && pathOf(url) === wanted.page && (name === 'area' || isShown(tag));
  }
  return PICTURES.has(name) && sourcesOf(attribs).some((source) => isPicture(source, base, wanted));
};

/** Deep pages are walked with a list of our own, in the order in which they stand. */
function* seenOf(root: Tag): Generator<Tag> {
  const left: Tag[] = [root];
  while (left.length > 0) {
    const tag = left.pop()!;
    if (tag.name && isHidden(tag.name, tag.attribs ?? {})) continue;
    if (tag.name) yield tag;
    const children = tag.children ?? [];
    for (let i = children.length - 1; i >= 0; i--) left.push(children[i]!);
  }
}

/** Whether a page shows our badge of a listing: a link to the listing's page or a picture of ours, with any rel, where a reader can see it. */
export const badgeIn = (html: string, page_url: string, site: Pick<Site, 'root'>, slug: string): boolean => {
  const $ = load(tamed(html), { scriptingEnabled: false });
  const root = new URL(site.root);
  const base = webAddress($('base[href]').first().attr('href') ?? '', page_url)?.href ?? page_url;
  const wanted: Wanted = {
    place: placeOf(root),
    page: `/listings/${slug}`,
    pictures: new Set(BADGES.map(({ kind }) => `/badges/${slug}/${kind}.svg`)),
  };
  for (const tag of seenOf($.root()[0] as unknown as Tag)) if (isOurs(tag, base, wanted)) return true;
  return false;
};
