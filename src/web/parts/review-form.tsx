import type { VNode } from 'preact';
import type { Reviews } from '../../modules/listings/reviews.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { Field, Form } from './form.tsx';
import { faultAt, marksOf, sentTo } from './marks.ts';

/** What each number of stars means. */
const MEANING = ['1, not for me', '2, lacking', '3, fair', '4, good', '5, excellent'];

const Rating = ({ action, here, value }: { action: string; here: Here; value: number | undefined }) => {
  const sent = sentTo(action, here);
  const chosen = sent ? sent.values.rating : value && String(value);
  const error = faultAt(sent?.errors, 'rating');
  return (
    <fieldset class="choices" aria-describedby={error ? 'rating-error' : undefined}>
      <legend>Your rating</legend>
      {MEANING.map((meaning, i) => (
        <div class="choice">
          <input
            id={`rating-${i + 1}`}
            type="radio"
            name="rating"
            value={String(i + 1)}
            checked={chosen === String(i + 1)}
            required
            {...marksOf('rating', { error, first: i === 0 && error !== undefined })}
          />
          <label for={`rating-${i + 1}`}>{meaning}</label>
        </div>
      ))}
      {error && (
        <p class="field-error" id="rating-error">
          Your rating {error.message}.
        </p>
      )}
    </fieldset>
  );
};

interface OwnProps {
  reviews: Reviews;
  slug: string;
  name: string;
  here: Here;
}

const Write = ({ reviews: { mine }, slug, here }: OwnProps) => {
  const action = mine ? to.changeReview(slug) : to.reviews(slug);
  return (
    <>
      <Form action={action} here={here}>
        <Rating action={action} here={here} value={mine?.rating} />
        <Field
          action={action}
          here={here}
          name="title"
          label="Title (may be left out)"
          value={mine?.title}
          autocomplete="off"
          maxlength={120}
        />
        <Field action={action} here={here} name="body" label="Your review" value={mine?.body} rows={6} required maxlength={4000} />
        <p class="quiet">
          Your name is shown with it. It is plain text, and one that names an address on the web waits for the team first.
        </p>
        <button class="button button-main" type="submit">
          {mine ? 'Save the change' : 'Publish'}
        </button>
      </Form>
      {mine && (
        <Form action={to.withdrawReview(slug)} here={here} class="review-withdraw">
          <button class="button button-grave" type="submit">
            Take your review back
          </button>
        </Form>
      )}
    </>
  );
};

const SAYS: Record<Exclude<Reviews['may'], 'write' | 'change'>, (props: OwnProps) => VNode | null> = {
  sign_in: ({ slug }) => (
    <p>
      <a href={to.signIn(`${to.reviews(slug)}#own-review`)} rel="nofollow">
        Sign in
      </a>{' '}
      to review it.
    </p>
  ),
  verify: () => <p>To review it, prove your address first: sign in once by the link we mail you.</p>,
  answer: () => <p>It is yours: you can answer what people say, but not review it.</p>,
  nothing: () => null,
};

/** What the reader may say about a product: the form, or why there is none. */
export const OwnReview = (props: OwnProps) => {
  const { mine, may } = props.reviews;
  return (
    <section class="block own-review" id="own-review" aria-label="Your review">
      {(may === 'write' || may === 'change') && <h2>{mine ? 'Your review' : 'Review it'}</h2>}
      {mine?.says && (
        <p class="vote-note vote-note-held" role="status">
          <strong>Only you see your review.</strong> <span dir="auto">{mine.says}</span>
        </p>
      )}
      {may === 'write' || may === 'change' ? <Write {...props} /> : SAYS[may](props)}
    </section>
  );
};
