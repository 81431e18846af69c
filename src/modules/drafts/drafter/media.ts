import { videoOf } from '../judge/video-hosts.ts';
import type { Pointer } from '../page/open.ts';
import { isTag, type Tag } from '../page/parse.ts';
import { namesOf } from '../page/regions.ts';
import type { Proposed, Quote } from '../proposal.ts';
import { bare, metaOf, quoteOn, type Site, type SitePage, said } from './site.ts';

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
const at = (written: string, page: SitePage): string | null => {
  const url = URL.parse(written.trim(), page.base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

const sourceOf = ({ attribs }: Tag): string | undefined =>
  [attribs['data-src'], attribs['data-lazy-src'], attribs.src].find((src) => src && !src.startsWith('data:') && src.length <= 2048);

const within = (tag: Tag, test: (outer: Tag) => boolean, most = 6): boolean => {
  for (let outer: Tag | null = tag.parent, i = 0; outer && i < most; outer = outer.parent, i++) if (test(outer)) return true;
  return false;
};

/** Logos of others: customers, stores, ways to pay, networks. */
const OTHERS =
  /app[-_ ]?store|google[-_ ]?play|play[-_ ]?store|apple|windows|linux|android|facebook|twitter|instagram|linkedin|youtube|github|discord|slack|whatsapp|telegram|paypal|visa|mastercard|stripe|customer|client|partner|sponsor|award|badge|press|featured|producthunt|product-hunt|trust|capterra|g2/i;

/** A file of no other name is the site's own, whatever it is said to show. */
const PLAIN_LOGO = /^logo([-_.@]?(\d+x?|white|black|dark|light|colou?r|full|main|header|small|large|new))*\.\w+$/i;

const picture = (site: Site, names: string[]): Proposed<string> | null => {
  const ours = [...names.map(bare), ...site.labels].filter((name) => name.length > 2);
  let best: { score: number; url: string; quote: Quote } | null = null;
  for (const page of site.pages.slice(0, 4))
    for (const pointer of page.pointers.img.slice(0, 60)) {
      const { tag, regions } = pointer;
      const src = sourceOf(tag);
      const url = src ? at(src, page) : null;
      if (!src || !url || regions.has('testimonial') || regions.has('mock') || regions.has('cookie')) continue;
      const file = url.split('/').at(-1) ?? '';
      const names = `${namesOf(tag)} ${tag.attribs.alt ?? ''}`;
      const around = within(tag, (outer) => /\b(logo|brand|site title)\b/.test(namesOf(outer)), 3);
      const says = /logo|wordmark|brand/i.test(`${file} ${names}`) || around;
      const linked = within(
        tag,
        (outer) =>
          outer.name === 'a' &&
          /^(\.?\/?|\.\/|\/?index\.html?|https?:\/\/[^/]+\/?|\/[a-z]{2}\/?|\.\.\/?)$/.test((outer.attribs.href ?? 'x').trim()),
        3,
      );
      const framed = regions.has('header') || regions.has('nav');
      const mine = ours.some((name) => bare(`${file} ${tag.attribs.alt ?? ''}`).includes(name));
      if (!says && !(framed && linked)) continue;
      if (regions.has('customer') && !linked) continue;
      if (OTHERS.test(`${file} ${tag.attribs.alt ?? ''} ${namesOf(tag)}`) && !mine && !PLAIN_LOGO.test(file)) continue;
      const score =
        (says ? 2 : 0) +
        (framed ? 2 : 0) +
        (linked ? 2 : 0) +
        (mine ? 1.5 : 0) +
        (regions.has('footer') ? 0.5 : 0) +
        (page === site.home ? 1 : 0) -
        pointer.at / 40;
      if (score >= 3 && (!best || score > best.score)) best = { score, url, quote: quoteOn(page, folded(src)) };
    }
  return best && { value: best.url, evidence: [best.quote] };
};

const icon = ({ pointers, ...page }: SitePage): Proposed<string> | null => {
  const rank = ({ tag }: Pointer) => {
    const rel = (tag.attribs.rel ?? '').toLowerCase();
    if (/apple-touch-icon/.test(rel)) return 3;
    if (!/\bicon\b/.test(rel) || /mask-icon/.test(rel)) return 0;
    return /svg/i.test(`${tag.attribs.type} ${tag.attribs.href}`)
      ? 2.5
      : 1 + Math.min(1, Number.parseInt(tag.attribs.sizes ?? '0', 10) / 512 || 0);
  };
  const found = pointers.link
    .filter((link) => rank(link) > 0 && link.tag.attribs.href?.trim() && !link.tag.attribs.href.startsWith('data:'))
    .sort((a, b) => rank(b) - rank(a))[0];
  const href = found?.tag.attribs.href;
  const url = href ? at(href, { pointers, ...page }) : null;
  return url && href ? { value: url, evidence: [quoteOn(page, folded(href))] } : null;
};

/** The logo: named in structured data, shown in the page's head, or at least the icon browsers show. */
export const logoOf = (site: Site, names: string[]): Proposed<string> | null => {
  for (const { page, says, types } of site.facts) {
    if (types.some((type) => /Person|Review|Article|BlogPosting/.test(type))) continue;
    const logo =
      says.logo && typeof says.logo === 'object' && !Array.isArray(says.logo)
        ? (said(says.logo.url) ?? said(says.logo.contentUrl))
        : said(says.logo);
    const url = logo ? at(logo, page) : null;
    if (logo && url && !/\/\/(www\.)?(example|yourdomain|domain|your-?site)\./i.test(url))
      return { value: url, evidence: [quoteOn(page, logo)] };
  }
  const shown = picture(site, names);
  if (shown) return shown;
  const card = metaOf(site.home, 'og:image', 'og:image:url', 'twitter:image');
  const cardUrl = card && /logo|icon/i.test(card.split('/').at(-1) ?? '') ? at(card, site.home) : null;
  if (card && cardUrl) return { value: cardUrl, evidence: [quoteOn(site.home, card)] };
  return icon(site.home);
};

/** Decoration that moves: silent, endless, behind the text. */
const isBackdrop = ({ tag }: Pointer): boolean => {
  const video = tag.name === 'source' ? tag.parent : tag;
  const names = video ? `${namesOf(video)} ${video.parent ? namesOf(video.parent) : ''}` : '';
  return /\b(bg|background|backdrop|ambient)\b/.test(names);
};

const WATCH = /video|demo|trailer|watch|tour|in action|ansehen|ver (el )?v[ií]deo|voir|動画|teaser|gameplay|youtu/i;

/** A video that shows the product: embedded on its pages, or linked with words that say so. */
export const demoVideoOf = (site: Site): Proposed<string> | null => {
  const pages = [...site.pages]
    .filter(({ kind }) => ['home', 'features', 'press', 'about'].includes(kind))
    .sort((a, b) => Number(b === site.home) - Number(a === site.home));
  for (const page of pages) {
    const { iframe, video, source, a } = page.pointers;
    const own = (pointer: Pointer) =>
      !['testimonial', 'article', 'customer', 'cookie', 'footer', 'team'].some((region) => pointer.regions.has(region as 'team'));
    const files = [...video, ...source.filter(({ tag }) => tag.parent?.name === 'video')].filter((pointer) => !isBackdrop(pointer));
    const links = a.filter(
      (link) => (WATCH.test(link.text) || link.tag.children.some((child) => isTag(child) && child.name === 'img')) && !link.hidden,
    );
    for (const pointer of [...iframe, ...files, ...links].filter(own)) {
      const written = pointer.tag.name === 'a' ? pointer.tag.attribs.href : sourceOf(pointer.tag);
      const url = written ? at(written, page) : null;
      const found = url ? videoOf(url) : null;
      if (written && found) return { value: found.watch, evidence: [quoteOn(page, folded(written))] };
    }
  }
  return null;
};
