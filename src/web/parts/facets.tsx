import type { CategoryNode } from '../../modules/catalog/schema.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import { COUNTRIES, PRICING_MODELS, STAGES } from '../facets.ts';
import { count, label } from '../wording.ts';
import { pathTo } from './category-path.ts';

interface Choice {
  value: string;
  name: string;
}

const choices = (values: string[]): Choice[] => values.map((value) => ({ value, name: label(value) }));

const STATUSES: Choice[] = [
  { value: 'live', name: 'Live now' },
  { value: 'upcoming', name: 'Coming up' },
];

const SELECTS: { name: 'status' | 'pricing_model' | 'stage' | 'country'; title: string; any?: string; offered: Choice[] }[] = [
  { name: 'status', title: 'Launch', offered: STATUSES },
  { name: 'pricing_model', title: 'Pricing', any: 'Any pricing', offered: choices(PRICING_MODELS) },
  { name: 'stage', title: 'Stage', any: 'Any stage', offered: choices(STAGES) },
  { name: 'country', title: 'Country', any: 'Anywhere', offered: COUNTRIES.map(({ code, name }) => ({ value: code, name })) },
];

/** One choice as a select. A value from the address that is not offered is added, so that pressing the button never drops it. */
export const Select = ({
  form,
  name,
  title,
  any,
  offered,
  value,
}: {
  form?: string;
  name: string;
  title: string;
  any?: string;
  offered: Choice[];
  value?: string;
}) => {
  const known = !value || offered.some((choice) => choice.value === value);
  return (
    <div class="field">
      <label for={`by-${name}`}>{title}</label>
      <select id={`by-${name}`} name={name} form={form}>
        {any && <option value="">{any}</option>}
        {!known && (
          <option value={value} selected>
            {label(value)}
          </option>
        )}
        {offered.map((choice) => (
          <option value={choice.value} selected={choice.value === value}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
};

const CategoryFacet = ({ input, categories }: { input: SearchListings; categories: CategoryNode[] }) => {
  const path = pathTo(categories, input.category);
  const here = path.at(-1);
  const inside = here ? (here.subcategories ?? []) : categories;
  const link = (category: string | undefined) => to.listings({ ...input, category, page: 1 });
  return (
    <nav class="facet" aria-labelledby="facet-categories">
      <h3 id="facet-categories">Category</h3>
      <ul>
        <li>
          <a href={link(undefined)} aria-current={here || input.category ? undefined : 'true'}>
            All categories
          </a>
        </li>
        {path.map(({ slug, name, live_listings }) => (
          <li class="facet-path">
            <a href={link(slug)} aria-current={slug === here?.slug ? 'true' : undefined}>
              <span dir="auto">{name}</span> <span class="number">{count(live_listings)}</span>
            </a>
          </li>
        ))}
        {inside.map(({ slug, name, live_listings }) => (
          <li class={here ? 'facet-inside' : undefined}>
            <a href={link(slug)}>
              <span dir="auto">{name}</span> <span class="number">{count(live_listings)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** What a search can be narrowed by. Folded on a phone, beside the results elsewhere. */
export const Facets = ({ form, input, categories }: { form: string; input: SearchListings; categories: CategoryNode[] }) => (
  <details class="facets">
    <summary>Filters and categories</summary>
    <div class="facets-inside">
      <h2 class="unseen">Narrow the search</h2>
      <div class="facet-fields">
        {SELECTS.map((select) => (
          <Select {...select} form={form} value={select.name === 'country' ? input.country?.toUpperCase() : input[select.name]} />
        ))}
        <button type="submit" class="button" form={form}>
          Apply
        </button>
      </div>
      {categories.length > 0 && <CategoryFacet input={input} categories={categories} />}
    </div>
  </details>
);
