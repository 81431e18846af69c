import type { Site } from '../../kernel/context.ts';
import { type Launched, type News, news, sayDay } from './mails.tsx';

const own = ({ listing_id }: Launched): string => `/dashboard/listings/${listing_id}`;

export const removedNews = (site: Site, listing: Launched, reason: string, at: Date): News =>
  news(site, {
    kind: 'listing',
    key: `removed ${listing.listing_id} ${at.toISOString()}`,
    title: `${listing.name} was removed from ${site.name}`,
    says: [
      `The team of ${site.name} removed ${listing.name}: ${reason}`,
      'Nothing of it is lost. If you think that is wrong, answer the team; the page below shows how it stands.',
    ],
    link: 'Your listing',
    url: own(listing),
  });

export const mergedNews = (site: Site, listing: Launched, into: Launched, at: Date): News =>
  news(site, {
    kind: 'listing',
    key: `merged ${listing.listing_id} ${at.toISOString()}`,
    title: `${listing.name} was merged into ${into.name}`,
    says: [
      `The team of ${site.name} found that two listings are of the same product, and merged ${listing.name} into ${into.name}.`,
      'Who opens the old address is sent to the other one, and its followers follow that one from now on.',
    ],
    link: 'See the other listing',
    url: `/listings/${into.slug}`,
  });

export const backNews = (site: Site, listing: Launched, week: string | null, at: Date): News =>
  news(site, {
    kind: 'listing',
    key: `back ${listing.listing_id} ${at.toISOString()}`,
    title: `${listing.name} is back on ${site.name}`,
    says: [
      `The team of ${site.name} has brought ${listing.name} back to where it was.`,
      ...(week ? [`Its launch week begins on ${sayDay(week)}.`] : []),
    ],
    link: 'Your listing',
    url: own(listing),
  });
