import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { type Json, objectsOf } from '../page/json-ld.ts';
import { readItem } from '../page/microdata.ts';
import { type Block, type OpenPage, openPage } from '../page/open.ts';
import type { ReadPage } from '../page/page.ts';
import { isTag, isWords, type Tag } from '../page/parse.ts';
import type { Region } from '../page/regions.ts';
import type { Quote } from '../proposal.ts';
import { kindOf, type PageKind } from './kinds.ts';

export interface SitePage extends OpenPage {
  kind: PageKind;
  blocks: Placed[];
}

/** A block with the page it is on. */
export interface Placed extends Block {
  page: SitePage;
}

/** An object of structured data with the page it is on. */
export interface Fact {
  page: SitePage;
  types: string[];
  says: { [key: string]: Json };
  /** How a value of it stands on the page. */
  written: (key: string, value: string) => string;
}

/** A site as the drafter looks at it. */
export interface Site {
  home: SitePage;
  pages: SitePage[];
  facts: Fact[];
  /** Registered domains the site calls its own: where it was read and what its canonical links name. */
  domains: string[];
  /** The same without endings, as bare letters: what a handle or a name may be told by. */
  labels: string[];
}

/** Letters and digits only, lower case: how names are compared. */
export const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

export const quoteOn = (page: { url: string }, quote: string): Quote => ({ quote, url: page.url });

const typesOf = (says: { [key: string]: Json }): string[] =>
  [says['@type'] ?? []].flat().flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []));

/** Hosts that lend a name to many: their domain says nothing about whose site it is. */
const LENT =
  /(^|\.)(github\.io|gitlab\.io|netlify\.app|vercel\.app|pages\.dev|web\.app|firebaseapp\.com|herokuapp\.com|webflow\.io|wixsite\.com|blogspot\.com|wordpress\.com|carrd\.co|notion\.site|framer\.(website|app)|surge\.sh|onrender\.com|fly\.dev|replit\.app|lovable\.app)$/;

/** Shops and networks where a product has a page but no home. */
const SHARED = /(^|\.)(apple|google|github|facebook|twitter|x|linkedin|microsoft|steampowered|itch|schema|example|w3)\.[a-z]+$/;

const ownDomains = (home: SitePage): string[] => {
  const canonical = home.pointers.link.find(({ tag }) => /\bcanonical\b/i.test(tag.attribs.rel ?? ''))?.tag.attribs.href;
  const written = [home.url, canonical, home.metas.find(({ name }) => name === 'og:url')?.content];
  const hosts = written.flatMap((url) => {
    try {
      return url ? [new URL(url, home.url).hostname] : [];
    } catch {
      return [];
    }
  });
  return [...new Set(hosts)];
};

/** The host structured data gives as the site's own. */
const ownHost = ({ page, says, types }: Fact): string[] => {
  const url =
    page.kind === 'home' &&
    types.some((type) => /^(WebSite|Organization|SoftwareApplication|WebApplication|MobileApplication)$/.test(type)) &&
    typeof says.url === 'string'
      ? URL.parse(says.url)
      : null;
  return url && /^https?:$/.test(url.protocol) && !SHARED.test(url.hostname) ? [url.hostname] : [];
};

const labelOf = (host: string): string => {
  const lent = LENT.exec(host);
  return bare(lent ? (host.slice(0, lent.index).split('.').at(-1) ?? '') : (getDomainWithoutSuffix(host) ?? ''));
};

const asData = (key: string, value: string): string => `"${key}": "${value}"`;
const asText = (_: string, value: string): string => value;

/** What a page tells machines: its structured data, then what its elements say by their attributes. */
const factsOf = (page: SitePage): Fact[] => {
  const known = new Map<Tag, { [key: string]: Json }>();
  const data = page.data.flatMap((root) => objectsOf(root).map((says) => ({ page, says, types: typesOf(says), written: asData })));
  const items = page.items.map((item) => readItem(item, known)).map((says) => ({ page, says, types: typesOf(says), written: asText }));
  return [...data, ...items];
};

/** A page that holds its text in several languages and shows one: that of the page, or the first. */
const inOneLanguage = ({ blocks, lang }: OpenPage): Block[] => {
  const spoken = [...new Set(blocks.map((block) => block.lang))].filter((one) => one !== '');
  if (spoken.length < 2) return blocks;
  const chosen = spoken.find((one) => lang.startsWith(one)) ?? spoken[0]!;
  return blocks.filter((block) => block.lang === '' || block.lang === chosen);
};

/** Opens every page once and looks who it is. */
export const openSite = (pages: ReadPage[]): Site => {
  const first = pages[0]!;
  const opened = pages.map((read) => {
    const page: SitePage = { ...openPage(read), kind: kindOf(read.url, first.url), blocks: [] };
    page.blocks = inOneLanguage(openPage(read)).map((block, at) => ({ ...block, at, page }));
    return page;
  });
  const home = opened[0]!;
  const facts = opened.flatMap(factsOf);
  const hosts = [...new Set([...ownDomains(home), ...facts.flatMap(ownHost)])];
  return {
    home,
    pages: opened,
    facts,
    domains: [...new Set(hosts.map((host) => (LENT.test(host) ? host : (getDomain(host) ?? host))))],
    labels: [...new Set(hosts.map(labelOf))].filter((label) => label.length > 1),
  };
};

/** A string of structured data, folded; empty strings and placeholders are nothing. */
export const said = (value: Json | undefined): string | null => {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : null;
  return text && !/^(n\/?a|null|undefined|none|todo|tbd|-+|\.+)$/i.test(text) ? text : null;
};

/** What makers of templates write into their pages, and nobody who used one has changed. Who sells templates speaks of them on the page, too. */
const TEMPLATE =
  /\b(bootstrap|html5?|css3?|wordpress|jekyll|hugo|tailwind|webflow|responsive|multi-?purpose|one-?page|landing page|admin)\b.*\b(templates?|themes?|landing pages?|starter|boilerplate)\b|\bcreate[- ]react[- ]app\b|\bjust another wordpress\b|\bgenerated by create next app\b/i;
const isTemplates = ({ blocks }: OpenPage, text: string): boolean =>
  TEMPLATE.test(text) && !blocks.some((block) => /\b(templates?|themes?|landing pages?|boilerplate)\b/i.test(block.text));

export const metaOf = (page: OpenPage, ...names: string[]): string | null => {
  for (const name of names) {
    const found = page.metas.find((meta) => meta.name === name && meta.content.length > 1 && !isTemplates(page, meta.content));
    if (found) return found.content;
  }
  return null;
};

/** Where no statement of the product about itself stands. */
const NOT_ITS_OWN: Region[] = ['testimonial', 'cookie', 'mock', 'svg', 'code', 'form', 'nav'];

export const isOwnWord = ({ regions }: { regions: ReadonlySet<Region> }, ...besides: Region[]): boolean =>
  !NOT_ITS_OWN.some((region) => regions.has(region)) && !besides.some((region) => regions.has(region));

/** All blocks of pages of these kinds, in the order of the kinds. */
export const blocksOf = (site: Site, ...kinds: PageKind[]): Placed[] =>
  kinds.flatMap((kind) => site.pages.filter((page) => page.kind === kind).flatMap(({ blocks }) => blocks));

/** The heading a block stands under, at most so many blocks above. */
export const headingOver = ({ page, at }: Placed, levels = /^h[1-3]$/): string =>
  page.blocks.slice(Math.max(0, at - 40), at).findLast(({ tag }) => levels.test(tag.name))?.text ?? '';

const RIVALS =
  /\b(compared? (to|with|against)|comparison|versus|vs|alternatives?|vergleich\w*|than others?|competitors?|competition|comparaci[oó]n|comparativa|comparaison|confronto|comparação)\b|比較|对比/i;
const PLANS = /\b(plans?|pricing|features|pläne|preise|tarife|planes|precios|tarifs)\b|プラン/i;
/** Whether a block stands where a product is set against others; setting its own plans side by side is another thing. */
export const isAgainstRivals = (block: Placed): boolean => {
  const over = headingOver(block);
  if (RIVALS.test(over)) return !PLANS.test(over);
  return block.regions.has('compare') && !block.regions.has('pricing');
};

export const isHeading = ({ tag }: Block): boolean => /^h[1-6]$/.test(tag.name);
export const levelOf = ({ tag }: Block): number => (/^h[1-6]$/.test(tag.name) ? Number(tag.name[1]) : 7);

/** Whether a block, or what stands behind it up to another, leads out of the site. */
export const leadsAway = ({ domains }: Site, { page, at }: Placed, until: number): boolean =>
  page.pointers.a.some((link) => {
    if (link.at < at || link.at >= until || link.hidden) return false;
    const to = URL.parse(link.tag.attribs.href?.trim() ?? '', page.base);
    return to !== null && /^https?:$/.test(to.protocol) && !isOurHost(domains, to.hostname);
  });

const isOurHost = (domains: string[], host: string): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`) || getDomain(host) === domain);

/** Whether an element holds nothing but links and buttons. */
export const isLinks = ({ children }: Tag): boolean =>
  children.every((child) =>
    isTag(child)
      ? /^(a|br|button|img|svg)$/.test(child.name) || (child.name === 'span' && child.children.length > 0 && isLinks(child))
      : !isWords(child) || !/[\p{L}\p{N}]/u.test(child.data),
  );
