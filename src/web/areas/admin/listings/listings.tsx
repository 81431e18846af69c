import { listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { findListingsForTeam, getListingForTeam } from '../../../../modules/listings/profile/profile.ts';
import type { TeamListing } from '../../../../modules/listings/profile/queries.ts';
import { FindListingsForTeam, LISTING_STATUSES } from '../../../../modules/listings/schema.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { listPurchases } from '../../../../modules/orders/details/order-details.ts';
import type { Purchase } from '../../../../modules/orders/details/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { formatDollars, pluralize, RelativeTime, WeekText } from '../../../ui/format.tsx';
import { lineStatusLabel } from '../../../ui/order/details.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/owner-frame.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminRows, AdminSection, FindForm, FoldedForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { ListingMoves, type OpenWeek, RemoveListing, RestoreListing } from './listing-moves.tsx';

export const listingsPage = adminPage({
  name: 'admin_listings',
  path: adminPaths.listings,
  query: FindListingsForTeam.properties,
  load: async (ctx, input) => ({ input, ...(await findListingsForTeam(ctx, input)) }),
  title: 'Listings',
  description: 'Every listing of the site, in any status.',
  view: ({ input, listings, has_more }) => (
    <>
      <FindForm action={adminPaths.listings()} id="listings-q" label="Name, slug or domain" max_length={200} value={input.q}>
        <div class="field">
          <label for="listings-status">Status</label>
          <select id="listings-status" name="status">
            <option value="">Any</option>
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
              <span dir="auto">{listing.domain}</span> · {listing.owner ? <bdi>{listing.owner}</bdi> : 'nobody’s'}
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
        empty="No listing is like that."
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
    · {pluralize(listing.votes, 'vote')} · {pluralize(listing.reviews, 'review')} · {pluralize(listing.followers, 'follower')} ·{' '}
    {listing.owner_email ? (
      <>
        owned by <bdi>{listing.owner_email}</bdi>
      </>
    ) : (
      'nobody’s'
    )}
  </p>
);

const ListingOrders = ({ purchases, context }: { purchases: Purchase[]; context: PageContext }) =>
  purchases.length === 0 ? null : (
    <AdminSection id="bought" title="Bought for it">
      <AdminRows
        rows={purchases.map(({ number, name, status, amount_cents, paid_at }) => ({
          href: adminPaths.order({ number }),
          title: name,
          more: (
            <>
              {formatDollars(amount_cents)} · order {number} · paid <RelativeTime at={paid_at} now={context.now} />
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
    const [{ listing, happenings: events }, acts, purchases, capacities] = await Promise.all([
      getListingForTeam(ctx, { id }),
      listActsAbout(ctx, 'listing', id),
      listPurchases(ctx, { listing_id: id }),
      listWeekCapacities(ctx),
    ]);
    return { listing, events, acts, purchases, weeks: openWeeks(capacities, listing) };
  },
  title: ({ listing }) => listing.name,
  description: 'One listing, as the site’s team sees it.',
  canonical: ({ listing }) => adminPaths.listing({ id: listing.id }),
  done: {
    remove: 'It is removed, and its owner is told.',
    'bring-back': 'It is back, and its owner is told.',
    owner: 'It has another owner; both are told.',
    same_owner: 'It is theirs already.',
    launch: 'It is live, and its owner is told.',
    'waive-badge': 'It is scheduled without its badge, and its owner is told.',
    week: 'It has another week, and its owner is told.',
    same_week: 'That is its week already.',
    'send-back': 'It is out of the queue, and its owner is told why.',
    merge: 'It is merged, and its address leads to the other one.',
  },
  view: ({ listing, events, acts, purchases, weeks }, context) => (
    <>
      <ListingRecord listing={listing} />
      <p class="more">
        {listing.status !== 'removed' && listing.status !== 'draft' && (
          <a href={listingPaths.listing({ slug: listing.slug })}>See it as everybody does</a>
        )}
      </p>
      {listing.status === 'removed' ? (
        <RestoreListing listing={listing} context={context} />
      ) : (
        <ListingMoves listing={listing} context={context} weeks={weeks} />
      )}
      <ListingOrders purchases={purchases} context={context} />
      <FoldedForm
        id="owner"
        title="Change its owner"
        action={adminPaths.changeOwner({ id: listing.id })}
        context={context}
        submit="Change the owner"
        about={listing.name}
        fields={[
          {
            name: 'email',
            label: 'Address of their account',
            type: 'email',
            value: listing.owner_email,
            max_length: 254,
            hint: 'Leave it empty to take it out of anybody’s hands; then it can be claimed.',
          },
          { name: 'reason', label: 'What who had it should know', max_length: 500 },
        ]}
      />
      {listing.status !== 'removed' && <RemoveListing listing={listing} context={context} has_purchases={purchases.length > 0} />}
      <RecordActs acts={acts} context={context} />
      <Timeline events={events} created_at={listing.created_at.toISOString()} context={context} />
    </>
  ),
});
