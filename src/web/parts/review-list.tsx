import type { ReviewRow } from '../../modules/listings/review-queries.ts';
import type { Reviews } from '../../modules/listings/reviews.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { count, counted } from '../wording.ts';
import { Field, Form, sentTo } from './form.tsx';
import { Prose } from './prose.tsx';
import { Day } from './time.tsx';

const MOST = 5;

/** A rating as five stars, and in words for who does not see them. */
export const Stars = ({ rating }: { rating: number }) => (
  <span class="stars" role="img" aria-label={`${rating} of ${MOST} stars`}>
    {'★'.repeat(rating)}
    <span class="stars-left">{'★'.repeat(MOST - rating)}</span>
  </span>
);

const mean = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The rating, and how it comes about. Nothing where nobody rated. */
export const RatingSummary = ({ by_rating, total }: Pick<Reviews, 'by_rating' | 'total'>) =>
  total > 0 ? (
    <div class="rating">
      <p class="rating-mean">
        <strong>{mean.format(by_rating.reduce((sum, n, i) => sum + n * (i + 1), 0) / total)}</strong> of {MOST}, from{' '}
        {counted(total, 'review')}
      </p>
      <ul class="rating-parts">
        {by_rating.toReversed().map((n, i) => (
          <li>
            <span>{counted(MOST - i, 'star')}</span>
            <meter min={0} max={total} value={n} aria-label={`${counted(MOST - i, 'star')}: ${n} of ${total}`} />
            <span>{count(n)}</span>
          </li>
        ))}
      </ul>
    </div>
  ) : null;

interface ItemProps {
  review: ReviewRow;
  slug: string;
  name: string;
  may: Reviews['may'];
  /** Whether it is the reader's own. */
  mine: boolean;
  here: Here;
}

const Answer = ({ review, slug, here }: ItemProps) => {
  const action = to.answerReview(slug, review.id);
  const sent = sentTo(action, here);
  return (
    <details class="review-more" open={sent !== undefined}>
      <summary>{review.answer ? 'Change your answer' : 'Answer'}</summary>
      <Form action={action} here={here}>
        <Field
          action={action}
          here={here}
          name="answer"
          label="Your answer, for everybody to read"
          value={review.answer}
          rows={4}
          maxlength={2000}
        />
        <button class="button" type="submit">
          {review.answer ? 'Save (empty takes it away)' : 'Answer'}
        </button>
      </Form>
    </details>
  );
};

const Report = ({ review, slug, here }: ItemProps) => {
  const action = to.reportReview(slug, review.id);
  const sent = sentTo(action, here);
  return (
    <details class="review-more" open={sent !== undefined}>
      <summary>Report</summary>
      <Form action={action} here={here}>
        <Field action={action} here={here} name="reason" label="What is wrong with this review" required maxlength={500} />
        <button class="button" type="submit">
          Tell the team
        </button>
      </Form>
    </details>
  );
};

const Item = (props: ItemProps) => {
  const { review, name, may, mine, here } = props;
  return (
    <li id={`review-${review.id}`}>
      <p class="review-head">
        <Stars rating={review.rating} /> <bdi>{review.author ?? 'A member'}</bdi>
        {mine && ' (you)'}, <Day on={review.created_at.toISOString()} />
        {review.edited_at && ', changed since'}
      </p>
      {review.title && <h3 dir="auto">{review.title}</h3>}
      <Prose text={review.body} />
      {review.answer && (
        <div class="review-answer">
          <p class="quiet">
            <bdi>{name}</bdi> answered on <Day on={review.answered_at!.toISOString()} />
          </p>
          <Prose text={review.answer} />
        </div>
      )}
      {may === 'answer' && <Answer {...props} />}
      {here.caller && !mine && <Report {...props} />}
    </li>
  );
};

interface ListProps {
  reviews: Reviews;
  slug: string;
  name: string;
  here: Here;
}

/** What people wrote, newest first. Their words are text: nothing in them becomes a link. */
export const ReviewList = ({ reviews, slug, name, here }: ListProps) => (
  <ul class="reviews">
    {reviews.items.map((review) => (
      <Item review={review} slug={slug} name={name} may={reviews.may} mine={review.id === reviews.mine?.id} here={here} />
    ))}
  </ul>
);
