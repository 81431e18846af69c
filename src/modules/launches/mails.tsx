import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { formatLongDay } from '../../kernel/time/weeks.ts';
import type { MailKind } from '../accounts/mail/kinds.ts';
import { localUrl, type MailMessage, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/render-mail.tsx';
import { liveNotificationKey } from '../listings/mails.tsx';
import { dashboardPath, listingPath } from '../sites/addresses.ts';

/** The listing that a notification to its owner is about. */
export interface NotifiedListing {
  listing_id: number;
  slug: string;
  name: string;
}

/** A notification that an owner gets once, on the site and by mail. */
export interface OwnerNotification {
  kind: 'week' | 'badge' | 'award' | 'listing' | 'facts';
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
  facts: 'facts',
};

export const buildOwnerNotification = (site: Site, { says, link, ...rest }: NotificationContent): OwnerNotification => {
  const contents = { subject: rest.title, says, link: { name: link, href: localUrl(site, rest.url) } };
  const mail_kind = MAIL_KINDS[rest.kind];
  return { ...rest, body: says[0], mail: mail_kind ? makeOptionalMail(site, mail_kind, contents) : renderMail(site, contents) };
};

const freePlanPath = ({ listing_id }: NotifiedListing): string => `${dashboardPath(listing_id)}/free`;

export const launchesOn = ({ name: product }: NotifiedListing, week: string): string =>
  t('{product} launches on {day}', { product, day: formatLongDay(week) });
export const nowLaunchesOn = ({ name: product }: NotifiedListing, week: string): string =>
  t('{product} now launches on {day}', { product, day: formatLongDay(week) });

export const scheduledNotification = (site: Site, listing: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'badge',
    key: `badge ${listing.listing_id} ${week}`,
    title: launchesOn(listing, week),
    says: [
      t('We found the badge on your homepage. Voting for {product} opens on Monday, {day}. Its page on {site} is public now.', {
        product: listing.name,
        day: formatLongDay(week),
        site: site.name,
      }),
      t('You’re all set. You can edit the listing at any time.'),
    ],
    link: t('View your launch'),
    url: freePlanPath(listing),
  });

export const paidWeekNotification = (site: Site, listing: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `paid ${listing.listing_id} ${week}`,
    title: launchesOn(listing, week),
    says: [
      t('Voting for {product} opens on Monday, {day}. Its page on {site} is public now. You don’t need the badge.', {
        product: listing.name,
        day: formatLongDay(week),
        site: site.name,
      }),
      t('You’re all set. You can edit the listing at any time.'),
    ],
    link: t('View your listing'),
    url: dashboardPath(listing.listing_id),
  });

export const relaunchedNotification = (site: Site, { listing_id, slug, name }: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `relaunched ${listing_id} ${week}`,
    title: t('{product} is live again on {site}', { product: name, site: site.name }),
    says: [
      t('{product} is one of this week’s launches again. Its votes for this week start at zero, and voting ends on Sunday.', {
        product: name,
      }),
      t('Its earlier awards and votes stay as they are.'),
    ],
    link: t('View your listing'),
    url: listingPath(slug),
  });

export const movedNotification = (site: Site, listing: NotifiedListing, { from, to }: { from: string; to: string }): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `moved ${listing.listing_id} ${from}`,
    title: nowLaunchesOn(listing, to),
    says: [
      t(
        'The week of {from} has started and we didn’t find the badge on your homepage. We moved {product} to the next open week, which starts on {to}.',
        { from: formatLongDay(from), product: listing.name, to: formatLongDay(to) },
      ),
      t('It goes live then if the badge is in place. Open the page below for the badge code and the result of our last check.'),
    ],
    link: t('Get the badge code'),
    url: freePlanPath(listing),
  });

export const leftQueueNotification = (site: Site, listing: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: `left ${listing.listing_id} ${week}`,
    title: t('{product} has left the queue', { product: listing.name }),
    says: [
      t(
        'Three launch weeks have started without the badge on your homepage, so {product} has left the queue. Only you can see the listing now.',
        { product: listing.name },
      ),
      t('Your listing is saved. When you’re ready, choose the free plan again to get a new week and the badge code.'),
    ],
    link: t('Join the queue again'),
    url: freePlanPath(listing),
  });

export const liveNotification = (site: Site, { listing_id, slug, name }: NotifiedListing, week: string): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'week',
    key: liveNotificationKey(listing_id, week),
    title: t('{product} is live on {site}', { product: name, site: site.name }),
    says: [
      t('{product} has launched. People can now vote for it, and voting ends on Sunday.', { product: name }),
      t('You can’t vote for your own product, so share it with the people who like it.'),
    ],
    link: t('View your listing'),
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
    title: t('{product} is Launch of the Week #{rank}', { product: name, rank }),
    says: [
      t(
        'The week of {day} is over. {product} finished {rank, plural, =1 {first} =2 {second} other {third}} with {votes, plural, one {# vote} other {# votes}}. Congratulations!',
        { day: formatLongDay(week), product: name, rank, votes },
      ),
      t('You can now show your award badge on your homepage.'),
    ],
    link: t('Get the badge'),
    url: `${listingPath(slug)}/badges`,
  });
