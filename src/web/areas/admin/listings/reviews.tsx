import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { listModeratedReviews, listReviewsToModerate } from '../../../../modules/listings/reviews/moderation.ts';
import type { ReviewRow } from '../../../../modules/listings/reviews/queries.ts';
import type { ModeratedContent } from '../../../../modules/listings/user-content/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import { Prose } from '../../../ui/elements.tsx';
import { Stars } from '../../../ui/review-list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { adminPage } from '../page.tsx';
import { AboutAuthor, ModerationQueue } from './moderation-queue.tsx';

type ModeratedReview = ReviewRow & ModeratedContent;

const ReviewSummary = ({ review }: { review: ModeratedReview }) => (
  <>
    <p>
      {rich('{stars} for {listing}, by {author} {when}', {
        stars: <Stars rating={review.rating} />,
        listing: (
          <a class="strong-link" href={listingPaths.reviews({ slug: review.slug })} dir="auto">
            {review.name}
          </a>
        ),
        author: <bdi>{review.author ?? t('a member')}</bdi>,
        when: <RelativeTime at={review.created_at} />,
      })}
    </p>
    <AboutAuthor content={review} />
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

export const reviewsPage = adminPage({
  name: 'admin_reviews',
  path: adminPaths.reviews,
  query: PAGING,
  async load(ctx, paging) {
    const [waiting, decided] = await Promise.all([listReviewsToModerate(ctx, paging), listModeratedReviews(ctx)]);
    return { waiting, decided };
  },
  title: msg('Reviews to moderate'),
  description: msg('Held and reported reviews.'),
  has_own_heading: true,
  view: ({ waiting, decided, done }) => (
    <ModerationQueue
      noun="review"
      waiting={waiting}
      decided={decided}
      done={done}
      href={(page) => adminPaths.reviews({ page })}
      decide_action={adminPaths.decideReview()}
      undo_action={adminPaths.undoReviewDecision()}
      summary={(review: ModeratedReview) => <ReviewSummary review={review} />}
    />
  ),
});
