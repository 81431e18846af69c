import { rich, t } from '../../../kernel/language/messages.ts';
import { listOwnAiReviews } from '../../../modules/orders/fulfilment/ai-review.ts';
import type { StoredAiReview } from '../../../modules/orders/fulfilment/queries.ts';
import type { ReviewPoint } from '../../../modules/orders/schema.ts';
import { dashboardPaths, orderFormWith, orderPaths } from '../../paths.ts';
import { ExternalLink, QuoteList } from '../../ui/elements.tsx';
import { DayText, shortUrl } from '../../ui/format.tsx';
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
      <h3 id={id}>{t('What we didn’t find')}</h3>
      <p class="quiet">
        {t('We didn’t find these on the {n, plural, one {# page} other {# pages}} we read. They may be on another page or in an image.', {
          n: read.length,
        })}
      </p>
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
    <h2>{rich('Review of {day}', { day: <DayText on={review.created_at.toISOString()} /> })}</h2>
    <p class="quiet">
      {t('Drafted from {website} alone', { website: shortUrl(review.website) })}
      {review.drafter === 'model' && t(', with the help of a language model')}
      {t('. Every point is based on the quote below it. We didn’t test the product. Only you can see this page.')}
    </p>
    <Points id={`says-${at}`} heading={t('What the site says')} points={review.says} />
    <Points id={`strong-${at}`} heading={t('Strengths')} points={review.strengths} />
    <Points id={`weak-${at}`} heading={t('What could be better')} points={review.gaps} />
    <MissingPoints id={`missing-${at}`} review={review} />
    <details class="review-read">
      <summary>{t('The {n, plural, one {# page} other {# pages}} we read', { n: review.read.length })}</summary>
      <ul>
        {review.read.map(({ url }) => (
          <li>
            <ExternalLink href={url}>{shortUrl(url)}</ExternalLink>
          </li>
        ))}
      </ul>
    </details>
    <p class="quiet">
      {rich('Part of your order {number}.', { number: <a href={orderPaths.order({ number: review.number })}>{review.number}</a> })}
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
      <Empty title={t('No review yet')}>
        <p>
          {rich(
            'An AI review shows what your website explains well, what’s unclear and what’s missing, with quotes. <link>Order a review</link>.',
            { link: (text) => <a href={orderFormWith(listing.id, 'ai_review')}>{text}</a> },
          )}
        </p>
      </Empty>
    ),
});
