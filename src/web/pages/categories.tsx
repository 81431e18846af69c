import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import { to } from '../addresses.ts';
import type { Head } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { count, counted } from '../wording.ts';

export const load = async (ctx: Ctx) => valueIn(await listCategories(ctx, { include_empty: true })).items;

export const head = (): Head => ({
  title: 'Categories',
  description: 'Every category of launched products, with how many are live in each.',
  canonical: to.categories(),
});

const Branch = ({ nodes }: { nodes: CategoryNode[] }) => (
  <ul>
    {nodes.map(({ slug, name, live_listings, subcategories = [] }) => (
      <li>
        <a href={to.category(slug)}>
          <span dir="auto">{name}</span> <span class="number">{count(live_listings)}</span>
        </a>
        {subcategories.length > 0 && <Branch nodes={subcategories} />}
      </li>
    ))}
  </ul>
);

export const view = (categories: CategoryNode[]) => (
  <>
    <header class="page-head">
      <h1>Categories</h1>
      <p class="lede">Where every product has its place. The numbers are live products, subcategories included.</p>
    </header>
    {categories.length > 0 ? (
      <div class="tree">
        {categories.map(({ slug, name, description, live_listings, subcategories = [] }) => (
          <section>
            <h2>
              <a href={to.category(slug)} dir="auto">
                {name}
              </a>
            </h2>
            <p class="quiet">{counted(live_listings, 'product')}</p>
            {description && <p dir="auto">{description}</p>}
            {subcategories.length > 0 && <Branch nodes={subcategories} />}
          </section>
        ))}
      </div>
    ) : (
      <Empty title="No categories yet">
        <p>
          <a href={to.listings()}>See all products</a>
        </p>
      </Empty>
    )}
  </>
);
