import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getLeaderboard } from '../../modules/ballot/leaderboard.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import { listBlogPosts } from '../../modules/content/blog.ts';
import { listAwards } from '../../modules/launches/awards.ts';
import { featuredNow } from '../../modules/launches/featured.ts';
import { getLaunchWeek } from '../../modules/launches/week.ts';
import { getListing, searchListings } from '../../modules/listings/listing.ts';
import type { Listing, ListingSummary } from '../../modules/listings/schema.ts';
import { newestUpdates } from '../../modules/listings/updates.ts';
import { describeSite } from '../../modules/sites/site.ts';
import { to } from '../addresses.ts';
import { calendarOfWeeks, feedOf } from '../alternates.ts';
import { siteThings } from '../linked-data.ts';
import type { Head, Here } from '../page.ts';
import { CategoryGrid } from '../parts/category-grid.tsx';
import { Hero } from '../parts/hero.tsx';
import { LastWeek, Launches, Upcoming } from '../parts/launches.tsx';
import { Figure } from '../parts/metric.tsx';
import { News } from '../parts/news.tsx';
import { FeaturedStrip, PaidStrip } from '../parts/paid-strip.tsx';
import { Posts } from '../parts/posts.tsx';
import { counted } from '../wording.ts';

const NEWEST = 6;
const BILLBOARD = 3;
const UPDATES = 4;
const EXHIBITS_TRIED = 3;

/** A real fact of a new listing with its quote, to show what the site is about; null while no listing has one. */
const findExhibit = async (ctx: Ctx, listings: ListingSummary[]) => {
  const profiles: Listing[] = await Promise.all(
    listings.slice(0, EXHIBITS_TRIED).map(async ({ slug }) => valueIn(await getListing(ctx, { slug }))),
  );
  for (const { slug, name, attributes } of profiles) {
    const fact = attributes.find(({ evidence }) => evidence);
    if (fact?.evidence) return { slug, name, fact: { ...fact, evidence: fact.evidence } };
  }
  return null;
};

export const load = async (ctx: Ctx) => {
  const [site, week, awards, newest, upcoming, categories, posts, featured, billboard, updates] = await Promise.all([
    describeSite(ctx),
    getLaunchWeek(ctx, { week: 'this' }),
    listAwards(ctx, { page: 1, per_page: 3 }),
    searchListings(ctx, { status: 'live', sort: 'newest', page: 1, per_page: NEWEST }),
    searchListings(ctx, { status: 'upcoming', sort: 'relevance', page: 1, per_page: 4 }),
    listCategories(ctx, { include_empty: false }),
    listBlogPosts(ctx, { page: 1, per_page: 3 }),
    featuredNow(ctx),
    getLeaderboard(ctx, { board: 'billboard', page: 1, per_page: BILLBOARD }),
    newestUpdates(ctx, UPDATES),
  ]);
  const { items } = valueIn(newest);
  return {
    counts: valueIn(site).counts,
    week: valueIn(week),
    awards: valueIn(awards).items,
    newest: items,
    upcoming: valueIn(upcoming).items,
    categories: valueIn(categories).items,
    posts: valueIn(posts).items,
    featured,
    billboard: valueIn(billboard).items,
    updates,
    exhibit: await findExhibit(ctx, items),
  };
};

type Home = Awaited<ReturnType<typeof load>>;

export const head = (_: Home, { site }: Here): Head => ({
  title: `${site.name}: products launch every Monday`,
  description: site.purpose || site.tagline,
  canonical: to.home(),
  alternates: [...feedOf('launches', 'Launches'), ...feedOf('updates', 'Latest updates'), ...feedOf('blog', 'Blog'), calendarOfWeeks],
  things: siteThings(site),
  has_search: true,
  island: 'countdown.js',
});

const PROMISES = [
  {
    title: 'One week, one cohort',
    text: 'Launches open together on Monday and close on Sunday. A product competes with its week, not with whoever shouts loudest that hour.',
  },
  {
    title: 'Quoted, or left blank',
    text: 'Each fact carries the sentence it was read from and the page it stands on. What a company’s site does not state is shown as not stated.',
  },
  {
    title: 'Counted in the open',
    text: 'A vote counts once and money never changes it. Paid places are always marked as paid, and they never order a search.',
  },
];

export const view = (home: Home, here: Here) => (
  <>
    <Hero counts={home.counts} exhibit={home.exhibit} here={here} />
    <div class={home.upcoming.length + home.updates.length > 0 ? 'with-aside' : undefined}>
      <div>
        <Launches week={home.week} newest={home.newest} here={here} />
        <LastWeek awards={home.awards} />
      </div>
      {home.upcoming.length + home.updates.length > 0 && (
        <aside aria-label="What comes and what is new">
          <Upcoming upcoming={home.upcoming} />
          <News updates={home.updates} here={here} />
        </aside>
      )}
    </div>
    <FeaturedStrip listings={home.featured} />
    <PaidStrip
      id="billboard"
      heading="The billboard"
      says="Ordered by money alone. It changes no vote, no rank and no search."
      places={home.billboard.map(({ listing, metric }) => ({ listing, figure: <Figure metric={metric} /> }))}
      more={{ href: to.leaderboard('billboard'), text: 'The whole billboard' }}
    />
    <section class="promises" aria-label="How it works here">
      {PROMISES.map(({ title, text }) => (
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
    {home.categories.length > 0 && (
      <section class="block" aria-labelledby="browse">
        <h2 id="browse">Browse by category</h2>
        <CategoryGrid categories={home.categories} />
        <p class="more">
          <a href={to.categories()}>All {counted(home.counts.categories, 'category', 'categories')}</a>
        </p>
      </section>
    )}
    {home.posts.length > 0 && (
      <section class="block" aria-labelledby="posts">
        <h2 id="posts">From the blog</h2>
        <Posts posts={home.posts} level={3} />
      </section>
    )}
  </>
);
