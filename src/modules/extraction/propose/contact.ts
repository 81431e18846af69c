import { getDomain } from 'tldts';
import { type LinkedElement, textInside } from '../parse/parsed-page.ts';
import type { EvidenceQuote, Proposal, ProposedValue, SocialPlatform } from '../proposal.ts';
import { socialProfileOf } from '../words/hosts.ts';
import { collapseSpaces, decodeEscapes } from '../words/text.ts';
import { isIn, lettersOnly, type ProductSite, quoteFrom, resolveUrl, type SitePage, textValue, toList } from './site.ts';

interface Profile {
  platform: SocialPlatform;
  name: string;
  url: string;
  quote: EvidenceQuote;
  weight: number;
  pages: Set<string>;
}

/** Vendors of templates and tools that leave their own links on pages. */
const MAKERS =
  /^(webflow|wix|squarespace|wordpress|wordpressdotcom|shopify|framer|carrd|hugo|gohugoio|hugoblox|gcushen|jekyll|netlify|vercel|bootstrap|getbootstrap|twbs|tailwindcss|tailwindlabs|github|google|apple|facebook|meta|twitter|x|instagram|youtube|linkedin|tiktok|pinterest|reddit|medium|themeforest|colorlib|html5up|startbootstrap|templatemo|envato|docusaurus|vuejs|reactjs|angular|example|yourhandle|yourname|username|yourcompany|user|profile|company|page|nuxt_js|astrodotbuild|gatsbyjs|readthedocs|elementor|divi|cookiebot|buymeacoffee|docsify|mkdocs|squidfunk|fontawesome|jgthms|unsplash)$/i;

const BY =
  /\b(?:made|built|created|designed|crafted|developed|powered|website|theme|template)\b.{0,14}\bby\b|\bhecho por\b|\bréalisé par\b|\bwebdesign\b/i;

/** How likely a link leads to a profile of the product itself. */
const weighLink = (link: LinkedElement, { kind }: SitePage): number => {
  const is_in_frame = isIn(link, 'footer', 'header', 'nav');
  const is_credit = BY.test(link.tag.parent ? textInside(link.tag.parent, 120) : '');
  const is_of_others =
    isIn(link, 'team', 'article') || kind === 'blog' || kind === 'docs' || /designed by|theme|template|powered/i.test(link.text);
  if (is_credit || (is_of_others && !is_in_frame)) return 0.5;
  if (is_in_frame) return 3;
  const is_invitation = /follow|join|find us|folg|síguenos|suivez|segui/i.test(link.text);
  return is_invitation || ['home', 'contact', 'press', 'imprint'].includes(kind) ? 2 : 1;
};

const collectProfiles = (site: ProductSite): Profile[] => {
  const found = new Map<string, Profile>();
  const add = (url: string, quote: EvidenceQuote, weigh: () => number) => {
    const profile = socialProfileOf(url);
    if (!profile || MAKERS.test(profile.name)) return;
    // Few links lead to profiles: weighing all of them takes longer.
    const weight = weigh();
    const key = `${profile.platform} ${url
      .replace(/^https?:\/\/(www\.)?/, '')
      .replace(/(?<![/?#])[/?#]+$/, '')
      .toLowerCase()}`;
    const known = found.get(key);
    if (!known) found.set(key, { ...profile, url, quote, weight, pages: new Set([quote.url]) });
    else {
      known.weight = Math.max(known.weight, weight);
      known.pages.add(quote.url);
    }
  };
  for (const { page, types, values } of site.facts)
    for (const link of toList(values.sameAs)) {
      const url = textValue(link);
      if (url && !types.includes('Person')) add(url, quoteFrom(page, url), () => 5);
    }
  for (const page of site.pages)
    for (const link of page.pointers.a) {
      const href = link.tag.attribs.href;
      const url = !href || link.hidden || isIn(link, 'testimonial', 'cookie', 'customer', 'mock') ? null : resolveUrl(href, page);
      if (url) add(url, quoteFrom(page, collapseSpaces(href!)), () => weighLink(link, page));
    }
  return [...found.values()];
};

const triples = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3)));
/** Whether two names are nearly the same: octocityblues and octopuscityblues. */
const isLike = (a: string, b: string): boolean => {
  const [one, other] = [triples(a), triples(b)];
  const shared = [...one].filter((triple) => other.has(triple)).length;
  return shared >= 3 && shared / Math.min(one.size, other.size) >= 0.6;
};

/** How likely a profile is the product's own: by its name, then by where and how often it is linked. */
const scoreProfile = (profile: Profile, own_names: string[], pages: number): number => {
  const handle = lettersOnly(profile.name);
  const has_name = own_names.some((name) => handle.includes(name) || (handle.length > 3 && name.includes(handle)));
  const whole = lettersOnly(profile.url);
  const is_in_path = own_names.some((name) => name.length > 3 && whole.includes(name));
  const everywhere = profile.pages.size >= Math.min(2, pages) ? 1 : 0;
  // A repository next to the product's own (samples, website) is not its main profile.
  const repository = profile.platform === 'github' ? lettersOnly(new URL(profile.url).pathname.split('/')[2] ?? '') : '';
  const side = repository !== '' && !own_names.includes(repository) ? 3 : 0;
  // A YouTube channel id contains no name; on the homepage it counts as the product's.
  const numbered = profile.platform === 'youtube' && /^UC[\w-]{20,}$/.test(profile.name) && profile.weight >= 2 ? 2 : 0;
  const like = own_names.some((name) => isLike(handle, name));
  // A personal profile counts only if it has the product's name.
  const person = profile.platform === 'linkedin' && /\/in\//.test(profile.url) && !has_name ? 3 : 0;
  return numbered - person + (has_name ? 5 : is_in_path ? 3 : like ? 2.5 : 0) + profile.weight + everywhere - side;
};

/** The product's own profiles: linked from header or footer, or named like it. Share buttons and other people's profiles are excluded. */
export const proposeSocials = (site: ProductSite, own_names: string[]): Proposal['company_socials'] => {
  const chosen: Proposal['company_socials'] = {};
  const best = new Map<SocialPlatform, { profile: Profile; score: number }>();
  for (const profile of collectProfiles(site)) {
    const score = scoreProfile(profile, own_names, site.pages.length);
    const known = best.get(profile.platform);
    if (!known || score > known.score) best.set(profile.platform, { profile, score });
  }
  for (const [platform, { profile, score }] of best) if (score >= 4) chosen[platform] = { value: profile.url, evidence: [profile.quote] };
  return chosen;
};

const ADDRESS = /[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12}(?![\w@-])/gi;
const LONGEST = 100;
const PLACEHOLDER_HOST =
  /@(?:[\w-]{1,63}\.){0,5}(?:example|beispiel|ejemplo|exemple|esempio|exemplo|test|domain|domaine|yourdomain|yourcompany|your-?domain|company|yourbusiness|mysite|mail|email|sentry|wixpress|acme|website|site|firma|empresa|deinefirma|yoursite)\.[a-z.]{1,80}$/i;
const PLACEHOLDER_NAME =
  /^(?:you|your|yourname|your\.name|your\.email|name|email|user|username|example|john|jane|john\.?doe|jane\.?doe|max\.?mustermann|du|deine?|tu|nombre|ton|votre|vous|foo|someone|somebody|test|sample|demo|me|noreply|no-reply|donotreply|vorname\.nachname|first\.?last)@/i;
const FREE =
  /@(?:gmail|googlemail|outlook|hotmail|yahoo|proton|protonmail|pm|icloud|me|gmx|web|live|aol|mail|posteo|qq|163|naver|yandex)\.[a-z.]{1,80}$/i;

/** How suitable an address is for general contact, by its local part. */
const ROLES: [RegExp, number][] = [
  [
    /^(hello|hi|hey|hallo|hola|bonjour|ciao|ola|moi|hei|contact|kontakt|contacto|info|mail|mailbox|team|office|inquiries|enquiries|anfrage|hej)\b/i,
    4,
  ],
  [/^(support|help|hilfe|service|feedback|ayuda|soporte|aide|care|customer|kundenservice|sales|vertrieb|ventas)\b/i, 3],
  [/^(press|presse|media|business|partners?|marketing|pr|consulting|training|founders?|community)\b/i, 1.5],
  [
    /^(privacy|datenschutz|dpo|dsb|gdpr|legal|abuse|security|jobs|careers?|karriere|bewerbung|billing|invoice|rechnung|accounting|hr|unsubscribe|webmaster|postmaster|dmca|privacidad)\b/i,
    -1.5,
  ],
];

const BY_KIND: Partial<Record<SitePage['kind'], number>> = {
  contact: 3,
  imprint: 2.5,
  home: 2,
  about: 1.5,
  press: 1,
  faq: 1,
  pricing: 1,
  terms: 0,
  privacy: -0.5,
  blog: -2,
  docs: -2,
};

/** Data processors that privacy pages name. */
const PROCESSORS =
  /@(?:[\w-]{1,63}\.){0,5}(?:google|stripe|paypal|meta|facebook|hetzner|cloudflare|amazon|aws|microsoft|ionos|strato|mailchimp|sendgrid|netlify|vercel|github|apple|sentry|hotjar|intercom|hubspot|zendesk|shopify|squarespace|wix|automattic|matomo|datenschutz[\w-]{0,60}|lda|bfdi|cnil|ico)\./i;

/** Pages that also name other companies' addresses. */
const ASIDE = new Set<SitePage['kind']>(['privacy', 'terms', 'blog', 'docs']);

interface FoundEmail {
  email: string;
  quotes: EvidenceQuote[];
  score: number;
  places: Set<string>;
  kinds: Set<SitePage['kind']>;
}

/** The contact address: preferably on the site's own domain, from a contact page. */
export const proposeContactEmail = (site: ProductSite, own_names: string[]): ProposedValue<string> | null => {
  const found = new Map<string, FoundEmail>();
  const add = (written: string, page: SitePage, quote: string, extra: number) => {
    const email = written.toLowerCase().replace(/^\.+|(?<!\.)\.+$/g, '');
    if (email.length > LONGEST) return;
    const host = email.split('@')[1]!;
    const placeholder = PLACEHOLDER_NAME.test(email) || (PLACEHOLDER_HOST.test(email) && !site.domains.includes(getDomain(host) ?? host));
    if (placeholder || /\.(png|jpe?g|gif|svg|webp|css|js)$/.test(email)) return;
    const score = (BY_KIND[page.kind] ?? 0.5) + extra;
    const known = found.get(email);
    if (!known)
      found.set(email, { email, quotes: [quoteFrom(page, quote)], score, places: new Set([page.url]), kinds: new Set([page.kind]) });
    else {
      if (score > known.score) known.quotes = [quoteFrom(page, quote)];
      known.score = Math.max(known.score, score);
      known.places.add(page.url);
      known.kinds.add(page.kind);
    }
  };
  for (const page of site.pages) {
    for (const block of page.blocks) {
      if (isIn(block, 'testimonial', 'cookie', 'mock', 'svg', 'code', 'customer', 'form')) continue;
      for (const [email] of block.text.matchAll(ADDRESS)) add(email, page, email, isIn(block, 'footer') ? 1 : 0);
    }
    for (const link of page.pointers.a) {
      const href = link.tag.attribs.href?.trim();
      if (!href || link.hidden || !/^mailto:/i.test(href) || isIn(link, 'testimonial', 'mock', 'customer')) continue;
      const email = decodeEscapes(href.slice(7).split('?')[0]!).match(ADDRESS)?.[0];
      if (email) add(email, page, collapseSpaces(href), isIn(link, 'footer', 'header') ? 1.5 : 1);
    }
  }
  for (const { page, values, types } of site.facts)
    if (typeof values.email === 'string' && !types.includes('Person'))
      for (const [email] of values.email.matchAll(ADDRESS)) add(email, page, values.email.trim(), 2);

  const rank = ({ email, score, places, kinds }: FoundEmail): number => {
    const [local = '', host = ''] = email.split('@');
    const domain = getDomain(host) ?? host;
    const role = ROLES.find(([words]) => words.test(local))?.[1] ?? 0;
    const own = site.domains.includes(domain)
      ? 4
      : own_names.some((name) => lettersOnly(host).includes(name) || lettersOnly(local).includes(name))
        ? 2.5
        : FREE.test(email)
          ? 0
          : 0.5;
    // Legal pages and articles contain other people's addresses; a maker's private address may be on a legal page.
    const aside = [...kinds].every((kind) => ASIDE.has(kind) && (own !== 0 || kind === 'blog' || kind === 'docs'));
    const only = found.size === 1 && !PROCESSORS.test(email);
    if (aside && own < 1 && !only) return 0;
    return score + role + own + Math.min(2, places.size * 0.5);
  };
  const [best] = [...found.values()].map((one) => ({ ...one, rank: rank(one) })).sort((a, b) => b.rank - a.rank);
  // A single private address on an unrelated page may belong to a contributor or customer.
  if (!best || best.rank < 2) return null;
  return { value: best.email, evidence: best.quotes };
};
