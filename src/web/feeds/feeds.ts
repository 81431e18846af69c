import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { addDays, beginningOf, weekAt } from '../../kernel/week.ts';
import { listBlogPosts } from '../../modules/content/blog.ts';
import { pastWeeks } from '../../modules/launches/calendar.ts';
import type { CalendarWeek } from '../../modules/launches/calendar-queries.ts';
import { getCategory, getListing, searchListings } from '../../modules/listings/listing.ts';
import type { Listing, ListingSummary } from '../../modules/listings/schema.ts';
import { listUpdates } from '../../modules/listings/updates.ts';
import { to } from '../addresses.ts';
import { slugIn } from '../asked.ts';
import type { Params } from '../page.ts';
import { sayWeek } from '../parts/time.tsx';
import { counted } from '../wording.ts';
import type { Entry, Feed } from './feed.ts';

/** Readers ask often and keep what they have seen. */
const LATEST = { page: 1, per_page: 50 };

/** What a feed tells, before it is known where it stands. */
type Told = Pick<Feed, 'title' | 'description' | 'entries'> & { page: string };

interface FeedRow {
  /** Its address without the end that says how it is written. */
  path: string;
  tell(ctx: Ctx, params: Params): Promise<Told>;
}

const launchOf = (listing: ListingSummary): Entry => {
  const { url, name, tagline, short_description, launched_at, categories } = listing;
  const published = new Date(launched_at ?? 0);
  return {
    id: url,
    url,
    title: tagline ? `${name}: ${tagline}` : name,
    text: short_description ?? tagline ?? name,
    published,
    updated: published,
    author: null,
    tags: categories.map((category) => category.name),
  };
};

const weekOf = ({ site, clock }: Ctx, { week_on, launches, winner_name, winner_votes, counted_votes }: CalendarWeek): Entry => {
  const [begins, ends] = [beginningOf(week_on, site.time_zone), beginningOf(addDays(week_on, 7), site.time_zone)];
  const url = site.root + to.week(week_on);
  const won = winner_name === null ? '' : ` First: ${winner_name}, with ${counted(winner_votes ?? 0, 'vote')}.`;
  return {
    id: url,
    url,
    title: `Launch week ${sayWeek(week_on)} ${week_on.slice(0, 4)}`,
    text: `${counted(launches, 'launch', 'launches')}, ${counted(counted_votes, 'vote')} counted.${won}`,
    published: begins,
    updated: ends <= clock.now() ? ends : begins,
    author: null,
    tags: [],
  };
};

const said = (
  page: string,
  { id, title, body, created_at }: { id: number; title: string; body: string; created_at: string | Date },
  name: string,
): Entry => ({
  id: `${page}#update-${id}`,
  url: `${page}#update-${id}`,
  title,
  text: body,
  published: new Date(created_at),
  updated: new Date(created_at),
  author: name,
  tags: [],
});

const newestFirst = (a: Entry, b: Entry): number => b.published.getTime() - a.published.getTime();

const newsOf = (listing: Listing, now: Date): Entry[] => {
  const { url, name, updates, milestones, launched_at, status } = listing;
  const passed = (milestones ?? []).map(({ id, date, title, description }) => ({
    ...said(url, { id, title, body: description ?? title, created_at: `${date}T00:00:00Z` }, name),
    id: `${url}#milestone-${id}`,
    url,
  }));
  const launch = status === 'live' && launched_at ? [launchOf(listing)] : [];
  return [...updates.map((update) => said(url, update, name)), ...passed, ...launch]
    .filter(({ published }) => published <= now)
    .toSorted(newestFirst)
    .slice(0, LATEST.per_page);
};

/** Every feed of a site. Each is written in each way (writers.ts). */
export const FEEDS: FeedRow[] = [
  {
    path: '/feeds/launches',
    tell: async (ctx) => ({
      title: 'Launches',
      description: 'Every launch, the newest first.',
      page: to.launches({ section: 'recent' }),
      entries: valueIn(await searchListings(ctx, { status: 'live', sort: 'newest', ...LATEST })).items.map(launchOf),
    }),
  },
  {
    path: '/feeds/weeks',
    tell: async (ctx) => ({
      title: 'Launch weeks',
      description: 'Each launch week as it begins, and who came first once it is over.',
      page: to.calendar(),
      entries: (await pastWeeks(ctx, LATEST)).items.filter(({ launches }) => launches > 0).map((week) => weekOf(ctx, week)),
    }),
  },
  {
    path: '/feeds/updates',
    tell: async (ctx) => ({
      title: 'Latest updates',
      description: 'What the makers of the listed products have to tell, newest first.',
      page: to.updates(),
      entries: (await listUpdates(ctx, LATEST)).items.map((update) => said(ctx.site.root + to.listing(update.slug), update, update.name)),
    }),
  },
  {
    path: '/feeds/blog',
    tell: async (ctx) => ({
      title: 'Blog',
      description: `News from ${ctx.site.name}, and what we learn about launching.`,
      page: to.blog(),
      entries: valueIn(await listBlogPosts(ctx, LATEST)).items.map(({ url, title, excerpt, author_name, published_at }) => ({
        id: url,
        url,
        title,
        text: excerpt,
        published: new Date(published_at),
        updated: new Date(published_at),
        author: author_name,
        tags: [],
      })),
    }),
  },
  {
    path: '/feeds/categories/:slug',
    tell: async (ctx, params) => {
      const slug = slugIn(params, 'category_not_found');
      const category = valueIn(await getCategory(ctx, { slug, page: 1, per_page: 1 }));
      const newest = valueIn(await searchListings(ctx, { category: slug, status: 'live', sort: 'newest', ...LATEST }));
      return {
        title: `Launches in ${category.name}`,
        description: category.description ?? `Every launch in ${category.name}, the newest first.`,
        page: to.category(slug),
        entries: newest.items.map(launchOf),
      };
    },
  },
  {
    path: '/feeds/listings/:slug',
    tell: async (ctx, params) => {
      const listing = valueIn(await getListing(ctx, { slug: slugIn(params, 'listing_not_found') }));
      return {
        title: listing.name,
        description: listing.tagline ?? `News of ${listing.name}.`,
        page: to.listing(listing.slug),
        entries: newsOf(listing, ctx.clock.now()),
      };
    },
  },
];

/** A feed as it stands now. One without anything in it is as old as the week. */
export const openFeed = async ({ tell }: FeedRow, ctx: Ctx, params: Params, path: string): Promise<Feed> => {
  const { site, clock } = ctx;
  const { title, page, ...told } = await tell(ctx, params);
  const latest = Math.max(...told.entries.map(({ updated }) => updated.getTime()));
  const updated = Number.isFinite(latest) ? new Date(latest) : beginningOf(weekAt(clock.now(), site.time_zone), site.time_zone);
  return { ...told, title: `${title} · ${site.name}`, page: site.root + page, self: site.root + path, updated };
};
