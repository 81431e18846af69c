import type { Region } from '../page/regions.ts';
import type { Proposed, Quote } from '../proposal.ts';
import { isAddress } from './address.ts';
import { bare, blocksOf, headingOver, isHeading, isLinks, isOwnWord, metaOf, type Placed, quoteOn, type Site, said } from './site.ts';

const MAX_SHORT = 500;
const MAX_LONG = 4000;
const MAX_PARAGRAPHS = 18;

/** Talk about cookies, forms, rights and newsletters is no description. */
const ASIDE =
  /cookie|@|〒|\b(tel|fax|phone|telefon)\b\.?:|newsletter|javascript|\bbrowser does not\b|\bsupports? (inline )?frames\b|\b(fictional|fictitious|invented|made[- ]up|fiktiv\w*|erfunden\w*|ficticio|fictif|fittizi[oa]|fictício)\b|all rights reserved|alle rechte vorbehalten|©|copyright|\bsubscribe\b.*\bemail|spam|captcha|privacy policy|datenschutz|terms of|\bsign up\b.*\bupdates|trademark|your email|looking for a job|we['’]?re hiring|join our team|wir suchen|@media|^\s*(source|quelle|fuente):/i;

/** Who it is in registers, and how old a page is. */
const NOTICE =
  /\b(p\.? ?iva|cnpj|kvk|nip|regon|siret|siren|rcs|hrb|ust-?id\w*|vat (no|number|id)|company (no|number|reg)\w*|registered (in|office)|nif|cif)\b|\b(last (updated|modified|changed)|best viewed|zuletzt (aktualisiert|geändert)|[uú]ltima (actualización|atualização)|dernière mise à jour|ultimo aggiornamento|laatst bijgewerkt)\b|最終更新|最后更新/i;

/** Headings over articles, which are about anything. */
const NEWS =
  /^((from )?(the|our|latest|recent) (blog|news|posts|articles|stories)|blog|news|aktuelles|neuigkeiten|aus (dem|unserem) blog|(últimas )?noticias|novedades|(dernières )?actualités|(ultime )?(notizie|novità)|(últimas )?notícias|(laatste )?nieuws|aktualności)\b|^(ニュース|お知らせ|ブログ|新着情報|新闻|最新消息|博客)/iu;

const isProse = ({ text }: { text: string }): boolean => {
  const wide = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text);
  if (text.length < (wide ? 18 : 40) || text.length > 1200 || ASIDE.test(text) || NOTICE.test(text) || isAddress(text)) return false;
  return wide || (text.split(/\s+/).length >= 7 && /\p{Ll}/u.test(text));
};

/** Quoted speech is somebody else's. */
const isSpeech = (text: string): boolean => /^["“„«'‘»]/.test(text) && /["”“»'’]/.test(text.slice(1));

const isOwnProse = (block: Placed, ...besides: Region[]): boolean =>
  isProse(block) &&
  !isSpeech(block.text) &&
  !isHeading(block) &&
  !isLinks(block.tag) &&
  !NEWS.test(headingOver(block, /^h[12]$/)) &&
  isOwnWord(block, ...besides, 'modal', 'aside', 'legal', 'customer', 'compare', 'faq', 'tab') &&
  !/^(button|label|td|th|dd|option|figcaption)$/.test(block.tag.name);

const summaryOf = (site: Site): Quote | null => {
  const { home } = site;
  const fact = site.facts.find(
    ({ page, types, says }) =>
      page === home && types.some((type) => /Application|Product|VideoGame|WebSite|Organization/.test(type)) && said(says.description),
  );
  const own = [
    metaOf(home, 'description'),
    metaOf(home, 'og:description'),
    fact ? said(fact.says.description) : null,
    metaOf(home, 'twitter:description'),
  ];
  const text = own.find((text) => text && text.length >= 20 && text.length <= MAX_SHORT && !ASIDE.test(text));
  return text ? quoteOn(home, text) : null;
};

/** Two sentences for lists: what the site itself tells search engines, or the first thing it says below its headline. */
export const shortDescriptionOf = (site: Site): Proposed<string> | null => {
  const summary = summaryOf(site);
  if (summary) return { value: summary.quote, evidence: [summary] };
  const first = blocksOf(site, 'home').find((block) => isOwnProse(block, 'footer') && block.text.length <= MAX_SHORT);
  return first ? { value: first.text, evidence: [quoteOn(first.page, first.text)] } : null;
};

/** What the site says about the product, in its own words and order: its summary, then the prose of its main pages. */
export const descriptionOf = (site: Site): Proposed<string> | null => {
  const summary = summaryOf(site);
  const prose = [
    ...blocksOf(site, 'home')
      .filter((block) => isOwnProse(block, 'footer'))
      .slice(0, 14),
    ...blocksOf(site, 'about', 'features', 'press')
      .filter((block) => isOwnProse(block, 'footer') && !block.regions.has('team'))
      .slice(0, 8),
    // Who makes it is often said only below.
    ...blocksOf(site, 'home')
      .filter((block) => block.regions.has('footer') && isOwnProse(block))
      .slice(0, 2),
  ];
  const chosen: Quote[] = summary ? [summary] : [];
  let length = summary?.quote.length ?? 0;
  for (const block of prose) {
    if (chosen.length >= MAX_PARAGRAPHS || length + block.text.length > MAX_LONG) break;
    const told = bare(block.text);
    if (chosen.some(({ quote }) => bare(quote).includes(told) || told.includes(bare(quote)))) {
      // What says the same and more takes the place of the shorter.
      const at = chosen.findIndex(({ quote }) => told.includes(bare(quote)));
      if (at >= 0 && block.text.length > chosen[at]!.quote.length) chosen[at] = quoteOn(block.page, block.text);
      continue;
    }
    chosen.push(quoteOn(block.page, block.text));
    length += block.text.length;
  }
  return chosen.length > 0 ? { value: chosen.map(({ quote }) => quote).join('\n\n'), evidence: chosen } : null;
};
