import type { AttributeKind } from '../modules/catalog/attributes/kinds.ts';
import type { AttributeRow } from '../modules/catalog/attributes/queries.ts';
import { parseAttributeValue } from '../modules/catalog/attributes/rules.ts';
import { STORY_SECTIONS } from '../modules/listings/schema.ts';
import { drawingPath } from '../modules/sites/addresses.ts';
import type { Calendar } from './calendar.ts';
import { demoContent } from './content.ts';
import type { DemoCategory, DemoProduct } from './schema.ts';

const fullStory = (story: NonNullable<DemoProduct['story']>) =>
  Object.fromEntries(STORY_SECTIONS.map((section) => [section, story[section] ?? null]));

interface Branch {
  category: DemoCategory;
  parent: string | null;
  position: number;
}

/** The tree by level, from the top. */
export const branchesOf = (tops: DemoCategory[]): Branch[][] => {
  const levels: Branch[][] = [];
  let level: Branch[] = tops.map((category, position) => ({ category, parent: null, position }));
  while (level.length > 0) {
    levels.push(level);
    level = level.flatMap(({ category: { slug: parent, below = [] } }) =>
      below.map((category, position) => ({ category, parent, position })),
    );
  }
  return levels;
};

export const categoryRows = (site_id: number, level: Branch[], ids: Map<string, number>) =>
  level.map(({ category: { slug, name, description, faqs = [] }, parent, position }) => {
    return { site_id, slug, name, description, faqs, parent_id: parent && ids.get(parent), position };
  });

/** Attributes of categories that are typed, as those of the whole site with the same key are. The others are texts. */
const KINDS: Record<string, AttributeKind> = {
  platforms: 'list',
  self_hosted: 'boolean',
  price_from: 'money',
  export_formats: 'list',
  languages: 'list',
};

export const attributeRows = (site_id: number, tops: DemoCategory[], ids: Map<string, number>) =>
  branchesOf(tops)
    .flat()
    .flatMap(({ category: { slug, attributes = [] } }) =>
      attributes.map(({ key, name, unit = null }, position) => {
        return { site_id, category_id: ids.get(slug), key, name, kind: KINDS[key] ?? 'text', synonyms: [], unit, position };
      }),
    );

/** Fields shown in the site's own words, and the page that usually has them. */
const LITERAL = { tagline: '', pricing_summary: '/pricing', contact_email: '/contact' } as const;

/** When a quote was read, and when a live listing's quotes were seen again. */
const readingTimes = (read_at: Date, confirmed_at: Date | null) => ({
  read_at: read_at.toISOString(),
  ...(confirmed_at && { confirmed_at: confirmed_at.toISOString() }),
});

/** Evidence of the product's fields. Null for sites that were not crawled. */
const evidenceOf = (product: DemoProduct, read_at: Date, confirmed_at: Date | null) => {
  if (!product.read && !product.not_found) return null;
  const literal = Object.entries(LITERAL).flatMap(([field, path]) => {
    const said = product[field as keyof typeof LITERAL];
    return said ? [[field, { quote: said, path }] as const] : [];
  });
  const read = [...literal, ...Object.entries(product.read ?? {})];
  return Object.fromEntries(
    read.map(([field, { quote, path = '' }]) => [
      field,
      [{ quote, url: `https://${product.domain}${path}`, ...readingTimes(read_at, confirmed_at) }],
    ]),
  );
};

const statusOf = ({ status, week }: DemoProduct) => status ?? (week !== null && week <= 0 ? 'live' : 'scheduled');

/** Null, or an empty list, where a product does not have them. */
const OPTIONAL_FIELDS = [
  ...(['tagline', 'short_description', 'headline', 'summary', 'stage', 'pricing_model', 'pricing_summary', 'country', 'city'] as const),
  ...(['founded_year', 'contact_email', 'demo_video_url', 'seo_title', 'seo_description'] as const),
];
const OPTIONAL_LISTS = ['features', 'usps', 'keywords', 'tags', 'faqs'] as const;

const hasPictures = ({ slug }: DemoProduct): boolean => demoContent().pictures.some(({ listing }) => listing === slug);

/** A row of `listings`, without site and company. Every row has every column. */
export const listingRow = (product: DemoProduct, calendar: Calendar) => {
  const launched_at = calendar.launched(product);
  const submitted_at = calendar.submitted(product);
  const [newest] = product.updates ?? [];
  const updated = [submitted_at, launched_at, newest && calendar.daysAgo(newest.days_ago, newest.title)].filter(
    (date) => date instanceof Date,
  );
  return {
    slug: product.slug,
    status: statusOf(product),
    plan: product.status === 'draft' ? null : (product.plan ?? 'free'),
    launch_week_on: product.week === null ? null : calendar.week(product.week),
    launched_at,
    name: product.name,
    logo_url: drawingPath('logos', product.slug),
    website: `https://${product.domain}`,
    domain: product.domain,
    ...Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, product[field] ?? null])),
    ...Object.fromEntries(OPTIONAL_LISTS.map((field) => [field, product[field] ?? []])),
    description: product.description?.join('\n\n') ?? null,
    socials: product.socials ?? {},
    story: product.story ? fullStory(product.story) : null,
    not_found_on_website: product.not_found ?? [],
    evidence: evidenceOf(product, submitted_at, calendar.confirmed(product)),
    unlocked_sections: [...(product.unlocked ?? []), ...(hasPictures(product) ? ['media'] : [])],
    created_at: submitted_at,
    updated_at: new Date(Math.max(...updated.map(Number))),
  };
};

interface Ids {
  listings: Map<string, number>;
  categories: Map<string, number>;
  founders: Map<string, number>;
  attributes: readonly DemoAttribute[];
}

export type DemoAttribute = Pick<AttributeRow, 'id' | 'category_id' | 'key' | 'kind' | 'unit' | 'options'>;

/** Imported metrics have a source; this one is honest. */
const SOURCE = 'demo import';
const MONTH = 30;

/** Fails for a misspelt slug here, rather than as a null in some table. */
const idIn = (ids: Map<string, number>, slug: string): number => {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`The demo content names ${slug}, which it does not have.`);
  return id;
};

/** A category and its ancestors, whose attributes it inherits. */
const lineage = (slug: string, parents: Map<string, string | null>): string[] => {
  const above = parents.get(slug);
  return above ? [slug, ...lineage(above, parents)] : [slug];
};

/** Rows that belong to listings, by table, in insertion order. */
export const listingLinkRows = (site_id: number, calendar: Calendar, ids: Ids): Record<string, Record<string, unknown>[]> => {
  const content = demoContent();
  const parents = new Map(branchesOf(content.categories).flatMap((level) => level.map(({ category, parent }) => [category.slug, parent])));
  const rows = <R extends object>(make: (product: DemoProduct) => R[]) =>
    content.products.flatMap((product) => make(product).map((row) => ({ site_id, listing_id: idIn(ids.listings, product.slug), ...row })));

  const attributeIn = ({ slug, categories }: DemoProduct, key: string): DemoAttribute => {
    const category_ids = categories.flatMap((name) => lineage(name, parents)).map((category) => idIn(ids.categories, category));
    for (const category_id of [...category_ids, null]) {
      const attribute = ids.attributes.find((one) => one.category_id === category_id && one.key === key);
      if (attribute) return attribute;
    }
    throw new Error(`No category of ${slug} is compared on ${key}.`);
  };

  /** Monthly values, the newest of today. */
  const monthly = (name: string, unit: string, values: number[] = []) =>
    values.map((value, at) => ({ name, as_of_on: calendar.day((values.length - 1 - at) * MONTH), value, unit, source: SOURCE }));

  return {
    listing_categories: rows(({ categories }) =>
      categories.map((slug, position) => ({ category_id: idIn(ids.categories, slug), position })),
    ),
    listing_attributes: rows((product) =>
      Object.entries(product.attributes ?? {}).map(([key, { value, quote, path = '' }]) => {
        const times = readingTimes(calendar.submitted(product), calendar.confirmed(product));
        const evidence = quote ? [{ quote, url: `https://${product.domain}${path}`, ...times }] : [];
        const attribute = attributeIn(product, key);
        const typed = parseAttributeValue(attribute, value);
        if (typed === null) throw new Error(`"${value}" of ${product.slug} is no ${attribute.kind} (${key}).`);
        return { attribute_id: attribute.id, kind: attribute.kind, value: typed, evidence, stated_by: quote ? 'website' : 'owner' };
      }),
    ),
    listing_alternatives: rows(({ alternatives = [] }) =>
      alternatives.map((slug, position) => ({ alternative_id: idIn(ids.listings, slug), position })),
    ),
    listing_founders: rows(({ founders = [] }) =>
      founders.map(({ slug, title = null }, position) => ({ founder_id: idIn(ids.founders, slug), title, position })),
    ),
    listing_milestones: rows(({ milestones = [] }) =>
      milestones.map(({ days_ago, title, description = null, url = null }) => ({ date: calendar.day(days_ago), title, description, url })),
    ),
    listing_updates: rows(({ updates = [] }) =>
      updates.map(({ days_ago, title, body }) => ({ title, body, created_at: calendar.daysAgo(days_ago, title) })),
    ),
    listing_metrics: rows(({ domain_rating, monthly_revenue_usd }) => [
      ...monthly('domain_rating', 'points', domain_rating),
      ...monthly(
        'revenue',
        'USD cents per month',
        monthly_revenue_usd?.map((dollars) => dollars * 100),
      ),
    ]),
    plan_prices: rows(({ prices = [], domain }) =>
      prices.flatMap(({ amounts, path, ...price }) =>
        amounts.map(({ days_ago, amount, quote }, at) => {
          const next = amounts[at + 1];
          const ended_at = next ? calendar.daysAgo(next.days_ago, price.plan) : null;
          const confirmed_at = ended_at ?? calendar.daysAgo(1, price.plan);
          const from_at = calendar.daysAgo(days_ago, price.plan);
          return { ...price, amount, quote, url: `https://${domain}${path}`, from_at, confirmed_at, ended_at };
        }),
      ),
    ),
    fact_changes: rows((product) =>
      (product.changes ?? []).map(({ days_ago, field, before, quote }) => {
        const found_at = calendar.daysAgo(days_ago, field);
        const [now] = evidenceOf(product, found_at, found_at)?.[field] ?? [];
        const quotes_before = [{ ...now, quote, read_at: calendar.submitted(product).toISOString() }];
        const change = { path: field, status: 'accepted', before, after: product[field], quotes_before, quotes_after: [now] };
        return { ...change, found_at, updated_at: found_at };
      }),
    ),
  };
};
