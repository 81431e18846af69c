import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import { searchListings } from '../../modules/listings/listing.ts';
import { type ListingPage, SearchListings, SORTS } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { asked, hintFor, type Misread } from '../asked.ts';
import { SORT_NAMES } from '../facets.ts';
import type { Head, Params, Query } from '../page.ts';
import { Cards } from '../parts/card.tsx';
import { pathTo } from '../parts/category-path.ts';
import { Removable } from '../parts/chip.tsx';
import { Empty } from '../parts/empty.tsx';
import { Facets } from '../parts/facets.tsx';
import { Icon } from '../parts/icon.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { counted, countryName, label } from '../wording.ts';

/** The form's id: filters beside the results belong to it wherever they stand. */
const FORM = 'narrow';

/** What the search itself refuses, such as a category there is not, is left out and said, like whatever else we cannot read. */
const searchKindly = async (
  ctx: Ctx,
  input: SearchListings,
  misread: Misread[],
): Promise<{ input: SearchListings; results: ListingPage; misread: Misread[] }> => {
  try {
    return { input, results: valueIn(await searchListings(ctx, input)), misread };
  } catch (error) {
    const refused = error instanceof Refusal ? error.errors.map(({ path }) => path).filter((name) => name in input) : [];
    if (refused.length === 0) throw error;
    const left = refused.map((name) => ({ name, sent: String(input[name as keyof SearchListings]), hint: hintFor(name) }));
    return searchKindly(ctx, without(input, refused), [...misread, ...left]);
  }
};

const without = (input: SearchListings, names: string[]): SearchListings =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))) as SearchListings;

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, misread } = asked(SearchListings, query);
  const [search, categories] = await Promise.all([searchKindly(ctx, input, misread), listCategories(ctx, { include_empty: false })]);
  return { ...search, categories: valueIn(categories).items };
};

type Search = Awaited<ReturnType<typeof load>>;

const titleOf = ({ input, categories }: Search): string => {
  const category = pathTo(categories, input.category).at(-1)?.name;
  const what = input.status === 'upcoming' ? 'Coming up' : 'Products';
  if (input.q) return `“${input.q}”${category ? ` in ${category}` : ''}`;
  return category ? `${what} in ${category}` : input.status === 'upcoming' ? what : 'All products';
};

export const head = (search: Search): Head => {
  const { q, category, status, page } = search.input;
  return {
    title: titleOf(search),
    description: 'Search and browse launched products by category, stage, pricing and country. Money never changes the order.',
    canonical: to.listings({ category, status, page }),
    has_search: true,
    index: q === undefined && search.misread.length === 0,
    status: search.misread.length > 0 ? 400 : 200,
  };
};

/** What the search is narrowed by: how each filter is called, and how its value is said. */
const FILTERS: {
  name: 'category' | 'stage' | 'pricing_model' | 'country' | 'domain';
  title: string;
  say: (value: string, search: Search) => string;
}[] = [
  { name: 'category', title: 'Category', say: (value, { categories }) => pathTo(categories, value).at(-1)?.name ?? value },
  { name: 'stage', title: 'Stage', say: label },
  { name: 'pricing_model', title: 'Pricing', say: label },
  { name: 'country', title: 'Country', say: countryName },
  { name: 'domain', title: 'Website', say: (value) => value },
];

const InForce = ({ search }: { search: Search }) => {
  const { input } = search;
  const inForce = FILTERS.filter(({ name }) => input[name] !== undefined);
  return inForce.length > 0 ? (
    <nav aria-label="Filters in force">
      <ul class="chips">
        {inForce.map(({ name, title, say }) => (
          <li>
            <Removable href={to.listings({ ...input, [name]: undefined, page: 1 })} name={title} value={say(input[name]!, search)} />
          </li>
        ))}
        <li>
          <a href={to.listings({ q: input.q })}>Clear all</a>
        </li>
      </ul>
    </nav>
  ) : null;
};

const Orders = ({ input }: { input: SearchListings }) => {
  // Without words there is nothing to match, and relevance means most voted.
  const offered = SORTS.filter((sort) => input.q || sort !== 'relevance');
  const current = !input.q && input.sort === 'relevance' ? 'votes' : input.sort;
  return (
    <nav class="orders" aria-label="Order">
      <ul>
        {offered.map((sort) => (
          <li>
            <a href={to.listings({ ...input, sort, page: 1 })} aria-current={sort === current ? 'true' : undefined} rel="nofollow">
              {SORT_NAMES[sort]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** Whether anything narrows what is shown. */
const isNarrowed = (input: SearchListings): boolean => Boolean(input.q) || FILTERS.some(({ name }) => input[name] !== undefined);

const NothingYet = () => (
  <Empty title="Nothing is here yet">
    <p>
      <a href={to.submit()}>Submit the first product</a>, or see the <a href={to.calendar()}>weeks to come</a>.
    </p>
  </Empty>
);

const Nothing = ({ input }: { input: SearchListings }) => (
  <Empty title={input.q ? `Nothing found for “${input.q}”` : 'No product fits these filters'}>
    <p>
      Fewer words or fewer filters find more. <a href={to.listings()}>See all products</a> or{' '}
      <a href={to.categories()}>browse the categories</a>. Is it missing? <a href={to.submit()}>Submit it</a>.
    </p>
  </Empty>
);

export const view = (search: Search) => {
  const { input, results, categories, misread } = search;
  return (
    <>
      <header class="page-head">
        <h1 dir="auto">{titleOf(search)}</h1>
        <search>
          <form id={FORM} action={to.listings()} class="search-box search-box-big">
            <label class="unseen" for="find">
              Words to find
            </label>
            <Icon name="search" />
            <input
              id="find"
              type="search"
              name="q"
              value={input.q}
              placeholder="Name or what it does"
              maxlength={200}
              autocomplete="off"
              dir="auto"
            />
            {(['category', 'domain'] as const).map((name) => input[name] && <input type="hidden" name={name} value={input[name]} />)}
            {input.sort !== 'relevance' && <input type="hidden" name="sort" value={input.sort} />}
            <button type="submit">Search</button>
          </form>
        </search>
      </header>
      <MisreadNotice misread={misread} />
      <div class="with-facets">
        <Facets form={FORM} input={input} categories={categories} />
        <section aria-labelledby="results">
          <div class="results-head">
            {/* Where there is nothing, that is said below. */}
            <h2 id="results" class={results.total > 0 ? 'results-total' : 'unseen'}>
              {sayTotal(results, (n) => counted(n, 'product'))}
            </h2>
            {input.status === 'live' && results.total > 0 && <Orders input={input} />}
          </div>
          <InForce search={search} />
          <Pages
            list={results}
            href={(page) => to.listings({ ...input, page })}
            empty={isNarrowed(input) ? <Nothing input={input} /> : <NothingYet />}
          >
            <Cards listings={results.items} />
          </Pages>
        </section>
      </div>
    </>
  );
};
