import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { PAGING, Strict } from '../../../kernel/schema.ts';
import { getListing } from '../../../modules/listings/profile/profile.ts';
import { listReviews } from '../../../modules/listings/reviews/reviews.ts';
import { listingPaths } from '../../paths.ts';
import { type PageHead, parseQuery, type Query, textParam } from '../../server/page.ts';
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
  title: t('Reviews of {name}', { name: listing.name }),
  description: t('What verified users say about {name}, with replies from its makers.', { name: listing.name }),
  canonical: listingPaths.reviews({ slug: listing.slug, page: reviews.page }),
  trail: listingTrail(listing),
  index: listing.status === 'live' && reviews.total > 0,
});

const DONE: Record<string, string> = texts({
  written: msg('Thank you. Your review is published.'),
  held: msg('Thank you. Your review will be published after the team has checked it.'),
  changed: msg('Review updated.'),
  withdrawn: msg('Review deleted.'),
  answered: msg('Reply saved.'),
  reported: msg('Thanks for your report. The team will review it.'),
});

export const view = ({ listing, reviews, done }: Data) => {
  const { slug, name } = listing;
  return (
    <div class="medium">
      <header class="page-head">
        <h1>{rich('Reviews of {name}', { name: <span dir="auto">{name}</span> })}</h1>
        <p class="lede">{t('Verified users only, one review each. Owners can’t review their own product.')}</p>
      </header>
      {done && DONE[done] && (
        <p class="done" role="status">
          {DONE[done]}
        </p>
      )}
      <RatingSummary {...reviews} />
      <section aria-labelledby="all-reviews">
        <h2 id="all-reviews" class="unseen">
          {t('All reviews')}
        </h2>
        <PagedList list={reviews} href={(page) => listingPaths.reviews({ slug, page })} empty={<Empty title={t('No reviews yet.')} />}>
          <ReviewList reviews={reviews} slug={slug} name={name} />
        </PagedList>
      </section>
      <OwnReviewForm reviews={reviews} slug={slug} name={name} />
    </div>
  );
};
