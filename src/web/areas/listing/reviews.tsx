import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { PAGING, Strict } from '../../../kernel/schema.ts';
import { getListing } from '../../../modules/listings/profile/profile.ts';
import { listReviews } from '../../../modules/listings/reviews/reviews.ts';
import { listingPaths } from '../../paths.ts';
import { type PageContext, type PageHead, parseQuery, type Query, textParam } from '../../server/page.ts';
import { Empty, PagedList } from '../../ui/list.tsx';
import { RatingSummary, ReviewList } from '../../ui/review-list.tsx';
import { listingTrail } from './listing.tsx';
import { OwnReviewForm } from './review-form.tsx';

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query) => {
  const { input } = parseQuery(Strict(PAGING), query);
  const [listing, reviews] = await Promise.all([getListing(ctx, { slug }), listReviews(ctx, { slug, ...input })]);
  return { listing: toValue(listing), reviews, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ listing, reviews }: Data): PageHead => ({
  title: `Reviews of ${listing.name}`,
  description: `What people with a proved address say about ${listing.name}, and what its makers answer.`,
  canonical: listingPaths.reviews({ slug: listing.slug, page: reviews.page }),
  trail: listingTrail(listing),
  index: listing.status === 'live' && reviews.total > 0,
});

const DONE: Record<string, string> = {
  written: 'Thank you: your review is shown.',
  held: 'Thank you: your review is kept, and shown once somebody of the team has looked at it.',
  changed: 'Your review is changed.',
  withdrawn: 'Your review is taken back, and what it said is forgotten.',
  answered: 'Your answer is saved.',
  reported: 'Thank you: the team will look at it.',
};

export const view = ({ listing, reviews, done }: Data, context: PageContext) => {
  const { slug, name } = listing;
  return (
    <div class="medium">
      <header class="page-head">
        <h1>
          Reviews of <span dir="auto">{name}</span>
        </h1>
        <p class="lede">By people with a proved address, one each, never by who owns the product. Nobody can buy one or buy one away.</p>
      </header>
      {done && DONE[done] && (
        <p class="done" role="status">
          {DONE[done]}
        </p>
      )}
      <RatingSummary {...reviews} />
      <section aria-labelledby="all-reviews">
        <h2 id="all-reviews" class="unseen">
          All reviews
        </h2>
        <PagedList
          list={reviews}
          href={(page) => listingPaths.reviews({ slug, page })}
          empty={<Empty title="Nobody has reviewed it yet." />}
        >
          <ReviewList reviews={reviews} slug={slug} name={name} context={context} />
        </PagedList>
      </section>
      <OwnReviewForm reviews={reviews} slug={slug} name={name} context={context} />
    </div>
  );
};
