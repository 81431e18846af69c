import type { Site } from '../../../kernel/context.ts';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import { quoteName } from '../../accounts/mail/quoting.ts';
import { dashboardPath, listingPath } from '../../sites/addresses.ts';
import { buildOwnerNotification, type NotifiedListing, type OwnerNotification } from '../mails.tsx';

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
    link: 'View your listing',
    url: dashboardPath(listing.listing_id),
  });

export const listingRemovedNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'removed',
    at,
    title: `${listing.name} was removed from ${site.name}`,
    says: [
      `The ${site.name} team removed ${listing.name}: ${reason}`,
      'Your content is saved. If you think this is a mistake, contact the team. The page below shows the current status.',
    ],
  });

export const listingMergedNotification = (site: Site, listing: NotifiedListing, into: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `merged ${listing.listing_id} ${at.toISOString()}`,
    title: `${listing.name} was merged into another listing`,
    says: [
      `The ${site.name} team found two listings of the same product and merged ${listing.name} into ${quoteName(into.name, 'another listing')}.`,
      'The old address now redirects to the other listing, and followers were moved there.',
    ],
    link: 'View the other listing',
    url: listingPath(into.slug),
  });

export const listingRestoredNotification = (site: Site, listing: NotifiedListing, week: string | null, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'back',
    at,
    title: `${listing.name} is back on ${site.name}`,
    says: [`The ${site.name} team restored ${listing.name}.`, ...(week ? [`Its launch week starts on ${formatLongDay(week)}.`] : [])],
  });

export const badgeWaivedNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'waived',
    at,
    title: `${listing.name} launches on ${formatLongDay(week)}`,
    says: [
      `The ${site.name} team waived the badge. Voting for ${listing.name} opens on Monday, ${formatLongDay(week)}. Its page is public now.`,
      'You’re all set. You can edit the listing at any time.',
    ],
  });

export const badgeRequiredNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'wanted',
    at,
    title: `${listing.name} needs the badge again`,
    says: [
      `The ${site.name} team now requires the badge for ${listing.name} again. It keeps its week, which starts on ${formatLongDay(week)}, and goes live if the badge is on your homepage by then.`,
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
    title: `${listing.name} now launches on ${formatLongDay(to)}`,
    says: [`The ${site.name} team moved ${listing.name} from the week of ${formatLongDay(from)} to the week of ${formatLongDay(to)}.`],
  });

export const removedFromQueueNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'sent back',
    at,
    title: `${listing.name} has left the queue`,
    says: [
      `The ${site.name} team removed ${listing.name} from the queue: ${reason}`,
      'Your listing is saved and only you can see it. When it’s ready, choose a launch again.',
    ],
  });
