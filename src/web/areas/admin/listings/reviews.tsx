import { PAGING } from '../../../../kernel/schema.ts';
import { listModeratedReviews, listReviewsToModerate, type ReviewToModerate } from '../../../../modules/listings/reviews/moderation.ts';
import type { DecidedReview, ModeratedReview } from '../../../../modules/listings/reviews/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { Prose } from '../../../ui/elements.tsx';
import { Form, FormError, InputField } from '../../../ui/form.tsx';
import { DayText, pluralize, RelativeTime } from '../../../ui/format.tsx';
import { Empty, formatTotal, PagedList } from '../../../ui/list.tsx';
import { Stars } from '../../../ui/review-list.tsx';
import { Confirmation, DecidedList, submittedAbout } from '../components.tsx';
import { adminPage } from '../page.tsx';

const DECIDE = adminPaths.decideReview();
const UNDO = adminPaths.undoReviewDecision();

const DONE: Record<string, string> = {
  show: 'Review approved.',
  keep: 'Review kept.',
  remove: 'Review removed. The author was notified.',
  undone: 'Decision undone.',
};

const ReviewSummary = ({ review, context }: { review: ModeratedReview; context: PageContext }) => (
  <>
    <p>
      <Stars rating={review.rating} /> of{' '}
      <a class="strong-link" href={listingPaths.reviews({ slug: review.slug })} dir="auto">
        {review.name}
      </a>
      , by <bdi>{review.author ?? 'a member'}</bdi> <RelativeTime at={review.created_at} now={context.now} />
    </p>
    {review.account_created_at && (
      <p class="quiet">
        Account created <DayText on={review.account_created_at.toISOString()} />, email at <bdi>{review.mail_host}</bdi>.
      </p>
    )}
    <blockquote class="judged">
      {review.title && (
        <p dir="auto">
          <strong>{review.title}</strong>
        </p>
      )}
      <Prose text={review.body} />
    </blockquote>
  </>
);

const ReviewToDecide = ({ review, context }: { review: ReviewToModerate; context: PageContext }) => {
  const submitted = submittedAbout(DECIDE, context, 'review_id', review.id);
  return (
    <li>
      <ReviewSummary review={review} context={context} />
      {review.explanation ? <p>Held: {review.explanation}</p> : <p>It is shown.</p>}
      {review.reports.length > 0 && (
        <ul>
          {review.reports.map((report) => (
            <li>
              <bdi>{report.by ?? 'A member'}</bdi>: <q dir="auto">{report.reason}</q>
            </li>
          ))}
        </ul>
      )}
      <Form action={DECIDE} context={context} hidden={{ review_id: String(review.id) }} class="form decide">
        <InputField
          id={`reason-${review.id}`}
          name="reason"
          label="Reason (for the team and the author)"
          form={submitted}
          required
          maxlength={500}
        />
        <div class="actions">
          <button class="button" type="submit" name="decision" value={review.status === 'held' ? 'show' : 'keep'}>
            {review.status === 'held' ? 'Approve' : 'Keep'}
          </button>
          <button class="button button-grave" type="submit" name="decision" value="remove">
            Remove
          </button>
        </div>
      </Form>
    </li>
  );
};

const DECISION_LABELS: Record<DecidedReview['decision'], string> = { show: 'Shown', keep: 'Left', remove: 'Removed' };

const DecidedReviewItem = ({ review, context }: { review: DecidedReview; context: PageContext }) => (
  <li>
    <ReviewSummary review={review} context={context} />
    <p>
      {DECISION_LABELS[review.decision]} by <bdi>{review.by ?? 'a deleted account'}</bdi>{' '}
      <RelativeTime at={review.decided_at} now={context.now} />: <q dir="auto">{review.note}</q>
    </p>
    <form method="post" action={UNDO} class="decide">
      <input type="hidden" name="review_id" value={review.id} />
      <button class="button" type="submit">
        Undo<span class="unseen"> the decision about review {review.id}</span>
      </button>
    </form>
  </li>
);

export const reviewsPage = adminPage({
  name: 'admin_reviews',
  path: adminPaths.reviews,
  query: PAGING,
  async load(ctx, paging) {
    const [waiting, decided] = await Promise.all([listReviewsToModerate(ctx, paging), listModeratedReviews(ctx)]);
    return { waiting, decided };
  },
  title: 'Reviews to moderate',
  description: 'Held and reported reviews.',
  has_own_heading: true,
  view: ({ waiting, decided, done }, context) => (
    <div class="account">
      <header class="page-head">
        <h1>Reviews to moderate</h1>
        <p class="lede">Held by our rules or reported by readers. You can undo each decision.</p>
        <p>{formatTotal(waiting, (n) => pluralize(n, 'review'))} to review.</p>
      </header>
      <Confirmation text={done && DONE[done]} />
      {context.form?.message && context.form.action === UNDO && <FormError>{context.form.message}</FormError>}
      <PagedList list={waiting} href={(page) => adminPaths.reviews({ page })} empty={<Empty title="All done. Nothing to review." />}>
        <ul class="rows">
          {waiting.items.map((review) => (
            <ReviewToDecide review={review} context={context} />
          ))}
        </ul>
      </PagedList>
      <DecidedList>
        {decided.map((review) => (
          <DecidedReviewItem review={review} context={context} />
        ))}
      </DecidedList>
    </div>
  ),
});
