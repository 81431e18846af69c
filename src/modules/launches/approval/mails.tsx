import type { Site } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import { dashboardPath } from '../../sites/addresses.ts';
import { buildOwnerNotification, type NotifiedListing, nowLaunchesOn, type OwnerNotification } from '../mails.tsx';

interface ReviewText {
  event: string;
  at: Date;
  title: string;
  says: [string, ...string[]];
  link?: string;
}

const buildReviewNotification = (
  site: Site,
  { listing_id }: NotifiedListing,
  { event, at, link, ...text }: ReviewText,
): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `${event} ${listing_id} ${at.toISOString()}`,
    link: link ?? t('View your launch'),
    url: `${dashboardPath(listing_id)}/free`,
    ...text,
  });

export const inReviewNotification = (site: Site, listing: NotifiedListing, week: string | null, at: Date): OwnerNotification =>
  buildReviewNotification(site, listing, {
    event: 'review',
    at,
    title: t('{product} is in review', { product: listing.name }),
    says: [
      t('The {site} team looks at new listings before they go public. We’ll email you when they have decided.', { site: site.name }),
      week
        ? t('Your launch week is reserved. It starts on Monday, {day}.', { day: formatLongDay(week) })
        : t('It goes live as soon as it is approved.'),
    ],
  });

export const approvedNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildReviewNotification(site, listing, {
    event: 'approved',
    at,
    title: t('{product} was approved', { product: listing.name }),
    says: [
      t('The {site} team approved {product}. Its page is public now, and its launch week starts on Monday, {day}.', {
        site: site.name,
        product: listing.name,
        day: formatLongDay(week),
      }),
      t('Now add our badge to your homepage. The page below has the code.'),
    ],
    link: t('Get the badge code'),
  });

export const returnedNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildReviewNotification(site, listing, {
    event: 'returned',
    at,
    title: t('{product} needs changes', { product: listing.name }),
    says: [
      t('The {site} team looked at {product} and asks you to change something: {reason}', {
        site: site.name,
        product: listing.name,
        reason,
      }),
      t('Edit the listing, then send it again. Your launch week stays reserved until it starts.'),
    ],
    link: t('Edit and send again'),
  });

export const reviewMovedNotification = (
  site: Site,
  listing: NotifiedListing,
  { from, to, is_returned }: { from: string; to: string; is_returned: boolean },
): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `review moved ${listing.listing_id} ${from}`,
    title: nowLaunchesOn(listing, to),
    says: [
      t('The week of {from} has started, and {product} isn’t approved yet. We moved it to the next open week, which starts on {to}.', {
        from: formatLongDay(from),
        product: listing.name,
        to: formatLongDay(to),
      }),
      is_returned
        ? t('The team asked you to change something. Edit the listing, then send it again.')
        : t('You don’t need to do anything.'),
    ],
    link: t('View your launch'),
    url: `${dashboardPath(listing.listing_id)}/free`,
  });
