import { profileOf } from '../judge/social-hosts.ts';
import { textWithin } from '../page/open.ts';
import type { Platform, Proposal, Quote } from '../proposal.ts';
import { bare, quoteOn, type Site, said } from './site.ts';

interface Profile {
  platform: Platform;
  name: string;
  url: string;
  quote: Quote;
  weight: number;
  pages: Set<string>;
}

/** Makers of templates and tools who leave their own links on pages. */
const MAKERS =
  /^(webflow|wix|squarespace|wordpress|wordpressdotcom|shopify|framer|carrd|hugo|gohugoio|hugoblox|gcushen|jekyll|netlify|vercel|bootstrap|getbootstrap|twbs|tailwindcss|tailwindlabs|github|google|apple|facebook|meta|twitter|x|instagram|youtube|linkedin|tiktok|pinterest|reddit|medium|themeforest|colorlib|html5up|startbootstrap|templatemo|envato|docusaurus|vuejs|reactjs|angular|example|yourhandle|yourname|username|yourcompany|user|profile|company|page|nuxt_js|astrodotbuild|gatsbyjs|readthedocs|elementor|divi|cookiebot|buymeacoffee|docsify|mkdocs|squidfunk|fontawesome|jgthms|unsplash)$/i;

/** A line that names who made the page. */
const BY =
  /\b(?:made|built|created|designed|crafted|developed|powered|website|theme|template)\b.{0,14}\bby\b|\bhecho por\b|\bréalisé par\b|\bwebdesign\b/i;

const resolvedOn = (href: string, base: string): string | null => {
  const url = URL.parse(href.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

const gather = (site: Site): Profile[] => {
  const found = new Map<string, Profile>();
  const add = (url: string, quote: Quote, weight: number) => {
    const profile = profileOf(url);
    if (!profile || MAKERS.test(profile.name)) return;
    const key = `${profile.platform} ${url
      .replace(/^https?:\/\/(www\.)?/, '')
      .replace(/[/?#]+$/, '')
      .toLowerCase()}`;
    const known = found.get(key);
    if (!known) found.set(key, { ...profile, url, quote, weight, pages: new Set([quote.url]) });
    else {
      known.weight = Math.max(known.weight, weight);
      known.pages.add(quote.url);
    }
  };
  for (const { page, types, says } of site.facts)
    for (const link of [says.sameAs ?? []].flat()) {
      const url = said(link);
      if (url && !types.includes('Person')) add(url, quoteOn(page, url), 5);
    }
  for (const page of site.pages)
    for (const { tag, regions, hidden, text } of page.pointers.a) {
      const href = tag.attribs.href;
      if (!href || hidden || regions.has('testimonial') || regions.has('cookie') || regions.has('customer') || regions.has('mock'))
        continue;
      const url = resolvedOn(href, page.base);
      if (!url) continue;
      const framed = regions.has('footer') || regions.has('header') || regions.has('nav');
      const theirs =
        regions.has('team') ||
        page.kind === 'blog' ||
        page.kind === 'docs' ||
        regions.has('article') ||
        /designed by|theme|template|powered/i.test(text) ||
        BY.test(tag.parent ? textWithin(tag.parent, 120) : '');
      const asked = /follow|join|find us|folg|síguenos|suivez|segui/i.test(text) || ['contact', 'press', 'imprint'].includes(page.kind);
      add(
        url,
        quoteOn(page, href.replace(/\s+/g, ' ').trim()),
        theirs && (!framed || BY.test(tag.parent ? textWithin(tag.parent, 120) : ''))
          ? 0.5
          : framed
            ? 3
            : page.kind === 'home'
              ? 2
              : asked
                ? 2
                : 1,
      );
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

/** How surely a profile is the product's: its name, then where and how often it is linked. */
const sureness = (profile: Profile, ours: string[], pages: number): number => {
  const handle = bare(profile.name);
  const named = ours.some((name) => handle.includes(name) || (handle.length > 3 && name.includes(handle)));
  const whole = bare(profile.url);
  const inPath = ours.some((name) => name.length > 3 && whole.includes(name));
  const everywhere = profile.pages.size >= Math.min(2, pages) ? 1 : 0;
  // A repository beside the product's own (its samples, its website) is not where people look for it.
  const repository = profile.platform === 'github' ? bare(new URL(profile.url).pathname.split('/')[2] ?? '') : '';
  const side = repository !== '' && !ours.includes(repository) ? 3 : 0;
  // A channel's number bears no name; on the homepage it is taken for the product's.
  const numbered = profile.platform === 'youtube' && /^UC[\w-]{20,}$/.test(profile.name) && profile.weight >= 2 ? 2 : 0;
  const like = ours.some((name) => isLike(handle, name));
  // A person's profile is the product's only if it bears its name.
  const person = profile.platform === 'linkedin' && /\/in\//.test(profile.url) && !named ? 3 : 0;
  return numbered - person + (named ? 5 : inPath ? 3 : like ? 2.5 : 0) + profile.weight + everywhere - side;
};

/** The product's own profiles: linked from its frame or named like it. Share buttons and other people's profiles are not. */
export const socialsOf = (site: Site, names: string[]): Proposal['company_socials'] => {
  const ours = [...new Set([...names.map(bare), ...site.labels])].filter((name) => name.length > 2);
  const chosen: Proposal['company_socials'] = {};
  const best = new Map<Platform, { profile: Profile; score: number }>();
  for (const profile of gather(site)) {
    const score = sureness(profile, ours, site.pages.length);
    const known = best.get(profile.platform);
    if (!known || score > known.score) best.set(profile.platform, { profile, score });
  }
  for (const [platform, { profile, score }] of best) if (score >= 4) chosen[platform] = { value: profile.url, evidence: [profile.quote] };
  return chosen;
};
