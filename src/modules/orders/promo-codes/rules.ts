import { t } from '../../../kernel/language/messages.ts';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import { findProduct } from '../products.ts';
import { type OrderLine, splitAmount } from '../rules.ts';
import { divideHalfUp } from '../vat/rules.ts';

export interface PromoCode {
  id: number;
  /** In capitals. */
  code: string;
  /** Either a share or an amount is set. */
  percent: number | null;
  amount_cents: number | null;
  /** Codes of products and bundles; empty for everything. */
  products: string[];
  /** First and last day in the site's time zone; null for no limit. */
  starts_on: string | null;
  ends_on: string | null;
  max_uses: number | null;
  uses_per_account: number | null;
  active: boolean;
}

/** Orders that use a code: pending and paid ones. */
export interface PromoCodeUses {
  all: number;
  /** By the buyer's account. */
  own: number;
  /** The number of an unpaid order of the buyer that uses it. */
  own_pending: string | null;
}

export const parsePromoCode = (text: string): string => text.trim().toUpperCase();

/** Providers take no smaller payment, so what is left of an order below this is free. */
const LEAST_PAYMENT_CENTS = 50;

type PricedLine = Pick<OrderLine, 'product' | 'bundle' | 'amount_cents' | 'discount_cents'>;

/** Whether codes can be for a product at all. The billboard is ordered by what was given, so nothing is taken off. */
export const isDiscountable = (product: string): boolean => findProduct(product)?.takes_amount !== true;

/** A bundle is discounted as a whole: a code for Launch does not apply to the Launch inside a bundle. */
const appliesTo = ({ products }: Pick<PromoCode, 'products'>, { product, bundle }: PricedLine): boolean =>
  isDiscountable(product) && (products.length === 0 || products.includes(bundle ?? product));

const sumPrices = (lines: PricedLine[]): number => lines.reduce((sum, line) => sum + line.amount_cents + line.discount_cents, 0);

/** What a code takes off lines that cost `eligible_cents` in an order of `net_cents`. */
const computeDiscount = ({ percent, amount_cents }: PromoCode, eligible_cents: number, net_cents: number): number => {
  const share = percent === null ? amount_cents! : Number(divideHalfUp(BigInt(eligible_cents) * BigInt(percent), 100n));
  const discount = Math.min(share, eligible_cents);
  return net_cents - discount < LEAST_PAYMENT_CENTS ? eligible_cents : discount;
};

/** Takes a code's discount off the lines it applies to, in proportion to their prices; without a code, every line at its full price. */
export const discountLines = <L extends PricedLine>(lines: L[], promo_code: PromoCode | null): L[] => {
  const eligible = promo_code ? lines.filter((line) => appliesTo(promo_code, line)) : [];
  const discount = promo_code && eligible.length > 0 ? computeDiscount(promo_code, sumPrices(eligible), sumPrices(lines)) : 0;
  const shares = splitAmount(
    discount,
    eligible.map((line) => sumPrices([line])),
  );
  return lines.map((line) => {
    const discount_cents = shares[eligible.indexOf(line)] ?? 0;
    return { ...line, discount_cents, amount_cents: sumPrices([line]) - discount_cents };
  });
};

interface PromoCodeCase {
  uses: PromoCodeUses;
  lines: PricedLine[];
  /** In the site's time zone. */
  today: string;
}

const productNames = ({ products }: PromoCode): string => products.map((code) => findProduct(code)?.name ?? code).join(', ');

const isReached = (limit: number | null, count: number): boolean => limit !== null && count >= limit;

interface PromoCodeCheck {
  code: string;
  fails(promo_code: PromoCode, order: PromoCodeCase): boolean;
  message(promo_code: PromoCode, order: PromoCodeCase): string;
}

const CHECKS: PromoCodeCheck[] = [
  { code: 'inactive', fails: ({ active }) => !active, message: () => t('is no longer valid') },
  {
    code: 'not_started',
    fails: ({ starts_on }, { today }) => starts_on !== null && today < starts_on,
    message: ({ starts_on }) => t('isn’t valid yet. You can use it from {day}', { day: formatLongDay(starts_on!) }),
  },
  {
    code: 'expired',
    fails: ({ ends_on }, { today }) => ends_on !== null && today > ends_on,
    message: ({ ends_on }) => t('has expired. It was valid until {day}', { day: formatLongDay(ends_on!) }),
  },
  {
    code: 'in_use',
    fails: ({ max_uses, uses_per_account }, { uses }) =>
      uses.own_pending !== null && (isReached(max_uses, uses.all) || isReached(uses_per_account, uses.own)),
    message: (_, { uses }) =>
      t('is already part of your unpaid order {number}. Pay or cancel that order first', { number: uses.own_pending }),
  },
  {
    code: 'used_already',
    fails: ({ uses_per_account }, { uses }) => isReached(uses_per_account, uses.own),
    message: ({ uses_per_account }) =>
      t(
        '{n, plural, one {works once per account, and you’ve already used it} other {works # times per account, and you’ve used it # times}}',
        {
          n: uses_per_account!,
        },
      ),
  },
  {
    code: 'used_up',
    fails: ({ max_uses }, { uses }) => isReached(max_uses, uses.all),
    message: () => t('has reached its limit and no longer works'),
  },
  {
    code: 'not_for_these_products',
    fails: (promo_code, { lines }) => !lines.some((line) => appliesTo(promo_code, line)),
    message: (promo_code) =>
      promo_code.products.length > 0
        ? t(
            '{n, plural, one {only works for {products}, which isn’t in this order} other {only works for {products}, none of which is in this order}}',
            {
              n: promo_code.products.length,
              products: productNames(promo_code),
            },
          )
        : t('doesn’t apply to anything in this order'),
  },
];

export interface PromoCodeFault {
  code: string;
  message: string;
}

/** Why a code cannot be used for an order; null if it can. */
export const findPromoCodeFault = (promo_code: PromoCode | undefined, order: PromoCodeCase): PromoCodeFault | null => {
  if (!promo_code) return { code: 'unknown', message: t('doesn’t exist. Check the spelling') };
  const check = CHECKS.find(({ fails }) => fails(promo_code, order));
  return check ? { code: check.code, message: check.message(promo_code, order) } : null;
};
