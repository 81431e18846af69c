import { listOwnAiReviews } from '../../../modules/orders/fulfilment/ai-review.ts';
import type { StoredAiReview } from '../../../modules/orders/fulfilment/queries.ts';
import type { ReviewPoint } from '../../../modules/orders/schema.ts';
import { dashboardPaths, orderFormWith, orderPaths } from '../../paths.ts';
import { ExternalLink, QuoteList } from '../../ui/elements.tsx';
import { DayText, pluralize, shortUrl } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { ownerPage } from './owner-page.tsx';

const Points = ({ id, heading, points }: { id: string; heading: string; points: ReviewPoint[] }) =>
  points.length > 0 ? (
    <section class="review-part" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <ul class="stack review-points">
        {points.map((point) => (
          <li>
            <h4 dir="auto">{point.title}</h4>
            <p dir="auto">{point.says}</p>
            <QuoteList evidence={point.evidence} />
          </li>
        ))}
      </ul>
    </section>
  ) : null;

const MissingPoints = ({ id, review: { not_said, read } }: { id: string; review: StoredAiReview }) =>
  not_said.length > 0 ? (
    <section class="review-part" aria-labelledby={id}>
      <h3 id={id}>What we didn’t find</h3>
      <p class="quiet">We didn’t find these on the {pluralize(read.length, 'page')} we read. They may be on another page or in an image.</p>
      <dl class="tiles more review-missing">
        {not_said.map(({ title, says }) => (
          <div>
            <dt>{title}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  ) : null;

const Review = ({ review, at }: { review: StoredAiReview; at: number }) => (
  <article class="block block-first own-review">
    <h2>
      Review of <DayText on={review.created_at.toISOString()} />
    </h2>
    <p class="quiet">
      Drafted from {shortUrl(review.website)} alone{review.drafter === 'model' && ', with the help of a language model'}. Every point is
      based on the quote below it. We didn’t test the product. Only you can see this page.
    </p>
    <Points id={`says-${at}`} heading="What the site says" points={review.says} />
    <Points id={`strong-${at}`} heading="Strengths" points={review.strengths} />
    <Points id={`weak-${at}`} heading="What could be better" points={review.gaps} />
    <MissingPoints id={`missing-${at}`} review={review} />
    <details class="review-read">
      <summary>The {pluralize(review.read.length, 'page')} we read</summary>
      <ul>
        {review.read.map(({ url }) => (
          <li>
            <ExternalLink href={url}>{shortUrl(url)}</ExternalLink>
          </li>
        ))}
      </ul>
    </details>
    <p class="quiet">
      Part of your order <a href={orderPaths.order({ number: review.number })}>{review.number}</a>.
    </p>
  </article>
);

export const reviewPage = ownerPage({
  path: dashboardPaths.review,
  tab: 'Review',
  load: (ctx, { id }) => listOwnAiReviews(ctx, { listing_id: id }),
  view: ({ listing, reviews }) =>
    reviews.length > 0 ? (
      reviews.map((review, at) => <Review review={review} at={at} />)
    ) : (
      <Empty title="No review yet">
        <p>
          An AI review shows what your website explains well, what’s unclear and what’s missing, with quotes.{' '}
          <a href={orderFormWith(listing.id, 'ai_review')}>Order a review</a>.
        </p>
      </Empty>
    ),
});
