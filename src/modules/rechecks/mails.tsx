import type { Site } from '../../kernel/context.ts';
import { formatLongDay } from '../../kernel/time/weeks.ts';
import { buildOwnerNotification, type NotifiedListing, type OwnerNotification } from '../launches/mails.tsx';
import { dashboardPath, listingPath } from '../sites/addresses.ts';

const changesPath = ({ listing_id }: NotifiedListing): string => `${dashboardPath(listing_id)}/changes`;
const factName = (path: string): string => path.split('.').at(-1)!.replaceAll('_', ' ');

/** The website says something else than the listing. */
export const changesNotification = (site: Site, listing: NotifiedListing, changes: { id: number; path: string }[]): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'facts',
    key: `fact changes ${changes.at(-1)!.id}`,
    title: `Your website changed: ${listing.name}`,
    says: [
      `We read your website again, and it now says something else than your listing on ${site.name}: ${changes.map(({ path }) => factName(path)).join(', ')}.`,
      'Your listing stays as it is until you decide. You can accept what your website says, keep what your listing says, or correct it.',
    ],
    link: 'Review the changes',
    url: changesPath(listing),
  });

/** The website has not answered for a week. */
export const deadNotification = (site: Site, listing: NotifiedListing, since: Date, hidden_from: Date | null): OwnerNotification => {
  const [since_on, hidden_on] = [since, hidden_from].map((at) => at && formatLongDay(at.toISOString().slice(0, 10)));
  return buildOwnerNotification(site, {
    kind: 'facts',
    key: `dead website ${listing.listing_id} ${since.getTime()}`,
    title: `The website of ${listing.name} doesn’t answer`,
    says: [
      `We’ve tried to read the website of ${listing.name} several times since ${since_on}, and it didn’t answer. Your listing says so.`,
      ...(hidden_on
        ? [`If it still doesn’t answer on ${hidden_on}, we hide the listing. It comes back by itself when the website answers again.`]
        : []),
    ],
    link: 'Open your listing',
    url: changesPath(listing),
  });
};

export const hiddenNotification = (site: Site, listing: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `hidden website ${listing.listing_id} ${at.getTime()}`,
    title: `${listing.name} is hidden`,
    says: [
      `The website of ${listing.name} hasn’t answered for weeks, so we no longer show its listing on ${site.name}.`,
      'When the website answers again, the listing comes back by itself, with its votes and reviews. You can also check it now.',
    ],
    link: 'Check the website',
    url: changesPath(listing),
  });

export const backNotification = (site: Site, listing: NotifiedListing, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `website back ${listing.listing_id} ${at.getTime()}`,
    title: `${listing.name} is live again`,
    says: [`The website of ${listing.name} answers again, so its listing is back on ${site.name}.`],
    link: 'View your listing',
    url: listingPath(listing.slug),
  });
