import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listNotifications } from '../../modules/accounts/notifications.ts';
import { listOwnListings } from '../../modules/listings/own-listing.ts';
import { ListOwnListings } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { type Head, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { nextStepOf } from '../parts/next-step.tsx';
import { STATUS_NAMES } from '../parts/own-frame.tsx';
import { Pages } from '../parts/pager.tsx';
import { Week } from '../parts/time.tsx';
import { count, counted, shortAddress } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = signedIn(ctx);
  const [listings, { unread }] = await Promise.all([
    listOwnListings(member, asked(ListOwnListings, query).input),
    listNotifications(member, { page: 1, per_page: 1 }),
  ]);
  return { listings: valueIn(listings), unread };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Your listings',
  description: 'Everything you have listed here, and what to do next.',
  canonical: to.dashboard(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

export const view = ({ listings, unread }: Data) => (
  <>
    <header class="page-head drafts-head">
      <h1>Your listings</h1>
      <a class="button button-main" href={to.submit()}>
        Submit a product
      </a>
    </header>
    <ul class="chips own-places">
      <li>
        <a class="chip" href={to.notifications()}>
          {unread > 0 ? counted(unread, 'unread notification') : 'Notifications'}
        </a>
      </li>
      <li>
        <a class="chip" href={to.drafts()}>
          Your drafts
        </a>
      </li>
      <li>
        <a class="chip" href={to.interview()}>
          Founder interview
        </a>
      </li>
    </ul>
    <Pages
      list={listings}
      href={to.dashboard}
      empty={
        <Empty title="You have no listings yet">
          <p>
            <a href={to.submit()}>Submit a product</a>, or find it <a href={to.listings()}>among those listed</a> and claim it.
          </p>
        </Empty>
      }
    >
      <p class="quiet">{count(listings.total)} in all.</p>
      <ul class="own-list">
        {listings.items.map((listing) => {
          const next = nextStepOf(listing);
          return (
            <li>
              <div>
                <h2>
                  <a href={to.ownListing(listing.id)} dir="auto">
                    {listing.name}
                  </a>
                </h2>
                <p class="quiet">
                  <span dir="auto">{shortAddress(listing.website)}</span>
                  {listing.launch_week_on && (
                    <>
                      {' '}
                      · <Week monday={listing.launch_week_on} />
                    </>
                  )}
                </p>
              </div>
              <p class={`own-status own-status-${listing.status}`}>{STATUS_NAMES[listing.status]}</p>
              <p class="own-next">
                <a href={next.href}>{next.name}</a>
                <span class="unseen">
                  {' '}
                  for <bdi>{listing.name}</bdi>
                </span>
              </p>
            </li>
          );
        })}
      </ul>
    </Pages>
  </>
);
