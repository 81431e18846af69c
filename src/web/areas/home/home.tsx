import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import { listBlogPosts } from '../../../modules/content/blog.ts';
import { getFreeQueue } from '../../../modules/launches/free-queue/free-plan.ts';
import { listFeatured } from '../../../modules/launches/paid/paid-launch.ts';
import { getLaunchWeek, listAwards } from '../../../modules/launches/weeks/weeks.ts';
import { listNewestUpdates } from '../../../modules/listings/follows/updates.ts';
import { getListing, searchListings } from '../../../modules/listings/profile/profile.ts';
import type { ListingSummary } from '../../../modules/listings/schema.ts';
import { describeSite } from '../../../modules/sites/sites.ts';
import { getLeaderboard } from '../../../modules/votes/boards/boards.ts';
import { boardPaths, feedPaths, homePaths, searchPaths } from '../../paths.ts';
import { calendarAlternate, feedAlternates, siteThings } from '../../server/metadata.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { CategoryGrid, PostList } from '../../ui/card.tsx';
import { Block } from '../../ui/elements.tsx';
import { MetricValue } from '../../ui/metric.tsx';
import { FeaturedStrips, PaidStrip } from '../../ui/paid-strip.tsx';
import { FeaturedFactCard, Hero, HomeLaunches, LastWeek, LatestNews, Upcoming } from './sections.tsx';

const NEWEST_SHOWN = 6;
const BILLBOARD_SHOWN = 3;
const UPDATES_SHOWN = 4;
const LISTINGS_TRIED = 3;

const notFoundAsNull = (error: unknown): null => {
  if (error instanceof Refusal && error.code === 'listing_not_found') return null;
  throw error;
};

/**
 * A fact of a new listing with its quote, as an example of what the site does; null while no listing has one. A listing may have been
 * removed since it was listed.
 */
export const findFeaturedFact = async (ctx: Ctx, listings: Pick<ListingSummary, 'slug'>[]) => {
  for (const { slug } of listings.slice(0, LISTINGS_TRIED)) {
    const profile = await getListing(ctx, { slug }).catch(notFoundAsNull);
    if (!profile) continue;
    const { name, attributes } = toValue(profile);
    const fact = attributes.find(({ evidence }) => evidence.length > 0);
    if (fact) return { slug, name, fact };
  }
  return null;
};

export const load = async (ctx: Ctx) => {
  const [site, week, awards, newest, upcoming, categories, posts, featured, picks, billboard, updates, free_queue] = await Promise.all([
    describeSite(ctx),
    getLaunchWeek(ctx, { week: 'this' }),
    listAwards(ctx, { page: 1, per_page: 3 }),
    searchListings(ctx, { status: 'live', sort: 'newest', page: 1, per_page: NEWEST_SHOWN }),
    searchListings(ctx, { status: 'upcoming', sort: 'relevance', page: 1, per_page: 4 }),
    listCategories(ctx, { include_empty: false }),
    listBlogPosts(ctx, { page: 1, per_page: 3 }),
    listFeatured(ctx),
    listFeatured(ctx, { by: 'team' }),
    getLeaderboard(ctx, { board: 'billboard', page: 1, per_page: BILLBOARD_SHOWN }),
    listNewestUpdates(ctx, UPDATES_SHOWN),
    getFreeQueue(ctx),
  ]);
  const { items } = toValue(newest);
  return {
    counts: toValue(site).counts,
    week: toValue(week),
    awards: toValue(awards).items,
    newest: items,
    upcoming: toValue(upcoming).items,
    categories: toValue(categories).items,
    posts: toValue(posts).items,
    featured,
    picks,
    billboard: toValue(billboard).items,
    updates,
    free_queue,
    exhibit: await findFeaturedFact(ctx, items),
  };
};

type Home = Awaited<ReturnType<typeof load>>;

export const head = (_: Home, { site }: PageContext): PageHead => ({
  title: site.brand?.headline ? `${site.name}: ${site.brand.headline}` : t('{name}: products launch every Monday', { name: site.name }),
  description: site.purpose || site.tagline,
  canonical: homePaths.home(),
  alternates: [
    ...feedAlternates(feedPaths.launches(), t('Launches')),
    ...feedAlternates(feedPaths.updates(), t('Latest updates')),
    ...feedAlternates(feedPaths.blog(), t('Blog')),
    calendarAlternate,
  ],
  things: siteThings(site),
  has_search: true,
  island: 'times.js',
});

const PROMISES = texts([
  {
    title: msg('A full week'),
    text: msg('Launches open together on Monday and close on Sunday. Your product is visible for seven days, not just a few hours.'),
  },
  {
    title: msg('Facts with sources'),
    text: msg(
      'Every fact comes with the sentence it was read from and a link to the page. What we didn’t find on the company’s website is marked as not found.',
    ),
  },
  {
    title: msg('Votes anyone can recount'),
    text: msg(
      'Every vote counts once, and anyone can download the ledger and recount it. Paid placements are marked as paid and don’t affect ranks or search.',
    ),
  },
]);

const hasAside = ({ upcoming, updates, exhibit }: Home): boolean => upcoming.length + updates.length > 0 || exhibit !== null;

export const view = (home: Home) => (
  <>
    <Hero free_queue={home.free_queue} />
    <div class={hasAside(home) ? 'with-aside' : undefined}>
      <div>
        <HomeLaunches week={home.week} newest={home.newest} />
        <LastWeek awards={home.awards} />
      </div>
      {hasAside(home) && (
        <aside aria-label={t('Coming up and news')}>
          <Upcoming upcoming={home.upcoming} />
          <LatestNews updates={home.updates} />
          {home.exhibit && <FeaturedFactCard exhibit={home.exhibit} />}
        </aside>
      )}
    </div>
    <FeaturedStrips listings={home.featured} picks={home.picks} />
    <PaidStrip
      id="billboard"
      heading={t('The billboard')}
      description={t('Ranked by amount paid. It doesn’t affect votes, ranks or search.')}
      items={home.billboard.map(({ listing, metric }) => ({ listing, figure: <MetricValue metric={metric} /> }))}
      more={{ href: boardPaths.leaderboard({ board: 'billboard' }), text: t('See the full billboard') }}
    />
    <section class="promises" aria-label={t('How it works')}>
      {PROMISES.map(({ title, text }) => (
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
    {home.categories.length > 0 && (
      <Block id="browse" heading={t('Browse by category')}>
        <CategoryGrid categories={home.categories} />
        <p class="more">
          <a href={searchPaths.categories()}>
            {t('All {n, plural, one {# category} other {# categories}}', { n: home.counts.categories })}
          </a>
        </p>
      </Block>
    )}
    {home.posts.length > 0 && (
      <Block id="posts" heading={t('From the blog')}>
        <PostList posts={home.posts} level={3} />
      </Block>
    )}
  </>
);
