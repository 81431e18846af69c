import type { Site } from '../../kernel/context.ts';
import { type Launched, type News, news, sayDay } from './mails.tsx';

const own = ({ listing_id }: Launched): string => `/dashboard/listings/${listing_id}`;

interface Told {
  what: string;
  at: Date;
  title: string;
  says: [string, ...string[]];
}

const toldOf = (site: Site, listing: Launched, { what, at, title, says }: Told): News =>
  news(site, {
    kind: 'listing',
    key: `${what} ${listing.listing_id} ${at.toISOString()}`,
    title,
    says,
    link: 'Your listing',
    url: own(listing),
  });

export const waivedNews = (site: Site, listing: Launched, week: string, at: Date): News =>
  toldOf(site, listing, {
    what: 'waived',
    at,
    title: `${listing.name} launches on ${sayDay(week)}`,
    says: [
      `The team of ${site.name} does without our badge on your homepage: ${listing.name} is scheduled and goes live on Monday, ${sayDay(week)}.`,
      'You need to do nothing more. Until then you can still edit the listing.',
    ],
  });

export const wantedNews = (site: Site, listing: Launched, week: string, at: Date): News =>
  toldOf(site, listing, {
    what: 'wanted',
    at,
    title: `${listing.name} needs our badge after all`,
    says: [
      `The team of ${site.name} took back that ${listing.name} launches without our badge. It keeps its week, which begins on ${sayDay(week)}, and goes live then if the badge is on your homepage.`,
    ],
  });

export const newWeekNews = (site: Site, listing: Launched, { from, to }: { from: string; to: string }, at: Date): News =>
  toldOf(site, listing, {
    what: 'week',
    at,
    title: `${listing.name} now launches on ${sayDay(to)}`,
    says: [`The team of ${site.name} gave ${listing.name} the week of ${sayDay(to)} instead of that of ${sayDay(from)}.`],
  });

export const sentBackNews = (site: Site, listing: Launched, reason: string, at: Date): News =>
  toldOf(site, listing, {
    what: 'sent back',
    at,
    title: `${listing.name} has left the queue`,
    says: [
      `The team of ${site.name} took ${listing.name} out of the queue: ${reason}`,
      'Nothing of it is lost. It is saved, for you alone to see; when it is ready, choose how it launches again.',
    ],
  });
