import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { searchPaths } from '../../paths.ts';
import type { PageHead } from '../../server/page.ts';
import { formatCount } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';

export const load = async (ctx: Ctx) => toValue(await listCategories(ctx, { include_empty: true })).items;

export const head = (): PageHead => ({
  title: t('Categories'),
  description: t('All categories, with the number of live products.'),
  canonical: searchPaths.categories(),
});

const Branch = ({ nodes }: { nodes: CategoryNode[] }) => (
  <ul>
    {nodes.map(({ slug, name, live_listings, subcategories = [] }) => (
      <li>
        <a href={searchPaths.category({ slug })} dir="auto">
          {name}
        </a>{' '}
        <span class="number">{formatCount(live_listings)}</span>
        {subcategories.length > 0 && <Branch nodes={subcategories} />}
      </li>
    ))}
  </ul>
);

export const view = (categories: CategoryNode[]) => (
  <>
    <header class="page-head">
      <h1>{t('Categories')}</h1>
      <p class="lede">{t('Numbers show live products, including subcategories.')}</p>
    </header>
    {categories.length > 0 ? (
      <div class="tiles topics">
        {categories.map(({ slug, name, description, live_listings, subcategories = [] }) => (
          <section class="topic">
            <h2 class="plain-links">
              <a href={searchPaths.category({ slug })} dir="auto">
                {name}
              </a>
            </h2>
            <p class="quiet">{t('{n, plural, one {# product} other {# products}}', { n: live_listings })}</p>
            {description && <p dir="auto">{description}</p>}
            {subcategories.length > 0 && <Branch nodes={subcategories} />}
          </section>
        ))}
      </div>
    ) : (
      <Empty title={t('No categories yet')}>
        <p>
          <a href={searchPaths.listings()}>{t('See all products')}</a>
        </p>
      </Empty>
    )}
  </>
);
