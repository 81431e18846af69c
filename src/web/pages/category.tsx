import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { Strict } from '../../kernel/schema.ts';
import { GetCategory } from '../../modules/catalog/schema.ts';
import { featuredNow } from '../../modules/launches/featured.ts';
import { getCategory } from '../../modules/listings/listing.ts';
import { to } from '../addresses.ts';
import { feedOf } from '../alternates.ts';
import { asked, slugIn } from '../asked.ts';
import { categoryThing } from '../linked-data.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Cards } from '../parts/card.tsx';
import { CategoryGrid } from '../parts/category-grid.tsx';
import { Empty } from '../parts/empty.tsx';
import { Faqs } from '../parts/faqs.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages } from '../parts/pager.tsx';
import { FeaturedStrip } from '../parts/paid-strip.tsx';
import { Subscribe } from '../parts/subscribe.tsx';
import { counted } from '../wording.ts';

const { page, per_page } = GetCategory.properties;
const Paging = Strict({ page, per_page });

export const load = async (ctx: Ctx, params: Params, query: Query) => {
  const { input, misread } = asked(Paging, query);
  const category = valueIn(await getCategory(ctx, { slug: slugIn(params, 'category_not_found'), ...input }));
  return { category, misread, featured: await featuredNow(ctx, { category: category.slug }) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ category, misread }: Data, { site }: Here): Head => ({
  title: category.listings.page > 1 ? `${category.name}, page ${category.listings.page}` : category.name,
  description: category.description ?? `${counted(category.live_listings, 'product')} in ${category.name}, most voted first.`,
  canonical: to.category(category.slug, category.listings.page),
  trail: [
    { name: 'Categories', href: to.categories() },
    ...(category.parent ? [{ name: category.parent.name, href: to.category(category.parent.slug) }] : []),
  ],
  index: misread.length === 0,
  alternates: feedOf(`categories/${encodeURIComponent(category.slug)}`, `Launches in ${category.name}`),
  things: [categoryThing(category, site)],
  card: {
    kind: 'Category',
    titles: [category.name, category.slug],
    text: category.description,
    notes: [counted(category.live_listings, 'product'), 'Most voted first'],
    site: site.name,
  },
  status: misread.length > 0 ? 400 : 200,
});

export const view = ({ category, misread, featured }: Data) => {
  const { listings, subcategories } = category;
  return (
    <>
      <header class="page-head">
        <h1 dir="auto">{category.name}</h1>
        {category.description && (
          <p class="lede" dir="auto">
            {category.description}
          </p>
        )}
      </header>
      <MisreadNotice misread={misread} />
      {subcategories.length > 0 && (
        <section class="block block-first" aria-labelledby="inside">
          <h2 id="inside">Inside this category</h2>
          <CategoryGrid categories={subcategories} />
        </section>
      )}
      <section class="block" aria-labelledby="products">
        <div class="results-head">
          <h2 id="products">{counted(category.live_listings, 'product')}</h2>
          <p class="quiet">Most voted first. Money never changes this order.</p>
        </div>
        <Pages
          list={listings}
          href={(n) => to.category(category.slug, n)}
          empty={
            <Empty title="Nothing has launched here yet">
              <p>
                <a href={to.categories()}>Look into another category</a>.
              </p>
            </Empty>
          }
        >
          <Cards listings={listings.items} />
        </Pages>
        {listings.total > 0 && (
          <p class="more">
            <a href={to.listings({ category: category.slug })}>Narrow these down by pricing, stage or country</a>
          </p>
        )}
        <Subscribe feed={`categories/${encodeURIComponent(category.slug)}`} />
      </section>
      <FeaturedStrip listings={featured} />
      <Faqs faqs={category.faqs} heading={`Questions about ${category.name}`} />
    </>
  );
};
