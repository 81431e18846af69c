import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { getFeaturedUntil } from '../../../../modules/launches/team/featuring.ts';
import { listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { findListingsForTeam, getListingForTeam } from '../../../../modules/listings/profile/profile.ts';
import type { TeamListing } from '../../../../modules/listings/profile/queries.ts';
import { FindListingsForTeam, LISTING_STATUSES } from '../../../../modules/listings/schema.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { listPurchases } from '../../../../modules/orders/details/order-details.ts';
import type { Purchase } from '../../../../modules/orders/details/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import { formatDollars, WeekText } from '../../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/frames/owner-frame.tsx';
import { lineStatusLabel } from '../../../ui/order/details.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminRows, AdminSection, FindForm, FoldedForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { FeatureListing, ListingMoves, type OpenWeek, RemoveListing, RestoreListing } from './listing-moves.tsx';

export const listingsPage = adminPage({
  name: 'admin_listings',
  path: adminPaths.listings,
  query: FindListingsForTeam.properties,
  load: async (ctx, input) => ({ input, ...(await findListingsForTeam(ctx, input)) }),
  title: msg('Listings'),
  description: msg('All listings of the site.'),
  view: ({ input, listings, has_more }) => (
    <>
      <FindForm action={adminPaths.listings()} id="listings-q" label={t('Name, slug or domain')} max_length={200} value={input.q}>
        <div class="field">
          <label for="listings-status">{t('Status')}</label>
          <select id="listings-status" name="status">
            <option value="">{t('Any')}</option>
            {LISTING_STATUSES.map((status) => (
              <option value={status} selected={status === input.status}>
                {LISTING_STATUS_NAMES[status]}
              </option>
            ))}
          </select>
        </div>
      </FindForm>
      <AdminRows
        rows={listings.map((listing) => ({
          href: adminPaths.listing({ id: listing.id }),
          title: listing.name,
          more: (
            <>
              <span dir="auto">{listing.domain}</span> · {listing.owner ? <bdi>{listing.owner}</bdi> : t('no owner')}
              {listing.launch_week_on && (
                <>
                  {' '}
                  · <WeekText monday={listing.launch_week_on} />
                </>
              )}
            </>
          ),
          status: <span class={`pill pill-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</span>,
        }))}
        empty={t('No listings match.')}
      />
      <PreviousNext path={adminPaths.listings} input={input} has_more={has_more} />
    </>
  ),
});

const ListingRecord = ({ listing }: { listing: TeamListing }) => (
  <p class="quiet">
    <span class={`pill pill-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</span> <bdi>{listing.domain}</bdi>
    {listing.launch_week_on && (
      <>
        {' '}
        · <WeekText monday={listing.launch_week_on} />
      </>
    )}{' '}
    · {t('{n, plural, one {# vote} other {# votes}}', { n: listing.votes })} ·{' '}
    {t('{n, plural, one {# review} other {# reviews}}', { n: listing.reviews })} ·{' '}
    {t('{n, plural, one {# follower} other {# followers}}', { n: listing.followers })} ·{' '}
    {listing.owner_email ? rich('owned by {owner}', { owner: <bdi>{listing.owner_email}</bdi> }) : t('no owner')}
  </p>
);

const ListingOrders = ({ purchases }: { purchases: Purchase[] }) =>
  purchases.length === 0 ? null : (
    <AdminSection id="bought" title={t('Purchases')}>
      <AdminRows
        rows={purchases.map(({ number, name, status, amount_cents, paid_at }) => ({
          href: adminPaths.order({ number }),
          title: name,
          more: (
            <>
              {formatDollars(amount_cents)} · {t('Order {number}', { number })} ·{' '}
              {rich('paid {when}', { when: <RelativeTime at={paid_at} /> })}
            </>
          ),
          status: <span class={`pill pill-${status}`}>{lineStatusLabel(status, 'paid')}</span>,
        }))}
        empty=""
      />
    </AdminSection>
  );

/** Future weeks with free slots, and the listing's own week. */
const openWeeks = ({ weeks, usual }: Awaited<ReturnType<typeof listWeekCapacities>>, { launch_week_on }: TeamListing): OpenWeek[] =>
  weeks
    .slice(1)
    .map(({ week_on, room, taken }) => ({ week_on, left: (room ?? usual) - taken }))
    .filter(({ week_on, left }) => left > 0 || week_on === launch_week_on);

export const listingPage = adminPage({
  name: 'admin_listing',
  path: adminPaths.listing,
  menu: adminPaths.listings,
  async load(ctx, { id }) {
    const [{ listing, happenings: events }, acts, purchases, capacities, featured_until_on] = await Promise.all([
      getListingForTeam(ctx, { id }),
      listActsAbout(ctx, 'listing', id),
      listPurchases(ctx, { listing_id: id }),
      listWeekCapacities(ctx),
      getFeaturedUntil(ctx, { listing_id: id }),
    ]);
    return { listing, events, acts, purchases, featured_until_on, weeks: openWeeks(capacities, listing) };
  },
  title: ({ listing }) => listing.name,
  description: msg('Manage a listing.'),
  canonical: ({ listing }) => adminPaths.listing({ id: listing.id }),
  done: {
    edit: msg('Saved and published. If the listing has an owner, they were notified.'),
    same_texts: msg('No changes to save.'),
    feature: msg('Listing featured.'),
    'stop-featuring': msg('Listing no longer featured.'),
    remove: msg('Listing removed. If it has an owner, they were notified.'),
    'bring-back': msg('Listing restored. If it has an owner, they were notified.'),
    owner: msg('Owner changed. Both accounts were notified.'),
    same_owner: msg('They already own this listing.'),
    launch: msg('Listing published. If it has an owner, they were notified.'),
    'waive-badge': msg('Badge waived. The owner was notified.'),
    week: msg('Week changed. If the listing has an owner, they were notified.'),
    same_week: msg('It’s already in that week.'),
    'send-back': msg('Removed from the queue. The owner was notified.'),
    merge: msg('Listings merged. The old address redirects to the other one.'),
  },
  view: ({ listing, events, acts, purchases, featured_until_on, weeks }) => (
    <>
      <ListingRecord listing={listing} />
      <p class="actions more">
        <a class="button" href={adminPaths.editListing({ id: listing.id })}>
          {t('Edit listing')}
        </a>
        {listing.status !== 'removed' && listing.status !== 'draft' && (
          <a href={listingPaths.listing({ slug: listing.slug })}>{t('View public page')}</a>
        )}
      </p>
      {listing.status === 'removed' ? <RestoreListing listing={listing} /> : <ListingMoves listing={listing} weeks={weeks} />}
      <ListingOrders purchases={purchases} />
      <FeatureListing listing={listing} until={featured_until_on} />
      <FoldedForm
        id="owner"
        title={t('Change owner')}
        action={adminPaths.changeOwner({ id: listing.id })}
        submit={t('Change owner')}
        about={listing.name}
        fields={[
          {
            name: 'email',
            label: t('Account email'),
            type: 'email',
            value: listing.owner_email,
            max_length: 254,
            hint: t('Leave empty to remove the owner. The listing can then be claimed.'),
          },
          { name: 'reason', label: t('Message to the previous owner'), max_length: 500 },
        ]}
      />
      {listing.status !== 'removed' && <RemoveListing listing={listing} has_purchases={purchases.length > 0} />}
      <RecordActs acts={acts} />
      <Timeline events={events} created_at={listing.created_at.toISOString()} />
    </>
  ),
});
