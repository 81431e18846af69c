import type { Site } from '../../kernel/context.ts';
import { addDays, formatLongDay } from '../../kernel/time/weeks.ts';
import { plainLine, quoteName } from '../accounts/mail/quoting.ts';
import { makeOptionalMail, type OptionalMail } from '../accounts/mail/render-mail.tsx';
import { type Counts, conversionOf } from './rules.ts';

export interface WeekNumbers {
  name: string;
  /** The address of its numbers. */
  href: string;
  totals: Counts;
  previous: Counts;
}

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const plural = (n: number, one: string, many = `${one}s`): string => `${numbers.format(n)} ${n === 1 ? one : many}`;

const change = (now: number, before: number): string => {
  if (now === before) return 'same as the week before';
  return `${numbers.format(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than the week before`;
};

const describeWeek = ({ totals, previous }: WeekNumbers): string => {
  const conversion = conversionOf(totals);
  const parts = [
    `${plural(totals.views, 'view')} (${change(totals.views, previous.views)})`,
    `${plural(totals.clicks, 'click')} to your site${conversion === null ? '' : ` (${percents.format(conversion)} of views)`}`,
    plural(totals.votes, 'vote'),
    plural(totals.follows, 'new follower'),
    plural(totals.badge_clicks, 'badge click'),
  ];
  return `${parts.join(', ')}.`;
};

/** The numbers of somebody's products in the week that ended. */
export const weeklyStatsMail = (site: Site, week_on: string, listings: WeekNumbers[]): OptionalMail =>
  makeOptionalMail(site, 'stats', {
    subject:
      listings.length === 1
        ? `${quoteName(listings[0]!.name, 'Your product')}: last week in numbers`
        : 'Your products last week, in numbers',
    says: [`${formatLongDay(week_on)} to ${formatLongDay(addDays(week_on, 6))}, on ${site.name}:`],
    sections: [
      {
        items: listings.map((listing) => ({
          name: plainLine(listing.name, 60) || 'Your product',
          href: listing.href,
          text: describeWeek(listing),
        })),
      },
    ],
    ...(listings.length === 1 && { link: { name: 'View your stats', href: listings[0]!.href } }),
  });
