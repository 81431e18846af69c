import type { Ctx } from '../../kernel/context.ts';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { ownReviews } from '../../modules/orders/delivery/own-reviews.ts';
import type { KeptReview } from '../../modules/orders/delivery/review-queries.ts';
import type { Point } from '../../modules/orders/delivery/review-rules.ts';
import { to } from '../addresses.ts';
import { type Head, type Params, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Quotes } from '../parts/evidence.tsx';
import { Outward } from '../parts/outward.tsx';
import { OwnFrame } from '../parts/own-frame.tsx';
import { ownHead, ownListingIn } from '../parts/own-listing-id.ts';
import { Day } from '../parts/time.tsx';
import { counted, shortAddress } from '../wording.ts';

interface Data {
  listing: OwnListing;
  reviews: KeptReview[];
}

export const load = async (ctx: Ctx, params: Params): Promise<Data> => {
  const listing = await ownListingIn(ctx, params);
  const { reviews } = await ownReviews(signedIn(ctx), { listing_id: listing.id });
  return { listing, reviews };
};

export const head = ({ listing }: Data): Head => ownHead(listing, 'Review', to.ownListing(listing.id, 'review'));

const Points = ({ id, heading, says, points }: { id: string; heading: string; says?: string; points: Point[] }) =>
  points.length > 0 ? (
    <section class="review-part" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {says && <p class="quiet">{says}</p>}
      <ul class="review-points">
        {points.map((point) => (
          <li>
            <h4 dir="auto">{point.title}</h4>
            <p dir="auto">{point.says}</p>
            <Quotes evidence={point.evidence} />
          </li>
        ))}
      </ul>
    </section>
  ) : null;

const NotSaid = ({ id, review: { not_said, read } }: { id: string; review: KeptReview }) =>
  not_said.length > 0 ? (
    <section class="review-part" aria-labelledby={id}>
      <h3 id={id}>What we did not find</h3>
      <p class="quiet">On none of the {counted(read.length, 'page')} we read. It may stand elsewhere, or in a picture.</p>
      <dl class="review-missing">
        {not_said.map(({ title, says }) => (
          <div>
            <dt>{title}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;

const Review = ({ review, at }: { review: KeptReview; at: number }) => (
  <article class="block own-review">
    <h2>
      Review of <Day on={review.created_at.toISOString()} />
    </h2>
    <p class="quiet">
      Drafted from {shortAddress(review.website)} alone{review.drafter === 'model' && ', with the help of a language model'}. Every point
      rests on the words quoted below it; nothing was tried out. Only you see this page.
    </p>
    <Points id={`says-${at}`} heading="What the site says" points={review.says} />
    <Points id={`strong-${at}`} heading="What works for it" points={review.strengths} />
    <Points id={`weak-${at}`} heading="What could be stronger" points={review.gaps} />
    <NotSaid id={`missing-${at}`} review={review} />
    <details class="review-read">
      <summary>The {counted(review.read.length, 'page')} we read</summary>
      <ul>
        {review.read.map(({ url }) => (
          <li>
            <Outward href={url}>{shortAddress(url)}</Outward>
          </li>
        ))}
      </ul>
    </details>
    <p class="quiet">
      Part of your order <a href={to.order(review.number)}>{review.number}</a>.
    </p>
  </article>
);

export const view = ({ listing, reviews }: Data) => (
  <OwnFrame listing={listing} place="review">
    {reviews.length > 0 ? (
      reviews.map((review, at) => <Review review={review} at={at} />)
    ) : (
      <Empty title="No review yet">
        <p>
          An AI review says what the product’s own website proves and what it leaves open, each point with its quote.{' '}
          <a href={to.orderForm(listing.id, 'ai_review')}>Order one</a>.
        </p>
      </Empty>
    )}
  </OwnFrame>
);
