import type { PlanPrice } from '../../modules/extraction/propose/plans.ts';

const PERIOD_TEXTS: Record<NonNullable<PlanPrice['period']>, string> = {
  month: ' per month',
  year: ' per year',
  week: ' per week',
  day: ' per day',
  once: ' once',
};

/** $9 per month; a currency that is not a known code is written as the website does. */
export const formatPlanPrice = ({ amount, currency, period }: Pick<PlanPrice, 'amount' | 'currency' | 'period'>): string => {
  const text = /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 }).format(amount)
    : `${amount} ${currency}`;
  return text + (period ? PERIOD_TEXTS[period] : '');
};
