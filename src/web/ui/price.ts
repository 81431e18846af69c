import { describeLanguage } from '../../kernel/language/languages.ts';
import { currentLanguage } from '../../kernel/language/locale.ts';
import type { PlanPrice } from '../../modules/extraction/propose/plans.ts';
import { withPeriod } from './format.tsx';

/** $9 per month; a currency that is not a known code is written as the website does. */
export const formatPlanPrice = ({ amount, currency, period }: Pick<PlanPrice, 'amount' | 'currency' | 'period'>): string => {
  const text = /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat(describeLanguage(currentLanguage()).numbers, {
        style: 'currency',
        currency,
        minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
      }).format(amount)
    : `${amount} ${currency}`;
  return withPeriod(text, period);
};
