import type { Site } from '../../kernel/context.ts';
import type { MailKind } from '../accounts/mail-kinds.ts';
import { type Letter, letter, type OptionalLetter, optionalLetter } from '../accounts/mails.tsx';
import { AWARD } from './rules.ts';

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
export const sayDay = (day: string): string => days.format(new Date(`${day}T12:00:00Z`));

/** A listing as its owner is told about it. */
export interface Launched {
  listing_id: number;
  slug: string;
  name: string;
}

/** Something an owner is told once, by mail and on the site. */
export interface News {
  kind: 'week' | 'badge' | 'award' | 'listing';
  /** What makes it this news and no other. */
  key: string;
  title: string;
  body: string;
  /** A path of the site. */
  url: string;
  letter: Letter | OptionalLetter;
}

interface Telling extends Pick<News, 'kind' | 'key' | 'title' | 'url'> {
  says: [string, ...string[]];
  link: string;
}

/** What an owner may do without by mail. What happened to the listing itself they are always told. */
const MAILED_AS: Record<News['kind'], MailKind | null> = { week: 'launches', badge: 'launches', award: 'awards', listing: null };

export const news = (site: Site, { says, link, ...told }: Telling): News => {
  const contents = { subject: told.title, says, link: { name: link, href: site.root + told.url } };
  const mailed_as = MAILED_AS[told.kind];
  return { ...told, body: says[0], letter: mailed_as ? optionalLetter(site, mailed_as, contents) : letter(site, contents) };
};

const freePlan = ({ listing_id }: Launched): string => `/dashboard/listings/${listing_id}/free`;

export const scheduledNews = (site: Site, listing: Launched, week: string): News =>
  news(site, {
    kind: 'badge',
    key: `badge ${listing.listing_id} ${week}`,
    title: `${listing.name} launches on ${sayDay(week)}`,
    says: [
      `We found our badge on your homepage, so ${listing.name} is scheduled: it goes live on ${site.name} on Monday, ${sayDay(week)}.`,
      'You need to do nothing more. Until then you can still edit the listing.',
    ],
    link: 'Your launch',
    url: freePlan(listing),
  });

export const paidWeekNews = (site: Site, listing: Launched, week: string): News =>
  news(site, {
    kind: 'week',
    key: `paid ${listing.listing_id} ${week}`,
    title: `${listing.name} launches on ${sayDay(week)}`,
    says: [
      `${listing.name} is scheduled: it goes live on ${site.name} on Monday, ${sayDay(week)}. No badge is needed.`,
      'You need to do nothing more. Until then you can still edit the listing.',
    ],
    link: 'Your listing',
    url: `/dashboard/listings/${listing.listing_id}`,
  });

export const relaunchedNews = (site: Site, { listing_id, slug, name }: Launched, week: string): News =>
  news(site, {
    kind: 'week',
    key: `relaunched ${listing_id} ${week}`,
    title: `${name} has launched again on ${site.name}`,
    says: [
      `${name} is among the launches of the week again, and its votes of this week begin at zero. Votes cast until Sunday count for it.`,
      'What it won before stays as it was, and so do all its earlier votes.',
    ],
    link: 'See your listing',
    url: `/listings/${slug}`,
  });

export const movedNews = (site: Site, listing: Launched, { from, to }: { from: string; to: string }): News =>
  news(site, {
    kind: 'week',
    key: `moved ${listing.listing_id} ${from}`,
    title: `${listing.name} now launches on ${sayDay(to)}`,
    says: [
      `The week of ${sayDay(from)} has begun, and our badge was not on your homepage. So ${listing.name} has moved to the next week with room, which begins on ${sayDay(to)}.`,
      'It goes live then if the badge is there. The page below has the code, and says what we saw when we last looked.',
    ],
    link: 'Get the badge code',
    url: freePlan(listing),
  });

export const leftNews = (site: Site, listing: Launched, week: string): News =>
  news(site, {
    kind: 'week',
    key: `left ${listing.listing_id} ${week}`,
    title: `${listing.name} has left the queue`,
    says: [
      `Three launch weeks have begun without our badge on your homepage. So ${listing.name} has no place any more, and we have stopped looking; nobody but you sees the listing now.`,
      'Nothing of it is lost. When you are ready, choose the free plan again on the page below: you get a new week, and the code for the badge.',
    ],
    link: 'Queue again',
    url: freePlan(listing),
  });

export const liveNews = (site: Site, { listing_id, slug, name }: Launched, week: string): News =>
  news(site, {
    kind: 'week',
    key: `live ${listing_id} ${week}`,
    title: `${name} is live on ${site.name}`,
    says: [
      `${name} has launched. People can vote for it now, and votes cast until Sunday count for the week.`,
      'Votes on your own listing do not count; tell people where it is instead.',
    ],
    link: 'See your listing',
    url: `/listings/${slug}`,
  });

export const awardNews = (
  site: Site,
  { listing_id, slug, name, rank, votes }: Launched & { rank: number; votes: number },
  week: string,
): News =>
  news(site, {
    kind: 'award',
    key: `award ${listing_id} ${week}`,
    title: `${name} is ${AWARD}${rank}`,
    says: [
      `The week of ${sayDay(week)} is over and its result is frozen: ${name} came ${['first', 'second', 'third'][rank - 1]} with ${votes} ${votes === 1 ? 'vote' : 'votes'}.`,
      'There is a badge for it, which you may put on your homepage.',
    ],
    link: 'Get the badge',
    url: `/listings/${slug}/badges`,
  });
