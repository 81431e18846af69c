import type { Site } from '../../kernel/context.ts';
import { formatLongDay } from '../../kernel/time/weeks.ts';
import type { MailKind } from '../accounts/mail/kinds.ts';
import { type MailMessage, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/mails.tsx';
import { dashboardPath, listingPath } from '../sites/addresses.ts';
import { AWARD_NAME_PREFIX } from './rules.ts';

/** The listing that a notification to its owner is about. */
export interface NotifiedListing {
  listing_id: number;
  slug: string;
  name: string;
}

/** A notification that an owner gets once, on the site and by mail. */
export interface OwnerNotification {
  kind: 'week' | 'badge' | 'award' | 'listing';
  /** Unique per event, so that it is sent once. */
  key: string;
  title: string;
  body: string;
  url: string;
  mail: MailMessage | OptionalMail;
}

interface NotificationContent extends Pick<OwnerNotification, 'kind' | 'key' | 'title' | 'url'> {
  says: [string, ...string[]];
  link: string;
}

/** The mail kind that an owner can unsubscribe from; null where the mail is always sent. */
const MAIL_KINDS: Record<OwnerNotification['kind'], MailKind | null> = {
  week: 'launches',
  badge: 'launches',
  award: 'awards',
  listing: null,
};

export const buildOwnerNotification = (site: Site, { says, link, ...rest }: NotificationContent): OwnerNotification => {
  const contents = { subject: rest.title, says, link: { name: link, href: site.root + rest.url } };
  const mail_kind = MAIL_KINDS[rest.kind];
  return { ...rest, body: says[0], mail: mail_kind ? makeOptionalMail(site, mail_kind, contents) : renderMail(site, contents) };
};

const freePlanPath = ({ listing_id }: NotifiedListing): string => `${dashboardPath(listing_id)}/free`;

export const scheduledNotification = (site: Site, listing: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'badge',
    key: `badge ${listing.listing_id} ${week}`,
    title: `${listing.name} launches on ${formatLongDay(week)}`,
    says: [
      `We found our badge on your homepage, so ${listing.name} is scheduled: it goes live on ${site.name} on Monday, ${formatLongDay(week)}.`,
      'You need to do nothing more. Until then you can still edit the listing.',
    ],
    link: 'Your launch',
    url: freePlanPath(listing),
  });

export const paidWeekNotification = (site: Site, listing: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `paid ${listing.listing_id} ${week}`,
    title: `${listing.name} launches on ${formatLongDay(week)}`,
    says: [
      `${listing.name} is scheduled: it goes live on ${site.name} on Monday, ${formatLongDay(week)}. No badge is needed.`,
      'You need to do nothing more. Until then you can still edit the listing.',
    ],
    link: 'Your listing',
    url: dashboardPath(listing.listing_id),
  });

export const relaunchedNotification = (site: Site, { listing_id, slug, name }: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `relaunched ${listing_id} ${week}`,
    title: `${name} has launched again on ${site.name}`,
    says: [
      `${name} is among the launches of the week again, and its votes of this week begin at zero. Votes cast until Sunday count for it.`,
      'What it won before stays as it was, and so do all its earlier votes.',
    ],
    link: 'See your listing',
    url: listingPath(slug),
  });

export const movedNotification = (site: Site, listing: NotifiedListing, { from, to }: { from: string; to: string }): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `moved ${listing.listing_id} ${from}`,
    title: `${listing.name} now launches on ${formatLongDay(to)}`,
    says: [
      `The week of ${formatLongDay(from)} has begun, and our badge was not on your homepage. So ${listing.name} has moved to the next week with room, which begins on ${formatLongDay(to)}.`,
      'It goes live then if the badge is there. The page below has the code, and says what we saw when we last looked.',
    ],
    link: 'Get the badge code',
    url: freePlanPath(listing),
  });

export const leftQueueNotification = (site: Site, listing: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `left ${listing.listing_id} ${week}`,
    title: `${listing.name} has left the queue`,
    says: [
      `Three launch weeks have begun without our badge on your homepage. So ${listing.name} has no place any more, and we have stopped looking; nobody but you sees the listing now.`,
      'Nothing of it is lost. When you are ready, choose the free plan again on the page below: you get a new week, and the code for the badge.',
    ],
    link: 'Queue again',
    url: freePlanPath(listing),
  });

export const liveNotification = (site: Site, { listing_id, slug, name }: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `live ${listing_id} ${week}`,
    title: `${name} is live on ${site.name}`,
    says: [
      `${name} has launched. People can vote for it now, and votes cast until Sunday count for the week.`,
      'Votes on your own listing do not count; tell people where it is instead.',
    ],
    link: 'See your listing',
    url: listingPath(slug),
  });

export const awardNotification = (
  site: Site,
  { listing_id, slug, name, rank, votes }: NotifiedListing & { rank: number; votes: number },
  week: string,
): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'award',
    key: `award ${listing_id} ${week}`,
    title: `${name} is ${AWARD_NAME_PREFIX}${rank}`,
    says: [
      `The week of ${formatLongDay(week)} is over and its result is frozen: ${name} came ${['first', 'second', 'third'][rank - 1]} with ${votes} ${votes === 1 ? 'vote' : 'votes'}.`,
      'There is a badge for it, which you may put on your homepage.',
    ],
    link: 'Get the badge',
    url: `${listingPath(slug)}/badges`,
  });
