import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import type { Told } from '../../modules/content/answer-queries.ts';
import { interviewOf } from '../../modules/content/interview.ts';
import type { FollowRow } from '../../modules/listings/follow-queries.ts';
import { followOf } from '../../modules/listings/follows.ts';
import { getListing, listAlternatives } from '../../modules/listings/listing.ts';
import { listReviews, type Reviews } from '../../modules/listings/reviews.ts';
import type { Alternative, Listing } from '../../modules/listings/schema.ts';
import { cabinetOf } from '../../modules/orders/delivery/cabinet.ts';
import type { CabinetRow } from '../../modules/orders/delivery/cabinet-queries.ts';
import { to } from '../addresses.ts';
import { embedOf, feedOf } from '../alternates.ts';
import { slugIn } from '../asked.ts';
import { listingThing } from '../linked-data.ts';
import { leadOn } from '../merged.ts';
import type { Head, Here, Params } from '../page.ts';
import { FollowThis } from '../parts/follow-button.tsx';
import { ForMakers } from '../parts/for-makers.tsx';
import { CompareWith } from '../parts/listing-links.tsx';
import { ListingProfile } from '../parts/listing-profile.tsx';
import { ListingReviews } from '../parts/listing-reviews.tsx';
import { TrophyCabinet } from '../parts/trophy-cabinet.tsx';
import { label } from '../wording.ts';

const ALTERNATIVES_SHOWN = 4;
const REVIEWS_SHOWN = 3;

export const load = async (ctx: Ctx, params: Params) => {
  const slug = slugIn(params, 'listing_not_found');
  const [listing, alternatives, follow, reviews, interview, cabinet] = await Promise.all([
    getListing(ctx, { slug }),
    listAlternatives(ctx, { slug }),
    followOf(ctx, { slug }),
    listReviews(ctx, { slug, page: 1, per_page: REVIEWS_SHOWN }),
    interviewOf(ctx, { slug }),
    cabinetOf(ctx, { slug }),
  ]).catch((error) => leadOn(ctx, slug, error));
  return {
    listing: valueIn(listing),
    alternatives: valueIn(alternatives).items.slice(0, ALTERNATIVES_SHOWN),
    follow,
    reviews,
    interview,
    cabinet,
  };
};

interface Profile {
  listing: Listing;
  alternatives: Alternative[];
  /** Whether the reader follows it. */
  follow?: FollowRow | null;
  reviews?: Reviews;
  interview?: Told[];
  cabinet?: CabinetRow | null;
}

export const head = ({ listing }: Profile, { site }: Here): Head => {
  const [primary] = listing.categories;
  return {
    title: listing.seo_title ?? (listing.tagline ? `${listing.name}: ${listing.tagline}` : listing.name),
    description: listing.seo_description ?? listing.short_description ?? listing.tagline ?? listing.description ?? listing.name,
    canonical: to.listing(listing.slug),
    trail: [{ name: 'Products', href: to.listings() }, ...(primary ? [{ name: primary.name, href: to.category(primary.slug) }] : [])],
    index: listing.status === 'live',
    alternates: [
      ...feedOf(`listings/${encodeURIComponent(listing.slug)}`, listing.name),
      ...embedOf(site.root, listing.slug, listing.name),
    ],
    things: [listingThing(listing, site)],
    card: {
      kind: primary?.name ?? 'Product',
      titles: [listing.name, listing.domain],
      text: listing.tagline ?? listing.short_description,
      notes: [listing.domain, ...(listing.pricing_model ? [label(listing.pricing_model)] : [])],
      site: site.name,
    },
  };
};

export const view = ({ listing, alternatives, follow = null, reviews, interview, cabinet = null }: Profile, here: Here) => (
  <ListingProfile
    listing={listing}
    actions={<FollowThis listing={listing} follow={follow} here={here} />}
    interview={interview}
    below={cabinet && <TrophyCabinet cabinet={cabinet} />}
    beside={<ForMakers listing={listing} />}
    after={
      <>
        {reviews && <ListingReviews listing={listing} reviews={reviews} here={here} />}
        <CompareWith listing={listing} alternatives={alternatives} />
      </>
    }
  />
);
