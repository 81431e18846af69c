import type { CategoryNode } from '../../modules/catalog/schema.ts';
import type { FilterableAttribute } from '../../modules/listings/attributes/filter.ts';
import type { FacetCounts } from '../../modules/listings/browse/queries.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';
import { searchPaths } from '../paths.ts';
import { AttributeFilters, formatFacetCount } from './attributes/filters.tsx';
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

const findCount = (counts: Record<string, number>, slug: string): number => (Object.hasOwn(counts, slug) ? counts[slug]! : 0);

/** The options with their counts. A facet that is filtered by has none: they would be those of its one value. */
const withCounts = (select: FilterSelectProps, counts: FacetCounts): ChoiceOption[] => {
  const { name, options, value } = select;
  if ((name !== 'stage' && name !== 'pricing_model') || value) return options;
  return options.map((option) => {
    const count = formatFacetCount(findCount(counts[name], option.value.replaceAll('_', '-')), counts.is_cut);
    return count === null ? option : { ...option, name: `${option.name} (${count})` };
  });
};

const STATUSES: ChoiceOption[] = [
  { value: 'live', name: 'Live now' },
  { value: 'upcoming', name: 'Upcoming' },
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
  { name: 'pricing_model', title: 'Pricing', any: 'Any pricing', options: PRICING_MODEL_OPTIONS },
  { name: 'stage', title: 'Stage', any: 'Any stage', options: STAGE_OPTIONS },
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

interface FiltersProps {
  input: SearchListings;
  categories: CategoryNode[];
  counts: FacetCounts;
  attributes: FilterableAttribute[];
}

/** True if the results are more than a category: then the stored totals of categories do not apply. */
const isNarrowed = ({ q, status, stage, country, pricing_model, domain, attributes }: SearchListings): boolean =>
  status !== 'live' || [q, stage, country, pricing_model, domain, attributes].some(Boolean);

const CategoryFilter = ({ input, categories, counts }: Omit<FiltersProps, 'attributes'>) => {
  const path = categoryPath(categories, input.category);
  const current = path.at(-1);
  const is_narrowed = isNarrowed(input);
  /** Results are counted within the current category only, so those above it get no number. */
  const countIn = ({ slug, live_listings }: CategoryNode): string | null => {
    if (!is_narrowed) return formatCount(live_listings);
    return path.some((above) => above.slug === slug && above !== current)
      ? null
      : formatFacetCount(findCount(counts.category, slug), counts.is_cut);
  };
  const children = (current ? (current.subcategories ?? []) : categories).filter(
    ({ slug }) => !is_narrowed || counts.is_cut || findCount(counts.category, slug) > 0,
  );
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
        {path.map((node) => (
          <li class="facet-path">
            <a href={link(node.slug)} aria-current={node === current ? 'true' : undefined}>
              <span dir="auto">{node.name}</span> <span class="number">{countIn(node)}</span>
            </a>
          </li>
        ))}
        {children.map((node) => (
          <li class={current ? 'facet-inside' : undefined}>
            <a href={link(node.slug)}>
              <span dir="auto">{node.name}</span> <span class="number">{countIn(node)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** How many filters narrow the results. */
const countActive = ({ category, status, stage, country, pricing_model, domain }: SearchListings): number =>
  [category, stage, country, pricing_model, domain, status !== 'live'].filter(Boolean).length;

/** The filters of a search. Folded on small screens, next to the results on large ones. With script they apply on change (filters.js). */
export const SearchFilters = ({ form, input, categories, counts, attributes }: FiltersProps & { form: string }) => (
  <details class="facets open-wide">
    <summary id="filters">
      Filters and categories
      {countActive(input) > 0 && <span class="quiet"> · {formatCount(countActive(input))} active</span>}
    </summary>
    <div class="stack facets-inside">
      <h2 class="unseen">Filter results</h2>
      <div class="stack facet-fields">
        {SELECTS.map((row) => {
          const select = { ...row, form, value: row.name === 'country' ? input.country?.toUpperCase() : input[row.name] };
          return <FilterSelect {...select} options={withCounts(select, counts)} />;
        })}
        <AttributeFilters form={form} value={input.attributes} attributes={attributes} counts={counts} />
        <button type="submit" class="button apply-filters" form={form}>
          Apply
        </button>
      </div>
      {categories.length > 0 && <CategoryFilter input={input} categories={categories} counts={counts} />}
    </div>
  </details>
);
