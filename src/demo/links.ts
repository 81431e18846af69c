import { CATEGORIES } from './categories.ts';
import { PRODUCTS } from './products.ts';
import { branchesOf } from './rows.ts';
import type { DemoProduct } from './types.ts';
import type { Calendar } from './when.ts';

interface Ids {
  listings: Map<string, number>;
  categories: Map<string, number>;
  founders: Map<string, number>;
  attributes: readonly { id: number; category_id: number; key: string }[];
}

/** Numbers from outside carry their source. This one says plainly what they are. */
const SOURCE = 'demo import';
const MONTH = 30;

/** A misspelt slug stops the loading here, by its name, and not as a null somewhere in a table. */
const idIn = (ids: Map<string, number>, slug: string): number => {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`The demo content names ${slug}, which it does not have.`);
  return id;
};

/** A category and those above it, whose attributes it inherits. */
const lineage = (slug: string, parents: Map<string, string | null>): string[] => {
  const above = parents.get(slug);
  return above ? [slug, ...lineage(above, parents)] : [slug];
};

/** What belongs to the listings, by table, in the order the tables are filled. */
export const linksOf = (site_id: number, calendar: Calendar, ids: Ids): Record<string, Record<string, unknown>[]> => {
  const parents = new Map(branchesOf(CATEGORIES).flatMap((level) => level.map(({ category, parent }) => [category.slug, parent])));
  const rows = <R extends object>(make: (product: DemoProduct) => R[]) =>
    PRODUCTS.flatMap((product) => make(product).map((row) => ({ site_id, listing_id: idIn(ids.listings, product.slug), ...row })));

  const attributeIn = ({ slug, categories }: DemoProduct, key: string): number => {
    for (const category of categories.flatMap((name) => lineage(name, parents))) {
      const category_id = idIn(ids.categories, category);
      const attribute = ids.attributes.find((one) => one.category_id === category_id && one.key === key);
      if (attribute) return attribute.id;
    }
    throw new Error(`No category of ${slug} is compared on ${key}.`);
  };

  /** Monthly values, the newest as of today. */
  const monthly = (name: string, unit: string, values: number[] = []) =>
    values.map((value, at) => ({ name, as_of_on: calendar.day((values.length - 1 - at) * MONTH), value, unit, source: SOURCE }));

  return {
    listing_categories: rows(({ categories }) =>
      categories.map((slug, position) => ({ category_id: idIn(ids.categories, slug), position })),
    ),
    listing_attributes: rows((product) =>
      Object.entries(product.attributes ?? {}).map(([key, fact]) => {
        const [value, quote, path = ''] = typeof fact === 'string' ? [fact] : fact;
        const read_at = calendar.submitted(product).toISOString();
        const evidence = quote ? { quote, url: `https://${product.domain}${path}`, read_at } : null;
        return { attribute_id: attributeIn(product, key), value, evidence };
      }),
    ),
    listing_alternatives: rows(({ alternatives = [] }) =>
      alternatives.map((slug, position) => ({ alternative_id: idIn(ids.listings, slug), position })),
    ),
    listing_founders: rows(({ founders = [] }) =>
      founders.map(([slug, title = null], position) => ({ founder_id: idIn(ids.founders, slug), title, position })),
    ),
    listing_milestones: rows(({ milestones = [] }) =>
      milestones.map(([days_ago, title, description = null, url = null]) => ({ date: calendar.day(days_ago), title, description, url })),
    ),
    listing_updates: rows(({ updates = [] }) =>
      updates.map(([days_ago, title, body]) => ({ title, body, created_at: calendar.daysAgo(days_ago, title) })),
    ),
    listing_metrics: rows(({ domain_rating, monthly_revenue_usd }) => [
      ...monthly('domain_rating', 'points', domain_rating),
      ...monthly(
        'revenue',
        'USD cents per month',
        monthly_revenue_usd?.map((dollars) => dollars * 100),
      ),
    ]),
    listing_counts: rows(({ counts: [, views, followers] }) => [{ votes: 0, views, followers, trending: 0 }]),
  };
};
