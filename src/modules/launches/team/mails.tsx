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
    link: 'Your listing',
    url: dashboardPath(listing.listing_id),
  });

export const listingRemovedNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'removed',
    at,
    title: `${listing.name} was removed from ${site.name}`,
    says: [
      `The team of ${site.name} removed ${listing.name}: ${reason}`,
      'Nothing of it is lost. If you think that is wrong, answer the team; the page below shows how it stands.',
    ],
  });

export const listingMergedNotification = (site: Site, listing: NotifiedListing, into: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `merged ${listing.listing_id} ${at.toISOString()}`,
    title: `${listing.name} was merged into another listing`,
    says: [
      `The team of ${site.name} found that two listings are of the same product, and merged ${listing.name} into ${quoteName(into.name, 'another one')}.`,
      'Who opens the old address is sent to the other one, and its followers follow that one from now on.',
    ],
    link: 'See the other listing',
    url: listingPath(into.slug),
  });

export const listingRestoredNotification = (site: Site, listing: NotifiedListing, week: string | null, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'back',
    at,
    title: `${listing.name} is back on ${site.name}`,
    says: [
      `The team of ${site.name} has brought ${listing.name} back to where it was.`,
      ...(week ? [`Its launch week begins on ${formatLongDay(week)}.`] : []),
    ],
  });

export const badgeWaivedNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'waived',
    at,
    title: `${listing.name} launches on ${formatLongDay(week)}`,
    says: [
      `The team of ${site.name} does without our badge on your homepage: ${listing.name} is scheduled and goes live on Monday, ${formatLongDay(week)}.`,
      'You need to do nothing more. Until then you can still edit the listing.',
    ],
  });

export const badgeRequiredNotification = (site: Site, listing: NotifiedListing, week: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'wanted',
    at,
    title: `${listing.name} needs our badge after all`,
    says: [
      `The team of ${site.name} took back that ${listing.name} launches without our badge. It keeps its week, which begins on ${formatLongDay(week)}, and goes live then if the badge is on your homepage.`,
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
    says: [`The team of ${site.name} gave ${listing.name} the week of ${formatLongDay(to)} instead of that of ${formatLongDay(from)}.`],
  });

export const removedFromQueueNotification = (site: Site, listing: NotifiedListing, reason: string, at: Date): OwnerNotification =>
  buildTeamNotification(site, listing, {
    event: 'sent back',
    at,
    title: `${listing.name} has left the queue`,
    says: [
      `The team of ${site.name} took ${listing.name} out of the queue: ${reason}`,
      'Nothing of it is lost. It is saved, for you alone to see; when it is ready, choose how it launches again.',
    ],
  });
