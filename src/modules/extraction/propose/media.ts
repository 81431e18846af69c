import { ancestorsOf, type HtmlTag, isTag } from '../parse/dom.ts';
import type { LinkedElement } from '../parse/parsed-page.ts';
import { getClassNames } from '../parse/regions.ts';
import type { EvidenceQuote, ProposedValue } from '../proposal.ts';
import { videoPageOf } from '../words/hosts.ts';
import { collapseSpaces } from '../words/text.ts';
import { isIn, lettersOnly, metaContent, type ProductSite, quoteFrom, resolveUrl, type SitePage, textValue, toObject } from './site.ts';

const sourceOf = ({ attribs }: HtmlTag): string | undefined =>
  [attribs['data-src'], attribs['data-lazy-src'], attribs.src].find((src) => src && !src.startsWith('data:') && src.length <= 2048);

/** Logos of others: customers, stores, payment methods, networks. */
const OTHERS =
  /app[-_ ]?store|google[-_ ]?play|play[-_ ]?store|apple|windows|linux|android|facebook|twitter|instagram|linkedin|youtube|github|discord|slack|whatsapp|telegram|paypal|visa|mastercard|stripe|customer|client|partner|sponsor|award|badge|press|featured|producthunt|product-hunt|trust|capterra|g2/i;

/** A file with a plain logo name is the site's own, whatever its alt text says. */
const PLAIN_LOGO = /^logo([-_.@]?(\dx?|white|black|dark|light|colou?r|full|main|header|small|large|new))*\.\w{1,40}$/i;

const LINK_TO_HOMEPAGE = /^(\.?\/?|\.\/|\/?index\.html?|https?:\/\/[^/]+\/?|\/[a-z]{2}\/?|\.\.\/?)$/;

const findLogoImage = (site: ProductSite, own_names: string[]): ProposedValue<string> | null => {
  let best: { score: number; url: string; quote: EvidenceQuote } | null = null;
  for (const page of site.pages.slice(0, 4))
    for (const pointer of page.pointers.img.slice(0, 60)) {
      const { tag } = pointer;
      const src = sourceOf(tag);
      const url = src ? resolveUrl(src, page) : null;
      if (!src || !url || isIn(pointer, 'testimonial', 'mock', 'cookie')) continue;
      const file = url.split('/').at(-1) ?? '';
      const alt = tag.attribs.alt ?? '';
      const around = ancestorsOf(tag, 4).slice(1);
      const is_called_logo =
        /logo|wordmark|brand/i.test(`${file} ${getClassNames(tag)} ${alt}`) ||
        around.some((outer) => /\b(logo|brand|site title)\b/.test(getClassNames(outer)));
      const links_home = around.some(({ name, attribs }) => name === 'a' && LINK_TO_HOMEPAGE.test((attribs.href ?? 'x').trim()));
      const is_in_header = isIn(pointer, 'header', 'nav');
      const has_own_name = own_names.some((name) => lettersOnly(`${file} ${alt}`).includes(name));
      if (!is_called_logo && !(is_in_header && links_home)) continue;
      if (isIn(pointer, 'customer') && !links_home) continue;
      if (OTHERS.test(`${file} ${alt} ${getClassNames(tag)}`) && !has_own_name && !PLAIN_LOGO.test(file)) continue;
      const score =
        (is_called_logo ? 2 : 0) +
        (is_in_header ? 2 : 0) +
        (links_home ? 2 : 0) +
        (has_own_name ? 1.5 : 0) +
        (isIn(pointer, 'footer') ? 0.5 : 0) +
        (page === site.home ? 1 : 0) -
        pointer.at / 40;
      if (score >= 3 && (!best || score > best.score)) best = { score, url, quote: quoteFrom(page, collapseSpaces(src)) };
    }
  return best && { value: best.url, evidence: [best.quote] };
};

const findIcon = (page: SitePage): ProposedValue<string> | null => {
  const rank = ({ tag }: LinkedElement) => {
    const rel = (tag.attribs.rel ?? '').toLowerCase();
    if (/apple-touch-icon/.test(rel)) return 3;
    if (!/\bicon\b/.test(rel) || /mask-icon/.test(rel)) return 0;
    return /svg/i.test(`${tag.attribs.type} ${tag.attribs.href}`)
      ? 2.5
      : 1 + Math.min(1, Number.parseInt(tag.attribs.sizes ?? '0', 10) / 512 || 0);
  };
  const found = page.pointers.link
    .filter((link) => rank(link) > 0 && link.tag.attribs.href?.trim() && !link.tag.attribs.href.startsWith('data:'))
    .sort((a, b) => rank(b) - rank(a))[0];
  const href = found?.tag.attribs.href;
  const url = href ? resolveUrl(href, page) : null;
  return url && href ? { value: url, evidence: [quoteFrom(page, collapseSpaces(href))] } : null;
};

/** Pictures that data calls a logo, and their own names do not. */
const NO_LOGO = /&#|(?:^|[-_.])(?:hero|banner|cover|screenshot|screen|background|header|social|og)(?:[-_.]|$)/i;

export const proposeLogo = (site: ProductSite, own_names: string[]): ProposedValue<string> | null => {
  for (const { page, values, types } of site.facts) {
    if (types.some((type) => /Person|Review|Article|BlogPosting/.test(type))) continue;
    const image = toObject(values.logo);
    const logo = textValue(values.logo) ?? textValue(image?.url) ?? textValue(image?.contentUrl);
    const url = logo ? resolveUrl(logo, page) : null;
    if (logo && url && !NO_LOGO.test(url.split('/').at(-1) ?? '') && !/\/\/(www\.)?(example|yourdomain|domain|your-?site)\./i.test(url))
      return { value: url, evidence: [quoteFrom(page, logo)] };
  }
  const shown = findLogoImage(site, own_names);
  if (shown) return shown;
  const card = metaContent(site.home, 'og:image', 'og:image:url', 'twitter:image');
  const cardUrl = card && /logo|icon/i.test(card.split('/').at(-1) ?? '') ? resolveUrl(card, site.home) : null;
  if (card && cardUrl) return { value: cardUrl, evidence: [quoteFrom(site.home, card)] };
  return findIcon(site.home);
};

const isBackdrop = ({ tag }: LinkedElement): boolean => {
  const video = tag.name === 'source' ? tag.parent : tag;
  const names = video ? `${getClassNames(video)} ${video.parent ? getClassNames(video.parent) : ''}` : '';
  return /\b(bg|background|backdrop|ambient)\b/.test(names);
};

const WATCH = /video|demo|trailer|watch|tour|in action|ansehen|ver (el )?v[ií]deo|voir|動画|teaser|gameplay|youtu/i;

/** A video that shows the product: embedded on its pages, or linked with words that say so. */
export const proposeDemoVideo = (site: ProductSite): ProposedValue<string> | null => {
  const pages = [...site.pages]
    .filter(({ kind }) => ['home', 'features', 'press', 'about'].includes(kind))
    .sort((a, b) => Number(b === site.home) - Number(a === site.home));
  for (const page of pages) {
    const { iframe, video, source, a } = page.pointers;
    const isOwn = (pointer: LinkedElement) => !isIn(pointer, 'testimonial', 'article', 'customer', 'cookie', 'footer', 'team');
    const files = [...video, ...source.filter(({ tag }) => tag.parent?.name === 'video')].filter((pointer) => !isBackdrop(pointer));
    const links = a.filter(
      (link) => (WATCH.test(link.text) || link.tag.children.some((child) => isTag(child) && child.name === 'img')) && !link.hidden,
    );
    for (const pointer of [...iframe, ...files, ...links].filter(isOwn)) {
      const written = pointer.tag.name === 'a' ? pointer.tag.attribs.href : sourceOf(pointer.tag);
      const url = written ? resolveUrl(written, page) : null;
      const video_page = url && videoPageOf(url);
      if (written && video_page) return { value: video_page, evidence: [quoteFrom(page, collapseSpaces(written))] };
    }
  }
  return null;
};
