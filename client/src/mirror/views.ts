/** Columns of a view by name: a property of the record, or an expression. Lists and objects are JSON. */
type Columns = Record<string, string>;

const properties = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, `data ->> '$.${name}'`]));
/** A view has what its kind's records have, with the key as `key` and when the record changed as `changed_at`. */
const VIEWS: Record<string, { kind: string; columns: Columns }> = {
  categories: {
    kind: 'category',
    columns: {
      ...properties('slug', 'name', 'description'),
      parent: `data ->> '$.parent.slug'`,
      ...properties('live_listings', 'subcategories', 'attributes', 'faqs', 'url'),
    },
  },
  listings: {
    kind: 'listing',
    columns: {
      ...properties('slug', 'name', 'tagline', 'website', 'domain', 'status', 'stage', 'country', 'city', 'founded_year'),
      ...properties('short_description', 'description', 'headline', 'summary', 'pricing_model', 'pricing_summary', 'launch_week_on'),
      ...properties('launched_at', 'updated_at', 'claimed', 'contact_email', 'logo_url', 'demo_video_url', 'url'),
      category: `data ->> '$.categories[0].slug'`,
      rating: `data ->> '$.community_rating.value'`,
      reviews: `data ->> '$.community_rating.reviews'`,
      domain_rating: `data ->> '$.domain_rating.value'`,
      ...properties('categories', 'tags', 'keywords', 'features', 'usps', 'founders', 'socials', 'attributes', 'faqs', 'media'),
      ...properties('milestones', 'updates', 'story'),
    },
  },
  founders: {
    kind: 'founder',
    columns: properties('slug', 'name', 'country', 'bio', 'photo_url', 'url', 'socials', 'companies', 'stories'),
  },
  weeks: {
    kind: 'week',
    columns: properties('launch_week_on', 'ends_on', 'is_final', 'launches_total', 'counted_votes', 'uncounted_votes', 'ranking'),
  },
  awards: { kind: 'award', columns: properties('launch_week_on', 'rank', 'name', 'listing', 'votes', 'awarded_at') },
  products: {
    kind: 'product',
    columns: properties('code', 'name', 'description', 'price_cents', 'minimum_cents', 'currency', 'needs_listing', 'includes', 'options'),
  },
  votes: { kind: 'votes', columns: properties('listing', 'day', 'votes') },
};

export const DROP_VIEWS = Object.keys(VIEWS)
  .map((name) => `drop view if exists ${name};`)
  .join('\n');

export const CREATE_VIEWS = Object.entries(VIEWS)
  .map(([name, { kind, columns }]) => {
    const selected = Object.entries(columns).map(([column, expression]) => `${expression} as "${column}"`);
    return `create view ${name} as select key, ${selected.join(', ')}, changed_at from records where kind = '${kind}';`;
  })
  .join('\n');
