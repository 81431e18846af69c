import { getDomainWithoutSuffix } from 'tldts';
import { isTag } from '../parse/dom.ts';
import { getClassNames } from '../parse/regions.ts';
import type { EvidenceQuote, ProposedValue } from '../proposal.ts';
import { socialProfileOf } from '../words/hosts.ts';
import { isPageWord, isPronoun, subjectOfQuestion } from '../words/page-kinds.ts';
import {
  isHeading,
  isIn,
  isOwnStatement,
  lettersOnly,
  metaContent,
  type ProductSite,
  quoteFrom,
  type SitePage,
  type StructuredFact,
  textValue,
} from './site.ts';

const PRODUCT = /^(SoftwareApplication|WebApplication|MobileApplication|VideoGame|Product|SoftwareSourceCode|Game|Service|Brand)$/;
const MAKER = /^(Organization|Corporation|LocalBusiness|Company|OnlineBusiness|NGO)$/;
const PARTED = / (?:[|–—·•»›~-] |[–—])| ?(?:[|·•»›] ?|[:：] |[–—] )|[｜【】]/;

/** Class names that makers give their name or logo. */
const BRAND = /\b(logo|brand|site title|wordmark)\b/;

interface NameCandidate {
  name: string;
  weight: number;
  quote: EvidenceQuote;
}

/** "Acme, the calendar for cooks" and "Welcome to Acme". */
const APPOSED =
  /^([^,]{2,30}), (?=(?:the|an?|your|our|der|die|das|ein|eine|el|la|los|un|una|le|les|une|l['’]|il|lo|o|um|uma|de|het|een)\b)/i;
const WELCOME =
  /^(?:welcome to|willkommen bei|bienvenid[oa]s? a|bienvenue (?:sur|chez)|benvenuti (?:su|in)|bem-vindo a[o]?|welkom bij) (.{2,40}?)[!.]{0,20}$/i;

const splitTitle = (title: string): string[] =>
  title
    .replace(WELCOME, '$1')
    .replace(APPOSED, '$1 | ')
    .split(PARTED)
    .map((part) => part.trim())
    .filter(Boolean);

/** "Acme 2.0" becomes Acme. */
const withoutVersion = (text: string): string => text.replace(/\s{1,9}v?\d{1,9}(?:\.\d{1,9}){1,9}$/i, '');

/** Word limits of a name; names at the end of several titles may be longer. */
const [WORDS, MOST_WORDS] = [4, 6];

const isName = (text: string, words = WORDS): boolean =>
  text.length >= 2 &&
  text.length <= 40 &&
  text.split(/\s+/).length <= words &&
  !isPageWord(text) &&
  !/[.!?。！？]$/.test(text) &&
  /\p{L}/u.test(text) &&
  !/[@{}<>]|https?:/.test(text);

const withoutLogoWord = (text: string): string =>
  text
    .replace(/\b(logo(type)?|icon|brand|homepage|home|wordmark)\b/gi, '')
    .replace(/^[\s\-–—|:,]+|(?<![\s\-–—|:,])[\s\-–—|:,]+$/g, '')
    .trim();

const isHomeLink = (href: string | undefined, page: SitePage, home: SitePage): boolean => {
  if (href === undefined || href.trim().startsWith('#')) return false;
  const to = URL.parse(href.trim(), page.base);
  const home_url = new URL(home.url);
  const pathOf = ({ pathname }: URL) => pathname.replace(/(index|home)\.(html?|php)$/i, '').replace(/\/$/, '');
  return to !== null && to.hostname === home_url.hostname && pathOf(to) === pathOf(home_url) && !to.hash.slice(1);
};

const weighTypes = (types: string[]): number => {
  if (types.some((type) => PRODUCT.test(type))) return 5;
  if (types.includes('WebSite')) return 4;
  return types.some((type) => MAKER.test(type)) ? 2 : 0;
};

const fromFact = ({ page, values, types }: StructuredFact, home: SitePage): NameCandidate[] => {
  const name = textValue(values.name);
  if (!name || !isName(name)) return [];
  const weight = weighTypes(types);
  return weight ? [{ name, weight: page === home ? weight : weight / 3, quote: quoteFrom(page, name) }] : [];
};

const HOLDER =
  /(?:©|\(c\)|copyright) ?(?:© ?)?(?:\d{4}(?: ?[-–—] ?(?:\d{4}|present))?)? ?,? ?(?:by )?([\p{L}\p{N}][\p{L}\p{N}\s&'’+-]{1,38}?)(?=[.,|·•]| (?:all rights|alle rechte|todos|tous|inc|gmbh|llc|ltd|pty)|$)/iu;
const LEGAL_FORM = /[\s,]{1,9}(?:inc|llc|ltd|limited|gmbh|ug|ag|pty|co|corp|s\.?l\.?|s\.?a\.?s?|b\.?v\.?|oy|ab|kg|e\.?k)\b/i;

const findHolder = (text: string): string | null => HOLDER.exec(text)?.[1]?.trim() ?? null;

/** Title parts that several pages share, as bare letters. A single shared part is almost certainly the name. */
const sharedParts = (pages: SitePage[]): Set<string> => {
  const seen = new Map<string, number>();
  for (const { title } of pages) for (const key of new Set(splitTitle(title).map(lettersOnly))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return new Set([...seen].flatMap(([key, times]) => (times > 1 ? [key] : [])));
};

const getHeadlines = ({ blocks }: SitePage): ReadonlySet<string> =>
  new Set(blocks.filter(({ tag }) => tag.name === 'h1').map(({ text }) => lettersOnly(text)));

const findNameCandidates = (site: ProductSite, shared: ReadonlySet<string>): NameCandidate[] => {
  const { home, pages } = site;
  const found: NameCandidate[] = site.facts.flatMap((fact) => fromFact(fact, home));
  const addCandidate = (page: SitePage, text: string | null, weight: number) => {
    const name = withoutVersion(text ?? '');
    if (isName(name, shared.has(lettersOnly(name)) ? MOST_WORDS : WORDS)) found.push({ name, weight, quote: quoteFrom(page, name) });
  };
  for (const name of ['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'twitter:app:name:iphone'])
    addCandidate(home, metaContent(home, name), name === 'og:site_name' ? 4 : 3);
  for (const title of new Set([home.title, metaContent(home, 'og:title') ?? '', metaContent(home, 'twitter:title') ?? ''])) {
    const all = splitTitle(title);
    const hasLonger = all.some((part) => part.split(/\s+/).length >= 3);
    for (const [at, part] of all.entries()) {
      // One or two words next to a longer part are usually the name.
      const beside = hasLonger && part.split(/\s+/).length <= 2 ? 1.5 : 0;
      addCandidate(home, part, (at === 0 ? 2 : 1.5) + beside);
    }
  }
  // A title of only one or two words is almost certainly the name.
  if (splitTitle(home.title).length === 1 && home.title.split(/\s+/).length <= 2) addCandidate(home, home.title, 1);
  for (const name of ['author', 'description', 'keywords']) if (metaContent(home, name) === home.title) addCandidate(home, home.title, 0.5);
  for (const page of pages.slice(1)) {
    const own = getHeadlines(page);
    for (const part of new Set(splitTitle(page.title)))
      if (shared.has(lettersOnly(part)) || !own.has(lettersOnly(part))) addCandidate(page, part, 0.7);
  }
  for (const page of pages.slice(0, 3)) {
    const share = page === home ? 1 : 0.4;
    let seen = false;
    for (const link of page.pointers.a) {
      const { tag, text } = link;
      const branded = isIn(link, 'nav', 'header') && BRAND.test(getClassNames(tag));
      if ((!isHomeLink(tag.attribs.href, page, home) && !branded) || text.length > 40) continue;
      // The first link to the homepage is the brand; further ones in a menu are page names.
      if (seen && !branded && isIn(link, 'nav')) continue;
      seen = true;
      addCandidate(page, text, (isIn(link, 'nav', 'header', 'footer') ? 2 : 1) * share);
      const image = tag.children.filter(isTag).find((child) => child.name === 'img');
      if (image?.attribs.alt) addCandidate(page, withoutLogoWord(image.attribs.alt), 2.5 * share);
    }
  }
  for (const block of home.blocks.slice(0, 12))
    if (isIn(block, 'nav', 'header') && BRAND.test(getClassNames(block.tag))) addCandidate(home, block.text, 2);
  for (const { text, tag } of home.blocks.slice(0, 12))
    if (/^h[1-3]$/.test(tag.name) && WELCOME.test(text)) addCandidate(home, splitTitle(text)[0] ?? null, 1.5);
  // A page that starts with "Why Acme?" is about Acme; further down, such questions can be about anything.
  const subject = subjectOfQuestion(home.blocks.find((block) => isHeading(block) && isOwnStatement(block))?.text ?? '');
  if (subject && /^[\p{Lu}\p{Lo}\p{N}]/u.test(subject) && !isPronoun(subject)) addCandidate(home, subject, 1.5);
  for (const { tag } of home.pointers.img)
    if (/logo/i.test(`${tag.attribs.src} ${tag.attribs.class} ${tag.attribs.alt}`))
      addCandidate(home, withoutLogoWord(tag.attribs.alt ?? ''), 0.8);
  for (const block of home.blocks.filter(({ tag }) => tag.name === 'h1').slice(0, 2)) {
    addCandidate(home, block.text, 1.5);
    const [first, ...rest] = splitTitle(block.text);
    if (first && rest.length > 0) addCandidate(home, first, 1);
  }
  for (const { text } of home.blocks.filter((block) => isIn(block, 'footer'))) addCandidate(home, findHolder(text), 1);
  return found;
};

const listHandles = ({ home }: ProductSite): string[] =>
  home.pointers.a.flatMap(({ tag, hidden }) => {
    const href = tag.attribs.href?.trim() ?? '';
    if (hidden || !href) return [];
    const host = /^mailto:[^@?]+@([^?]+)/i.exec(href)?.[1];
    if (host) return [lettersOnly(getDomainWithoutSuffix(host) ?? '')];
    const name = socialProfileOf(href)?.name;
    const repository = /github\.com\/[^/]+\/([^/?#]+)/i.exec(href)?.[1];
    return [name, repository].flatMap((one) => (one ? [lettersOnly(one)] : []));
  });

/** Each name is searched in all text of the homepage. Above this limit only the best-supported ones are. */
const MAX_NAMES = 300;

/** The product's name: the one that the places where a site names itself agree on. */
export const proposeName = (site: ProductSite): ProposedValue<string> | null => {
  const shared = sharedParts(site.pages);
  const found = findNameCandidates(site, shared);
  const summary = metaContent(site.home, 'description') ?? '';
  const sentences = [summary, ...site.home.blocks.map(({ text }) => text)];
  const handles = new Set(listHandles(site));
  const groups = new Map<string, { weight: number; spellings: Map<string, NameCandidate> }>();
  for (const candidate of found) {
    const key = lettersOnly(candidate.name);
    const group = groups.get(key) ?? { weight: 0, spellings: new Map() };
    group.weight += candidate.weight;
    const spelling = group.spellings.get(candidate.name);
    group.spellings.set(candidate.name, { ...(spelling ?? candidate), weight: (spelling?.weight ?? 0) + candidate.weight });
    groups.set(key, group);
  }
  let best: { key: string; score: number } | null = null;
  const likely = groups.size <= MAX_NAMES ? groups : [...groups].sort(([, a], [, b]) => b.weight - a.weight).slice(0, MAX_NAMES);
  for (const [key, group] of likely) {
    const name = [...group.spellings.keys()][0]!;
    // Names occur inside sentences; slogans stand alone.
    const times = Math.min(10, sentences.filter((text) => text.length > name.length + 12 && text.includes(name)).length);
    const domain = site.labels.some((label) => label === key)
      ? 4
      : site.labels.some((label) => key.length > 3 && (label.includes(key) || key.includes(label)))
        ? 2
        : 0;
    const words = name.split(/\s+/).length;
    // Mail addresses and profiles with this name support it.
    const handle_bonus = [...handles].some((handle) => handle === key || (key.length > 4 && handle.startsWith(key))) ? 1.5 : 0;
    const agreed = shared.size === 1 && shared.has(key);
    const length = agreed ? 1 : -Math.max(0, words - 2) * 0.7;
    const score = group.weight + domain + handle_bonus + 1.5 * Math.log2(1 + times) + length;
    if (!best || score > best.score) best = { key, score };
  }
  if (!best || best.score < 3) return null;
  const spellings = [...groups.get(best.key)!.spellings.values()].sort((a, b) => b.weight - a.weight);
  // Prefer mixed case as in running text over all-caps logos and lower-case domains.
  const chosen = spellings.find(({ name }) => /\p{Lu}/u.test(name) && /\p{Ll}/u.test(name)) ?? spellings[0]!;
  return { value: chosen.name, evidence: [chosen.quote] };
};

export const titleWithoutName = (title: string, name: string): string[] =>
  splitTitle(title).filter((part) => lettersOnly(part) !== lettersOnly(name) && !isPageWord(part));

/** Every profile and address is compared with these. */
const [MOST_MAKERS, LONGEST_MAKER] = [100, 200];

/** Names of the product's maker from structured data and copyright lines; profiles and addresses may use them. */
export const findMakers = (site: ProductSite): string[] => {
  const maker_names = site.facts
    .filter(({ types }) => types.some((type) => MAKER.test(type)))
    .flatMap(({ values }) => [textValue(values.name), textValue(values.legalName)]);
  const holders = site.pages.flatMap(({ blocks }) =>
    blocks
      .filter(({ regions }) => regions.has('footer'))
      .flatMap(({ text }) => (/©|copyright|\(c\)/i.test(text) ? [findHolder(text)] : [])),
  );
  return [...new Set([...maker_names, ...holders].flatMap((name) => (name ? [name.split(LEGAL_FORM, 1)[0]!.trim()] : [])))]
    .filter((name) => name.length > 2 && name.length <= LONGEST_MAKER)
    .slice(0, MOST_MAKERS);
};
