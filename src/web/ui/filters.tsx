import type { CategoryNode } from '../../modules/catalog/schema.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';
import { searchPaths } from '../paths.ts';
import { type ChoiceOption, SelectOptions } from './form.tsx';
import { COUNTRY_OPTIONS, formatCount, humanize, PRICING_MODEL_OPTIONS, STAGE_OPTIONS } from './format.tsx';

/** The path from the root to a category, including it; empty if the tree does not contain it. */
export const categoryPath = (tree: CategoryNode[], slug: string | undefined): CategoryNode[] => {
  for (const node of tree) {
    if (node.slug === slug) return [node];
    const below = categoryPath(node.subcategories ?? [], slug);
    if (below.length > 0) return [node, ...below];
  }
  return [];
};

const filterOptions = (values: string[]): ChoiceOption[] => values.map((value) => ({ value, name: humanize(value) }));

const STATUSES: ChoiceOption[] = [
  { value: 'live', name: 'Live now' },
  { value: 'upcoming', name: 'Coming up' },
];

interface FilterSelectProps {
  form?: string;
  name: string;
  title: string;
  /** The label of the empty option. */
  any?: string;
  options: ChoiceOption[];
  value?: string;
}

const SELECTS: (FilterSelectProps & { name: 'status' | 'pricing_model' | 'stage' | 'country' })[] = [
  { name: 'status', title: 'Launch', options: STATUSES },
  { name: 'pricing_model', title: 'Pricing', any: 'Any pricing', options: filterOptions(PRICING_MODEL_OPTIONS) },
  { name: 'stage', title: 'Stage', any: 'Any stage', options: filterOptions(STAGE_OPTIONS) },
  { name: 'country', title: 'Country', any: 'Anywhere', options: COUNTRY_OPTIONS.map(({ code, name }) => ({ value: code, name })) },
];

/** A filter as a select. */
export const FilterSelect = ({ form, name, title, any, options, value }: FilterSelectProps) => (
  <div class="field">
    <label for={`by-${name}`}>{title}</label>
    <select id={`by-${name}`} name={name} form={form}>
      <SelectOptions none={any} options={options} value={value} nameOf={humanize} />
    </select>
  </div>
);

const CategoryFilter = ({ input, categories }: { input: SearchListings; categories: CategoryNode[] }) => {
  const path = categoryPath(categories, input.category);
  const current = path.at(-1);
  const children = current ? (current.subcategories ?? []) : categories;
  const link = (category: string | undefined) => searchPaths.listings({ ...input, category, page: 1 });
  return (
    <nav class="facet plain-links" aria-labelledby="facet-categories">
      <h3 id="facet-categories">Category</h3>
      <ul>
        <li>
          <a href={link(undefined)} aria-current={current || input.category ? undefined : 'true'}>
            All categories
          </a>
        </li>
        {path.map(({ slug, name, live_listings }) => (
          <li class="facet-path">
            <a href={link(slug)} aria-current={slug === current?.slug ? 'true' : undefined}>
              <span dir="auto">{name}</span> <span class="number">{formatCount(live_listings)}</span>
            </a>
          </li>
        ))}
        {children.map(({ slug, name, live_listings }) => (
          <li class={current ? 'facet-inside' : undefined}>
            <a href={link(slug)}>
              <span dir="auto">{name}</span> <span class="number">{formatCount(live_listings)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The filters of a search. Folded on small screens, next to the results on large ones. */
export const SearchFilters = ({ form, input, categories }: { form: string; input: SearchListings; categories: CategoryNode[] }) => (
  <details class="facets open-wide">
    <summary>Filters and categories</summary>
    <div class="stack facets-inside">
      <h2 class="unseen">Narrow the search</h2>
      <div class="stack facet-fields">
        {SELECTS.map((select) => (
          <FilterSelect {...select} form={form} value={select.name === 'country' ? input.country?.toUpperCase() : input[select.name]} />
        ))}
        <button type="submit" class="button" form={form}>
          Apply
        </button>
      </div>
      {categories.length > 0 && <CategoryFilter input={input} categories={categories} />}
    </div>
  </details>
);
