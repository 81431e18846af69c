import type { Site } from '../../../kernel/context.ts';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import { dashboardPath } from '../../sites/addresses.ts';
import { buildOwnerNotification, type NotifiedListing, type OwnerNotification } from '../mails.tsx';

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
    link: link ?? 'View your launch',
    url: `${dashboardPath(listing_id)}/free`,
    ...text,
  });

export const inReviewNotification = (site: Site, listing: NotifiedListing, week: string | null, at: Date): OwnerNotification =>
  buildReviewNotification(site, listing, {
    event: 'review',
    at,
    title: `${listing.name} is in review`,
    says: [
      `The ${site.name} team looks at new listings before they go public. We’ll email you when they have decided.`,
      week ? `Your launch week is reserved. It starts on Monday, ${formatLongDay(week)}.` : 'It goes live as soon as it is approved.',
    ],
  });

export const approvedNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildReviewNotification(site, listing, {
    event: 'approved',
    at,
    title: `${listing.name} was approved`,
    says: [
      `The ${site.name} team approved ${listing.name}. Its page is public now, and its launch week starts on Monday, ${formatLongDay(week)}.`,
      'Now add our badge to your homepage. The page below has the code.',
    ],
    link: 'Get the badge code',
  });

export const returnedNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildReviewNotification(site, listing, {
    event: 'returned',
    at,
    title: `${listing.name} needs changes`,
    says: [
      `The ${site.name} team looked at ${listing.name} and asks you to change something: ${reason}`,
      'Edit the listing, then send it again. Your launch week stays reserved until it starts.',
    ],
    link: 'Edit and send again',
  });

export const reviewMovedNotification = (
  site: Site,
  listing: NotifiedListing,
  { from, to, is_returned }: { from: string; to: string; is_returned: boolean },
): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `review moved ${listing.listing_id} ${from}`,
    title: `${listing.name} now launches on ${formatLongDay(to)}`,
    says: [
      `The week of ${formatLongDay(from)} has started, and ${listing.name} isn’t approved yet. We moved it to the next open week, which starts on ${formatLongDay(to)}.`,
      is_returned ? 'The team asked you to change something. Edit the listing, then send it again.' : 'You don’t need to do anything.',
    ],
    link: 'View your launch',
    url: `${dashboardPath(listing.listing_id)}/free`,
  });
