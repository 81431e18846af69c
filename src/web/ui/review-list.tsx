import type { ComponentChildren, ComponentProps } from 'preact';
import { perLanguage } from '../../kernel/language/locale.ts';
import { rich, t } from '../../kernel/language/messages.ts';
import type { ReviewRow } from '../../modules/listings/reviews/queries.ts';
import type { ReviewPage } from '../../modules/listings/reviews/reviews.ts';
import { listingPaths } from '../paths.ts';
import { currentPage } from '../server/page.ts';
import { Prose } from './elements.tsx';
import { Field, Form, submittedTo } from './form.tsx';
import { DayText, formatCount } from './format.tsx';

const MAX_RATING = 5;

/** A rating as five stars, with text for screen readers. */
export const Stars = ({ rating }: { rating: number }) => (
  <span class="stars" role="img" aria-label={t('{rating} out of {MAX_RATING} stars', { rating, MAX_RATING })}>
    {'★'.repeat(rating)}
    <span class="stars-left">{'★'.repeat(MAX_RATING - rating)}</span>
  </span>
);

const mean_format = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { maximumFractionDigits: 1 }));

/** The mean rating and its distribution. Null without reviews. */
export const RatingSummary = ({ by_rating, total }: Pick<ReviewPage, 'by_rating' | 'total'>) =>
  total > 0 ? (
    <div class="rating">
      <p class="rating-mean">
        {rich('{value} out of {MAX_RATING} from {n, plural, one {# review} other {# reviews}}', {
          value: <strong>{mean_format().format(by_rating.reduce((sum, n, i) => sum + n * (i + 1), 0) / total)}</strong>,
          MAX_RATING,
          n: total,
        })}
      </p>
      <ul class="rating-parts">
        {by_rating.toReversed().map((n, i) => (
          <li>
            <span>{t('{n, plural, one {# star} other {# stars}}', { n: MAX_RATING - i })}</span>
            <meter
              min={0}
              max={total}
              value={n}
              aria-label={t('{n, plural, one {# star} other {# stars}}: {n2} of {total}', { n: MAX_RATING - i, n2: n, total })}
            />
            <span>{formatCount(n)}</span>
          </li>
        ))}
      </ul>
    </div>
  ) : null;

interface ItemProps {
  review: ReviewRow;
  slug: string;
  name: string;
  may: ReviewPage['may'];
  /** True if it is the reader's own. */
  mine: boolean;
}

type OneFieldFormProps = ComponentProps<typeof Field> & {
  summary: ComponentChildren;
  submit: string;
  hidden?: Record<string, string>;
  /** Above the button. */
  note?: ComponentChildren;
};

/** A folded form with one field, open once it was submitted. */
export const OneFieldForm = ({ summary, submit, hidden, note, ...field }: OneFieldFormProps) => (
  <details class="review-more" open={submittedTo(field.action) !== undefined}>
    <summary>{summary}</summary>
    <Form action={field.action} hidden={hidden}>
      <Field {...field} />
      {note}
      <button class="button" type="submit">
        {submit}
      </button>
    </Form>
  </details>
);

const ReviewItem = ({ review, slug, name, may, mine }: ItemProps) => {
  const ids = { slug, review_id: review.id };
  return (
    <li id={`review-${review.id}`}>
      <p class="review-head">
        <Stars rating={review.rating} /> <bdi>{review.author ?? t('A member')}</bdi>
        {mine && t(' (you)')}, <DayText on={review.created_at.toISOString()} />
        {review.edited_at && t(', edited')}
      </p>
      {review.title && <h3 dir="auto">{review.title}</h3>}
      <Prose text={review.body} />
      {review.answer && (
        <div class="review-answer">
          <p class="quiet">
            {rich('{name} replied on {day}', { name: <bdi>{name}</bdi>, day: <DayText on={review.answered_at!.toISOString()} /> })}
          </p>
          <Prose text={review.answer} />
        </div>
      )}
      {may === 'answer' && (
        <OneFieldForm
          summary={review.answer ? t('Edit your reply') : t('Reply')}
          submit={review.answer ? t('Save') : t('Reply')}
          action={listingPaths.answerReview(ids)}
          name="answer"
          label={review.answer ? t('Your public reply (leave empty to remove it)') : t('Your public reply')}
          value={review.answer}
          rows={4}
          maxlength={2000}
        />
      )}
      {currentPage().caller && !mine && (
        <OneFieldForm
          summary={t('Report')}
          submit={t('Report review')}
          action={listingPaths.reportReview(ids)}
          name="reason"
          label={t('What’s wrong with this review?')}
          required
          maxlength={500}
        />
      )}
    </li>
  );
};

interface ListProps {
  reviews: ReviewPage;
  slug: string;
  name: string;
}

/** Reviews, newest first. They are plain text: addresses do not become links. */
export const ReviewList = ({ reviews, slug, name }: ListProps) => (
  <ul class="reviews">
    {reviews.items.map((review) => (
      <ReviewItem review={review} slug={slug} name={name} may={reviews.may} mine={review.id === reviews.mine?.id} />
    ))}
  </ul>
);
