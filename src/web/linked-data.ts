import type { Site } from '../kernel/context.ts';
import type { BlogPost } from '../modules/content/schema.ts';
import type { LaunchWeek } from '../modules/launches/schema.ts';
import type { Category, Listing, ListingSummary } from '../modules/listings/schema.ts';
import type { Founder } from '../modules/people/schema.ts';
import { to, webAddress } from './addresses.ts';
import { startOf } from './wording.ts';

/** A thing as schema.org describes it. What is unknown is left out: nothing is claimed that a page does not show. */
export type Thing = { '@type': string } & Record<string, unknown>;

/** Without what is null, empty or absent. */
const known = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Thing;

const links = (socials: Record<string, string | undefined>): string[] =>
  Object.values(socials)
    .map((link) => webAddress(link))
    .filter((link) => link !== null);

const organisation = ({ name, root }: Site): Thing => ({ '@type': 'Organization', '@id': `${root}/#organization`, name, url: `${root}/` });

/** The site itself, and how to search it. */
export const siteThings = (site: Site): Thing[] => [
  organisation(site),
  known({
    '@type': 'WebSite',
    '@id': `${site.root}/#website`,
    name: site.name,
    url: `${site.root}/`,
    description: site.purpose || site.tagline,
    publisher: { '@id': `${site.root}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.root}${to.listings()}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
];

/** The way to a page, with the page at its end. */
export const crumbsThing = ({ root }: Site, trail: { name: string; href: string }[], page: { name: string; href: string }): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [...trail, page].map(({ name, href }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: root + href })),
});

/** A product. Its rating is there only where people reviewed it. */
export const listingThing = (listing: Listing, { root }: Site): Thing => {
  const { slug, name, tagline, short_description, description, categories, community_rating, pricing_model } = listing;
  return known({
    '@type': 'SoftwareApplication',
    '@id': `${root}${to.listing(slug)}#product`,
    name,
    url: webAddress(listing.website),
    mainEntityOfPage: root + to.listing(slug),
    description: startOf(short_description ?? description ?? tagline ?? '', 500),
    applicationCategory: categories[0]?.name,
    featureList: listing.features,
    keywords: listing.keywords.join(', '),
    image: webAddress(listing.logo_url),
    screenshot: (listing.media ?? []).map(({ url }) => webAddress(url)).filter((url) => url !== null),
    datePublished: listing.launched_at,
    dateModified: listing.updated_at,
    sameAs: links(listing.socials),
    isAccessibleForFree: pricing_model === 'free' ? true : null,
    author: listing.founders.map((founder) => ({ '@type': 'Person', name: founder.name, url: root + to.founder(founder.slug) })),
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
  known({
    '@type': 'Person',
    '@id': `${root}${to.founder(slug)}#person`,
    name,
    url: root + to.founder(slug),
    mainEntityOfPage: root + to.founder(slug),
    description: startOf(bio ?? '', 500),
    image: webAddress(photo_url),
    sameAs: links(socials),
    worksFor: companies.map((company) => ({ '@type': 'Organization', name: company.name, url: root + to.listing(company.slug) })),
  });

/** A page of a list is said to this many; the page itself shows the rest. */
const MOST_LISTED = 50;

const listThing = (name: string, listings: ListingSummary[], total: number, from: number, root: string): Thing => ({
  '@type': 'ItemList',
  name,
  numberOfItems: total,
  itemListElement: listings.slice(0, MOST_LISTED).map((listing, at) => ({
    '@type': 'ListItem',
    position: from + at,
    name: listing.name,
    url: root + to.listing(listing.slug),
  })),
});

/** A week's launches in their order, or what is scheduled for it. */
export const weekThing = (title: string, week: LaunchWeek, { root }: Site): Thing => {
  const launched = week.launches.map(({ listing }) => listing);
  return week.state === 'future'
    ? listThing(title, week.scheduled, week.scheduled_total, 1, root)
    : listThing(title, launched, week.launches_total, 1, root);
};

export const categoryThing = ({ slug, name, description, live_listings, listings }: Category, { root }: Site): Thing =>
  known({
    '@type': 'CollectionPage',
    '@id': root + to.category(slug, listings.page),
    url: root + to.category(slug, listings.page),
    name,
    description: startOf(description ?? '', 500),
    isPartOf: { '@id': `${root}/#website` },
    mainEntity: listThing(name, listings.items, live_listings, (listings.page - 1) * listings.per_page + 1, root),
  });

/** Headlines are cut where search engines cut them. */
const LONGEST_HEADLINE = 110;

export const postThing = ({ slug, title, excerpt, author_name, published_at, updated_at }: BlogPost, site: Site, image: string): Thing =>
  known({
    '@type': 'BlogPosting',
    '@id': `${site.root}${to.post(slug)}#post`,
    headline: startOf(title, LONGEST_HEADLINE),
    description: startOf(excerpt, 500),
    url: site.root + to.post(slug),
    mainEntityOfPage: site.root + to.post(slug),
    image,
    datePublished: published_at,
    dateModified: updated_at > published_at ? updated_at : published_at,
    author: { '@type': 'Person', name: author_name },
    publisher: organisation(site),
  });

const RISKY: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** Things as the text of a script element: nothing in them can end it, whatever people wrote. */
export const linkedData = (things: Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replace(/[<>&\u2028\u2029]/g, (sign) => RISKY[sign]!);
