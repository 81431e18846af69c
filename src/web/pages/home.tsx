import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import { listBlogPosts } from '../../modules/content/blog.ts';
import { getListing, searchListings } from '../../modules/listings/listing.ts';
import type { Listing, ListingSummary } from '../../modules/listings/schema.ts';
import { describeSite } from '../../modules/sites/site.ts';
import { to } from '../addresses.ts';
import type { Head, Here } from '../page.ts';
import { CategoryGrid } from '../parts/category-grid.tsx';
import { Hero } from '../parts/hero.tsx';
import { Launches, Upcoming } from '../parts/launches.tsx';
import { Posts } from '../parts/posts.tsx';
import { counted } from '../wording.ts';

const NEWEST = 12;
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
  const [site, newest, upcoming, categories, posts] = await Promise.all([
    describeSite(ctx),
    searchListings(ctx, { status: 'live', sort: 'newest', page: 1, per_page: NEWEST }),
    searchListings(ctx, { status: 'upcoming', sort: 'relevance', page: 1, per_page: 4 }),
    listCategories(ctx, { include_empty: false }),
    listBlogPosts(ctx, { page: 1, per_page: 3 }),
  ]);
  const launches = valueIn(newest).items;
  return {
    counts: valueIn(site).counts,
    launches,
    upcoming: valueIn(upcoming).items,
    categories: valueIn(categories).items,
    posts: valueIn(posts).items,
    exhibit: await findExhibit(ctx, launches),
  };
};

type Home = Awaited<ReturnType<typeof load>>;

export const head = (_: Home, { site }: Here): Head => ({
  title: `${site.name}: products launch every Monday`,
  description: site.purpose || site.tagline,
  canonical: to.home(),
  has_search: true,
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
    <div class={home.upcoming.length > 0 ? 'with-aside' : undefined}>
      <div>
        <Launches launches={home.launches} here={here} />
      </div>
      {home.upcoming.length > 0 && (
        <aside>
          <Upcoming upcoming={home.upcoming} />
        </aside>
      )}
    </div>
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
