import { msg, t, texts } from '../../kernel/language/messages.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import type { FilterableAttribute } from '../../modules/listings/attributes/filter.ts';
import type { FacetCounts } from '../../modules/listings/browse/queries.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';
import { searchPaths } from '../paths.ts';
import { AttributeFilters, formatFacetCount } from './attributes/filters.tsx';
import { type ChoiceOption, SelectOptions } from './form.tsx';
import { countryOptions, formatCount, humanize, pricingModelOptions, stageOptions } from './format.tsx';

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

const STATUSES: ChoiceOption[] = texts([
  { value: 'live', name: msg('Live now') },
  { value: 'upcoming', name: msg('Upcoming') },
]);

interface FilterSelectProps {
  form?: string;
  name: string;
  title: string;
  /** The label of the empty option. */
  any?: string;
  options: ChoiceOption[];
  value?: string;
}

type Filter = Omit<FilterSelectProps, 'options'> & {
  name: 'status' | 'pricing_model' | 'stage' | 'country';
  options: () => ChoiceOption[];
};

const SELECTS: Filter[] = texts([
  { name: 'status', title: msg('Launch'), options: () => STATUSES },
  { name: 'pricing_model', title: msg('Pricing'), any: msg('Any pricing'), options: pricingModelOptions },
  { name: 'stage', title: msg('Stage'), any: msg('Any stage'), options: stageOptions },
  {
    name: 'country',
    title: msg('Country'),
    any: msg('Anywhere'),
    options: countryOptions,
  },
]);

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
      <h3 id="facet-categories">{t('Category')}</h3>
      <ul>
        <li>
          <a href={link(undefined)} aria-current={current || input.category ? undefined : 'true'}>
            {t('All categories')}
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
      {t('Filters and categories')}
      {countActive(input) > 0 && <span class="quiet"> {t('· {count} active', { count: formatCount(countActive(input)) })}</span>}
    </summary>
    <div class="stack facets-inside">
      <h2 class="unseen">{t('Filter results')}</h2>
      <div class="stack facet-fields">
        {SELECTS.map((row) => {
          const select = {
            ...row,
            form,
            options: row.options(),
            value: row.name === 'country' ? input.country?.toUpperCase() : input[row.name],
          };
          return <FilterSelect {...select} options={withCounts(select, counts)} />;
        })}
        <AttributeFilters form={form} value={input.attributes} attributes={attributes} counts={counts} />
        <button type="submit" class="button apply-filters" form={form}>
          {t('Apply')}
        </button>
      </div>
      {categories.length > 0 && <CategoryFilter input={input} categories={categories} counts={counts} />}
    </div>
  </details>
);
