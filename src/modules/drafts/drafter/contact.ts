import { getDomain } from 'tldts';
import type { Proposed, Quote } from '../proposal.ts';
import { bare, quoteOn, type Site, type SitePage } from './site.ts';

const ADDRESS = /[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12}(?![\w@-])/gi;
/** Addresses that stand for somebody's: in forms, examples and templates. */
const PLACEHOLDER_HOST =
  /@(?:[\w-]+\.)*(?:example|beispiel|ejemplo|exemple|esempio|exemplo|test|domain|domaine|yourdomain|yourcompany|your-?domain|company|yourbusiness|mysite|mail|email|sentry|wixpress|acme|website|site|firma|empresa|deinefirma|yoursite)\.[a-z.]+$/i;
const PLACEHOLDER_NAME =
  /^(?:you|your|yourname|your\.name|your\.email|name|email|user|username|example|john|jane|john\.?doe|jane\.?doe|max\.?mustermann|du|deine?|tu|nombre|ton|votre|vous|foo|someone|somebody|test|sample|demo|me|noreply|no-reply|donotreply|vorname\.nachname|first\.?last)@/i;
const FREE =
  /@(?:gmail|googlemail|outlook|hotmail|yahoo|proton|protonmail|pm|icloud|me|gmx|web|live|aol|mail|posteo|qq|163|naver|yandex)\.[a-z.]+$/i;

/** How welcome a stranger's mail is at an address, by the name before the @. */
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

/** Firms that privacy pages name because data goes to them. */
const PROCESSORS =
  /@(?:[\w-]+\.)*(?:google|stripe|paypal|meta|facebook|hetzner|cloudflare|amazon|aws|microsoft|ionos|strato|mailchimp|sendgrid|netlify|vercel|github|apple|sentry|hotjar|intercom|hubspot|zendesk|shopify|squarespace|wix|automattic|matomo|datenschutz[\w-]*|lda|bfdi|cnil|ico)\./i;

/** Pages that name other firms' addresses too. */
const ASIDE = new Set<SitePage['kind']>(['privacy', 'terms', 'blog', 'docs']);

interface Found {
  email: string;
  quotes: Quote[];
  score: number;
  places: Set<string>;
  kinds: Set<SitePage['kind']>;
}

/** Where people can write to the maker: an address of its own, from the page that is there for it. */
export const contactEmailOf = (site: Site, names: string[]): Proposed<string> | null => {
  const found = new Map<string, Found>();
  const ours = [...new Set([...names.map(bare), ...site.labels])].filter((name) => name.length > 2);
  const add = (written: string, page: SitePage, quote: string, extra: number) => {
    const email = written.toLowerCase().replace(/^\.+|\.+$/g, '');
    const host = email.split('@')[1]!;
    const placeholder = PLACEHOLDER_NAME.test(email) || (PLACEHOLDER_HOST.test(email) && !site.domains.includes(getDomain(host) ?? host));
    if (placeholder || email.length > 100 || /\.(png|jpe?g|gif|svg|webp|css|js)$/.test(email)) return;
    const score = (BY_KIND[page.kind] ?? 0.5) + extra;
    const known = found.get(email);
    if (!known)
      found.set(email, { email, quotes: [quoteOn(page, quote)], score, places: new Set([page.url]), kinds: new Set([page.kind]) });
    else {
      if (score > known.score) known.quotes = [quoteOn(page, quote)];
      known.score = Math.max(known.score, score);
      known.places.add(page.url);
      known.kinds.add(page.kind);
    }
  };
  for (const page of site.pages) {
    for (const { regions, text } of page.blocks) {
      if (['testimonial', 'cookie', 'mock', 'svg', 'code', 'customer', 'form'].some((region) => regions.has(region as 'mock'))) continue;
      for (const [email] of text.matchAll(ADDRESS)) add(email, page, email, regions.has('footer') ? 1 : 0);
    }
    for (const { tag, regions, hidden } of page.pointers.a) {
      const href = tag.attribs.href?.trim();
      if (!href || hidden || !/^mailto:/i.test(href) || regions.has('testimonial') || regions.has('mock') || regions.has('customer'))
        continue;
      let target = href.slice(7).split('?')[0]!;
      try {
        target = decodeURIComponent(target);
      } catch {
        // Taken as written.
      }
      const email = target.match(ADDRESS)?.[0];
      if (email) add(email, page, href.replace(/\s+/g, ' '), regions.has('footer') || regions.has('header') ? 1.5 : 1);
    }
  }
  for (const { page, says, types } of site.facts)
    if (typeof says.email === 'string' && !types.includes('Person'))
      for (const [email] of says.email.matchAll(ADDRESS)) add(email, page, says.email.trim(), 2);

  const rank = ({ email, score, places, kinds }: Found): number => {
    const [local = '', host = ''] = email.split('@');
    const domain = getDomain(host) ?? host;
    const role = ROLES.find(([words]) => words.test(local))?.[1] ?? 0;
    const own = site.domains.includes(domain)
      ? 4
      : ours.some((name) => bare(host).includes(name) || bare(local).includes(name))
        ? 2.5
        : FREE.test(email)
          ? 0
          : 0.5;
    // Strangers' addresses stand on pages of law and in articles; a private one of the maker's may stand in the former.
    const aside = [...kinds].every((kind) => ASIDE.has(kind) && (own !== 0 || kind === 'blog' || kind === 'docs'));
    const only = found.size === 1 && !PROCESSORS.test(email);
    if (aside && own < 1 && !only) return 0;
    return score + role + own + Math.min(2, places.size * 0.5);
  };
  const ranked = [...found.values()].map((one) => ({ ...one, rank: rank(one) })).sort((a, b) => b.rank - a.rank);
  const best = ranked[0];
  // A lone private address on a page of something else may be a contributor's or a customer's.
  if (!best || best.rank < 2) return null;
  return { value: best.email, evidence: best.quotes };
};
