import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import { splitConditions } from '../../../modules/listings/attributes/filter.ts';
import { listFilterableAttributes, searchWithCounts } from '../../../modules/listings/profile/profile.ts';
import { LISTING_SORTS, SearchListings } from '../../../modules/listings/schema.ts';
import { draftPaths, searchPaths, weekPaths } from '../../paths.ts';
import { hintFor, type IgnoredParam, type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { describeCondition, joinAttributeFields } from '../../ui/attributes/filters.tsx';
import { ListingCards } from '../../ui/card.tsx';
import { Icon, RemovableChip } from '../../ui/elements.tsx';
import { categoryPath, SearchFilters } from '../../ui/filters.tsx';
import { countryLabel, pricingLabel, SORT_NAMES, stageLabel } from '../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList } from '../../ui/list.tsx';
import { SearchNotice } from '../../ui/search-notice.tsx';

/** The form's id; the filters outside of the form refer to it. */
const FORM = 'narrow';

/** Drops parameters that the search rejects, such as an unknown category, and reports them as ignored. */
const searchWithFallback = async (
  ctx: Ctx,
  input: SearchListings,
  ignored: IgnoredParam[],
): Promise<Awaited<ReturnType<typeof searchWithCounts>> & { input: SearchListings; ignored: IgnoredParam[] }> => {
  try {
    return { input, ...(await searchWithCounts(ctx, input)), ignored };
  } catch (error) {
    const rejected = error instanceof Refusal ? error.errors.map(({ path }) => path).filter((name) => name in input) : [];
    if (rejected.length === 0) throw error;
    const dropped = rejected.map((name) => ({ name, sent: String(input[name as keyof SearchListings]), hint: hintFor(name) }));
    return searchWithFallback(ctx, withoutParams(input, rejected), [...ignored, ...dropped]);
  }
};

const withoutParams = (input: SearchListings, names: string[]): SearchListings =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))) as SearchListings;

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(SearchListings, { ...query, attributes: joinAttributeFields(query) });
  const [search, categories] = await Promise.all([searchWithFallback(ctx, input, ignored), listCategories(ctx, { include_empty: false })]);
  const attributes = await listFilterableAttributes(ctx, search.input);
  return { ...search, categories: toValue(categories).items, attributes };
};

type Search = Awaited<ReturnType<typeof load>>;

/** The words of a query; one in quotes is searched as typed. */
const withoutQuotes = (q: string): string => q.replace(/^["“”]|["“”]$/gu, '');

const titleOf = ({ input, categories }: Search): string => {
  const category = categoryPath(categories, input.category).at(-1)?.name;
  const what = input.status === 'upcoming' ? t('Coming up') : t('Products');
  if (input.q) return `“${withoutQuotes(input.q)}”${category ? ` in ${category}` : ''}`;
  return category ? `${what} in ${category}` : input.status === 'upcoming' ? what : t('All products');
};

export const head = (search: Search): PageHead => {
  const { q, category, status, page } = search.input;
  return {
    title: titleOf(search),
    description: t('Search and browse launched products by category, stage, pricing and country. Money never changes the order.'),
    canonical: searchPaths.listings({ category, status, page }),
    has_search: true,
    island: 'filters.js',
    index: q === undefined && search.ignored.length === 0,
    status: search.ignored.length > 0 ? 400 : 200,
    search_miss: search.results.total === 0 ? q : undefined,
  };
};

/** The filters: their titles, and how to display their values. */
const FILTERS: {
  name: 'category' | 'stage' | 'pricing_model' | 'country' | 'domain';
  title: string;
  format: (value: string, search: Search) => string;
}[] = texts([
  { name: 'category', title: msg('Category'), format: (value, { categories }) => categoryPath(categories, value).at(-1)?.name ?? value },
  { name: 'stage', title: msg('Stage'), format: stageLabel },
  { name: 'pricing_model', title: msg('Pricing'), format: pricingLabel },
  { name: 'country', title: msg('Country'), format: countryLabel },
  { name: 'domain', title: msg('Website'), format: (value) => value },
]);

const ActiveFilters = ({ search }: { search: Search }) => {
  const { input } = search;
  const active = FILTERS.filter(({ name }) => input[name] !== undefined);
  const conditions = splitConditions(input.attributes ?? '').map(({ text }) => text);
  return active.length + conditions.length > 0 ? (
    <nav aria-label={t('Active filters')}>
      <ul class="chips">
        {active.map(({ name, title, format }) => (
          <li>
            <RemovableChip
              href={searchPaths.listings({ ...input, [name]: undefined, page: 1 })}
              name={title}
              value={format(input[name]!, search)}
            />
          </li>
        ))}
        {conditions.map((condition) => {
          const attributes = conditions.filter((one) => one !== condition).join(',');
          return (
            <li>
              <RemovableChip
                href={searchPaths.listings({ ...input, attributes, page: 1 })}
                {...describeCondition(condition, search.attributes)}
              />
            </li>
          );
        })}
        <li>
          <a href={searchPaths.listings({ q: input.q })}>{t('Clear all')}</a>
        </li>
      </ul>
    </nav>
  ) : null;
};

const SortLinks = ({ input }: { input: SearchListings }) => {
  // Without search words relevance means most voted.
  const sorts = LISTING_SORTS.filter((sort) => input.q || sort !== 'relevance');
  const current = !input.q && input.sort === 'relevance' ? 'votes' : input.sort;
  return (
    <nav class="orders plain-links" aria-label={t('Order')}>
      <ul>
        {sorts.map((sort) => (
          <li>
            <a href={searchPaths.listings({ ...input, sort, page: 1 })} aria-current={sort === current ? 'true' : undefined} rel="nofollow">
              {SORT_NAMES[sort]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** True if anything narrows the results. */
const hasFilters = (input: SearchListings): boolean =>
  Boolean(input.q || input.attributes) || FILTERS.some(({ name }) => input[name] !== undefined);

const NoListings = () => (
  <Empty title={t('No products yet')}>
    <p>
      {rich('<link>Submit the first product</link>, or see the <link2>upcoming weeks</link2>.', {
        link: (text) => <a href={draftPaths.submit()}>{text}</a>,
        link2: (text) => <a href={weekPaths.calendar()}>{text}</a>,
      })}
    </p>
  </Empty>
);

/** How many categories are suggested instead of results. */
const SUGGESTED_CATEGORIES = 6;

const NoResults = ({ input, categories }: Pick<Search, 'input' | 'categories'>) => {
  const popular = categories.toSorted((a, b) => b.live_listings - a.live_listings).slice(0, SUGGESTED_CATEGORIES);
  return (
    <Empty title={input.q ? t('Nothing found for “{q}”', { q: withoutQuotes(input.q) }) : t('No products match these filters')}>
      <p>
        {rich(
          'Check the spelling, or try fewer words or filters. You can also <link>see all products</link> or <link2>follow a category</link2> to hear about new launches. Missing something? <link3>Submit it</link3>.',
          {
            link: (text) => <a href={searchPaths.listings()}>{text}</a>,
            link2: (text) => <a href={searchPaths.categories()}>{text}</a>,
            link3: (text) => <a href={draftPaths.submit()}>{text}</a>,
          },
        )}
      </p>
      {popular.length > 0 && (
        <nav class="popular-categories" aria-label={t('Popular categories')}>
          <ul class="chips">
            {popular.map(({ slug, name }) => (
              <li>
                <a class="chip" href={searchPaths.category({ slug })} dir="auto">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Empty>
  );
};

export const view = (search: Search) => {
  const { input, results, reading, counts, categories, attributes, ignored } = search;
  return (
    <>
      <header class="page-head">
        <h1 dir="auto">{titleOf(search)}</h1>
        <search class="searching-big">
          <form id={FORM} action={searchPaths.listings()} class="search-box">
            <label class="unseen" for="find">
              {t('Search terms')}
            </label>
            <Icon name="search" />
            <input
              id="find"
              type="search"
              name="q"
              value={input.q}
              placeholder={t('Name or what it does')}
              maxlength={200}
              autocomplete="off"
              dir="auto"
            />
            {(['category', 'domain'] as const).map((name) => input[name] && <input type="hidden" name={name} value={input[name]} />)}
            {input.sort !== 'relevance' && <input type="hidden" name="sort" value={input.sort} />}
            <button type="submit">{t('Search')}</button>
          </form>
        </search>
      </header>
      <IgnoredParamsNotice ignored={ignored} />
      <p class="unseen" role="status" id="results-status" />
      <div class="with-facets" id="search-results">
        <SearchFilters form={FORM} input={input} categories={categories} counts={counts} attributes={attributes} />
        <section aria-labelledby="results">
          <div class="split results-head">
            {/* An empty result has its own message below. */}
            <h2 id="results" class={results.total > 0 ? 'results-total' : 'unseen'}>
              {formatTotal(results, (n) => t('{n, plural, one {# product} other {# products}}', { n }))}
            </h2>
            {input.status === 'live' && results.total > 0 && <SortLinks input={input} />}
          </div>
          <SearchNotice input={input} reading={reading} />
          <ActiveFilters search={search} />
          <PagedList
            list={results}
            href={(page) => searchPaths.listings({ ...input, page })}
            empty={hasFilters(input) ? <NoResults input={input} categories={categories} /> : <NoListings />}
          >
            <ListingCards listings={results.items} />
          </PagedList>
        </section>
      </div>
    </>
  );
};
