import { ancestorsOf, type HtmlTag, isTag, memoizeByObject } from '../../parse/dom.ts';
import { textInside } from '../../parse/parsed-page.ts';
import type { Money, ProposedValue } from '../../proposal.ts';
import { isFreePlanPrice } from '../../verify/attributes.ts';
import { type FoundMoney, isRate, moneyIn } from '../../verify/money.ts';
import { PRICING_SIGNS, pricesIn } from '../../verify/pricing.ts';
import { isPlannedText } from '../../words/hedges.ts';
import * as phrases from '../../words/pricing.ts';
import { findPrices, isListed, type PriceBlock, planAbove, staysFree } from '../pricing.ts';
import { headingAbove, isHeading, isIn, type PageBlock, type ProductSite, quoteFrom, type SitePage } from '../site.ts';
import { cellsOf, sectionsOn } from './texts.ts';

/** "from $29/mo": the lowest price by the site's own words. */
const FROM =
  /(?<!\p{L})(?:from|then|danach|dann|puis|ensuite|después|luego|depois|poi|daarna|starting at|starts? at|starting from|start(?:s|ing)? around|as low as|ab|schon ab|à partir de|dès|desde|a partir de|a partire da|vanaf)(?: (?:only|just|nur|solo|apenas|slechts))?\s?$/iu;
/** Not the price of a plan: what is added to one, or charged per piece. */
export const EXTRA =
  /\b(add-?ons?|additional|extra|(?:per|pro|par|por|al?) (?:hour|stunde|std|heure|hora|ora|uur|km|seite|page)|per (?:additional|booking|transaction|sale|order|request|sms|message|credit|hour|page|gb)|upgrade|renewal|support|workshop|consult|training|pro (?:buchung|transaktion|verkauf|gebuchte[mn])|zusätzlich\w{0,3}|par (?:réservation|vente)|por (?:reserva|venta|dispositivo)|activaci[oó]n|einrichtung|setup|was|statt|instead of|regular|launch special)\b|通常価格|原价/iu;
/** Sections of a price list about what is bought besides a plan. */
const BESIDES =
  /(?<!\p{L})(add-?ons?|extras?|setup|set-up|hardware|implementation|deployment|onboarding|training|workshops?|consulting|one-time services?|optional(?: services)?|zusatz\p{L}{0,20}|zubuch\p{L}{0,10}|einrichtung|schulung\p{L}{0,4}|suppléments?|options|mise en service|complementos|extras|módulos adicionales|servicios adicionales|serviços adicionais|servizi aggiuntivi|componenti aggiuntivi|aanvullende\p{L}{0,20}|uitbreidingen)(?!\p{L})|オプション|追加|附加|增值/iu;
/** What is named is not the price itself: more or less than it, or about as much. */
const ABOUT =
  /(?:(?<!\p{L})(?:less than|under|below|up to|about|around|roughly|approx\.?|approximately|weniger als|unter|bis zu|ca\.?|circa|etwa|rund|moins de|environ|jusqu['’]à|menos de|hasta|aprox\.?|até|cerca de|meno di|fino a|minder dan|ongeveer|tot)|[~≈∼〜<>]|約|约)\s?$/iu;
const LONGEST_PRICE = 60;
const LONGEST_LISTED = 100;
const SHORT_NOTE = 40;
const SHORT_TITLE = 80;
/** Less is charged only for a piece of something. */
const LEAST_PRICE = 0.1;
const LEAST_WITHOUT_PERIOD = 0.5;

interface PlanPrice extends Money {
  quote: string;
  page: SitePage;
}

/** Amounts that are struck out. */
const struckTexts = ({ block }: PriceBlock): string[] =>
  ancestorsOf(block.tag, 3)
    .slice(0, 1)
    .flatMap(({ children }) => children)
    .filter(isTag)
    .filter(({ name }) => /^(s|del|strike)$/.test(name))
    .map((tag) => textInside(tag));
const isStruck = ({ block }: PriceBlock): boolean => ancestorsOf(block.tag, 3).some(({ name }) => /^(s|del|strike)$/.test(name));

/** The codes a page names, found once for all its prices. */
const currencyCodesOn = memoizeByObject(
  (blocks: PageBlock[]) => new Set(blocks.flatMap(({ text }) => text.match(/\b(?:AUD|CAD|NZD|SGD|MXN|HKD)\b/g) ?? [])),
);

const REGIONS: Record<string, string> = { AU: 'AUD', CA: 'CAD', NZ: 'NZD', SG: 'SGD', HK: 'HKD' };

/** The currency a sign means on a page; null if it is not clear. */
const chooseCurrency = (currencies: string[], { lang, blocks }: SitePage, amount: number, written: string): string | null => {
  const [first, ...others] = currencies;
  if (!first || others.length === 0) return first ?? null;
  if (first === 'JPY') return lang.startsWith('zh') ? 'CNY' : 'JPY';
  if (first !== 'USD') return null;
  // "$1.990.000": not the way dollars are written.
  if (/\d\.\d{3}(?!\d)/.test(written)) return null;
  const region = REGIONS[/-([a-z]{2})$/i.exec(lang)?.[1]?.toUpperCase() ?? ''];
  if (region) return region;
  const named = others.filter((code) => currencyCodesOn(blocks).has(code));
  // In much of Latin America the sign stands for pesos, which come in thousands.
  return named.length > 0 || (amount >= 1000 && /^(es|pt)/.test(lang)) ? null : first;
};

/** "¥29,800", and below it "買い切り": what is paid once is often said after the price. */
const withNote = (text: string, { page, at }: PageBlock): string => {
  if (moneyIn(text)[0]?.period !== null) return text;
  let joined = text;
  for (const note of page.blocks.slice(at + 1, at + 3)) {
    if (note.text.length > SHORT_NOTE || isHeading(note) || pricesIn(note.text).length > 0) break;
    joined = `${joined} ${note.text}`;
    if (moneyIn(joined)[0]?.period === 'once') return joined;
  }
  return text;
};

/** A row with several prices is about as many things, of which none is a plan: models, regions, other vendors. */
const isAmongPrices = ({ tag }: PageBlock): boolean => {
  const row = ancestorsOf(tag, 4).find(({ name }) => name === 'tr');
  return row !== undefined && countPrices(row) > 1;
};
const countPrices = memoizeByObject((row: HtmlTag): number => cellsOf(row).filter((cell) => pricesIn(textInside(cell)).length > 0).length);

/** One price, or one by the month and one by the year. */
const isOnePlan = (amounts: FoundMoney[]): boolean =>
  amounts.length === 1 ||
  (amounts.length === 2 && amounts.some(({ period }) => period === 'month') && amounts.some(({ period }) => period === 'year'));

const planPrices = (price: PriceBlock): PlanPrice[] => {
  const { block, zero } = price;
  if (zero || isStruck(price) || isIn(block, 'tab', 'modal')) return [];
  const text = withNote(price.text, block);
  const struck = struckTexts(price).join(' ');
  const listed = isListed(block);
  // What is sold besides a plan, or what plans are to cost one day.
  const besides = sectionsOn(block.page)[block.at]!.titles.some(
    (title) => title.length <= SHORT_TITLE && (BESIDES.test(title) || isPlannedText(title)),
  );
  const amounts = moneyIn(text).filter(({ start, end }) => !struck.includes(text.slice(start, end)));
  return amounts.flatMap(({ start, end, amount, currencies, period }): PlanPrice[] => {
    const before = text.slice(0, start);
    const from = FROM.test(before);
    const plan = planAbove(block);
    const stands =
      isOnePlan(amounts) &&
      text.length <= (listed ? LONGEST_LISTED : LONGEST_PRICE) &&
      (listed ? plan !== undefined || period !== null : plan !== undefined && period !== null) &&
      !EXTRA.test(`${plan?.text ?? ''} ${headingAbove(block)} ${text}`);
    // "0,30 €/km" is a rate, "+ 7,99 €" comes on top of another price, and "just $21/month" repeats the yearly price above it.
    const is_rate = isRate(text, { end, period }) || (moneyIn(block.text)[0]?.period === null && isAmongPrices(block));
    const above = block.page.blocks[block.at - 1]?.text ?? '';
    const repeats =
      period === 'month' && above.length <= LONGEST_PRICE && moneyIn(above).some((one) => one.period === 'year' && one.amount > amount);
    const currency = chooseCurrency(currencies, block.page, amount, text.slice(start, end));
    if (
      !(from || stands) ||
      besides ||
      is_rate ||
      repeats ||
      ABOUT.test(before) ||
      /^\+/.test(text) ||
      !currency ||
      amount < (period ? LEAST_PRICE : LEAST_WITHOUT_PERIOD)
    )
      return [];
    return [{ amount, currency, period, quote: text, page: block.page }];
  });
};

/** Prices by the month are compared first: a yearly price of the same plan is lower by the month. Without them, the shortest period is. */
const PERIOD_ORDER: Money['period'][] = ['month', 'week', 'year', 'day', 'once', null];

/** The price of the cheapest paid plan. */
export const proposePriceFrom = (site: ProductSite): ProposedValue<Money> | null => {
  const found = findPrices(site);
  const listed = found.filter(({ block }) => isListed(block));
  const prices = (listed.length > 0 ? listed : found).flatMap(planPrices);
  const [first] = prices.toSorted((a, b) => PERIOD_ORDER.indexOf(a.period) - PERIOD_ORDER.indexOf(b.period));
  if (!first) return proposeOffer(site);
  const comparable = prices.filter(({ period, currency }) => period === first.period && currency === first.currency);
  const { amount, currency, period, quote, page } = comparable.reduce((least, one) => (one.amount < least.amount ? one : least));
  return { value: { amount, currency, period }, evidence: [quoteFrom(page, quote)] };
};

const APP = /^(SoftwareApplication|WebApplication|MobileApplication)$/;

/** The offer of structured data, where it is the only one. */
const proposeOffer = ({ facts }: ProductSite): ProposedValue<Money> | null => {
  const offers = facts.filter(({ types, written }) => types.includes('Offer') && written('price', '1').startsWith('"'));
  const apps = facts.filter(({ types }) => types.some((type) => APP.test(type)));
  const [offer] = offers;
  if (apps.length !== 1 || offers.length !== 1 || !offer) return null;
  const [price, currency] = [String(offer.values.price ?? ''), offer.values.priceCurrency];
  if (!(Number(price) > 0) || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
  const evidence = [quoteFrom(offer.page, offer.written('price', price)), quoteFrom(offer.page, offer.written('priceCurrency', currency))];
  return { value: { amount: Number(price), currency, period: null }, evidence };
};

/** Whether a text has a price and nothing else but words for free: "$0 / forever", but not "$0 credit needed". */
const isOnlyPrice = (text: string): boolean => {
  const rest = moneyIn(text).reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  return !/\p{L}{2}/u.test(rest) || PRICING_SIGNS.free(rest).length > 0;
};

/** A price alone is no statement. */
const SAYS = /\p{L}{2}/u;
const join = (before: PageBlock, text: string): string => `${before.text} ${text}`;

/** A plan that costs nothing, by its price. */
export const proposeZeroPlan = (site: ProductSite): ProposedValue<boolean> | null => {
  const prices = findPrices(site).filter(
    (one) => staysFree(one) && isOnlyPrice(one.text) && isListed(one.block) && !isIn(one.block, 'tab', 'modal'),
  );
  const quotes = prices.flatMap(({ text, block }) => {
    const plan = planAbove(block);
    const [before, after] = [block.page.blocks[block.at - 1], block.page.blocks[block.at + 1]];
    const joined = [text, plan && plan === before && join(plan, text), after && `${text} ${after.text}`, before && join(before, text)];
    const quote = phrases.TO_TRY.test(plan?.text ?? '') ? undefined : joined.find((one) => one && SAYS.test(one) && isFreePlanPrice(one));
    return quote ? [quoteFrom(block.page, quote)] : [];
  });
  return quotes[0] ? { value: true, evidence: [quotes[0]] } : null;
};
