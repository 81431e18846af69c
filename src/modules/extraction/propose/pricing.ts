import { ancestorsOf, type HtmlTag, isTag, isTextNode, memoizeByObject, type PageNode } from '../parse/dom.ts';
import { textInside } from '../parse/parsed-page.ts';
import type { EvidenceQuote, ProposedValue } from '../proposal.ts';
import { PRICING_SIGNS, type PricingSign, pricesIn } from '../verify/pricing.ts';
import * as phrases from '../words/pricing.ts';
import { QUESTION_END } from '../words/questions.ts';
import {
  blocksOf,
  headingAbove,
  isComparison,
  isHeading,
  isOwnStatement,
  lettersOnly,
  metaContent,
  type PageBlock,
  type ProductSite,
  quoteFrom,
  type SitePage,
} from './site.ts';

const MAX_SUMMARY = 300;
const MAX_TITLE = 60;
const LONGEST_SENTENCE = 220;

export interface PriceBlock {
  text: string;
  block: PageBlock;
  zero: boolean;
  recurring: boolean;
}

const answersCost = ({ page, at }: PageBlock): boolean => {
  const question = page.blocks[at - 1]?.text ?? '';
  return question.length <= 120 && QUESTION_END.test(question) && phrases.ASKS_COST.test(question);
};
const isOwnPrice = (block: PageBlock): boolean =>
  isOwnStatement(block, 'tab', 'modal', 'article', 'customer', 'footer', 'legal') &&
  (!(block.regions.has('faq') || block.page.kind === 'faq') || answersCost(block));

const isPlanned = (block: PageBlock): boolean => {
  const over = headingAbove(block, /^h[12]$/);
  return over.length <= MAX_TITLE && phrases.PLANNED_PRICES.test(over);
};

const MOST_NODES = 200;
/** The other price of a plan whose prices are switched between months and years. */
const isUnshown = ({ attribs }: HtmlTag): boolean => attribs.hidden !== undefined || /display:\s{0,4}none/i.test(attribs.style ?? '');
/** Whether a number is split over several elements, such as "9" followed by a small "99": its text would be wrong. */
const isPieced = (tag: HtmlTag): boolean => {
  const pieces: string[] = [];
  const stack: PageNode[] = [tag];
  for (let seen = 0; stack.length > 0 && seen < MOST_NODES; seen++) {
    const node = stack.pop()!;
    if (isTextNode(node) && node.data.trim()) pieces.push(node.data.trim());
    else if (isTag(node) && !isUnshown(node)) stack.push(...node.children.slice(0, MOST_NODES).reverse());
  }
  return pieces.some((piece, i) => i > 0 && /^\d{2}$/.test(piece) && /\d$/.test(pieces[i - 1]!));
};

const firstRow = (tag: HtmlTag): HtmlTag | undefined => {
  for (const child of tag.children) {
    const row = !isTag(child) ? undefined : child.name === 'tr' ? child : /^(thead|tbody)$/.test(child.name) ? firstRow(child) : undefined;
    if (row) return row;
  }
  return undefined;
};
/** Whether a table's first row announces prices; undefined if it has no row. Cached for all its cells. */
const announcesPrices = memoizeByObject((table: HtmlTag): boolean | undefined => {
  const row = firstRow(table);
  return row && phrases.PRICES_HEADING.test(textInside(row));
});
const isInPriceTable = ({ tag }: PageBlock): boolean => {
  const tables = ancestorsOf(tag).filter(({ name }) => name === 'table');
  return tables.map(announcesPrices).find((announces) => announces !== undefined) ?? false;
};
const isAnnounced = (block: PageBlock): boolean =>
  [headingAbove(block), headingAbove(block, /^h[12]$/)].some(
    (over) => over.length <= MAX_TITLE && (phrases.PRICES_HEADING.test(over) || phrases.PLANS_HEADING.test(over)),
  ) || isInPriceTable(block);
export const isListed = (block: PageBlock): boolean => block.page.kind === 'pricing' || block.regions.has('pricing') || isAnnounced(block);

const sentenceAt = (text: string, at: number): string => {
  if (text.length <= LONGEST_SENTENCE) return text;
  const from = Math.max(text.lastIndexOf('. ', at) + 1, 0);
  const stop = text.indexOf('. ', at);
  return text.slice(from, stop < 0 ? text.length : stop + 1).trim();
};

/** A sentence in running text that says what the product costs, and how often. What others cost does not count. */
const statedPrice = ({ labels }: ProductSite, block: PageBlock): string | null => {
  const said = phrases.COSTS.exec(block.text);
  const sentence = said ? sentenceAt(block.text, said.index) : '';
  if (sentence === '' || sentence.length > LONGEST_SENTENCE || PRICING_SIGNS.recurring(sentence).length === 0) return null;
  const subject = sentence.slice(0, Math.max(0, sentence.search(phrases.COSTS)));
  const own = phrases.OWN_SUBJECT.test(subject) || labels.some((label) => label.length > 2 && lettersOnly(subject).includes(label));
  return own && !phrases.OTHER_AMOUNTS.test(sentence) ? sentence : null;
};

/** Prices with their period, which is often in the next block: "9 €" and "per month". */
export const findPrices = memoizeByObject((site: ProductSite): PriceBlock[] =>
  blocksOf(site, 'pricing', 'home', 'features', 'faq', 'other', 'about').flatMap((block) => {
    if (!isOwnPrice(block) || pricesIn(block.text).length === 0 || isComparison(block) || isPlanned(block)) return [];
    const stated = statedPrice(site, block);
    if (stated !== null) return [{ text: stated, block, zero: false, recurring: true }];
    // "A receptionist costs 3000 euros a month."
    if (phrases.COSTS.test(block.text) && !isListed(block) && !answersCost(block)) return [];
    if (block.text.length > 300 || block.page.kind === 'about' || phrases.OTHER_AMOUNTS.test(block.text)) return [];
    const own = pricesIn(block.text);
    // On other pages, prices count only if announced, and in short blocks.
    if (block.page.kind === 'other' && (block.text.length > 60 || !isAnnounced(block))) return [];
    const next = block.page.blocks[block.at + 1];
    if (isPieced(block.tag) || /^\d{2}$/.test(next?.text ?? '')) return [];
    const joined =
      next && next.text.length <= 45 && !isHeading(next) && pricesIn(next.text).length === 0 ? `${block.text} ${next.text}` : block.text;
    const own_recurring = PRICING_SIGNS.recurring(block.text).length > 0;
    const needs_next = !own_recurring && joined !== block.text && PRICING_SIGNS.recurring(joined).length > 0;
    const [text, found] = needs_next ? [joined, pricesIn(joined)] : [block.text, own];
    return [{ text, block, zero: found.every(({ zero }) => zero), recurring: own_recurring || needs_next }];
  }),
);

/** Many amounts without a period that nothing announces are figures of a screen, not prices. */
const MOST_UNLISTED = 6;
const findOwnPrices = (site: ProductSite): PriceBlock[] => {
  const found = findPrices(site);
  const isLoose = ({ block, recurring }: PriceBlock): boolean => !recurring && !isListed(block);
  const loose = Map.groupBy(found.filter(isLoose), ({ block }) => block.page);
  return found.filter((price) => !isLoose(price) || loose.get(price.block.page)!.length <= MOST_UNLISTED);
};

/** A statement of a page, either visible or in its metadata. */
interface Statement {
  text: string;
  page: SitePage;
  block?: PageBlock;
}

const isDownload = ({ kind, url }: SitePage): boolean =>
  kind === 'other' && /download|descarga|telecharg|scarica|herunterladen/i.test(new URL(url).pathname);

/** Statements that may be about prices; metadata comes last. */
const statementsOf = (site: ProductSite): Statement[] => {
  const kinds = ['pricing', 'home', 'faq', 'features'] as const;
  const pages = [...kinds.flatMap((kind) => site.pages.filter((page) => page.kind === kind)), ...site.pages.filter(isDownload)];
  const visible = pages.flatMap((page) => page.blocks.map((block): Statement => ({ text: block.text, page, block })));
  const summaries = pages.flatMap((page): Statement[] => {
    const text = metaContent(page, 'description', 'og:description');
    return text ? [{ text, page }] : [];
  });
  return [...visible.filter(({ block }) => isOwnStatement(block!, 'tab', 'article', 'customer')), ...summaries];
};

/** The first statement with a sign that also matches all of `besides`, and whose quote does not match `never`. */
const findSign = (
  statements: Statement[],
  sign: PricingSign,
  besides: readonly RegExp[] = [],
  never?: RegExp,
): EvidenceQuote | undefined => {
  for (const { text, page, block } of statements) {
    if (!besides.every((words) => words.test(text))) continue;
    const [found] = PRICING_SIGNS[sign](text);
    if (!found || phrases.ASKS_WHETHER.test(text) || (block && isComparison(block))) continue;
    const quote = sentenceAt(text, besides[0] ? text.search(besides[0]) : found.start);
    if (quote.length <= 600 && PRICING_SIGNS[sign](quote).length > 0 && !never?.test(quote)) return quoteFrom(page, quote);
  }
  return undefined;
};

const licensedBy = (site: ProductSite): EvidenceQuote | undefined =>
  findSign(
    site.pages
      .filter(({ kind }) => kind === 'other' || kind === 'terms' || kind === 'about')
      .flatMap((page) => page.blocks.map((block) => ({ text: block.text, page, block })))
      .filter(({ block }) => isOwnStatement(block, 'tab', 'article', 'customer')),
    'open_source',
    [phrases.LICENSED],
    phrases.BUNDLED,
  );

const rowOf = (tag: HtmlTag): HtmlTag | undefined => ancestorsOf(tag).find(({ name }) => name === 'tr');

/** The name of the plan above a price, or before it in its table row. */
export const planAbove = ({ page, at, tag }: PageBlock): PageBlock | undefined => {
  const isName = (above: PageBlock) =>
    above.text.length <= 30 && isOwnStatement(above) && pricesIn(above.text).length === 0 && !phrases.PRICES_HEADING.test(above.text);
  const row = rowOf(tag);
  const first = row ? page.blocks.slice(Math.max(0, at - 12), at).find((before) => rowOf(before.tag) === row) : undefined;
  if (first && isName(first)) return first;
  const over = page.blocks.slice(Math.max(0, at - 3), at).findLast(isHeading);
  return over && isName(over) ? over : undefined;
};

/** A price of zero that is permanent: neither a trial nor a demo. */
export const staysFree = ({ text, block, zero }: PriceBlock): boolean =>
  zero &&
  text.length <= 60 &&
  !phrases.FEE.test(text) &&
  !phrases.PER_OTHER.test(text) &&
  !phrases.TO_TRY.test(`${planAbove(block)?.text ?? ''} ${text}`) &&
  !phrases.FREE_TRIAL.test(text) &&
  PRICING_SIGNS.free(text).length > 0;

export const proposePricingModel = (site: ProductSite): ProposedValue<string> | null => {
  const prices = findOwnPrices(site);
  const paid =
    prices.find(({ zero, recurring, text }) => !zero && recurring && !phrases.NOT_AGAIN.test(text)) ?? prices.find(({ zero }) => !zero);
  const zero = prices.find(staysFree);
  const toQuote = ({ text, block }: PriceBlock): EvidenceQuote => quoteFrom(block.page, text);
  const propose = (value: string, ...evidence: EvidenceQuote[]): ProposedValue<string> => ({ value, evidence });
  const statements = statementsOf(site);
  const hasTrial = () =>
    statements.some(({ text }) => text.length <= 400 && phrases.COSTS_NOTHING.test(text) && phrases.FREE_TRIAL.test(text)) ||
    findSign(statements, 'trial') !== undefined;
  const plan = findSign(statements, 'free', [phrases.FREE_PLAN], phrases.FREE_TRIAL) ?? (zero ? toQuote(zero) : undefined);
  const free = plan ?? (hasTrial() ? undefined : findSign(statements, 'free', [phrases.FREE_START]));
  const has_pricing_page = site.pages.some(({ kind }) => kind === 'pricing');
  if (paid) {
    if (free) return propose('freemium', free, toQuote(paid));
    if (paid.recurring && !phrases.NOT_AGAIN.test(paid.text)) return propose('subscription', toQuote(paid));
    const commission = findSign(statements, 'commission');
    if (commission) return propose('commission', commission);
    const bought_once = findSign(statements, 'once');
    if (bought_once) return propose('one-time', bought_once, toQuote(paid));
    const usage = findSign(statements, 'usage');
    if (usage) return propose('usage-based', usage);
    return has_pricing_page || isListed(paid.block) ? propose('paid', toQuote(paid)) : null;
  }
  const open = findSign(statements, 'open_source', [phrases.OPEN_SOURCE], phrases.NOTICES) ?? licensedBy(site);
  if (open) return propose('open-source', open);
  // Without a pricing page, free and paid plans must be named in the same statement, or the store's billing must say so.
  const renews = findSign(statements, 'paid_plan', [phrases.RENEWS]);
  const upgrade =
    (has_pricing_page
      ? findSign(statements, 'paid_plan')
      : findSign(statements, 'paid_plan', [plan ? phrases.FREE_PLAN : phrases.FREE_START])) ?? (plan ? renews : undefined);
  if (free && upgrade) return propose('freemium', free, upgrade);
  const bought_once = findSign(statements, 'once', phrases.BOUGHT_ONCE);
  if (bought_once) return renews ? null : propose('one-time', bought_once);
  const whole = findSign(statements, 'free', [phrases.ALL_FREE], phrases.PART_FREE);
  return whole && !upgrade && !renews && !hasTrial() && !statements.some(({ text }) => phrases.SELLS.test(text))
    ? propose('free', whole)
    : null;
};

export const proposePricingSummary = (site: ProductSite): ProposedValue<string> | null => {
  const parts: { text: string; quote: EvidenceQuote }[] = [];
  const seen = new Set<string>();
  let length = 0;
  const add = (text: string, block: PageBlock) => {
    if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2 || seen.has(text) || length + text.length > MAX_SUMMARY) return;
    seen.add(text);
    length += text.length + 3;
    parts.push({ text, quote: quoteFrom(block.page, text) });
  };
  const all = findOwnPrices(site);
  // If there is a pricing section, prices elsewhere are mentioned only in passing.
  const listed_prices = all.filter(({ block }) => isListed(block));
  for (const { text, block } of listed_prices.length > 0 ? listed_prices : all) {
    const [first] = pricesIn(text);
    const period = PRICING_SIGNS.recurring(text)[0];
    const short =
      text.length <= 60 ? text : text.slice(first!.start, Math.max(first!.end, period && period.start === first!.start ? period.end : 0));
    const plan = isListed(block) ? planAbove(block) : undefined;
    if (plan && !seen.has(short)) add(plan.text, block);
    add(short, block);
  }
  return parts.length > 0 ? { value: parts.map(({ text }) => text).join(' · '), evidence: parts.map(({ quote }) => quote) } : null;
};
