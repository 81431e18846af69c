import type { Site } from '../../kernel/context.ts';
import { msg, texts } from '../../kernel/language/messages.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { BlogPost } from '../../modules/content/schema.ts';
import type { LaunchWeek } from '../../modules/launches/schema.ts';
import type { Category } from '../../modules/listings/profile/schema.ts';
import type { Listing, ListingSummary } from '../../modules/listings/schema.ts';
import type { Founder } from '../../modules/people/schema.ts';
import { OPERATIONS } from '../../registry.ts';
import { FEED_FORMATS, FEED_TYPES } from '../feeds/formats.ts';
import { blogPaths, feedPaths, listingPaths, peoplePaths, searchPaths, weekPaths } from '../paths.ts';
import { truncateText } from '../ui/format.tsx';
import { webUrl } from '../ui/urls.ts';

/** A page's data, or something related to it, in another format. */
export interface Alternate {
  type: string;
  /** Without the site's root. */
  href: string;
  title: string;
}

export const feedAlternates = (feed: string, title: string): Alternate[] =>
  FEED_FORMATS.map((format) => ({
    type: FEED_TYPES[format].type,
    href: `${feed}.${format}`,
    title: `${title} (${FEED_TYPES[format].name})`,
  }));

export const calendarAlternate: Alternate = texts({ type: 'text/calendar', href: weekPaths.calendarFile(), title: msg('Launch weeks') });

export const oembedAlternates = (root: string, slug: string, title: string): Alternate[] =>
  ['json', 'xml'].map((format) => ({
    type: `${format === 'json' ? 'application/json' : 'text/xml'}+oembed`,
    href: feedPaths.oembed({ url: root + listingPaths.listing({ slug }), format }),
    title,
  }));

/** Pages whose path differs from their operation's. */
const PATH_EXCEPTIONS: Record<string, string> = { '/': '/site' };

const publicReads = new Map(
  OPERATIONS.filter(({ method, access }) => method === 'GET' && access === 'public').map((row) => [
    row.path.replace(/\{(\w+)\}/g, ':$1'),
    row,
  ]),
);

/** True if the page's address has all parameters the operation requires. */
const hasRequiredParams = ({ input, path }: Operation, canonical: string): boolean => {
  const sent = new URLSearchParams(canonical.split('?')[1]);
  return (input.required ?? []).every((name) => path.includes(`{${name}}`) || sent.has(name) || 'default' in input.properties[name]!);
};

/** A page's data as JSON: the same path under /api/v1. */
export const jsonAlternates = (path: string, canonical: string): Alternate[] => {
  const row = publicReads.get(PATH_EXCEPTIONS[path] ?? path);
  if (!row || !hasRequiredParams(row, canonical)) return [];
  return [{ type: 'application/json', href: `/api/v1${PATH_EXCEPTIONS[path] ?? canonical}`, title: row.summary }];
};

/** A schema.org object. Unknown properties are left out; nothing is claimed that the page does not show. */
export type Thing = { '@type': string } & Record<string, unknown>;

const withoutEmpty = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Thing;

const links = (socials: Record<string, string | undefined>): string[] =>
  Object.values(socials)
    .map((link) => webUrl(link))
    .filter((link) => link !== null);

const organisation = ({ name, root }: Site): Thing => ({ '@type': 'Organization', '@id': `${root}/#organization`, name, url: `${root}/` });

export const siteThings = (site: Site): Thing[] => [
  organisation(site),
  withoutEmpty({
    '@type': 'WebSite',
    '@id': `${site.root}/#website`,
    name: site.name,
    url: `${site.root}/`,
    description: site.purpose || site.tagline,
    publisher: { '@id': `${site.root}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.root}${searchPaths.listings()}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
];

/** The breadcrumbs, ending with the page. */
export const breadcrumbThing = ({ root }: Site, trail: { name: string; href: string }[], page: { name: string; href: string }): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [...trail, page].map(({ name, href }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: root + href })),
});

/** A product. The rating is included only if there are reviews. */
export const listingThing = (listing: Listing, { root }: Site): Thing => {
  const { slug, name, tagline, short_description, description, categories, community_rating, pricing_model } = listing;
  return withoutEmpty({
    '@type': 'SoftwareApplication',
    '@id': `${root}${listingPaths.listing({ slug })}#product`,
    name,
    url: webUrl(listing.website),
    mainEntityOfPage: root + listingPaths.listing({ slug }),
    description: truncateText(short_description ?? description ?? tagline ?? '', 500),
    applicationCategory: categories[0]?.name,
    featureList: listing.features,
    keywords: listing.keywords.join(', '),
    image: webUrl(listing.logo_url),
    screenshot: (listing.media ?? []).map(({ url }) => webUrl(url)).filter((url) => url !== null),
    datePublished: listing.launched_at,
    dateModified: listing.updated_at,
    sameAs: links(listing.socials),
    isAccessibleForFree: pricing_model === 'free' ? true : null,
    author: listing.founders.map((founder) => ({
      '@type': 'Person',
      name: founder.name,
      url: root + peoplePaths.founder({ slug: founder.slug }),
    })),
    aggregateRating:
      community_rating && community_rating.reviews > 0
        ? {
            '@type': 'AggregateRating',
            ratingValue: community_rating.value,
            reviewCount: community_rating.reviews,
            bestRating: 5,
            worstRating: 1,
          }
        : null,
  });
};

export const founderThing = ({ slug, name, bio, photo_url, socials, companies }: Founder, { root }: Site): Thing =>
  withoutEmpty({
    '@type': 'Person',
    '@id': `${root}${peoplePaths.founder({ slug })}#person`,
    name,
    url: root + peoplePaths.founder({ slug }),
    mainEntityOfPage: root + peoplePaths.founder({ slug }),
    description: truncateText(bio ?? '', 500),
    image: webUrl(photo_url),
    sameAs: links(socials),
    worksFor: companies.map((company) => ({
      '@type': 'Organization',
      name: company.name,
      url: root + listingPaths.listing({ slug: company.slug }),
    })),
  });

/** List pages describe at most this many items to search engines. */
const MAX_LISTED = 50;

const listThing = (name: string, listings: ListingSummary[], total: number, from: number, root: string): Thing => ({
  '@type': 'ItemList',
  name,
  numberOfItems: total,
  itemListElement: listings.slice(0, MAX_LISTED).map((listing, index) => ({
    '@type': 'ListItem',
    position: from + index,
    name: listing.name,
    url: root + listingPaths.listing({ slug: listing.slug }),
  })),
});

/** A week's launches in ranking order, or the listings scheduled for it. */
export const weekThing = (title: string, week: LaunchWeek, { root }: Site): Thing => {
  if (week.state === 'future') return listThing(title, week.scheduled, week.scheduled_total, 1, root);
  const launched = week.launches.map(({ listing }) => listing);
  return listThing(title, launched, week.launches_total, 1, root);
};

export const categoryThing = ({ slug, name, description, live_listings, listings }: Category, { root }: Site): Thing =>
  withoutEmpty({
    '@type': 'CollectionPage',
    '@id': root + searchPaths.category({ slug, page: listings.page }),
    url: root + searchPaths.category({ slug, page: listings.page }),
    name,
    description: truncateText(description ?? '', 500),
    isPartOf: { '@id': `${root}/#website` },
    mainEntity: listThing(name, listings.items, live_listings, (listings.page - 1) * listings.per_page + 1, root),
  });

/** Search engines truncate longer headlines. */
const MAX_HEADLINE = 110;

export const postThing = ({ slug, title, excerpt, author_name, published_at, updated_at }: BlogPost, site: Site, image: string): Thing =>
  withoutEmpty({
    '@type': 'BlogPosting',
    '@id': `${site.root}${blogPaths.post({ slug })}#post`,
    headline: truncateText(title, MAX_HEADLINE),
    description: truncateText(excerpt, 500),
    url: site.root + blogPaths.post({ slug }),
    mainEntityOfPage: site.root + blogPaths.post({ slug }),
    image,
    datePublished: published_at,
    dateModified: updated_at > published_at ? updated_at : published_at,
    author: { '@type': 'Person', name: author_name },
    publisher: organisation(site),
  });

const SCRIPT_ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** Serializes things for a script element; user content cannot close the element. */
export const linkedData = (things: Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replace(/[<>&\u2028\u2029]/g, (char) => SCRIPT_ESCAPES[char]!);
