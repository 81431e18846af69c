import type { Ctx } from '../../kernel/context.ts';
import { roomOfWeeks } from '../../modules/launches/room.ts';
import { openListing } from '../../modules/listings/team.ts';
import type { TeamListing } from '../../modules/listings/team-queries.ts';
import { boughtFor } from '../../modules/orders/admin.ts';
import type { BoughtFor } from '../../modules/orders/admin-queries.ts';
import { actsAbout } from '../../modules/team/log.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { numberIn, typed } from '../asked.ts';
import { dollars } from '../money.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Acts } from '../parts/acts.tsx';
import { AdminForm } from '../parts/admin-form.tsx';
import { Leaving, ListingMoves, type OpenWeek, Removed } from '../parts/admin-listing-moves.tsx';
import { Fold, OfficeHead, OfficeRows, Part } from '../parts/admin-parts.tsx';
import { sentTo } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { sayLine } from '../parts/order-words.ts';
import { STATUS_NAMES } from '../parts/own-frame.tsx';
import { Week } from '../parts/time.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { counted } from '../wording.ts';

/** Weeks to come with room, and the one it has. */
const openWeeks = ({ weeks, usual }: Awaited<ReturnType<typeof roomOfWeeks>>, { launch_week_on }: TeamListing): OpenWeek[] =>
  weeks
    .slice(1)
    .map(({ week_on, room, taken }) => ({ week_on, left: (room ?? usual) - taken }))
    .filter(({ week_on, left }) => left > 0 || week_on === launch_week_on);

export const load = async (ctx: Ctx, params: Params, query: Query) => {
  const id = numberIn(params, 'listing_not_found');
  const member = signedIn(ctx);
  const [{ listing, happenings }, acts, bought, rooms] = await Promise.all([
    openListing(member, { id }),
    actsAbout(member, 'listing', id),
    boughtFor(member, { listing_id: id }),
    roomOfWeeks(member),
  ]);
  return { listing, happenings, acts, bought, weeks: openWeeks(rooms, listing), done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ listing }: Data): Head => ({
  title: listing.name,
  description: 'One listing, as the site’s team sees it.',
  canonical: team.listing(listing.id),
  trail: [{ name: 'Listings', href: team.listings() }],
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

const Facts = ({ listing }: { listing: TeamListing }) => (
  <p class="quiet">
    <span class={`own-status own-status-${listing.status}`}>{STATUS_NAMES[listing.status]}</span> <bdi>{listing.domain}</bdi>
    {listing.launch_week_on && (
      <>
        {' '}
        · <Week monday={listing.launch_week_on} />
      </>
    )}{' '}
    · {counted(listing.votes, 'vote')} · {counted(listing.reviews, 'review')} · {counted(listing.followers, 'follower')} ·{' '}
    {listing.owner_email ? (
      <>
        owned by <bdi>{listing.owner_email}</bdi>
      </>
    ) : (
      'nobody’s'
    )}
  </p>
);

const Bought = ({ bought, here }: { bought: BoughtFor[]; here: Here }) =>
  bought.length === 0 ? null : (
    <Part id="bought" title="Bought for it">
      <OfficeRows
        rows={bought.map(({ number, name, status, amount_cents, paid_at }) => ({
          href: to.adminOrder(number),
          title: name,
          more: (
            <>
              {dollars(amount_cents)} · order {number} · paid <Moment at={paid_at} now={here.now} />
            </>
          ),
          status: <span class={`line-status line-status-${status}`}>{sayLine(status, 'paid')}</span>,
        }))}
        empty=""
      />
    </Part>
  );

export const view = ({ listing, happenings, acts, bought, weeks, done }: Data, here: Here) => (
  <>
    <OfficeHead title={listing.name} done={done && DONE[done]} />
    <Facts listing={listing} />
    <p class="more">
      {listing.status !== 'removed' && listing.status !== 'draft' && <a href={to.listing(listing.slug)}>See it as everybody does</a>}
    </p>
    {listing.status === 'removed' ? (
      <Removed listing={listing} here={here} />
    ) : (
      <ListingMoves listing={listing} here={here} weeks={weeks} />
    )}
    <Bought bought={bought} here={here} />
    <Fold id="owner" title="Change its owner" open={sentTo(team.listingAct(listing.id, 'owner'), here) !== undefined}>
      <AdminForm
        action={team.listingAct(listing.id, 'owner')}
        here={here}
        submit="Change the owner"
        about={listing.name}
        fields={[
          {
            name: 'email',
            label: 'Address of their account',
            type: 'email',
            value: listing.owner_email,
            most: 254,
            hint: 'Leave it empty to take it out of anybody’s hands; then it can be claimed.',
          },
          { name: 'reason', label: 'What who had it should know', most: 500 },
        ]}
      />
    </Fold>
    {listing.status !== 'removed' && <Leaving listing={listing} here={here} bought={bought.length} />}
    {acts.length > 0 && (
      <Part id="acts" title="What the team did">
        <Acts acts={acts} here={here} />
      </Part>
    )}
    <Timeline happenings={happenings} created_at={listing.created_at.toISOString()} here={here} />
  </>
);
