import type { Reviews } from '../../modules/listings/reviews.ts';
import type { Listing } from '../../modules/listings/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { counted } from '../wording.ts';
import { OwnReview } from './review-form.tsx';
import { RatingSummary, ReviewList } from './review-list.tsx';

/** What people say about a product, on its own page: the newest, and the way to all and to one's own. */
export const ListingReviews = ({ listing, reviews, here }: { listing: Listing; reviews: Reviews; here: Here }) => {
  const { slug, name } = listing;
  const { total, items, may, mine } = reviews;
  if (total === 0 && may === 'nothing') return null;
  return (
    <section class="block" aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      {total > 0 ? <RatingSummary {...reviews} /> : <p class="quiet">Nobody has reviewed it yet.</p>}
      <ReviewList reviews={reviews} slug={slug} name={name} here={here} />
      {total > items.length && (
        <p class="more">
          <a href={to.reviews(slug)}>All {counted(total, 'review')}</a>
        </p>
      )}
      {may === 'write' ? (
        <details class="review-more">
          <summary>Write a review</summary>
          <OwnReview reviews={reviews} slug={slug} name={name} here={here} />
        </details>
      ) : mine ? (
        <p class="more">
          <a href={`${to.reviews(slug)}#own-review`}>Your review</a>
        </p>
      ) : (
        <OwnReview reviews={reviews} slug={slug} name={name} here={here} />
      )}
    </section>
  );
};
