import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { listOwnListings } from '../../../modules/listings/owner/listings.ts';
import type { OwnListing, OwnSummary } from '../../../modules/listings/owner/schema.ts';
import { UNREACHABLE } from '../../../modules/listings/states.ts';
import { dashboardPaths, draftPaths, searchPaths } from '../../paths.ts';
import { type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { pluralize, shortUrl, WeekText } from '../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../ui/frames/owner-frame.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { accountHead } from '../account/head.ts';

interface NextStepText {
  name: string;
  href: string;
  /** The listing's current state. */
  explanation: string;
}

type StepListing = Pick<OwnSummary, 'id' | 'slug' | 'status'>;

/** The owner's next step, by listing status. */
const NEXT_STEPS: Record<OwnListing['status'], (listing: StepListing) => NextStepText> = {
  draft: ({ id }) => ({
    name: 'Choose how to launch',
    href: dashboardPaths.freePlan({ listing_id: id }),
    explanation: 'Saved. Only you can see it. Choose how to launch it.',
  }),
  awaiting_badge: ({ id }) => ({
    name: 'Add the badge',
    href: dashboardPaths.freePlan({ listing_id: id }),
    explanation: 'Its page is public. It launches in its week once the badge is on its homepage.',
  }),
  scheduled: ({ id }) => ({
    name: 'See what happens next',
    href: dashboardPaths.freePlan({ listing_id: id }),
    explanation: 'Scheduled. Its page is public; voting opens when its week starts.',
  }),
  live: ({ id }) => ({
    name: 'Post an update',
    href: `${dashboardPaths.overview({ listing_id: id })}#post-update`,
    explanation: 'Your listing is live. Edits are published immediately, and followers get your updates.',
  }),
  removed: ({ id }) => ({
    name: 'See why',
    href: dashboardPaths.overview({ listing_id: id }),
    explanation: 'The site’s team removed it.',
  }),
};

/** The owner's next step for a listing that is hidden until its website answers again. */
const hiddenStep = ({ id }: StepListing): NextStepText => ({
  name: 'Check the website',
  href: dashboardPaths.changes({ listing_id: id }),
  explanation: 'It is hidden because its website doesn’t answer. It comes back by itself when the website answers again.',
});

/** The state of a listing and what to do next. */
export const NextStep = ({ listing }: { listing: OwnListing }) => {
  const is_hidden = listing.removal_reason === UNREACHABLE;
  const { name, href, explanation } = is_hidden ? hiddenStep(listing) : NEXT_STEPS[listing.status](listing);
  const is_removed = listing.status === 'removed' && !is_hidden;
  return (
    <section class="block block-first" aria-labelledby="next">
      <h2 id="next">{is_removed ? 'Status' : 'Next'}</h2>
      <p>{explanation}</p>
      {is_removed && listing.removal_reason && <p dir="auto">Reason: {listing.removal_reason}</p>}
      {!is_removed && (
        <p>
          <a class="button button-main" href={href}>
            {name}
          </a>
        </p>
      )}
    </section>
  );
};

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const listings = await listOwnListings(requireSignedIn(ctx), parseQuery(PagingInput, query).input);
  return { listings: toValue(listings) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead('Your listings', 'Your products and their next steps.', dashboardPaths.home());

export const view = ({ listings }: Data) => (
  <>
    <header class="page-head split">
      <h1>Your listings</h1>
      <a class="button button-main" href={draftPaths.submit()}>
        Submit a product
      </a>
    </header>
    <PagedList
      list={listings}
      href={(page) => dashboardPaths.home({ page })}
      empty={
        <Empty title="No listings yet">
          <p>
            <a href={draftPaths.submit()}>Submit a product</a>, or find it <a href={searchPaths.listings()}>in the directory</a> and claim
            it.
          </p>
        </Empty>
      }
    >
      <p class="quiet">{pluralize(listings.total, 'listing')} in total.</p>
      <ul class="rows records own-list">
        {listings.items.map((listing) => {
          const next = NEXT_STEPS[listing.status](listing);
          return (
            <li>
              <div>
                <h2>
                  <a href={dashboardPaths.overview({ listing_id: listing.id })} dir="auto">
                    {listing.name}
                  </a>
                </h2>
                <p class="quiet">
                  <span dir="auto">{shortUrl(listing.website)}</span>
                  {listing.launch_week_on && (
                    <>
                      {' '}
                      · <WeekText monday={listing.launch_week_on} />
                    </>
                  )}
                </p>
              </div>
              <p class={`pill pill-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</p>
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
    </PagedList>
  </>
);
