import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { getOwnTimeline } from '../../../modules/listings/history/history.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { getListingOffers } from '../../../modules/orders/quote/quote.ts';
import { claimPaths, dashboardPaths, listingPaths } from '../../paths.ts';
import { Field, Form } from '../../ui/form.tsx';
import { formatCount } from '../../ui/format.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { NextStep } from './dashboard.tsx';
import { LaunchSooner } from './launch-sooner.tsx';
import { OwnMilestones } from './listing-story.tsx';
import { ownerPage } from './owner-page.tsx';

const Numbers = ({ listing: { id, content, slug, status, verified } }: { listing: OwnListing }) => (
  <section class="aside-block" aria-labelledby="numbers">
    <h2 id="numbers">{t('So far')}</h2>
    <dl class="facts">
      {[
        [t('Votes'), content.votes],
        [t('Views'), content.views],
        [t('Followers'), content.followers],
      ].map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{formatCount(Number(value))}</dd>
        </div>
      ))}
    </dl>
    <p>
      <a href={dashboardPaths.stats({ listing_id: id })}>{t('View stats')}</a>
    </p>
    {status !== 'draft' && status !== 'removed' && (
      <p>
        <a href={listingPaths.listing({ slug })}>{t('View listing')}</a>
      </p>
    )}
    {!verified && status !== 'draft' && status !== 'removed' && (
      <p>
        {rich('<link>Verify your domain</link> to get the Verified badge', {
          link: (text) => <a href={claimPaths.claim({ slug })}>{text}</a>,
        })}
      </p>
    )}
  </section>
);

const PostUpdate = ({ listing }: { listing: OwnListing }) => {
  const form = { action: dashboardPaths.postUpdate({ listing_id: listing.id }) };
  return (
    <section class="block" id="post-update" aria-labelledby="post-update-heading">
      <h2 id="post-update-heading">{t('Post an update')}</h2>
      <p class="quiet">
        {rich('Appears on your listing and in the <link>latest updates</link>', {
          link: (text) => <a href={listingPaths.updates()}>{text}</a>,
        })}
        {listing.content.followers > 0
          ? t(', and {n, plural, one {# follower} other {# followers}} will be notified.', { n: listing.content.followers })
          : '.'}
      </p>
      <Form {...form} class="form narrow" once>
        <Field {...form} name="title" label={t('Title')} required maxlength={200} />
        <Field {...form} name="body" label={t('What’s new')} rows={5} required maxlength={5000} />
        <button class="button button-main" type="submit">
          {t('Post update')}
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
  done: texts({
    posted: msg('Update posted. We’re notifying your followers.'),
    milestone: msg('Milestone added.'),
    milestone_gone: msg('Milestone deleted.'),
  }),
  view: ({ listing, events, offers }) => (
    <div class="with-aside">
      <div>
        <NextStep listing={listing} />
        <LaunchSooner offers={offers} />
        {listing.status !== 'removed' && <PostUpdate listing={listing} />}
        {listing.status !== 'removed' && <OwnMilestones listing={listing} />}
        <Timeline events={events} created_at={listing.created_at} />
      </div>
      <aside aria-label={t('Stats')}>
        <Numbers listing={listing} />
      </aside>
    </div>
  ),
});
