import { ancestorsOf, type HtmlTag, isTag, memoizeByObject } from '../../parse/dom.ts';
import type { EvidenceQuote } from '../../proposal.ts';
import { isPlannedText } from '../../words/hedges.ts';
import type { PageKind } from '../../words/page-kinds.ts';
import { QUESTION_END } from '../../words/questions.ts';
import { type PageSection, sectionsOf } from '../sections.ts';
import {
  headingLevel,
  isComparison,
  isHeading,
  isIn,
  isOwnStatement,
  metaContent,
  type PageBlock,
  type ProductSite,
  type SitePage,
} from '../site.ts';

/** Text of a site that may say something about its product. */
export interface AttributeText {
  page: SitePage;
  text: string;
  block?: PageBlock;
  section: PageSection | null;
  /** Where a product is introduced: titles, summaries, headlines and short items about it. Few words are enough there. */
  prominent: boolean;
}

/** A value that a site states, and where. */
export interface AttributeClaim {
  value: boolean | string;
  quote: EvidenceQuote;
  /** The heading that makes a name a value. */
  under?: EvidenceQuote;
  /** Said of everything the site offers. */
  whole?: boolean;
}

/** Pages about the product first. Blogs and legal pages speak of other things. */
const ORDER: PageKind[] = ['home', 'features', 'pricing', 'other', 'faq', 'about', 'press', 'docs', 'contact'];
const LONGEST = 1200;
const SHORT = 80;
const LONGEST_ANSWER = 160;

/** Sections about others, or about what is to come. */
const ELSEWHERE =
  /\b(related projects|other projects|roadmap|coming soon|planned|upcoming|what['’]s next|future|comparisons?|vs\.?|versus|alternatives?|migrat(?:e|ing|ion)|import(?:ing)? from|testimonials?|case stud(?:y|ies)|blog|news|changelog|release notes|demnächst|geplant|vergleich|feuille de route|bientôt|comparatif|próximamente|hoja de ruta|em breve|in arrivo|binnenkort|(?:tech(?:nology)?|technical) stack|stack technique|technologies|built with|node\.js)\b|ロードマップ|今後|予定|比較|路线图|即将|对比/i;

export const isAboutOthers = ({ titles }: PageSection): boolean => titles.some((title) => title.length <= 120 && ELSEWHERE.test(title));

const isProminent = (block: PageBlock): boolean => {
  const { kind } = block.page;
  if (kind !== 'home' && kind !== 'features' && kind !== 'pricing') return false;
  if (headingLevel(block) <= 2 || isIn(block, 'hero', 'header')) return true;
  return block.text.length <= SHORT && (isHeading(block) || isIn(block, 'feature', 'pricing') || block.tag.name === 'li');
};

/** A heading whose text below says that it is not there yet. */
const isTakenBack = (block: PageBlock): boolean => {
  const next = block.page.blocks[block.at + 1];
  return isHeading(block) && next !== undefined && !isHeading(next) && isPlannedText(next.text);
};

const firstSentence = (text: string): string => {
  const end = /[.!。！](?=\s|$)/.exec(text.slice(0, LONGEST_ANSWER));
  return end ? text.slice(0, end.index + 1) : text.length <= LONGEST_ANSWER ? text : '';
};

/** The sections of a page, found once for all that is asked about it. */
export const sectionsOn = memoizeByObject((page: SitePage): PageSection[] => sectionsOf(page));

const textsOf = (page: SitePage): AttributeText[] => {
  const sections = sectionsOn(page);
  const summaries = page.kind === 'home' ? [page.title, metaContent(page, 'description'), metaContent(page, 'og:description')] : [];
  const head = [...new Set(summaries)].flatMap((text) => (text ? [{ page, text, section: null, prominent: true }] : []));
  const visible = page.blocks.flatMap((block): AttributeText[] => {
    if (block.text.length > LONGEST || !isOwnStatement(block, 'article', 'customer', 'work') || isComparison(block)) return [];
    const section = sections[block.at]!;
    if (isAboutOthers(section) || isTakenBack(block)) return [];
    const text = { page, text: block.text, block, section, prominent: isProminent(block) };
    const next = page.blocks[block.at + 1];
    if (!QUESTION_END.test(block.text) || !next || isHeading(next)) return [text];
    const answer = firstSentence(next.text);
    return answer ? [{ ...text, text: `${block.text} ${answer}`, prominent: false }] : [];
  });
  return [...head, ...visible];
};

/** Pages about plans for the future, investors, or other products. */
const OTHER_PAGES =
  /(?:^|[/_-])(?:roadmap|market|investors?|pitch|deck|compare|comparisons?|comparatif|comparativa|vergleich|versus|vs|alternatives?|alternativen?|careers?|jobs|partners?|affiliates?|research|customers?|case-stud(?:y|ies))(?=[/_.-]|$)/i;

/** A site's other languages repeat its facts, and may be older. A page may also declare no language, or one that does not exist. */
const isSameLanguage = (a: SitePage, b: SitePage): boolean => {
  const [one, other] = [a, b].map(({ lang }) => /^([a-z]{2})(?:-|$)/.exec(lang)?.[1]);
  return one === undefined || other === undefined || one === other;
};

/** The pages that may state attributes, the most telling first. */
export const attributePages = (site: ProductSite): SitePage[] =>
  ORDER.flatMap((kind) =>
    site.pages.filter(
      (page) =>
        page.kind === kind && (kind === 'home' || (isSameLanguage(page, site.home) && !OTHER_PAGES.test(new URL(page.url).pathname))),
    ),
  );

/** The texts that may state attributes, the most telling pages first. */
export const attributeTexts = (site: ProductSite): AttributeText[] => attributePages(site).flatMap(textsOf);

/** Cached, because a row may have any number of cells. */
export const cellsOf = memoizeByObject((row: HtmlTag): HtmlTag[] =>
  row.children.filter((child): child is HtmlTag => isTag(child) && /^t[hd]$/.test(child.name)),
);

/** A label and its value that stand side by side: lines "Storage: 20 GB", rows of two cells, terms with their definition. */
export const labelledTexts = (texts: AttributeText[]): AttributeText[] =>
  texts.flatMap((one) => {
    const { block, page } = one;
    if (!block || block.text.length > 300) return [];
    if (block.lines.length > 1) return block.lines.map((text) => ({ ...one, text }));
    const next = page.blocks[block.at + 1];
    const is_term = block.tag.name === 'dt' && next?.tag.name === 'dd';
    const row = ancestorsOf(block.tag, 4).find(({ name }) => name === 'tr');
    const is_row = row !== undefined && next !== undefined && cellsOf(row).length === 2 && ancestorsOf(next.tag, 4).includes(row);
    const is_cell = is_row && ancestorsOf(block.tag, 4).includes(cellsOf(row)[0]!);
    return is_term || is_cell ? [{ ...one, text: `${block.text} ${next!.text}` }] : [one];
  });
