import type { PageContent } from '../parse/page.ts';
import type { Money } from '../proposal.ts';
import { moneyIn } from '../verify/money.ts';
import { pricesIn } from '../verify/pricing.ts';
import { flattenText } from '../words/text.ts';
import { findPrices, isListed, planAbove } from './pricing.ts';
import { openProductSite } from './site.ts';

/** What a plan costs, and the text that says so. */
export interface PlanPrice extends Money {
  plan: string;
  quote: string;
  url: string;
}

const MAX_PLANS = 12;

/** The prices of named plans: one price each, from price lists only. A plan with several prices, such as a monthly and a yearly one, counts once per period. */
export const findPlanPrices = (pages: PageContent[]): PlanPrice[] => {
  if (pages.length === 0) return [];
  const plans = new Map<string, PlanPrice>();
  for (const { text, block } of findPrices(openProductSite(pages))) {
    const plan = isListed(block) ? planAbove(block) : undefined;
    if (!plan || pricesIn(text).length !== 1) continue;
    const [money] = moneyIn(text);
    const currency = money?.currencies[0];
    if (!money || !currency) continue;
    const { amount, period } = money;
    const key = `${plan.text.toLowerCase()} ${currency} ${period}`;
    if (!plans.has(key))
      plans.set(key, { amount, currency, period, plan: flattenText(plan.text), quote: flattenText(text), url: block.page.url });
  }
  return [...plans.values()].slice(0, MAX_PLANS);
};
