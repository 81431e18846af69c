import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { type Discussion, listTopComments } from '../../../modules/comments/discussion.ts';
import { getListingInterview } from '../../../modules/content/interview.ts';
import type { InterviewEntry } from '../../../modules/content/queries.ts';
import { getFollow } from '../../../modules/listings/follows/follows.ts';
import type { FollowRow } from '../../../modules/listings/follows/queries.ts';
import { getListing, getListingPlan, getMergedInto, listAlternatives } from '../../../modules/listings/profile/profile.ts';
import type { ListingPlan } from '../../../modules/listings/profile/queries.ts';
import { websiteRel } from '../../../modules/listings/profile/rules.ts';
import { listReviews, type ReviewPage } from '../../../modules/listings/reviews/reviews.ts';
import type { Alternative, Listing } from '../../../modules/listings/schema.ts';
import { getTrophyCabinet } from '../../../modules/orders/fulfilment/product-fulfilments.ts';
import type { TrophyCabinetRow } from '../../../modules/orders/fulfilment/queries.ts';
import { getFounderPhotos } from '../../../modules/people/founders.ts';
import { getDeadSince, getHiddenListing, listFactHistory } from '../../../modules/rechecks/changes/decisions.ts';
import type { FactChange } from '../../../modules/rechecks/changes/queries.ts';
import { listPlanPrices } from '../../../modules/rechecks/prices/prices.ts';
import type { PriceRow } from '../../../modules/rechecks/prices/queries.ts';
import type { HiddenListing } from '../../../modules/rechecks/queries.ts';
import { claimPaths, dashboardPaths, feedPaths, listingPaths, reportPaths, searchPaths } from '../../paths.ts';
import { feedAlternates, listingThing, oembedAlternates } from '../../server/metadata.ts';
import { type Breadcrumb, type PageContext, type PageHead, redirectIfMerged } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { pricingLabel } from '../../ui/format.tsx';
import { CompareWith } from '../../ui/profile/links.tsx';
import { ListingProfile } from '../../ui/profile/profile.tsx';
import { parseVideo, videoPolicy } from '../../ui/profile/video.ts';
import { Share } from '../../ui/share.tsx';
import { ListingComments } from './comments.tsx';
import { DeadWebsiteNotice, FactHistory, HiddenListingNotice, PriceHistory } from './fact-history.tsx';
import { FollowButton } from './follow.tsx';
import { ListingReviews } from './review-form.tsx';
import { TrophyCabinet } from './trophy-cabinet.tsx';

/** Links for makers: the claim, if the listing has no owner, and the badges. */
const MakerLinks = ({ listing: { slug, domain, claimed } }: { listing: Listing }) => (
  <Block id="makers" heading={claimed ? t('For the makers') : t('Is this your product?')} class="aside-block">
    {!claimed && (
      <p>
        {rich('Unclaimed listing. <link>Claim it for free</link> by verifying that {domain} is yours.', {
          link: (text) => <a href={claimPaths.claim({ slug })}>{text}</a>,
          domain: <span dir="auto">{domain}</span>,
        })}
      </p>
    )}
    <p>
      <a href={listingPaths.badges({ slug })}>{t('Badges for your website')}</a> ·{' '}
      <a href={reportPaths.listing({ slug })}>{t('Report this listing')}</a>
    </p>
  </Block>
);

/** What owners come for on their own page. */
const OwnerBar = ({ slug, listing_id }: { slug: string; listing_id: number }) => (
  <nav class="done split owner-bar" aria-label={t('Your listing')}>
    <p>
      <strong>{t('This is your listing.')}</strong>
    </p>
    <ul class="actions">
      {[
        { name: t('Edit'), href: dashboardPaths.edit({ listing_id }) },
        { name: t('Stats'), href: dashboardPaths.stats({ listing_id }) },
        { name: t('Badge'), href: listingPaths.badges({ slug }) },
        { name: t('Share'), href: '#share' },
      ].map(({ name, href }) => (
        <li>
          <a class="button" href={href}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const ShareListing = ({ listing: { name, tagline, url } }: { listing: Listing }) => (
  <Block id="share" heading={t('Share')} class="aside-block">
    <Share title={tagline ? `${name}: ${tagline}` : name} url={url} />
  </Block>
);

const ALTERNATIVES_SHOWN = 4;
const REVIEWS_SHOWN = 3;

const loadProfile = async (ctx: Ctx, slug: string): Promise<Profile> => {
  const [listing, alternatives, follow, reviews, interview, cabinet, discussion, plan, photos, history, prices, dead_since] =
    await Promise.all([
      getListing(ctx, { slug }),
      listAlternatives(ctx, { slug }),
      getFollow(ctx, { slug }),
      listReviews(ctx, { slug, page: 1, per_page: REVIEWS_SHOWN }),
      getListingInterview(ctx, { slug }),
      getTrophyCabinet(ctx, { slug }),
      listTopComments(ctx, { slug }),
      getListingPlan(ctx, { slug }),
      getFounderPhotos(ctx, { slug }),
      listFactHistory(ctx, { slug }),
      listPlanPrices(ctx, { slug }),
      getDeadSince(ctx, { slug }),
    ]);
  return {
    listing: toValue(listing),
    alternatives: toValue(alternatives).items.slice(0, ALTERNATIVES_SHOWN),
    follow,
    reviews,
    interview,
    cabinet,
    discussion,
    plan,
    photos,
    history,
    prices,
    dead_since,
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
  discussion?: Discussion;
  plan?: ListingPlan;
  photos?: ReadonlyMap<string, string>;
  /** Changes of its facts, and its prices, from readings of its website. */
  history?: FactChange[];
  prices?: PriceRow[];
  dead_since?: Date | null;
}

/** A listing that the public sees, or that is hidden because its website does not answer. */
type ListingData = Profile | { hidden: HiddenListing };

export const load = (ctx: Ctx, { slug }: { slug: string }): Promise<ListingData> =>
  loadProfile(ctx, slug).catch(async (error) => {
    const hidden = await getHiddenListing(ctx, { slug });
    if (hidden) return { hidden };
    return redirectIfMerged(error, 'listing_not_found', async () => {
      const into = await getMergedInto(ctx, { slug });
      return into && listingPaths.listing({ slug: into });
    });
  });

/** The breadcrumbs of the pages below a listing. */
export const listingTrail = ({ slug, name }: Pick<Listing, 'slug' | 'name'>): Breadcrumb[] => [
  { name: t('Products'), href: searchPaths.listings() },
  { name, href: listingPaths.listing({ slug }) },
];

export const head = (data: ListingData, { site }: PageContext): PageHead => {
  if ('hidden' in data) {
    const { name, slug } = data.hidden;
    const description = t('The website of {name} doesn’t answer, so its listing is hidden.', { name });
    return { title: t('{name} is hidden', { name }), description, canonical: listingPaths.listing({ slug }), index: false, status: 404 };
  }
  const { listing } = data;
  const [primary] = listing.categories;
  return {
    title: listing.seo_title ?? (listing.tagline ? `${listing.name}: ${listing.tagline}` : listing.name),
    description: listing.seo_description ?? listing.short_description ?? listing.tagline ?? listing.description ?? listing.name,
    canonical: listingPaths.listing({ slug: listing.slug }),
    trail: [
      { name: t('Products'), href: searchPaths.listings() },
      ...(primary ? [{ name: primary.name, href: searchPaths.category({ slug: primary.slug }) }] : []),
    ],
    index: listing.status === 'live',
    island: ['gallery.js', 'copy.js', 'outbound.js', 'times.js'],
    policy: videoPolicy(parseVideo(listing.demo_video_url)),
    alternates: [
      ...feedAlternates(feedPaths.listing({ slug: listing.slug }), listing.name),
      ...oembedAlternates(site.root, listing.slug, listing.name),
    ],
    things: [listingThing(listing, site)],
    card: {
      kind: primary?.name ?? t('Product'),
      titles: [listing.name, listing.domain],
      text: listing.tagline ?? listing.short_description,
      notes: [listing.domain, ...(listing.pricing_model ? [pricingLabel(listing.pricing_model)] : [])],
      site: site.name,
    },
  };
};

export const view = (profile: ListingData, context: PageContext) => {
  if ('hidden' in profile) return <HiddenListingNotice hidden={profile.hidden} />;
  const {
    listing,
    alternatives,
    follow = null,
    reviews,
    interview,
    cabinet = null,
    discussion,
    plan,
    photos,
    history = [],
    prices = [],
    dead_since,
  } = profile;
  return (
    <>
      {plan?.is_own && <OwnerBar slug={listing.slug} listing_id={plan.listing_id} />}
      {dead_since && <DeadWebsiteNotice since={dead_since} />}
      <ListingProfile
        listing={listing}
        actions={<FollowButton listing={listing} follow={follow} />}
        website_rel={websiteRel(plan?.plan ?? null, context.site)}
        photos={photos}
        interview={interview}
        below={cabinet && <TrophyCabinet cabinet={cabinet} />}
        aside={
          <>
            <ShareListing listing={listing} />
            <MakerLinks listing={listing} />
          </>
        }
        after={
          <>
            <PriceHistory prices={prices} />
            <FactHistory changes={history} />
            {discussion && <ListingComments listing={listing} discussion={discussion} />}
            {reviews && <ListingReviews listing={listing} reviews={reviews} />}
            <CompareWith listing={listing} alternatives={alternatives} />
          </>
        }
      />
    </>
  );
};
