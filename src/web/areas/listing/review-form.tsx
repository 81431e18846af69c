import type { VNode } from 'preact';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { ReviewPage } from '../../../modules/listings/reviews/reviews.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { accountPaths, listingPaths } from '../../paths.ts';
import { Block } from '../../ui/elements.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { ariaProps, errorFor, submittedTo } from '../../ui/form-state.ts';
import { RatingSummary, ReviewList } from '../../ui/review-list.tsx';

/** The labels of the ratings. */
const RATING_LABELS = texts([msg('1, not for me'), msg('2, could be better'), msg('3, fair'), msg('4, good'), msg('5, excellent')]);

const Rating = ({ action, value }: { action: string; value: number | undefined }) => {
  const submitted = submittedTo(action);
  const chosen = submitted ? submitted.values.rating : value && String(value);
  const error = errorFor(submitted?.errors, 'rating');
  return (
    <fieldset class="choices" aria-describedby={error ? 'rating-error' : undefined}>
      <legend>{t('Your rating')}</legend>
      {RATING_LABELS.map((label, i) => (
        <div class="choice">
          <input
            id={`rating-${i + 1}`}
            type="radio"
            name="rating"
            value={String(i + 1)}
            checked={chosen === String(i + 1)}
            required
            {...ariaProps('rating', { error, first: i === 0 && error !== undefined })}
          />
          <label for={`rating-${i + 1}`}>{label}</label>
        </div>
      ))}
      {error && (
        <p class="field-error" id="rating-error">
          {t('Your rating {message}.', { message: error.message })}
        </p>
      )}
    </fieldset>
  );
};

interface OwnReviewProps {
  reviews: ReviewPage;
  slug: string;
  name: string;
}

const ReviewFormFields = ({ reviews: { mine }, slug }: OwnReviewProps) => {
  const action = mine ? listingPaths.changeReview({ slug }) : listingPaths.reviews({ slug });
  return (
    <>
      <Form action={action}>
        <Rating action={action} value={mine?.rating} />
        <Field action={action} name="title" label={t('Title (optional)')} value={mine?.title} autocomplete="off" maxlength={120} />
        <Field action={action} name="body" label={t('Your review')} value={mine?.body} rows={6} required maxlength={4000} />
        <p class="quiet">{t('Shown with your name. Plain text only. Reviews with links are checked by the team first.')}</p>
        <button class="button button-main" type="submit">
          {mine ? t('Save') : t('Publish')}
        </button>
      </Form>
      {mine && (
        <Form action={listingPaths.withdrawReview({ slug })} class="more">
          <button class="button button-grave" type="submit">
            {t('Delete your review')}
          </button>
        </Form>
      )}
    </>
  );
};

const NO_FORM_NOTICES: Record<Exclude<ReviewPage['may'], 'write' | 'change'>, (props: OwnReviewProps) => VNode | null> = {
  sign_in: ({ slug }) => (
    <p>
      {rich('<link>Sign in</link> to write a review.', {
        link: (text) => (
          <a href={accountPaths.signIn({ go_to: `${listingPaths.reviews({ slug })}#own-review` })} rel="nofollow">
            {text}
          </a>
        ),
      })}
    </p>
  ),
  verify: () => <p>{t('To write a review, verify your email address first: sign in once with the link we email you.')}</p>,
  answer: () => <p>{t('This is your product. You can reply to reviews, but not write one.')}</p>,
  nothing: () => null,
};

/** The reader's own review: the form, or why there is none. */
export const OwnReviewForm = (props: OwnReviewProps) => {
  const { mine, may } = props.reviews;
  return (
    <section class="block own-review" id="own-review" aria-label={t('Your review')}>
      {(may === 'write' || may === 'change') && <h2>{mine ? t('Your review') : t('Write a review')}</h2>}
      {mine?.explanation && (
        <p class="vote-note vote-note-held" role="status">
          <strong>{t('Only you can see your review.')}</strong> <span dir="auto">{mine.explanation}</span>
        </p>
      )}
      {may === 'write' || may === 'change' ? <ReviewFormFields {...props} /> : NO_FORM_NOTICES[may](props)}
    </section>
  );
};

/** The reviews on a product's page: the newest, with links to all of them and to one's own. */
export const ListingReviews = ({ listing, reviews }: { listing: Listing; reviews: ReviewPage }) => {
  const { slug, name } = listing;
  const { total, items, may, mine } = reviews;
  if (total === 0 && may === 'nothing') return null;
  return (
    <Block id="reviews" heading={t('Reviews')}>
      {total > 0 ? <RatingSummary {...reviews} /> : <p class="quiet">{t('No reviews yet.')}</p>}
      <ReviewList reviews={reviews} slug={slug} name={name} />
      {total > items.length && (
        <p class="more">
          <a href={listingPaths.reviews({ slug })}>{t('All {n, plural, one {# review} other {# reviews}}', { n: total })}</a>
        </p>
      )}
      {may === 'write' ? (
        <details class="review-more">
          <summary>{t('Write a review')}</summary>
          <OwnReviewForm reviews={reviews} slug={slug} name={name} />
        </details>
      ) : mine ? (
        <p class="more">
          <a href={`${listingPaths.reviews({ slug })}#own-review`}>{t('Your review')}</a>
        </p>
      ) : (
        <OwnReviewForm reviews={reviews} slug={slug} name={name} />
      )}
    </Block>
  );
};
