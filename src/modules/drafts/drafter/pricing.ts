import { PRICING_SIGNS, type PricingSign, pricesIn } from '../judge/pricing.ts';
import { textWithin } from '../page/open.ts';
import { isTag, isWords, type PageNode, type Tag } from '../page/parse.ts';
import type { Proposed, Quote } from '../proposal.ts';
import {
  ALL_FREE,
  ASKS_COST,
  ASKS_WHETHER,
  BOUGHT_ONCE,
  BROUGHT,
  COSTS_NOTHING,
  ELSEWHERE,
  FEE,
  FREE_PLAN,
  FREE_START,
  LICENSED,
  OPEN,
  PART_FREE,
  PLANS,
  PRICES,
  RENEWS,
  SELLS,
  TO_TRY,
  TRIED,
} from './price-words.ts';
import { ASKS } from './question-words.ts';
import {
  blocksOf,
  headingOver,
  isAgainstRivals,
  isHeading,
  isOwnWord,
  metaOf,
  type Placed,
  quoteOn,
  type Site,
  type SitePage,
} from './site.ts';

const MAX_SUMMARY = 300;
const MAX_TITLE = 60;

interface Price {
  text: string;
  block: Placed;
  zero: boolean;
  recurring: boolean;
}

/** Whether a block answers a question about what it costs. */
const answersCost = ({ page, at }: Placed): boolean => {
  const asked = page.blocks[at - 1]?.text ?? '';
  return asked.length <= 120 && ASKS.test(asked) && ASKS_COST.test(asked);
};
const own = (block: Placed): boolean =>
  isOwnWord(block, 'tab', 'modal', 'article', 'customer', 'footer', 'legal') &&
  (!(block.regions.has('faq') || block.page.kind === 'faq') || answersCost(block));

/** Whether a number runs over several elements: "9" with "99" set small behind it is nowhere written as it is meant. */
const isPieced = (tag: Tag): boolean => {
  const pieces: string[] = [];
  const stack: PageNode[] = [tag];
  for (let seen = 0; stack.length > 0 && seen < 200; seen++) {
    const node = stack.pop()!;
    if (isWords(node) && node.data.trim()) pieces.push(node.data.trim());
    else if (isTag(node)) stack.push(...node.children.toReversed());
  }
  return pieces.some((piece, i) => i > 0 && /^\d{2}$/.test(piece) && /\d$/.test(pieces[i - 1]!));
};

const firstRow = (tag: Tag): Tag | undefined => {
  for (const child of tag.children) {
    const row = !isTag(child) ? undefined : child.name === 'tr' ? child : /^(thead|tbody)$/.test(child.name) ? firstRow(child) : undefined;
    if (row) return row;
  }
  return undefined;
};
/** Whether a block stands in a table whose first row says that it holds prices. */
const isInPriceTable = ({ tag }: Placed): boolean => {
  for (let at: Tag | null = tag; at; at = at.parent) {
    const row = at.name === 'table' ? firstRow(at) : undefined;
    if (row) return PRICES.test(textWithin(row));
  }
  return false;
};
/** Whether words over a block say that it tells prices. */
const isAnnounced = (block: Placed): boolean =>
  [headingOver(block), headingOver(block, /^h[12]$/)].some((over) => over.length <= MAX_TITLE && (PRICES.test(over) || PLANS.test(over))) ||
  isInPriceTable(block);
const isListed = (block: Placed): boolean => block.page.kind === 'pricing' || block.regions.has('pricing') || isAnnounced(block);

/** Prices with the words that belong to them, which often stand in the next block: "9 €" and "per month". */
const priced = (site: Site): Price[] =>
  blocksOf(site, 'pricing', 'home', 'features', 'faq', 'other').flatMap((block) => {
    if (block.text.length > 300 || !/\d/.test(block.text.normalize('NFKC')) || !own(block) || ELSEWHERE.test(block.text)) return [];
    const [first] = pricesIn(block.text);
    if (!first || isAgainstRivals(block)) return [];
    // A page that may be about anything tells prices only where it says so, and there in short.
    if (block.page.kind === 'other' && (block.text.length > 60 || !isAnnounced(block))) return [];
    const next = block.page.blocks[block.at + 1];
    if (isPieced(block.tag) || /^\d{2}$/.test(next?.text ?? '')) return [];
    const joined =
      next && next.text.length <= 45 && !isHeading(next) && pricesIn(next.text).length === 0 ? `${block.text} ${next.text}` : block.text;
    const recurring = PRICING_SIGNS.recurring(block.text).length === 0 && PRICING_SIGNS.recurring(joined).length > 0;
    const text = recurring ? joined : block.text;
    return [{ text, block, zero: pricesIn(text).every(({ zero }) => zero), recurring: PRICING_SIGNS.recurring(text).length > 0 }];
  });

const sentenceAt = (text: string, at: number): string => {
  if (text.length <= 220) return text;
  const from = Math.max(text.lastIndexOf('. ', at) + 1, 0);
  const stop = text.indexOf('. ', at);
  return text.slice(from, stop < 0 ? text.length : stop + 1).trim();
};

/** Something a page says, to its readers or, of itself, to machines. */
interface Statement {
  text: string;
  page: SitePage;
  block?: Placed;
}

const isDownload = ({ kind, url }: SitePage): boolean =>
  kind === 'other' && /download|descarga|telecharg|scarica|herunterladen/i.test(new URL(url).pathname);

/** What the pages say that may speak of prices, each with its own summary last. */
const statementsOf = (site: Site): Statement[] => {
  const kinds = ['pricing', 'home', 'faq', 'features'] as const;
  const pages = [...kinds.flatMap((kind) => site.pages.filter((page) => page.kind === kind)), ...site.pages.filter(isDownload)];
  const told = pages.flatMap((page) => page.blocks.map((block): Statement => ({ text: block.text, page, block })));
  const summaries = pages.flatMap((page): Statement[] => {
    const text = metaOf(page, 'description', 'og:description');
    return text ? [{ text, page }] : [];
  });
  return [...told.filter(({ block }) => isOwnWord(block!, 'tab', 'article', 'customer')), ...summaries];
};

/** The first statement that bears a sign, and all of what it must say besides, but nothing it must not. */
const signed = (said: Statement[], sign: PricingSign, besides: readonly RegExp[] = [], never?: RegExp): Quote | undefined => {
  for (const { text, page, block } of said) {
    if (!besides.every((words) => words.test(text))) continue;
    const [found] = PRICING_SIGNS[sign](text);
    if (!found || ASKS_WHETHER.test(text) || (block && isAgainstRivals(block))) continue;
    const quote = sentenceAt(text, besides[0] ? text.search(besides[0]) : found.start);
    if (quote.length <= 600 && PRICING_SIGNS[sign](quote).length > 0 && !never?.test(quote)) return quoteOn(page, quote);
  }
  return undefined;
};

/** The licence of the product where a page that is about something else names it. */
const licensedBy = (site: Site): Quote | undefined =>
  signed(
    site.pages
      .filter(({ kind }) => kind === 'other' || kind === 'terms' || kind === 'about')
      .flatMap((page) => page.blocks.map((block) => ({ text: block.text, page, block })))
      .filter(({ block }) => isOwnWord(block, 'tab', 'article', 'customer')),
    'open_source',
    [LICENSED],
    BROUGHT,
  );

const rowOf = (tag: Tag): Tag | null => {
  for (let at: Tag | null = tag; at; at = at.parent) if (at.name === 'tr') return at;
  return null;
};

/** The name of the plan a price stands under, or behind in its row of a table. */
const planOver = ({ page, at, tag }: Placed): Placed | undefined => {
  const isName = (above: Placed) =>
    above.text.length <= 30 && isOwnWord(above) && pricesIn(above.text).length === 0 && !PRICES.test(above.text);
  const row = rowOf(tag);
  const first = row ? page.blocks.slice(Math.max(0, at - 12), at).find((before) => rowOf(before.tag) === row) : undefined;
  if (first && isName(first)) return first;
  const over = page.blocks.slice(Math.max(0, at - 3), at).findLast(isHeading);
  return over && isName(over) ? over : undefined;
};

/** A price of nothing that stays: not for some days, and not for looking at it only. */
const staysFree = ({ text, block, zero }: Price): boolean =>
  zero &&
  text.length <= 60 &&
  !FEE.test(text) &&
  !TO_TRY.test(`${planOver(block)?.text ?? ''} ${text}`) &&
  !TRIED.test(text) &&
  PRICING_SIGNS.free(text).length > 0;

/** How the product is paid for, told from phrases and prices of its own pages. */
export const pricingModelOf = (site: Site): Proposed<string> | null => {
  const prices = priced(site);
  const paid = prices.find(({ zero, recurring }) => !zero && recurring) ?? prices.find(({ zero }) => !zero);
  const zero = prices.find(staysFree);
  const quoted = ({ text, block }: Price): Quote => quoteOn(block.page, text);
  const answer = (value: string, ...evidence: Quote[]): Proposed<string> => ({ value, evidence });
  const said = statementsOf(site);
  const tried = () =>
    said.some(({ text }) => text.length <= 400 && COSTS_NOTHING.test(text) && TRIED.test(text)) || signed(said, 'trial') !== undefined;
  const plan = signed(said, 'free', [FREE_PLAN], TRIED) ?? (zero ? quoted(zero) : undefined);
  const free = plan ?? (tried() ? undefined : signed(said, 'free', [FREE_START]));
  const sells = site.pages.some(({ kind }) => kind === 'pricing');
  if (paid) {
    if (free) return answer('freemium', free, quoted(paid));
    if (paid.recurring) return answer('subscription', quoted(paid));
    const commission = signed(said, 'commission');
    if (commission) return answer('commission', commission);
    const bought = signed(said, 'once');
    if (bought) return answer('one-time', bought, quoted(paid));
    const usage = signed(said, 'usage');
    if (usage) return answer('usage-based', usage);
    return sells || isListed(paid.block) ? answer('paid', quoted(paid)) : null;
  }
  const open = signed(said, 'open_source', [OPEN]) ?? licensedBy(site);
  if (open) return answer('open-source', open);
  // Where nothing is sold on a page of its own, both must be said in one breath, or how the shop bills it.
  const renews = signed(said, 'paid_plan', [RENEWS]);
  const upgrade =
    (sells ? signed(said, 'paid_plan') : signed(said, 'paid_plan', [plan ? FREE_PLAN : FREE_START])) ?? (plan ? renews : undefined);
  if (free && upgrade) return answer('freemium', free, upgrade);
  const bought = signed(said, 'once', BOUGHT_ONCE);
  if (bought) return renews ? null : answer('one-time', bought);
  const whole = signed(said, 'free', [ALL_FREE], PART_FREE);
  return whole && !upgrade && !renews && !tried() && !said.some(({ text }) => SELLS.test(text)) ? answer('free', whole) : null;
};

/** The plans and prices, each as it is written, in one line. */
export const pricingSummaryOf = (site: Site): Proposed<string> | null => {
  const parts: { text: string; quote: Quote }[] = [];
  const seen = new Set<string>();
  let length = 0;
  const add = (text: string, block: Placed) => {
    if ((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2 || seen.has(text) || length + text.length > MAX_SUMMARY) return;
    seen.add(text);
    length += text.length + 3;
    parts.push({ text, quote: quoteOn(block.page, text) });
  };
  const all = priced(site);
  // Where there is a place for prices, others are told by the way.
  const listed = all.filter(({ block }) => isListed(block));
  for (const { text, block } of listed.length > 0 ? listed : all) {
    const [first] = pricesIn(text);
    const period = PRICING_SIGNS.recurring(text)[0];
    const short =
      text.length <= 60 ? text : text.slice(first!.start, Math.max(first!.end, period && period.start === first!.start ? period.end : 0));
    const plan = isListed(block) ? planOver(block) : undefined;
    if (plan && !seen.has(short)) add(plan.text, block);
    add(short, block);
  }
  return parts.length > 0 ? { value: parts.map(({ text }) => text).join(' · '), evidence: parts.map(({ quote }) => quote) } : null;
};
