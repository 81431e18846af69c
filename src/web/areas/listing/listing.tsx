import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { getListingInterview } from '../../../modules/content/interview.ts';
import type { InterviewEntry } from '../../../modules/content/queries.ts';
import { getFollow } from '../../../modules/listings/follows/follows.ts';
import type { FollowRow } from '../../../modules/listings/follows/queries.ts';
import { getListing, listAlternatives } from '../../../modules/listings/profile/profile.ts';
import { listReviews, type ReviewPage } from '../../../modules/listings/reviews/reviews.ts';
import type { Alternative, Listing } from '../../../modules/listings/schema.ts';
import { getTrophyCabinet } from '../../../modules/orders/fulfilment/product-fulfilments.ts';
import type { TrophyCabinetRow } from '../../../modules/orders/fulfilment/queries.ts';
import { feedPaths, listingPaths, searchPaths } from '../../paths.ts';
import { feedAlternates, listingThing, oembedAlternates } from '../../server/metadata.ts';
import type { Breadcrumb, PageContext, PageHead } from '../../server/page.ts';
import { redirectIfMerged } from '../../server/redirects.ts';
import { humanize } from '../../ui/format.tsx';
import { CompareWith } from '../../ui/profile/links.tsx';
import { ListingProfile } from '../../ui/profile/profile.tsx';
import { FollowButton, MakerLinks, TrophyCabinet } from './listing-aside.tsx';
import { ListingReviews } from './review-form.tsx';

const ALTERNATIVES_SHOWN = 4;
const REVIEWS_SHOWN = 3;

export const load = async (ctx: Ctx, { slug }: { slug: string }) => {
  const [listing, alternatives, follow, reviews, interview, cabinet] = await Promise.all([
    getListing(ctx, { slug }),
    listAlternatives(ctx, { slug }),
    getFollow(ctx, { slug }),
    listReviews(ctx, { slug, page: 1, per_page: REVIEWS_SHOWN }),
    getListingInterview(ctx, { slug }),
    getTrophyCabinet(ctx, { slug }),
  ]).catch((error) => redirectIfMerged(ctx, slug, error));
  return {
    listing: toValue(listing),
    alternatives: toValue(alternatives).items.slice(0, ALTERNATIVES_SHOWN),
    follow,
    reviews,
    interview,
    cabinet,
  };
};

interface Profile {
  listing: Listing;
  alternatives: Alternative[];
  /** The reader's follow, if any. */
  follow?: FollowRow | null;
  reviews?: ReviewPage;
  interview?: InterviewEntry[];
  cabinet?: TrophyCabinetRow | null;
}

/** The breadcrumbs of the pages below a listing. */
export const listingTrail = ({ slug, name }: Pick<Listing, 'slug' | 'name'>): Breadcrumb[] => [
  { name: 'Products', href: searchPaths.listings() },
  { name, href: listingPaths.listing({ slug }) },
];

export const head = ({ listing }: Profile, { site }: PageContext): PageHead => {
  const [primary] = listing.categories;
  return {
    title: listing.seo_title ?? (listing.tagline ? `${listing.name}: ${listing.tagline}` : listing.name),
    description: listing.seo_description ?? listing.short_description ?? listing.tagline ?? listing.description ?? listing.name,
    canonical: listingPaths.listing({ slug: listing.slug }),
    trail: [
      { name: 'Products', href: searchPaths.listings() },
      ...(primary ? [{ name: primary.name, href: searchPaths.category({ slug: primary.slug }) }] : []),
    ],
    index: listing.status === 'live',
    alternates: [
      ...feedAlternates(feedPaths.listing({ slug: listing.slug }), listing.name),
      ...oembedAlternates(site.root, listing.slug, listing.name),
    ],
    things: [listingThing(listing, site)],
    card: {
      kind: primary?.name ?? 'Product',
      titles: [listing.name, listing.domain],
      text: listing.tagline ?? listing.short_description,
      notes: [listing.domain, ...(listing.pricing_model ? [humanize(listing.pricing_model)] : [])],
      site: site.name,
    },
  };
};

export const view = ({ listing, alternatives, follow = null, reviews, interview, cabinet = null }: Profile, context: PageContext) => (
  <ListingProfile
    listing={listing}
    actions={<FollowButton listing={listing} follow={follow} context={context} />}
    interview={interview}
    below={cabinet && <TrophyCabinet cabinet={cabinet} />}
    aside={<MakerLinks listing={listing} />}
    after={
      <>
        {reviews && <ListingReviews listing={listing} reviews={reviews} context={context} />}
        <CompareWith listing={listing} alternatives={alternatives} />
      </>
    }
  />
);
