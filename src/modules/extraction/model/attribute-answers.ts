import type { AttributeDefinition, AttributeValue, Money } from '../proposal.ts';
import { EXTRA } from '../propose/attributes/prices.ts';
import { statementsIn } from '../verify/attribute-statements.ts';
import { moneyIn } from '../verify/money.ts';
import { attributeWordsOf, isBuiltIn } from '../words/attributes.ts';
import { COSTS, OTHER_AMOUNTS } from '../words/pricing.ts';
import { containsWhole } from '../words/text.ts';
import type { CitedLine } from './citations.ts';
import type { ShownPage } from './lines.ts';

const MONEY = /^(\d{1,9}(?:\.\d{1,4})?) ([A-Z]{3})(?: (month|year|week|day|once))?$/;

/** An attribute's value from the texts a model wrote for it; null if they are of another kind. */
export const readAttributeValue = ({ kind }: AttributeDefinition, texts: string[]): AttributeValue | null => {
  const [first = ''] = texts;
  if (kind === 'list') return texts;
  if (kind === 'text') return first;
  if (kind === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (kind === 'number') return /^\d{1,12}(?:\.\d{1,4})?$/.test(first) ? Number(first) : null;
  const [, amount, currency, period] = MONEY.exec(first) ?? [];
  return amount === undefined ? null : { amount: Number(amount), currency: currency!, period: (period ?? null) as Money['period'] };
};

const LONGEST_PRICE = 60;

/** The amounts that visible lines name as prices, each with the line below it, which may have the period. */
const pricesOn = (shown: ShownPage[]) =>
  shown.flatMap(({ lines }) =>
    lines.flatMap(({ source, text }, at) => {
      if (source !== 'visible' || OTHER_AMOUNTS.test(text) || EXTRA.test(text)) return [];
      const below = lines[at + 1];
      const joined = below?.source === 'visible' && below.text.length <= LONGEST_PRICE ? `${text} ${below.text}` : text;
      return moneyIn(joined).filter(({ start }) => start < text.length);
    }),
  );

/** The one currency that a sign means: by its code in the quote, or on the site, or else by the sign alone. */
const meantCurrency = (currencies: string[], quote: string, shown: ShownPage[]): string | null => {
  if (currencies.length === 1) return currencies[0]!;
  const namedIn = (texts: string[]) => currencies.filter((code) => texts.some((text) => containsWhole(code, text)));
  const lines = shown.flatMap((page) => page.lines.flatMap(({ source, text }) => (source === 'visible' ? [text] : [])));
  const [first, ...others] = [namedIn([quote]), namedIn(lines)].find((codes) => codes.length > 0) ?? [];
  if (others.length > 0) return null;
  return first ?? currencies.find((code) => code === 'USD' || code === 'JPY') ?? null;
};

/** A price is the lowest of its currency and period, in the currency that its sign means on this site. Without a period, it costs something. */
const isPriceFrom = ({ amount, currency, period }: Money, quote: string, shown: ShownPage[]): boolean => {
  if (amount === 0 || EXTRA.test(quote) || quote.length > LONGEST_PRICE * 2 || (period === null && !COSTS.test(quote))) return false;
  const same = moneyIn(quote).some((one) => one.amount === amount && meantCurrency(one.currencies, quote, shown) === currency);
  const lower = pricesOn(shown).some(
    (one) => one.amount > 0 && one.amount < amount && one.currencies.includes(currency) && one.period === period,
  );
  return same && !lower;
};

/** Whether the line before names the attribute: "Supported platforms", then "iOS". */
const isAnnounced = (definition: AttributeDefinition, cited: CitedLine[], shown: ShownPage[]): boolean =>
  cited.some(({ page, at }) => {
    const before = shown.find(({ number }) => number === page)?.lines[at - 1]?.text ?? '';
    return before.length <= LONGEST_PRICE && attributeWordsOf(definition).findNames(before).length > 0;
  });

const isLoose = ({ source, text }: CitedLine): boolean => source === 'attribute' || (source === 'json_ld' && !/^"[^"]*": "/.test(text));

/** Whether a quote can support a value of a model, which may cite any line: a text that only names something does not say it. */
export const isPlausibleAttribute = (
  definition: AttributeDefinition,
  value: AttributeValue | null,
  quote: string,
  cited: CitedLine[],
  shown: ShownPage[],
): boolean => {
  // Labels of links and unnamed values of structured data stand for anything.
  if (value === null || cited.some((line) => line.text === quote && isLoose(line))) return false;
  if (!isBuiltIn(definition)) return true;
  if (definition.kind === 'money') return isPriceFrom(value as Money, quote, shown);
  const statements = statementsIn(definition, quote);
  const needs_context =
    statements.length > 0 &&
    statements.every(({ strength }) => strength === 'bare' || (strength === 'weak' && definition.key === 'platforms'));
  return !needs_context || isAnnounced(definition, cited, shown);
};
