import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { normalize } from '../../../kernel/unicode.ts';
import { type HtmlTag, isTag, isTextNode, memoizeByObject } from '../parse/dom.ts';
import { type JsonObject, type JsonValue, listObjects } from '../parse/json-ld.ts';
import type { PageContent } from '../parse/page.ts';
import { type LinkedElement, type ParsedPage, parsePage, readMicrodata, type TextBlock } from '../parse/parsed-page.ts';
import type { PageRegion } from '../parse/regions.ts';
import type { EvidenceQuote } from '../proposal.ts';
import { type PageKind, pageKindOf } from '../words/page-kinds.ts';
import { lowerBound } from '../words/terms.ts';
import { collapseSpaces } from '../words/text.ts';

export interface SitePage extends ParsedPage {
  kind: PageKind;
  blocks: PageBlock[];
}

export interface PageBlock extends TextBlock {
  page: SitePage;
}

export interface StructuredFact {
  page: SitePage;
  types: string[];
  values: JsonObject;
  written: (key: string, value: string) => string;
}

export interface ProductSite {
  home: SitePage;
  pages: SitePage[];
  facts: StructuredFact[];
  /** The site's own domains: where it was crawled, and those its canonical links name. */
  domains: string[];
  /** The domains without suffix, as bare letters, to compare with handles and names. */
  labels: string[];
}

/** Only letters and digits in lower case, for comparing names. */
export const lettersOnly = (text: string): string =>
  normalize(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
/** Whether a text is Japanese, Chinese or Korean, where few characters say much. */
export const isWide = (text: string): boolean => WIDE.test(text);

/** Whether one pattern matches somewhere after another. A single expression would backtrack over the rest repeatedly. */
export const isFollowedBy = (text: string, first: RegExp, then: RegExp): boolean => {
  const found = first.exec(text);
  return found !== null && then.test(text.slice(found.index + found[0].length));
};

export const quoteFrom = (page: { url: string }, quote: string): EvidenceQuote => ({ quote, url: page.url });

export const toList = (value: JsonValue | undefined): JsonValue[] => [value ?? []].flat();
export const toObject = (value: JsonValue | undefined): JsonObject | null =>
  value && typeof value === 'object' && !Array.isArray(value) ? value : null;

const getTypes = (values: JsonObject): string[] =>
  toList(values['@type']).flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []));

/** Shared hosting: the domain says nothing about the site's owner. */
const SHARED_HOSTING =
  /(^|\.)(github\.io|gitlab\.io|netlify\.app|vercel\.app|pages\.dev|web\.app|firebaseapp\.com|herokuapp\.com|webflow\.io|wixsite\.com|blogspot\.com|wordpress\.com|carrd\.co|notion\.site|framer\.(website|app)|surge\.sh|onrender\.com|fly\.dev|replit\.app|lovable\.app)$/;

/** Stores and networks where a product has a page but no site of its own. */
const PLATFORM_HOSTS =
  /(^|\.)(apple|google|github|facebook|twitter|x|linkedin|microsoft|steampowered|itch|schema|example|w3)\.[a-z]{1,24}$/;

const listOwnHosts = (home: SitePage): string[] => {
  const canonical = home.pointers.link.find(({ tag }) => /\bcanonical\b/i.test(tag.attribs.rel ?? ''))?.tag.attribs.href;
  const written = [home.url, canonical, home.metas.find(({ name }) => name === 'og:url')?.content];
  return written.flatMap((url) => (url ? (URL.parse(url, home.url)?.hostname ?? []) : []));
};

const OWN_TYPES = /^(WebSite|Organization|SoftwareApplication|WebApplication|MobileApplication)$/;
/** The host that structured data declares as the site's own. */
const findOwnHost = ({ page, values, types }: StructuredFact): string[] => {
  if (page.kind !== 'home' || typeof values.url !== 'string' || !types.some((type) => OWN_TYPES.test(type))) return [];
  const url = URL.parse(values.url);
  return url && /^https?:$/.test(url.protocol) && !PLATFORM_HOSTS.test(url.hostname) ? [url.hostname] : [];
};

const getHostLabel = (host: string): string => {
  const shared_host = SHARED_HOSTING.exec(host);
  return lettersOnly(shared_host ? (host.slice(0, shared_host.index).split('.').at(-1) ?? '') : (getDomainWithoutSuffix(host) ?? ''));
};

const asData = (key: string, value: string): string => `"${key}": "${value}"`;
const asText = (_: string, value: string): string => value;

const readFacts = (page: SitePage): StructuredFact[] => {
  const known = new Map<HtmlTag, JsonObject>();
  const toFact = (values: JsonObject, written: StructuredFact['written']) => ({ page, values, types: getTypes(values), written });
  return [
    ...page.data.flatMap(listObjects).map((values) => toFact(values, asData)),
    ...page.items.map((item) => toFact(readMicrodata(item, known), asText)),
  ];
};

/** If a page contains several languages and shows one: that of the page, or else the first. */
const selectLanguage = ({ blocks, lang }: ParsedPage): TextBlock[] => {
  const languages = [...new Set(blocks.map((block) => block.lang))].filter((one) => one !== '');
  if (languages.length < 2) return blocks;
  const chosen = languages.find((one) => lang.startsWith(one)) ?? languages[0]!;
  return blocks.filter((block) => block.lang === '' || block.lang === chosen);
};

/** Regions that say what a part of a page is. Around nearly all of it they say nothing: some sites wrap every page in a form. */
const PARTS: PageRegion[] = [
  'form',
  'mock',
  'modal',
  'testimonial',
  'team',
  'customer',
  'article',
  'step',
  'audience',
  'work',
  'community',
  'aside',
];
const [MOST_OF_PAGE, SHORT_PAGE] = [0.8, 20];
const withoutWrappers = (blocks: TextBlock[]): TextBlock[] => {
  if (blocks.length < SHORT_PAGE) return blocks;
  const wrappers = PARTS.filter((part) => blocks.filter(({ regions }) => regions.has(part)).length > blocks.length * MOST_OF_PAGE);
  if (wrappers.length === 0) return blocks;
  const known = new Map<ReadonlySet<PageRegion>, ReadonlySet<PageRegion>>();
  return blocks.map((block) => {
    const regions = known.get(block.regions) ?? new Set([...block.regions].filter((region) => !wrappers.includes(region)));
    known.set(block.regions, regions);
    return { ...block, regions };
  });
};

/** A product has few hosts of its own; data with more is a list of others. */
const MAX_HOSTS = 50;

export const openProductSite = (pages: PageContent[]): ProductSite => {
  const first = pages[0]!;
  const opened = pages.map((read) => {
    const page: SitePage = { ...parsePage(read), kind: pageKindOf(read.url, first.url), blocks: [] };
    const chosen = selectLanguage(parsePage(read));
    page.blocks = (page.kind === 'home' || page.kind === 'features' ? withoutWrappers(chosen) : chosen).map((block, at) => ({
      ...block,
      at,
      page,
    }));
    return page;
  });
  const home = opened[0]!;
  const facts = opened.flatMap(readFacts);
  const hosts = [...new Set([...listOwnHosts(home), ...facts.flatMap(findOwnHost)])].slice(0, MAX_HOSTS);
  return {
    home,
    pages: opened,
    facts,
    domains: [...new Set(hosts.map((host) => (SHARED_HOSTING.test(host) ? host : (getDomain(host) ?? host))))],
    labels: [...new Set(hosts.map(getHostLabel))].filter((label) => label.length > 1),
  };
};

/** A string of structured data with collapsed white space; null for empty strings and placeholders. */
export const textValue = (value: JsonValue | undefined): string | null => {
  const text = typeof value === 'string' ? collapseSpaces(value) : null;
  return text && !/^(n\/?a|null|undefined|none|todo|tbd|-+|\.+)$/i.test(text) ? text : null;
};

/** Default texts of templates that nobody changed. Sites that sell templates also mention them on the page. */
const TEMPLATE_KIND =
  /\b(bootstrap|html5?|css3?|wordpress|jekyll|hugo|tailwind|webflow|responsive|multi-?purpose|one-?page|landing page|admin)\b/i;
const TEMPLATE_WORD = /\b(templates?|themes?|landing pages?|starter|boilerplate)\b/i;
const TEMPLATE = /\bcreate[- ]react[- ]app\b|\bjust another wordpress\b|\bgenerated by create next app\b/i;
/** Whether a page is about templates. Cached, because a page may have many metas. */
const mentionsTemplates = memoizeByObject((blocks: ParsedPage['blocks']) =>
  blocks.some((block) => /\b(templates?|themes?|landing pages?|boilerplate)\b/i.test(block.text)),
);
const isTemplateDefault = ({ blocks }: ParsedPage, text: string): boolean =>
  (TEMPLATE.test(text) || isFollowedBy(text, TEMPLATE_KIND, TEMPLATE_WORD)) && !mentionsTemplates(blocks);

export const metaContent = (page: ParsedPage, ...names: string[]): string | null => {
  for (const name of names) {
    const found = page.metas.find((meta) => meta.name === name && meta.content.length > 1 && !isTemplateDefault(page, meta.content));
    if (found) return found.content;
  }
  return null;
};

/** The pages in the language of the homepage; a site's other languages would repeat the same facts. */
export const pagesInLanguage = ({ home, pages }: ProductSite): SitePage[] =>
  pages.filter(({ lang }) => lang === '' || home.lang === '' || lang.slice(0, 2) === home.lang.slice(0, 2));

/** Regions that contain no statements of the product about itself. */
const NOT_ITS_OWN: PageRegion[] = ['testimonial', 'cookie', 'mock', 'svg', 'code', 'form', 'nav'];

export const isIn = ({ regions }: { regions: ReadonlySet<PageRegion> }, ...any_of: PageRegion[]): boolean =>
  any_of.some((region) => regions.has(region));
export const isOwnStatement = (block: { regions: ReadonlySet<PageRegion> }, ...besides: PageRegion[]): boolean =>
  !isIn(block, ...NOT_ITS_OWN, ...besides);

export const blocksOf = (site: ProductSite, ...kinds: PageKind[]): PageBlock[] =>
  kinds.flatMap((kind) => site.pages.filter((page) => page.kind === kind).flatMap(({ blocks }) => blocks));

export const headingAbove = ({ page, at }: PageBlock, levels = /^h[1-3]$/): string =>
  page.blocks.slice(Math.max(0, at - 40), at).findLast(({ tag }) => levels.test(tag.name))?.text ?? '';

const RIVALS =
  /\b(compared? (to|with|against)|comparison|versus|vs|alternatives?|vergleich\w{0,30}|than others?|competitors?|competition|comparaci[oó]n|comparativa|comparaison|confronto|comparação)\b|比較|对比/i;
const PLANS = /\b(plans?|pricing|features|pläne|preise|tarife|planes|precios|tarifs)\b|プラン/i;
/** Whether a block compares the product with others; a comparison of its own plans does not count. */
export const isComparison = (block: PageBlock): boolean => {
  const over = headingAbove(block);
  if (RIVALS.test(over)) return !PLANS.test(over);
  return block.regions.has('compare') && !block.regions.has('pricing');
};

export const isHeading = ({ tag }: TextBlock): boolean => /^h[1-6]$/.test(tag.name);
export const headingLevel = ({ tag }: TextBlock): number => (/^h[1-6]$/.test(tag.name) ? Number(tag.name[1]) : 7);

/** The links from one block up to another. Links are in page order. */
export const linksBetween = ({ pointers }: SitePage, from: number, until: number): LinkedElement[] => {
  const countBefore = (at: number): number => lowerBound(pointers.a, (link) => link.at < at);
  return pointers.a.slice(countBefore(from), countBefore(until));
};

/** Whether a block, or the text up to another one, links to another site. */
export const linksAway = ({ domains }: ProductSite, { page, at }: PageBlock, until: number): boolean =>
  linksBetween(page, at, until).some((link) => {
    if (link.hidden) return false;
    const to = URL.parse(link.tag.attribs.href?.trim() ?? '', page.base);
    return to !== null && /^https?:$/.test(to.protocol) && !isOurHost(domains, to.hostname);
  });

const isOurHost = (domains: string[], host: string): boolean => {
  const registered = getDomain(host);
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`) || registered === domain);
};

/** Whether an element contains only links and buttons. Cached, because blocks share elements. */
export const isOnlyLinks: (tag: HtmlTag) => boolean = memoizeByObject((tag) =>
  tag.children.every((child) =>
    isTag(child)
      ? /^(a|br|button|img|svg)$/.test(child.name) || (child.name === 'span' && child.children.length > 0 && isOnlyLinks(child))
      : !isTextNode(child) || !/[\p{L}\p{N}]/u.test(child.data),
  ),
);

export const resolveUrl = (href: string, { base }: SitePage): string | null => {
  const url = URL.parse(href.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};
