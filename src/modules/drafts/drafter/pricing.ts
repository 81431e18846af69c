import { PRICING_SIGNS, type PricingSign, pricesIn } from '../judge/pricing.ts';
import type { Proposed, Quote } from '../proposal.ts';
import { blocksOf, isAgainstRivals, isHeading, isOwnWord, type Placed, quoteOn, type Site } from './site.ts';

const MAX_SUMMARY = 300;

/** Phrases that say there is a plan that costs nothing and goes on doing so. "Free" alone may be anything. */
const FREE_PLAN =
  /\bfree (plan|tier|version|edition|account|forever)\b|\bfreemium\b|\bfree,? forever\b|\bforever free\b|\b(always|is|remains) free for\b|\bdauerhaft kostenlos\b|\bkostenlose[rs]? (plan|tarif|(basis)?version|paket|konto|account)\b|\b(basis|grund)version\b.{0,20}\bkostenlos\b|\bplan (gratuito|gratis|gratuit)\b|\bgratis para siempre\b|\bversi[oó]n (gratuita|gratis)\b|\bversion gratuite\b|\bformule gratuite\b|\bgratuit à vie\b|\b(piano|versione|account) gratuit[oa]\b|\bplano gr[aá]t(is|uito)\b|\bvers[aã]o gr[aá]t(is|uita)\b|無料プラン|ずっと無料|免费版|永久免费|무료 플랜|\bgratis (plan|versie|account|konto|abonnement)\b|\bcuenta gratuita\b|\bcompte gratuit\b|\bconta gratuita\b|^(free|kostenlos|gratis|gratuito|gratuit|grátis|無料|免费|무료)$/i;
/** Calls to begin without paying: true of a free plan and of a trial alike. */
const FREE_START =
  /\bfree to (start|get started|use|download|join|play)\b|\bstart(en)? (for )?free\b|\b(start|use|join|sign up|get started|play|begin) (it )?for free\b|\bkostenlos (starten|nutzen|registrieren|loslegen|anmelden)\b|\bempieza gratis\b|\b(comenzar|empezar) gratis\b|\bcommencer gratuitement\b|\binizia gratis\b|\bcomece gr[aá]tis\b|無料で(始|使)|\bgratis (starten|te starten|beginnen)\b/i;
const WHILE =
  '(?:\\d+[- ]?)?(?:days?|weeks?|months?|tage?n?|tägig\\p{L}*|wochen?|monate?|d[ií]as?|semanas?|mes(?:es)?|jours?|semaines?|mois|giorni|settiman[ae]|mes[ei]|mês|meses|dagen|weken|maand(?:en)?|日間?|天|일)';
const NOTHING = '(?:free|kostenlos\\p{L}*|gratis|gratuit\\p{L}*|grátis|offert\\p{L}*|無料|免费|무료|[$€£¥] ?0|0 ?€)';
const COSTS_NOTHING = new RegExp(NOTHING, 'iu');
/** Free for a while. */
const TRIED = new RegExp(
  `\\b(?:first|erste[rnms]?|primer\\p{L}*|premi[eè]re?s?|prim[oia]|primeir[oa]s?|eerste) (?:\\d+ )?${WHILE}\\b.{0,20}${NOTHING}|(?:\\d+|one|einen?|un[ae]?|um)[- ]${WHILE}\\b.{0,12}${NOTHING}|${NOTHING}.{0,12}(?:\\d+|first|one) ?${WHILE}|${NOTHING}(?: for| für| durante| pendant| per| por| voor)? ?/? ?\\d+ ?${WHILE}`,
  'iu',
);
/** What a plan is called that is there to be looked at. */
const TO_TRY = /\b(trial|demo|preview|test\p{L}*|prueba|essai|prova|teste|proef\p{L}*|vorschau|probe\p{L}*)\b|お試し|体験|试用|체험/iu;
/** Something is sold, whatever it costs. */
const SELLS =
  /\b(buy|order) now\b|\bupgrade\b|\bjetzt kaufen\b|\bcomprar ahora\b|\bacheter\b|\bacquista\b|\bcomprar agora\b|\bnu kopen\b|\bbilled (annually|monthly|yearly)\b|購入|购买|구매/iu;
/** What may cost nothing beside a product that does. */
const FEE = /set-?up|einrichtung|fee\b|gebühr|commission|provision|delivery|liefer|instal|cancel|deposit|anzahlung|comisi[oó]n|frais/i;
/** Phrases that say the whole thing costs nothing. */
const ALL_FREE =
  /^(free|gratuit|gratis|kostenlos|gratuito|grátis)[,.!]|\b(100 ?%|completely|totally|entirely|absolutely|always|it['’]s|it is|(app|tool|game|software|service|download|everything|program|extension|plugin|library|\p{Lu}\p{L}+) is) free\b(?! (trial|plan|tier|shipping|from|of|to cancel|up))|\bfree (of charge|software|app|tool|for everyone|game|to (use|play))\b|\b(völlig|komplett|ist|absolut) (kostenlos|kostenfrei)\b|\b(totalmente|completamente|es) (gratis|gratuit[oa])\b|\b(entièrement|est|totalement) gratuit|\bcompletamente gratuit|完全無料|無料アプリ|完全免费/iu;
/** Open source as what the product is, not what it uses or competes with. */
const OPEN =
  /^.{0,40}$|(?<!\b(?:use|uses|using|love|support|supporting|on|by|from|with|other|many|popular|various)\s)(?:\b(?:is|are|fully|completely|100 ?%|free|and|an?|the|our|als?|est|es|ist)\s+|,\s*)(?:an?\s+)?(?:free,?\s+(?:and\s+)?)?open[- ]?source|\bopen[- ]source\s+(?:tool|project|app|library|system|platform|software|framework|alternative|game|engine|editor|client|server|on github)|licen[cs]e|lizenz|licencia|\b(?:MIT|AGPL|GPL|Apache|BSD)\b|quelloffen|código abierto|logiciel libre|オープンソース|开源|오픈소스/i;
/** Talk about other amounts: shipping, savings, what others charge or earn. */
const ELSEWHERE =
  /shipping|versand|refund|\bdonat|spend|\bsav(e|ed|es|ing|ings)\b|économi|ahorr|\bspar(en|t|st)\b|revenue|umsatz|chiffre d|budget|\braised\b|funding|competitor|others? charge|per hour saved|credit card|gift card|worth of|prize|salary|salaire|losing|\blost\b|\bcosts? (you|them|businesses)|\b(million|billion|trillion|mio|mrd|tri|bi)\b|market|mercado|marché|example|beispiel|ejemplo|exemple|hypoth|ex\.|z\. ?b\./i;

interface Price {
  text: string;
  block: Placed;
  zero: boolean;
  recurring: boolean;
}

const own = (block: Placed): boolean => isOwnWord(block, 'tab', 'modal', 'faq', 'article', 'customer', 'footer', 'legal');

/** Prices with the words that belong to them, which often stand in the next block: "9 €" and "per month". */
const priced = (site: Site): Price[] =>
  blocksOf(site, 'pricing', 'home', 'features').flatMap((block) => {
    if (block.text.length > 300 || !/\d/.test(block.text) || !own(block) || ELSEWHERE.test(block.text)) return [];
    const [first] = pricesIn(block.text);
    if (!first || isAgainstRivals(block)) return [];
    const next = block.page.blocks[block.at + 1];
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

/** The first block that bears a sign, on the pages that may speak of prices. */
const signed = (site: Site, sign: PricingSign, besides?: RegExp): Quote | undefined => {
  for (const block of blocksOf(site, 'pricing', 'home', 'faq', 'features')) {
    if (!isOwnWord(block, 'tab', 'article', 'customer')) continue;
    if (besides && !besides.test(block.text)) continue;
    const [found] = PRICING_SIGNS[sign](block.text);
    if (!found || isAgainstRivals(block)) continue;
    const quote = sentenceAt(block.text, besides ? block.text.search(besides) : found.start);
    if (quote.length <= 600 && PRICING_SIGNS[sign](quote).length > 0) return quoteOn(block.page, quote);
  }
  return undefined;
};

/** The name of the plan a price stands under. */
const planOver = ({ page, at }: Placed): Placed | undefined =>
  page.blocks
    .slice(Math.max(0, at - 3), at)
    .findLast((above) => isHeading(above) && above.text.length <= 30 && isOwnWord(above) && pricesIn(above.text).length === 0);

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
  const own_pages = blocksOf(site, 'pricing', 'home', 'faq', 'features').filter((block) => isOwnWord(block, 'tab', 'article', 'customer'));
  const tried = () =>
    own_pages.some(({ text }) => text.length <= 400 && COSTS_NOTHING.test(text) && TRIED.test(text)) || signed(site, 'trial') !== undefined;
  const plan = signed(site, 'free', FREE_PLAN) ?? (zero ? quoted(zero) : undefined);
  const free = plan ?? (tried() ? undefined : signed(site, 'free', FREE_START));
  const sells = site.pages.some(({ kind }) => kind === 'pricing');
  if (paid) {
    if (free) return answer('freemium', free, quoted(paid));
    if (paid.recurring) return answer('subscription', quoted(paid));
    const commission = signed(site, 'commission');
    if (commission) return answer('commission', commission);
    const once = signed(site, 'once');
    if (once) return answer('one-time', once, quoted(paid));
    const usage = signed(site, 'usage');
    if (usage) return answer('usage-based', usage);
    return sells || paid.block.regions.has('pricing') ? answer('paid', quoted(paid)) : null;
  }
  const open = signed(site, 'open_source', OPEN);
  if (open) return answer('open-source', open);
  // Where nothing is sold on a page of its own, both must be said in one breath.
  const upgrade = sells ? signed(site, 'paid_plan') : signed(site, 'paid_plan', plan ? FREE_PLAN : FREE_START);
  if (free && upgrade) return answer('freemium', free, upgrade);
  const whole = signed(site, 'free', ALL_FREE);
  return whole && !upgrade && !tried() && !own_pages.some(({ text }) => SELLS.test(text)) ? answer('free', whole) : null;
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
  const listed = all.filter(({ block }) => block.page.kind === 'pricing' || block.regions.has('pricing'));
  for (const { text, block } of listed.length > 0 ? listed : all) {
    const [first] = pricesIn(text);
    const period = PRICING_SIGNS.recurring(text)[0];
    const short =
      text.length <= 60 ? text : text.slice(first!.start, Math.max(first!.end, period && period.start === first!.start ? period.end : 0));
    const plan = block.regions.has('pricing') || block.page.kind === 'pricing' ? planOver(block) : undefined;
    if (plan && !seen.has(short)) add(plan.text, block);
    add(short, block);
  }
  return parts.length > 0 ? { value: parts.map(({ text }) => text).join(' · '), evidence: parts.map(({ quote }) => quote) } : null;
};
