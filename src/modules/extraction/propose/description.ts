import type { PageRegion } from '../parse/regions.ts';
import type { EvidenceQuote, Proposal, ProposedValue, StorySection } from '../proposal.ts';
import { isAddress } from './postal-address.ts';
import {
  blocksOf,
  headingAbove,
  headingLevel,
  isFollowedBy,
  isHeading,
  isOnlyLinks,
  isOwnStatement,
  lettersOnly,
  metaContent,
  type PageBlock,
  type ProductSite,
  quoteFrom,
  textValue,
} from './site.ts';

const MAX_SHORT = 500;
const MAX_LONG = 4000;
const MAX_PARAGRAPHS = 18;

/** Cookie notices, forms, legal text and newsletters are not descriptions. */
const ASIDE_WORDS =
  /cookie|@|〒|\b(tel|fax|phone|telefon)\b\.?:|newsletter|javascript|\bbrowser does not\b|\bsupports? (inline )?frames\b|\b(fictional|fictitious|invented|made[- ]up|fiktiv\w{0,30}|erfunden\w{0,30}|ficticio|fictif|fittizi[oa]|fictício)\b|all rights reserved|alle rechte vorbehalten|©|copyright|spam|captcha|privacy policy|datenschutz|terms of|trademark|your email|looking for a job|we['’]?re hiring|join our team|wir suchen|@media|^ ?(source|quelle|fuente):/i;

const isAside = (text: string): boolean =>
  ASIDE_WORDS.test(text) || isFollowedBy(text, /\bsubscribe\b/i, /\bemail/i) || isFollowedBy(text, /\bsign up\b/i, /\bupdates/i);

/** Company registration data and page dates. */
const NOTICE =
  /\b(p\.? ?iva|cnpj|kvk|nip|regon|siret|siren|rcs|hrb|ust-?id\w{0,30}|vat (no|number|id)|company (no|number|reg)\w{0,30}|registered (in|office)|nif|cif)\b|\b(last (updated|modified|changed)|best viewed|zuletzt (aktualisiert|geändert)|[uú]ltima (actualización|atualização)|dernière mise à jour|ultimo aggiornamento|laatst bijgewerkt)\b|最終更新|最后更新/i;

/** Headings of article lists, which can be about anything. */
const NEWS =
  /^((from )?(the|our|latest|recent) (blog|news|posts|articles|stories)|blog|news|aktuelles|neuigkeiten|aus (dem|unserem) blog|(últimas )?noticias|novedades|(dernières )?actualités|(ultime )?(notizie|novità)|(últimas )?notícias|(laatste )?nieuws|aktualności)\b|^(ニュース|お知らせ|ブログ|新着情報|新闻|最新消息|博客)/iu;

const isProse = ({ text }: { text: string }): boolean => {
  const wide = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text);
  if (text.length < (wide ? 18 : 40) || text.length > 1200 || isAside(text) || NOTICE.test(text) || isAddress(text)) return false;
  return wide || (text.split(/\s+/).length >= 7 && /\p{Ll}/u.test(text));
};

/** Quoted speech is someone else's. */
const isSpeech = (text: string): boolean => /^["“„«'‘»]/.test(text) && /["”“»'’]/.test(text.slice(1));

const isOwnProse = (block: PageBlock, ...besides: PageRegion[]): boolean =>
  isProse(block) &&
  !isSpeech(block.text) &&
  !isHeading(block) &&
  !isOnlyLinks(block.tag) &&
  !NEWS.test(headingAbove(block, /^h[12]$/)) &&
  isOwnStatement(block, ...besides, 'modal', 'aside', 'legal', 'customer', 'compare', 'faq', 'tab') &&
  !/^(button|label|td|th|dd|option|figcaption)$/.test(block.tag.name);

const summaryOf = (site: ProductSite): EvidenceQuote | null => {
  const { home } = site;
  const fact = site.facts.find(
    ({ page, types, values }) =>
      page === home &&
      types.some((type) => /Application|Product|VideoGame|WebSite|Organization/.test(type)) &&
      textValue(values.description),
  );
  const own = [
    metaContent(home, 'description'),
    metaContent(home, 'og:description'),
    textValue(fact?.values.description),
    metaContent(home, 'twitter:description'),
  ];
  const text = own.find((text) => text && text.length >= 20 && text.length <= MAX_SHORT && !isAside(text));
  return text ? quoteFrom(home, text) : null;
};

/** A short description for lists: the site's own summary for search engines, or the first prose below its headline. */
export const proposeShortDescription = (site: ProductSite): ProposedValue<string> | null => {
  const summary = summaryOf(site);
  if (summary) return { value: summary.quote, evidence: [summary] };
  const first = blocksOf(site, 'home').find((block) => isOwnProse(block, 'footer') && block.text.length <= MAX_SHORT);
  return first ? { value: first.text, evidence: [quoteFrom(first.page, first.text)] } : null;
};

/** What the site says about the product, in its own words and order: its summary, then the prose of its main pages. */
export const proposeDescription = (site: ProductSite): ProposedValue<string> | null => {
  const summary = summaryOf(site);
  const prose = [
    ...blocksOf(site, 'home')
      .filter((block) => isOwnProse(block, 'footer'))
      .slice(0, 14),
    ...blocksOf(site, 'about', 'features', 'press')
      .filter((block) => isOwnProse(block, 'footer') && !block.regions.has('team'))
      .slice(0, 8),
    // The maker is often named only in the footer.
    ...blocksOf(site, 'home')
      .filter((block) => block.regions.has('footer') && isOwnProse(block))
      .slice(0, 2),
  ];
  const chosen: EvidenceQuote[] = summary ? [summary] : [];
  let length = summary?.quote.length ?? 0;
  for (const block of prose) {
    if (chosen.length >= MAX_PARAGRAPHS || length + block.text.length > MAX_LONG) break;
    const letters = lettersOnly(block.text);
    if (chosen.some(({ quote }) => lettersOnly(quote).includes(letters) || letters.includes(lettersOnly(quote)))) {
      // A longer text that contains a chosen one replaces it.
      const at = chosen.findIndex(({ quote }) => letters.includes(lettersOnly(quote)));
      if (at >= 0 && block.text.length > chosen[at]!.quote.length) chosen[at] = quoteFrom(block.page, block.text);
      continue;
    }
    chosen.push(quoteFrom(block.page, block.text));
    length += block.text.length;
  }
  return chosen.length > 0 ? { value: chosen.map(({ quote }) => quote).join('\n\n'), evidence: chosen } : null;
};

const MAX_STORY = 4000;

const HEADINGS: [StorySection, RegExp][] = [
  [
    'story',
    /^(our|the|my) (story|history)\b|^(unsere|meine|die) geschichte\b|^nuestra historia\b|^notre histoire\b|^la nostra storia\b|^nossa história\b|^how (it|we) (all )?(started|began)\b|^story of\b|私たちのストーリー|我们的故事/i,
  ],
  [
    'why_started',
    /^why (we|i) (started|built|made|created|do|are|exist)\b|^why we['’]re building\b|^warum wir\b|^por qu[eé] (lo )?(creamos|hacemos)\b|^pourquoi (nous|on)\b|^motivation\b/i,
  ],
  ['problem', /^(the|our) problem\b|^das problem\b|^el problema\b|^le problème\b|^il problema\b|^o problema\b/i],
  [
    'whats_next',
    /^(what['’]?s next|roadmap|the future|our vision|looking ahead)\b|^(ausblick|wie es weitergeht)\b|^(qué sigue|próximos pasos)\b|^(la suite|et ensuite)\b/i,
  ],
];

const isOwn = (block: PageBlock): boolean => isOwnStatement(block, 'footer', 'modal', 'customer', 'article');

export const proposeStory = (site: ProductSite): Proposal['story'] => {
  const story: Proposal['story'] = {};
  const blocks = blocksOf(site, 'about', 'home', 'press');
  for (const [at, head] of blocks.entries()) {
    if (!isHeading(head) || !isOwn(head)) continue;
    const section = HEADINGS.find(([name, words]) => !story[name] && words.test(head.text))?.[0];
    if (!section) continue;
    const paragraphs: PageBlock[] = [];
    for (const block of blocks.slice(at + 1, at + 14)) {
      if (block.page !== head.page || (isHeading(block) && headingLevel(block) <= headingLevel(head)) || !isOwn(block)) break;
      const length = paragraphs.reduce((sum, { text }) => sum + text.length, block.text.length);
      if (!isHeading(block) && block.text.length >= 40 && length <= MAX_STORY) paragraphs.push(block);
    }
    if (paragraphs.length > 0)
      story[section] = {
        value: paragraphs.map(({ text }) => text).join('\n\n'),
        evidence: paragraphs.map(({ page, text }) => quoteFrom(page, text)),
      };
  }
  return story;
};
