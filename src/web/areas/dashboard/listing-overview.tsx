import { getOwnTimeline } from '../../../modules/listings/history/history.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { getListingOffers } from '../../../modules/orders/quote/quote.ts';
import { claimPaths, dashboardPaths, listingPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { formatCount, pluralize } from '../../ui/format.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { NextStep } from './dashboard.tsx';
import { LaunchSooner } from './launch-sooner.tsx';
import { OwnMilestones } from './listing-story.tsx';
import { ownerPage } from './owner-page.tsx';

const Numbers = ({ listing: { id, content, slug, status, verified } }: { listing: OwnListing }) => (
  <section class="aside-block" aria-labelledby="numbers">
    <h2 id="numbers">So far</h2>
    <dl class="facts">
      {[
        ['Votes', content.votes],
        ['Views', content.views],
        ['Followers', content.followers],
      ].map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{formatCount(Number(value))}</dd>
        </div>
      ))}
    </dl>
    <p>
      <a href={dashboardPaths.stats({ listing_id: id })}>View stats</a>
    </p>
    {status !== 'draft' && status !== 'removed' && (
      <p>
        <a href={listingPaths.listing({ slug })}>View listing</a>
      </p>
    )}
    {!verified && status !== 'draft' && status !== 'removed' && (
      <p>
        <a href={claimPaths.claim({ slug })}>Verify your domain</a> to get the Verified badge
      </p>
    )}
  </section>
);

const PostUpdate = ({ listing, context }: { listing: OwnListing; context: PageContext }) => {
  const form = { action: dashboardPaths.postUpdate({ listing_id: listing.id }), context };
  return (
    <section class="block" id="post-update" aria-labelledby="post-update-heading">
      <h2 id="post-update-heading">Post an update</h2>
      <p class="quiet">
        Appears on your listing and in the <a href={listingPaths.updates()}>latest updates</a>
        {listing.content.followers > 0 ? `, and ${pluralize(listing.content.followers, 'follower')} will be notified.` : '.'}
      </p>
      <Form {...form} class="form narrow" once>
        <Field {...form} name="title" label="Title" required maxlength={200} />
        <Field {...form} name="body" label="What’s new" rows={5} required maxlength={5000} />
        <button class="button button-main" type="submit">
          Post update
        </button>
      </Form>
    </section>
  );
};

export const ownListingPage = ownerPage({
  path: dashboardPaths.overview,
  tab: 'Overview',
  async load(ctx, { id }) {
    const [events, offers] = await Promise.all([getOwnTimeline(ctx, { listing_id: id }), getListingOffers(ctx, { listing_id: id })]);
    return { events, offers };
  },
  done: {
    posted: 'Update posted. We’re notifying your followers.',
    milestone: 'Milestone added.',
    milestone_gone: 'Milestone deleted.',
  },
  view: ({ listing, events, offers }, context) => (
    <div class="with-aside">
      <div>
        <NextStep listing={listing} />
        <LaunchSooner offers={offers} />
        {listing.status !== 'removed' && <PostUpdate listing={listing} context={context} />}
        {listing.status !== 'removed' && <OwnMilestones listing={listing} context={context} />}
        <Timeline events={events} created_at={listing.created_at} context={context} />
      </div>
      <aside aria-label="Stats">
        <Numbers listing={listing} />
      </aside>
    </div>
  ),
});
