import type { Site } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import { quoteName } from '../../accounts/mail/quoting.ts';
import { dashboardPath, listingPath } from '../../sites/addresses.ts';
import { buildOwnerNotification, launchesOn, type NotifiedListing, nowLaunchesOn, type OwnerNotification } from '../mails.tsx';

interface NotificationText {
  event: string;
  at: Date;
  title: string;
  says: [string, ...string[]];
}

const buildTeamNotification = (site: Site, listing: NotifiedListing, { event, at, title, says }: NotificationText): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `${event} ${listing.listing_id} ${at.toISOString()}`,
    title,
    says,
    link: t('View your listing'),
    url: dashboardPath(listing.listing_id),
  });

export const listingRemovedNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'removed',
    at,
    title: t('{product} was removed from {site}', { product: listing.name, site: site.name }),
    says: [
      t('The {site} team removed {product}: {reason}', { site: site.name, product: listing.name, reason }),
      t('Your content is saved. If you think this is a mistake, contact the team. The page below shows the current status.'),
    ],
  });

export const listingMergedNotification = (site: Site, listing: NotifiedListing, into: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `merged ${listing.listing_id} ${at.toISOString()}`,
    title: t('{product} was merged into another listing', { product: listing.name }),
    says: [
      t('The {site} team found two listings of the same product and merged {product} into {other}.', {
        site: site.name,
        product: listing.name,
        other: quoteName(into.name, t('another listing')),
      }),
      t('The old address now redirects to the other listing, and followers were moved there.'),
    ],
    link: t('View the other listing'),
    url: listingPath(into.slug),
  });

export const listingRestoredNotification = (site: Site, listing: NotifiedListing, week: string | null, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'back',
    at,
    title: t('{product} is back on {site}', { product: listing.name, site: site.name }),
    says: [
      t('The {site} team restored {product}.', { site: site.name, product: listing.name }),
      ...(week ? [t('Its launch week starts on {day}.', { day: formatLongDay(week) })] : []),
    ],
  });

export const badgeWaivedNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'waived',
    at,
    title: launchesOn(listing, week),
    says: [
      t('The {site} team waived the badge. Voting for {product} opens on Monday, {day}. Its page is public now.', {
        site: site.name,
        product: listing.name,
        day: formatLongDay(week),
      }),
      t('You’re all set. You can edit the listing at any time.'),
    ],
  });

export const badgeRequiredNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'wanted',
    at,
    title: t('{product} needs the badge again', { product: listing.name }),
    says: [
      t(
        'The {site} team now requires the badge for {product} again. It keeps its week, which starts on {day}, and goes live if the badge is on your homepage by then.',
        { site: site.name, product: listing.name, day: formatLongDay(week) },
      ),
    ],
  });

export const weekChangedNotification = (
  site: Site,
  listing: NotifiedListing,
  { from, to }: { from: string; to: string },
  at: Date,
): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'week',
    at,
    title: nowLaunchesOn(listing, to),
    says: [
      t('The {site} team moved {product} from the week of {from} to the week of {to}.', {
        site: site.name,
        product: listing.name,
        from: formatLongDay(from),
        to: formatLongDay(to),
      }),
    ],
  });

export const removedFromQueueNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'sent back',
    at,
    title: t('{product} has left the queue', { product: listing.name }),
    says: [
      t('The {site} team removed {product} from the queue: {reason}', { site: site.name, product: listing.name, reason }),
      t('Your listing is saved and only you can see it. When it’s ready, choose a launch again.'),
    ],
  });
