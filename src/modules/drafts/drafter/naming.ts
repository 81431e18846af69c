import { getDomainWithoutSuffix } from 'tldts';
import { profileOf } from '../judge/social-hosts.ts';
import { namesOf } from '../page/regions.ts';
import type { Quote } from '../proposal.ts';
import { askedAbout, isPageWord, isPronoun } from './page-words.ts';
import { bare, type Fact, isHeading, isOwnWord, metaOf, quoteOn, type Site, type SitePage, said } from './site.ts';

const PRODUCT = /^(SoftwareApplication|WebApplication|MobileApplication|VideoGame|Product|SoftwareSourceCode|Game|Service|Brand)$/;
const MAKER = /^(Organization|Corporation|LocalBusiness|Company|OnlineBusiness|NGO)$/;
/** Between a name and what it is. */
const PARTED = /\s+[|–—·•»›~-]\s+|\s*[|·•»›]\s*|\s*[:：]\s+|\s+[–—]\s*|\s*[–—]\s+|[｜【】]/;

/** What makers call the place of their name. */
const BRAND = /\b(logo|brand|site title|wordmark)\b/;

interface Candidate {
  name: string;
  weight: number;
  quote: Quote;
}

/** "Acme, the calendar for cooks" and "Welcome to Acme". */
const APPOSED =
  /^([^,]{2,30}), (?=(?:the|an?|your|our|der|die|das|ein|eine|el|la|los|un|una|le|les|une|l['’]|il|lo|o|um|uma|de|het|een)\b)/i;
const WELCOME =
  /^(?:welcome to|willkommen bei|bienvenid[oa]s? a|bienvenue (?:sur|chez)|benvenuti (?:su|in)|bem-vindo a[o]?|welkom bij)\s+(.{2,40}?)[!.]*$/i;

const parts = (title: string): string[] =>
  title
    .replace(WELCOME, '$1')
    .replace(APPOSED, '$1 | ')
    .split(PARTED)
    .map((part) => part.trim())
    .filter(Boolean);

/** "Acme 2.0" is Acme. */
const unversioned = (text: string): string => text.replace(/\s+v?\d+(?:\.\d+)+$/i, '');

/** A name has few words; one on which several titles end may have more. */
const [WORDS, MOST_WORDS] = [4, 6];

const isName = (text: string, words = WORDS): boolean =>
  text.length >= 2 &&
  text.length <= 40 &&
  text.split(/\s+/).length <= words &&
  !isPageWord(text) &&
  !/[.!?。！？]$/.test(text) &&
  /\p{L}/u.test(text) &&
  !/[@{}<>]|https?:/.test(text);

/** Alt text of a logo without the word itself. */
const unlogo = (text: string): string =>
  text
    .replace(/\b(logo(type)?|icon|brand|homepage|home|wordmark)\b/gi, '')
    .replace(/^[\s\-–—|:,]+|[\s\-–—|:,]+$/g, '')
    .trim();

const isHomeLink = (href: string | undefined, page: SitePage, home: SitePage): boolean => {
  if (href === undefined || href.trim().startsWith('#')) return false;
  try {
    const to = new URL(href.trim(), page.base);
    const path = to.pathname.replace(/(index|home)\.(html?|php)$/i, '').replace(/\/$/, '');
    return (
      to.hostname === new URL(home.url).hostname &&
      path === new URL(home.url).pathname.replace(/(index|home)\.(html?|php)$/i, '').replace(/\/$/, '') &&
      !to.hash.slice(1)
    );
  } catch {
    return false;
  }
};

const fromFact = ({ page, says, types }: Fact, home: SitePage): Candidate[] => {
  const name = said(says.name);
  if (!name || !isName(name)) return [];
  const weight = types.some((type) => PRODUCT.test(type))
    ? 5
    : types.includes('WebSite')
      ? 4
      : types.some((type) => MAKER.test(type))
        ? 2
        : 0;
  return weight ? [{ name, weight: page === home ? weight : weight / 3, quote: quoteOn(page, name) }] : [];
};

const HOLDER =
  /(?:©|\(c\)|copyright)\s*(?:©\s*)?(?:\d{4}(?:\s*[-–—]\s*(?:\d{4}|present))?)?\s*,?\s*(?:by\s+)?([\p{L}\p{N}][\p{L}\p{N}\s&'’+-]{1,38}?)(?=[.,|·•]|\s+(?:all rights|alle rechte|todos|tous|inc|gmbh|llc|ltd|pty)|$)/iu;
const LEGAL_FORM = /[\s,]+(inc|llc|ltd|limited|gmbh|ug|ag|pty|co|corp|s\.?l\.?|s\.?a\.?s?|b\.?v\.?|oy|ab|kg|e\.?k)\b.*$/i;

/** Whom a copyright line names. */
const holderIn = (text: string): string | null => HOLDER.exec(text)?.[1]?.trim() ?? null;

/** What stands in the titles of several pages, as bare letters. Where that is one thing alone, it is hardly anything but the name. */
const sharedParts = (pages: SitePage[]): Set<string> => {
  const seen = new Map<string, number>();
  for (const { title } of pages) for (const key of new Set(parts(title).map(bare))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return new Set([...seen].flatMap(([key, times]) => (times > 1 ? [key] : [])));
};

/** Whether a part of a page's title is what the page itself is called. */
const isPagesOwn = ({ blocks }: SitePage, part: string): boolean =>
  blocks.some(({ tag, text }) => tag.name === 'h1' && bare(text) === bare(part));

const candidates = (site: Site, shared: ReadonlySet<string>): Candidate[] => {
  const { home, pages } = site;
  const found: Candidate[] = site.facts.flatMap((fact) => fromFact(fact, home));
  const say = (page: SitePage, text: string | null, weight: number) => {
    const name = unversioned(text ?? '');
    if (isName(name, shared.has(bare(name)) ? MOST_WORDS : WORDS)) found.push({ name, weight, quote: quoteOn(page, name) });
  };
  for (const name of ['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'twitter:app:name:iphone'])
    say(home, metaOf(home, name), name === 'og:site_name' ? 4 : 3);
  for (const title of new Set([home.title, metaOf(home, 'og:title') ?? '', metaOf(home, 'twitter:title') ?? '']))
    for (const [at, part] of parts(title).entries()) {
      // One or two words beside a longer part are a name and what it stands for.
      const beside =
        part.split(/\s+/).length <= 2 && parts(title).some((other) => other !== part && other.split(/\s+/).length >= 3) ? 1.5 : 0;
      say(home, part, (at === 0 ? 2 : 1.5) + beside);
    }
  // A title that is nothing but one or two words is hardly anything else.
  if (parts(home.title).length === 1 && home.title.split(/\s+/).length <= 2) say(home, home.title, 1);
  for (const name of ['author', 'description', 'keywords']) if (metaOf(home, name) === home.title) say(home, home.title, 0.5);
  for (const page of pages.slice(1))
    for (const part of new Set(parts(page.title))) if (shared.has(bare(part)) || !isPagesOwn(page, part)) say(page, part, 0.7);
  for (const page of pages.slice(0, 3)) {
    const share = page === home ? 1 : 0.4;
    let seen = false;
    for (const { tag, text, regions } of page.pointers.a) {
      const branded = (regions.has('nav') || regions.has('header')) && BRAND.test(namesOf(tag));
      if ((!isHomeLink(tag.attribs.href, page, home) && !branded) || text.length > 40) continue;
      // The first link home is the brand's; a menu's further ones say which page it is.
      if (seen && !branded && regions.has('nav')) continue;
      seen = true;
      say(page, text, (regions.has('nav') || regions.has('header') || regions.has('footer') ? 2 : 1) * share);
      const picture = tag.children.find((child) => 'name' in child && child.name === 'img');
      if (picture && 'attribs' in picture && picture.attribs.alt) say(page, unlogo(picture.attribs.alt), 2.5 * share);
    }
  }
  for (const { tag, text, regions } of home.blocks.slice(0, 12))
    if ((regions.has('nav') || regions.has('header')) && BRAND.test(namesOf(tag))) say(home, text, 2);
  for (const { text, tag } of home.blocks.slice(0, 12))
    if (/^h[1-3]$/.test(tag.name) && WELCOME.test(text)) say(home, parts(text)[0] ?? null, 1.5);
  // A page that begins by asking "Why Acme?" is about Acme; further down, such questions are about anything.
  const asked = askedAbout(home.blocks.find((block) => isHeading(block) && isOwnWord(block))?.text ?? '');
  if (asked && /^[\p{Lu}\p{Lo}\p{N}]/u.test(asked) && !isPronoun(asked)) say(home, asked, 1.5);
  for (const { tag } of home.pointers.img)
    if (/logo/i.test(`${tag.attribs.src} ${tag.attribs.class} ${tag.attribs.alt}`)) say(home, unlogo(tag.attribs.alt ?? ''), 0.8);
  for (const block of home.blocks.filter(({ tag }) => tag.name === 'h1').slice(0, 2)) {
    say(home, block.text, 1.5);
    const [first, ...rest] = parts(block.text);
    if (first && rest.length > 0) say(home, first, 1);
  }
  for (const { text } of home.blocks.filter(({ regions }) => regions.has('footer'))) {
    const holder = holderIn(text);
    say(home, holder, 1);
  }
  return found;
};

/** Whom the addresses and profiles on the homepage name: the host of a mail address, the name on a network. */
const handlesOf = ({ home }: Site): string[] =>
  home.pointers.a.flatMap(({ tag, hidden }) => {
    const href = tag.attribs.href?.trim() ?? '';
    if (hidden || !href) return [];
    const host = /^mailto:[^@?]+@([^?]+)/i.exec(href)?.[1];
    if (host) return [bare(getDomainWithoutSuffix(host) ?? '')];
    const name = profileOf(href)?.name;
    const repository = /github\.com\/[^/]+\/([^/?#]+)/i.exec(href)?.[1];
    return [name, repository].flatMap((one) => (one ? [bare(one)] : []));
  });

/** Finds what the product is called: the name on which the places where a site names itself agree. */
export const nameOf = (site: Site): { value: string; evidence: Quote[] } | null => {
  const shared = sharedParts(site.pages);
  const found = candidates(site, shared);
  const summary = metaOf(site.home, 'description') ?? '';
  const sentences = [summary, ...site.home.blocks.map(({ text }) => text)];
  const handles = handlesOf(site);
  const groups = new Map<string, { weight: number; spellings: Map<string, Candidate> }>();
  for (const candidate of found) {
    const key = bare(candidate.name);
    const group = groups.get(key) ?? { weight: 0, spellings: new Map() };
    group.weight += candidate.weight;
    const spelling = group.spellings.get(candidate.name);
    group.spellings.set(candidate.name, { ...(spelling ?? candidate), weight: (spelling?.weight ?? 0) + candidate.weight });
    groups.set(key, group);
  }
  let best: { key: string; score: number } | null = null;
  for (const [key, group] of groups) {
    const name = [...group.spellings.keys()][0]!;
    // A name stands inside sentences; a slogan stands alone.
    const times = Math.min(10, sentences.filter((text) => text.length > name.length + 12 && text.includes(name)).length);
    const domain = site.labels.some((label) => label === key)
      ? 4
      : site.labels.some((label) => key.length > 3 && (label.includes(key) || key.includes(label)))
        ? 2
        : 0;
    const words = name.split(/\s+/).length;
    // Addresses and profiles that bear it speak for it.
    const borne = handles.some((handle) => handle === key || (key.length > 4 && handle.startsWith(key))) ? 1.5 : 0;
    const agreed = shared.size === 1 && shared.has(key);
    const length = agreed ? 1 : -Math.max(0, words - 2) * 0.7;
    const score = group.weight + domain + borne + 1.5 * Math.log2(1 + times) + length;
    if (!best || score > best.score) best = { key, score };
  }
  if (!best || best.score < 3) return null;
  const spellings = [...groups.get(best.key)!.spellings.values()].sort((a, b) => b.weight - a.weight);
  // A name shouted in a logo or whispered in a domain is written as in running text.
  const chosen = spellings.find(({ name }) => /\p{Lu}/u.test(name) && /\p{Ll}/u.test(name)) ?? spellings[0]!;
  return { value: chosen.name, evidence: [chosen.quote] };
};

/** The parts of a page's title that are not the name. */
export const besidesName = (title: string, name: string): string[] =>
  parts(title).filter((part) => bare(part) !== bare(name) && !isPageWord(part));

/** Names of whoever makes the product, as structured data and copyright lines give them: profiles and addresses may bear them. */
export const makersOf = (site: Site): string[] => {
  const named = site.facts
    .filter(({ types }) => types.some((type) => MAKER.test(type)))
    .flatMap(({ says }) => [said(says.name), said(says.legalName)]);
  const holders = site.pages.flatMap(({ blocks }) =>
    blocks.filter(({ regions }) => regions.has('footer')).flatMap(({ text }) => (/©|copyright|\(c\)/i.test(text) ? [holderIn(text)] : [])),
  );
  return [...new Set([...named, ...holders].flatMap((name) => (name ? [name.replace(LEGAL_FORM, '').trim()] : [])))].filter(
    (name) => name.length > 2,
  );
};
