import type { Ctx } from '../../kernel/context.ts';
import { toValue } from '../../kernel/responses.ts';
import { addDays, startOfDay, weekAt } from '../../kernel/time/weeks.ts';
import { listNewestComments } from '../../modules/comments/discussion.ts';
import type { CommentRow } from '../../modules/comments/queries.ts';
import { listBlogPosts } from '../../modules/content/blog.ts';
import { listCovers } from '../../modules/content/covers.ts';
import type { CalendarWeek } from '../../modules/launches/weeks/queries.ts';
import { listPastWeeks } from '../../modules/launches/weeks/weeks.ts';
import { listLatestUpdates } from '../../modules/listings/follows/updates.ts';
import { getCategory, getListing, searchListings } from '../../modules/listings/profile/profile.ts';
import type { Listing, ListingSummary } from '../../modules/listings/schema.ts';
import { listPriceChanges } from '../../modules/rechecks/prices/prices.ts';
import type { PriceChange } from '../../modules/rechecks/prices/queries.ts';
import { blogPaths, feedPaths, listingPaths, searchPaths, weekPaths } from '../paths.ts';
import type { Params } from '../server/page.ts';
import { parseParams } from '../server/path.ts';
import { coverPath } from '../ui/cover.tsx';
import { formatWeek, pluralize } from '../ui/format.tsx';
import { formatPlanPrice } from '../ui/price.ts';
import type { Feed, FeedEntry } from './formats.ts';

/** Feed readers poll often and remember entries, so the newest page is enough. */
const LATEST = { page: 1, per_page: 50 };

/** A feed's content, without its addresses. */
type FeedContent = Pick<Feed, 'title' | 'description' | 'entries'> & { page: string };

interface FeedRow {
  /** The path without the format extension. */
  path: string;
  load(ctx: Ctx, params: Params): Promise<FeedContent>;
}

type EntryContent = Pick<FeedEntry, 'url' | 'title' | 'text' | 'published'> & Partial<FeedEntry>;

const feedEntry = (content: EntryContent): FeedEntry => ({
  id: content.url,
  updated: content.published,
  author: null,
  tags: [],
  ...content,
});

const launchEntry = ({ url, name, tagline, short_description, launched_at, categories }: ListingSummary): FeedEntry =>
  feedEntry({
    url,
    title: tagline ? `${name}: ${tagline}` : name,
    text: short_description ?? tagline ?? name,
    published: new Date(launched_at ?? 0),
    tags: categories.map((category) => category.name),
  });

const weekEntry = ({ site, clock }: Ctx, { week_on, launches, winner_name, winner_votes, counted_votes }: CalendarWeek): FeedEntry => {
  const [begins, ends] = [startOfDay(week_on, site.time_zone), startOfDay(addDays(week_on, 7), site.time_zone)];
  const won = winner_name === null ? '' : ` First: ${winner_name}, with ${pluralize(winner_votes ?? 0, 'vote')}.`;
  return feedEntry({
    url: site.root + weekPaths.week({ week: week_on }),
    title: `Launch week ${formatWeek(week_on)} ${week_on.slice(0, 4)}`,
    text: `${pluralize(launches, 'launch', 'launches')}, ${pluralize(counted_votes, 'vote')} counted.${won}`,
    published: begins,
    updated: ends <= clock.now() ? ends : begins,
  });
};

interface ListingUpdate {
  id: number;
  title: string;
  body: string;
  created_at: string | Date;
}

const updateEntry = (page: string, { id, title, body, created_at }: ListingUpdate, author: string): FeedEntry =>
  feedEntry({ url: `${page}#update-${id}`, title, text: body, published: new Date(created_at), author });

const commentEntry = ({ site }: Ctx, slug: string, { id, author, body, thread_id, created_at, edited_at }: CommentRow): FeedEntry =>
  feedEntry({
    id: `${site.root}${listingPaths.listing({ slug })}#comment-${id}`,
    url: `${site.root}${listingPaths.comments({ slug, comment: id })}#comment-${id}`,
    title: `${thread_id === null ? 'Comment' : 'Reply'} by ${author ?? 'a member'}`,
    text: body ?? '',
    published: created_at,
    updated: edited_at ?? created_at,
    author: author ?? 'A member',
  });

const priceEntry = ({ site }: Ctx, { id, slug, name, plan, from_at, quote, ...change }: PriceChange): FeedEntry =>
  feedEntry({
    id: `${site.root}${listingPaths.listing({ slug })}#price-${id}`,
    url: `${site.root}${listingPaths.listing({ slug })}#prices`,
    title: `${name}, ${plan}: ${formatPlanPrice({ ...change, amount: change.before })} → ${formatPlanPrice(change)}`,
    text: `The website says: “${quote}” (${change.url})`,
    published: from_at,
  });

const newestFirst = (a: FeedEntry, b: FeedEntry): number => b.published.getTime() - a.published.getTime();

const listingEntries = (listing: Listing, now: Date): FeedEntry[] => {
  const { url, name, updates, milestones, launched_at, status } = listing;
  const milestone_entries = (milestones ?? []).map(({ id, date, title, description }) =>
    feedEntry({
      id: `${url}#milestone-${id}`,
      url,
      title,
      text: description ?? title,
      published: new Date(`${date}T00:00:00Z`),
      author: name,
    }),
  );
  const launch = status === 'live' && launched_at ? [launchEntry(listing)] : [];
  return [...updates.map((update) => updateEntry(url, update, name)), ...milestone_entries, ...launch]
    .filter(({ published }) => published <= now)
    .toSorted(newestFirst)
    .slice(0, LATEST.per_page);
};

/** Every feed of a site; each is available in every format (formats.ts). */
export const FEEDS: FeedRow[] = [
  {
    path: feedPaths.launches.pattern,
    load: async (ctx) => ({
      title: 'Launches',
      description: 'Every launch, newest first.',
      page: weekPaths.launches({ section: 'recent' }),
      entries: toValue(await searchListings(ctx, { status: 'live', sort: 'newest', ...LATEST })).items.map(launchEntry),
    }),
  },
  {
    path: feedPaths.weeks.pattern,
    load: async (ctx) => ({
      title: 'Launch weeks',
      description: 'Each launch week when it starts, and its winner when it ends.',
      page: weekPaths.calendar(),
      entries: (await listPastWeeks(ctx, LATEST)).items.filter(({ launches }) => launches > 0).map((week) => weekEntry(ctx, week)),
    }),
  },
  {
    path: feedPaths.updates.pattern,
    load: async (ctx) => ({
      title: 'Latest updates',
      description: 'News from makers, newest first.',
      page: listingPaths.updates(),
      entries: (await listLatestUpdates(ctx, LATEST)).items.map((update) =>
        updateEntry(ctx.site.root + listingPaths.listing({ slug: update.slug }), update, update.name),
      ),
    }),
  },
  {
    path: feedPaths.blog.pattern,
    load: async (ctx) => {
      const { items } = toValue(await listBlogPosts(ctx, LATEST));
      const covers = await listCovers(ctx, items);
      return {
        title: 'Blog',
        description: `News from ${ctx.site.name}, and what we learn about launching.`,
        page: blogPaths.posts(),
        entries: items.map(({ slug, url, title, excerpt, author_name, published_at }) => {
          const image = covers[slug] && ctx.site.root + coverPath(covers[slug]);
          return feedEntry({ url, title, text: excerpt, published: new Date(published_at), author: author_name, ...(image && { image }) });
        }),
      };
    },
  },
  {
    path: feedPaths.category.pattern,
    load: async (ctx, params) => {
      const { slug } = parseParams(feedPaths.category.pattern, params, 'category_not_found');
      const category = toValue(await getCategory(ctx, { slug, page: 1, per_page: 1 }));
      const newest = toValue(await searchListings(ctx, { category: slug, status: 'live', sort: 'newest', ...LATEST }));
      return {
        title: `Launches in ${category.name}`,
        description: category.description ?? `Every launch in ${category.name}, newest first.`,
        page: searchPaths.category({ slug }),
        entries: newest.items.map(launchEntry),
      };
    },
  },
  {
    path: feedPaths.prices.pattern,
    load: async (ctx, params) => {
      const { slug } = parseParams(feedPaths.prices.pattern, params, 'category_not_found');
      const { name, changes } = await listPriceChanges(ctx, { slug, days: 365, limit: LATEST.per_page });
      return {
        title: `Price changes in ${name}`,
        description: `Prices of plans in ${name} that changed, newest first.`,
        page: `${searchPaths.category({ slug })}#price-changes`,
        entries: changes.map((change) => priceEntry(ctx, change)),
      };
    },
  },
  {
    path: feedPaths.listing.pattern,
    load: async (ctx, params) => {
      const listing = toValue(await getListing(ctx, parseParams(feedPaths.listing.pattern, params)));
      return {
        title: listing.name,
        description: listing.tagline ?? `News from ${listing.name}.`,
        page: listingPaths.listing({ slug: listing.slug }),
        entries: listingEntries(listing, ctx.clock.now()),
      };
    },
  },
  {
    path: feedPaths.comments.pattern,
    load: async (ctx, params) => {
      const { slug } = parseParams(feedPaths.comments.pattern, params);
      const { name, comments } = await listNewestComments(ctx, { slug }, LATEST.per_page);
      return {
        title: `Comments on ${name}`,
        description: `What people ask and say about ${name}, newest first.`,
        page: listingPaths.comments({ slug }),
        entries: comments.map((comment) => commentEntry(ctx, slug, comment)),
      };
    },
  },
];

/** Loads a feed. An empty one is dated by the start of the current week. */
export const loadFeed = async ({ load }: FeedRow, ctx: Ctx, params: Params, path: string): Promise<Feed> => {
  const { site, clock } = ctx;
  const { title, page, ...content } = await load(ctx, params);
  const latest = Math.max(...content.entries.map(({ updated }) => updated.getTime()));
  const updated = Number.isFinite(latest) ? new Date(latest) : startOfDay(weekAt(clock.now(), site.time_zone), site.time_zone);
  return { ...content, title: `${title} · ${site.name}`, page: site.root + page, self: site.root + path, updated };
};
