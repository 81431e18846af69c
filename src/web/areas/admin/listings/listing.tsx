import type { Ctx } from '../../../../kernel/context.ts';
import { listWeekCapacities } from '../../../../modules/launches/team/week-capacity.ts';
import { getListingForTeam } from '../../../../modules/listings/profile/profile.ts';
import type { TeamListing } from '../../../../modules/listings/profile/queries.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { listPurchases } from '../../../../modules/orders/details/order-details.ts';
import type { Purchase } from '../../../../modules/orders/details/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { submittedTo } from '../../../ui/form.tsx';
import { formatDollars, pluralize, RelativeTime, WeekText } from '../../../ui/format.tsx';
import { lineStatusLabel } from '../../../ui/order/details.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/owner-frame.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { AuditLog } from '../audit-log.tsx';
import { AdminForm, AdminHeading, AdminRows, AdminSection, FoldedSection } from '../components.tsx';
import { ListingMoves, type OpenWeek, RemoveListing, RestoreListing } from './listing-moves.tsx';

/** Future weeks with free slots, and the listing's own week. */
const openWeeks = ({ weeks, usual }: Awaited<ReturnType<typeof listWeekCapacities>>, { launch_week_on }: TeamListing): OpenWeek[] =>
  weeks
    .slice(1)
    .map(({ week_on, room, taken }) => ({ week_on, left: (room ?? usual) - taken }))
    .filter(({ week_on, left }) => left > 0 || week_on === launch_week_on);

export const load = async (ctx: Ctx, { id }: { id: number }, query: Query) => {
  const member = requireSignedIn(ctx);
  const [{ listing, happenings: events }, acts, purchases, capacities] = await Promise.all([
    getListingForTeam(member, { id }),
    listActsAbout(member, 'listing', id),
    listPurchases(member, { listing_id: id }),
    listWeekCapacities(member),
  ]);
  return { listing, events, acts, purchases, weeks: openWeeks(capacities, listing), done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ listing }: Data): PageHead => ({
  title: listing.name,
  description: 'One listing, as the site’s team sees it.',
  canonical: adminPaths.listing({ id: listing.id }),
  trail: [{ name: 'Listings', href: adminPaths.listings() }],
  index: false,
});

const DONE: Record<string, string> = {
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
};

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

export const view = ({ listing, events, acts, purchases, weeks, done }: Data, context: PageContext) => (
  <>
    <AdminHeading title={listing.name} done={done && DONE[done]} />
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
    <FoldedSection
      id="owner"
      title="Change its owner"
      open={submittedTo(adminPaths.changeOwner({ id: listing.id }), context) !== undefined}
    >
      <AdminForm
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
    </FoldedSection>
    {listing.status !== 'removed' && <RemoveListing listing={listing} context={context} has_purchases={purchases.length > 0} />}
    {acts.length > 0 && (
      <AdminSection id="acts" title="What the team did">
        <AuditLog acts={acts} context={context} />
      </AdminSection>
    )}
    <Timeline events={events} created_at={listing.created_at.toISOString()} context={context} />
  </>
);
