import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { Strict } from '../../../kernel/schema.ts';
import { GetCategory } from '../../../modules/catalog/schema.ts';
import { listFeatured } from '../../../modules/launches/paid/paid-launch.ts';
import { isFollowingCategory } from '../../../modules/listings/follows/category-follows.ts';
import { countCategoryFacets, getCategory, listFilterableAttributes } from '../../../modules/listings/profile/profile.ts';
import { listPriceChanges } from '../../../modules/rechecks/prices/prices.ts';
import type { PriceChange } from '../../../modules/rechecks/prices/queries.ts';
import { accountPaths, digestPaths, feedPaths, listingPaths, searchPaths } from '../../paths.ts';
import { categoryThing, feedAlternates } from '../../server/metadata.ts';
import { currentPage, type PageContext, type PageHead, parseQuery, type Query } from '../../server/page.ts';
import { AttributeFilters } from '../../ui/attributes/filters.tsx';
import { CategoryGrid, ListingCards } from '../../ui/card.tsx';
import { Block, FaqList } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { DayText } from '../../ui/format.tsx';
import { Empty, IgnoredParamsNotice, PagedList, Subscribe } from '../../ui/list.tsx';
import { FeaturedStrips } from '../../ui/paid-strip.tsx';
import { formatPlanPrice } from '../../ui/price.ts';

const { page, per_page } = GetCategory.properties;
const Paging = Strict({ page, per_page });

const MAX_CHANGES_SHOWN = 20;

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query) => {
  const { input, ignored } = parseQuery(Paging, query);
  const category = toValue(await getCategory(ctx, { slug, ...input }));
  const [featured, picks, is_followed, attributes, counts, { changes }] = await Promise.all([
    listFeatured(ctx, { category: category.slug }),
    listFeatured(ctx, { category: category.slug, by: 'team' }),
    isFollowingCategory(ctx, { slug }),
    listFilterableAttributes(ctx, { category: slug }),
    countCategoryFacets(ctx, { slug }),
    listPriceChanges(ctx, { slug, days: 30, limit: MAX_CHANGES_SHOWN }),
  ]);
  return { category, ignored, featured, picks, is_followed, attributes, counts, changes };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ category, ignored }: Data, { site }: PageContext): PageHead => ({
  title: category.listings.page > 1 ? t('{name}, page {page}', { name: category.name, page: category.listings.page }) : category.name,
  description:
    category.description ??
    t('{n, plural, one {# product} other {# products}} in {name}, most voted first.', { n: category.live_listings, name: category.name }),
  canonical: searchPaths.category({ slug: category.slug, page: category.listings.page }),
  trail: [
    { name: t('Categories'), href: searchPaths.categories() },
    ...(category.parent ? [{ name: category.parent.name, href: searchPaths.category({ slug: category.parent.slug }) }] : []),
  ],
  index: ignored.length === 0,
  alternates: feedAlternates(feedPaths.category({ slug: category.slug }), t('Launches in {name}', { name: category.name })),
  things: [categoryThing(category, site)],
  card: {
    kind: t('Category'),
    titles: [category.name, category.slug],
    text: category.description,
    notes: [t('{n, plural, one {# product} other {# products}}', { n: category.live_listings }), t('Most voted first')],
    site: site.name,
  },
  status: ignored.length > 0 ? 400 : 200,
});

/** The follow button. A visitor's follow waits for the sign-in. */
const FollowCategory = ({ category: { slug, name, listings }, is_followed }: Pick<Data, 'category' | 'is_followed'>) => (
  <div class="split category-follow">
    <Form
      action={is_followed ? searchPaths.unfollowCategory({ slug }) : searchPaths.followCategory({ slug })}
      hidden={{ back: searchPaths.category({ slug, page: listings.page }) }}
      class="form-inline"
    >
      <button class={is_followed ? 'button' : 'button button-main'} type="submit">
        {is_followed ? t('Following') : t('Follow')}
        <span class="unseen">
          {is_followed ? t('. Unfollow') : ''} {name}
        </span>
      </button>
    </Form>
    <p class="quiet">
      {is_followed ? (
        rich('You’ll get a notification when something launches here. See everything <link>you follow</link>.', {
          link: (text) => <a href={accountPaths.follows()}>{text}</a>,
        })
      ) : (
        <>
          {t('Get notified when something launches here')}
          {currentPage().site.has_digest &&
            rich(', or <link>get it by email once a week</link>', {
              link: (text) => <a href={digestPaths.home({ category: slug })}>{text}</a>,
            })}
          .
        </>
      )}
    </p>
  </div>
);

/** Filters by what the products state. They lead to the search, which has all filters. */
const CategoryFilters = ({ category, attributes, counts }: Pick<Data, 'category' | 'attributes' | 'counts'>) => (
  <details class="category-filters">
    <summary>{t('Filter these products')}</summary>
    <form action={searchPaths.listings()} class="stack">
      <input type="hidden" name="category" value={category.slug} />
      <AttributeFilters value={undefined} attributes={attributes} counts={counts} />
      <p class="actions">
        <button class="button" type="submit">
          {t('Show products')}
        </button>
        <a href={searchPaths.listings({ category: category.slug })}>{t('Filter by pricing, stage or country')}</a>
      </p>
    </form>
  </details>
);

/** Prices that changed this month. */
const PriceChanges = ({ slug, changes }: { slug: string; changes: PriceChange[] }) =>
  changes.length > 0 ? (
    <Block id="price-changes" heading={t('What changed this month')}>
      <ul class="rows rows-tight">
        {changes.map((change) => (
          <li>
            <p>
              <a href={`${listingPaths.listing({ slug: change.slug })}#prices`} dir="auto">
                {change.name}
              </a>
              , <bdi>{change.plan}</bdi>: {formatPlanPrice({ ...change, amount: change.before })} →{' '}
              <strong>{formatPlanPrice(change)}</strong>
            </p>
            <p class="quiet">
              <DayText on={change.from_at.toISOString()} />
            </p>
          </li>
        ))}
      </ul>
      <Subscribe feed={feedPaths.prices({ slug })} to={t('price changes')} />
    </Block>
  ) : null;

export const view = ({ category, ignored, featured, picks, is_followed, attributes, counts, changes }: Data) => {
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
        <FollowCategory category={category} is_followed={is_followed} />
      </header>
      <IgnoredParamsNotice ignored={ignored} />
      {subcategories.length > 0 && (
        <Block id="inside" heading={t('Subcategories')} class="block block-first">
          <CategoryGrid categories={subcategories} />
        </Block>
      )}
      <section class="block" aria-labelledby="products">
        <div class="split results-head">
          <h2 id="products">{t('{n, plural, one {# product} other {# products}}', { n: category.live_listings })}</h2>
          <p class="quiet">{t('Most voted first. Money never changes this order.')}</p>
        </div>
        {listings.total > 0 && <CategoryFilters category={category} attributes={attributes} counts={counts} />}
        <PagedList
          list={listings}
          href={(n) => searchPaths.category({ slug: category.slug, page: n })}
          empty={
            <Empty title={t('No launches here yet')}>
              <p>
                <a href={searchPaths.categories()}>{t('Browse other categories')}</a>.
              </p>
            </Empty>
          }
        >
          <ListingCards listings={listings.items} />
        </PagedList>
        <Subscribe feed={feedPaths.category({ slug: category.slug })} />
      </section>
      <PriceChanges slug={category.slug} changes={changes} />
      <FeaturedStrips listings={featured} picks={picks} />
      <FaqList faqs={category.faqs} heading={t('Questions about {name}', { name: category.name })} />
    </>
  );
};
