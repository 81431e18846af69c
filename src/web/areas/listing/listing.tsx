import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { getListingInterview } from '../../../modules/content/interview.ts';
import type { InterviewEntry } from '../../../modules/content/queries.ts';
import { getFollow } from '../../../modules/listings/follows/follows.ts';
import type { FollowRow } from '../../../modules/listings/follows/queries.ts';
import { getListing, getMergedInto, listAlternatives } from '../../../modules/listings/profile/profile.ts';
import { listReviews, type ReviewPage } from '../../../modules/listings/reviews/reviews.ts';
import type { Alternative, Listing } from '../../../modules/listings/schema.ts';
import { getTrophyCabinet } from '../../../modules/orders/fulfilment/product-fulfilments.ts';
import type { TrophyCabinetRow } from '../../../modules/orders/fulfilment/queries.ts';
import { accountPaths, claimPaths, feedPaths, listingPaths, searchPaths, weekPaths } from '../../paths.ts';
import { feedAlternates, listingThing, oembedAlternates } from '../../server/metadata.ts';
import { type Breadcrumb, type PageContext, type PageHead, redirectIfMerged } from '../../server/page.ts';
import { Block, HiddenName } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { DayText, formatCount, humanize } from '../../ui/format.tsx';
import { CompareWith } from '../../ui/profile/links.tsx';
import { ListingProfile } from '../../ui/profile/profile.tsx';
import { ListingReviews } from './review-form.tsx';

/** How a follower hears about updates. */
const mailStatus = ({ wants_mail, mail_is_off }: FollowRow): string => {
  if (mail_is_off) return 'You are told of its updates here. You have switched off mail about what you follow.';
  return wants_mail ? 'You are told of its updates here and by mail.' : 'You are told of its updates here, without mail.';
};

const FollowSettings = ({ slug, follow, context }: { slug: string; follow: FollowRow; context: PageContext }) => (
  <>
    <p class="quiet" role="status">
      {mailStatus(follow)} {follow.mail_is_off && <a href={accountPaths.mail()}>Your mail</a>}
    </p>
    {!follow.wants_mail && !follow.mail_is_off && (
      <Form action={listingPaths.setFollowMail({ slug })} context={context} hidden={{ mail: 'on' }} class="follow-again">
        <button class="button-quiet" type="submit">
          Send me mail again
        </button>
      </Form>
    )}
  </>
);

/** The follow button. Works without JavaScript; anonymous visitors sign in first and return. */
const FollowButton = ({
  listing: { slug, name },
  follow,
  context,
}: {
  listing: Listing;
  follow: FollowRow | null;
  context: PageContext;
}) => (
  <div class="stack follow" id="follow">
    {context.caller ? (
      <Form action={follow ? listingPaths.unfollow({ slug }) : listingPaths.follow({ slug })} context={context} class="follow-form">
        <button class="button" type="submit">
          {follow ? 'Unfollow' : 'Follow'}
          <HiddenName name={name} />
        </button>
      </Form>
    ) : (
      <a class="button" href={accountPaths.signIn({ go_to: `${listingPaths.listing({ slug })}#follow` })} rel="nofollow">
        Follow
        <HiddenName name={name} />
      </a>
    )}
    {follow && <FollowSettings slug={slug} follow={follow} context={context} />}
  </div>
);

/** Links for makers: the claim, if the listing has no owner, and the badges. */
const MakerLinks = ({ listing: { slug, domain, claimed } }: { listing: Listing }) => (
  <Block id="makers" heading={claimed ? 'For its makers' : 'Is it yours?'} class="aside-block">
    {!claimed && (
      <p>
        Nobody looks after this listing yet. <a href={claimPaths.claim({ slug })}>Claim this listing</a>: it is free, and takes one proof
        that <span dir="auto">{domain}</span> is yours.
      </p>
    )}
    <p>
      <a href={listingPaths.badges({ slug })}>Badges for its own pages</a>
    </p>
  </Block>
);

const METALS = ['gold', 'silver', 'bronze'];

/** A cup in the colour of its rank. Decorative: the text next to it says the same. */
const TrophyCup = ({ rank }: { rank: number }) => (
  <svg class={`cup cup-${METALS[rank - 1]}`} width="56" height="64" viewBox="0 0 56 64" aria-hidden="true" focusable="false">
    <path class="cup-handles" d="M14 12H5c0 12 4 18 12 19M42 12h9c0 12-4 18-12 19" fill="none" stroke-width="4" stroke-linecap="round" />
    <path class="cup-bowl" d="M13 6h30v14c0 13-6 20-15 20S13 33 13 20z" />
    <path class="cup-foot" d="M25 39h6v9h8v6H17v-6h8z" />
    <text x="28" y="27" text-anchor="middle" font-size="17">
      {rank}
    </text>
  </svg>
);

/** A listing's awards in the cabinet its maker chose. The cabinet is a paid product, the awards depend on votes alone. */
const TrophyCabinet = ({ cabinet: { style, title, awards } }: { cabinet: TrophyCabinetRow }) => (
  <section class={`block cabinet cabinet-${style}`} aria-labelledby="cabinet">
    <h2 id="cabinet" dir="auto">
      {title}
    </h2>
    {awards.length > 0 ? (
      <ul class="cabinet-shelf">
        {awards.map(({ rank, week_on, votes }) => (
          <li>
            <a href={weekPaths.week({ week: week_on })}>
              <TrophyCup rank={rank} />
              <strong>Launch of the Week #{rank}</strong>
              <span>
                <DayText on={week_on} />
              </span>
              <span>
                {formatCount(votes)} {votes === 1 ? 'vote' : 'votes'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    ) : (
      <p class="cabinet-empty">The shelf is free for its first Launch of the Week.</p>
    )}
    <p class="cabinet-note">Awards follow votes alone.</p>
  </section>
);

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
  ]).catch((error) =>
    redirectIfMerged(error, 'listing_not_found', async () => {
      const into = await getMergedInto(ctx, { slug });
      return into && listingPaths.listing({ slug: into });
    }),
  );
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
    island: 'outbound.js',
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
