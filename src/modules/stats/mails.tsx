import type { Site } from '../../kernel/context.ts';
import { perLanguage } from '../../kernel/language/locale.ts';
import { t } from '../../kernel/language/messages.ts';
import { addDays, formatLongDay } from '../../kernel/time/weeks.ts';
import { plainLine, quoteName } from '../accounts/mail/quoting.ts';
import { localUrl, makeOptionalMail, type OptionalMail } from '../accounts/mail/render-mail.tsx';
import { type Counts, conversionOf } from './rules.ts';

export interface WeekNumbers {
  name: string;
  /** The path of its numbers. */
  path: string;
  totals: Counts;
  previous: Counts;
}

const percents = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { style: 'percent', maximumFractionDigits: 1 }));

const compareViews = ({ totals: { views: n }, previous: { views: before } }: WeekNumbers): string => {
  if (n === before) return t('{n, plural, one {# view} other {# views}} (same as the week before)', { n });
  return n > before
    ? t('{n, plural, one {# view} other {# views}} ({more, plural, other {# more}} than the week before)', { n, more: n - before })
    : t('{n, plural, one {# view} other {# views}} ({fewer, plural, other {# fewer}} than the week before)', { n, fewer: before - n });
};

const describeClicks = ({ totals }: WeekNumbers): string => {
  const [n, conversion] = [totals.clicks, conversionOf(totals)];
  if (conversion === null) return t('{n, plural, one {# click} other {# clicks}} to your site', { n });
  const share = percents().format(conversion);
  return t('{n, plural, one {# click} other {# clicks}} to your site ({share} of views)', { n, share });
};

const describeWeek = (week: WeekNumbers): string => {
  const { votes, follows, badge_clicks } = week.totals;
  const parts = [
    compareViews(week),
    describeClicks(week),
    t('{n, plural, one {# vote} other {# votes}}', { n: votes }),
    t('{n, plural, one {# new follower} other {# new followers}}', { n: follows }),
    t('{n, plural, one {# badge click} other {# badge clicks}}', { n: badge_clicks }),
  ];
  return `${parts.join(', ')}.`;
};

/** The numbers of somebody's products in the week that ended. */
export const weeklyStatsMail = (site: Site, week_on: string, listings: WeekNumbers[]): OptionalMail =>
  makeOptionalMail(site, 'stats', {
    subject:
      listings.length === 1
        ? t('{product}: last week in numbers', { product: quoteName(listings[0]!.name, t('Your product')) })
        : t('Your products last week, in numbers'),
    says: [t('{from} to {to}, on {site}:', { from: formatLongDay(week_on), to: formatLongDay(addDays(week_on, 6)), site: site.name })],
    sections: [
      {
        items: listings.map((listing) => ({
          name: plainLine(listing.name, 60) || t('Your product'),
          href: localUrl(site, listing.path),
          text: describeWeek(listing),
        })),
      },
    ],
    ...(listings.length === 1 && { link: { name: t('View your stats'), href: localUrl(site, listings[0]!.path) } }),
  });
