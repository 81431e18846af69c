import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { listOwnListings } from '../../../modules/listings/owner/listings.ts';
import type { OwnListing, OwnSummary } from '../../../modules/listings/owner/schema.ts';
import { UNREACHABLE } from '../../../modules/listings/states.ts';
import { dashboardPaths, draftPaths, searchPaths } from '../../paths.ts';
import { type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { shortUrl, WeekText } from '../../ui/format.tsx';
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
    name: t('Choose how to launch'),
    href: dashboardPaths.freePlan({ listing_id: id }),
    explanation: t('Saved. Only you can see it. Choose how to launch it.'),
  }),
  awaiting_badge: ({ id }) => ({
    name: t('Add the badge'),
    href: dashboardPaths.freePlan({ listing_id: id }),
    explanation: t('Its page is public. It launches in its week once the badge is on its homepage.'),
  }),
  scheduled: ({ id }) => ({
    name: t('See what happens next'),
    href: dashboardPaths.freePlan({ listing_id: id }),
    explanation: t('Scheduled. Its page is public; voting opens when its week starts.'),
  }),
  live: ({ id }) => ({
    name: t('Post an update'),
    href: `${dashboardPaths.overview({ listing_id: id })}#post-update`,
    explanation: t('Your listing is live. Edits are published immediately, and followers get your updates.'),
  }),
  removed: ({ id }) => ({
    name: t('See why'),
    href: dashboardPaths.overview({ listing_id: id }),
    explanation: t('The site’s team removed it.'),
  }),
};

/** The owner's next step for a listing that is hidden until its website answers again. */
const hiddenStep = ({ id }: StepListing): NextStepText => ({
  name: t('Check the website'),
  href: dashboardPaths.changes({ listing_id: id }),
  explanation: t('It is hidden because its website doesn’t answer. It comes back by itself when the website answers again.'),
});

/** The state of a listing and what to do next. */
export const NextStep = ({ listing }: { listing: OwnListing }) => {
  const is_hidden = listing.removal_reason === UNREACHABLE;
  const { name, href, explanation } = is_hidden ? hiddenStep(listing) : NEXT_STEPS[listing.status](listing);
  const is_removed = listing.status === 'removed' && !is_hidden;
  return (
    <section class="block block-first" aria-labelledby="next">
      <h2 id="next">{is_removed ? t('Status') : t('Next')}</h2>
      <p>{explanation}</p>
      {is_removed && listing.removal_reason && (
        <p dir="auto">{t('Reason: {removal_reason}', { removal_reason: listing.removal_reason })}</p>
      )}
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

export const head = () => accountHead(t('Your listings'), t('Your products and their next steps.'), dashboardPaths.home());

export const view = ({ listings }: Data) => (
  <>
    <header class="page-head split">
      <h1>{t('Your listings')}</h1>
      <a class="button button-main" href={draftPaths.submit()}>
        {t('Submit a product')}
      </a>
    </header>
    <PagedList
      list={listings}
      href={(page) => dashboardPaths.home({ page })}
      empty={
        <Empty title={t('No listings yet')}>
          <p>
            {rich('<link>Submit a product</link>, or find it <link2>in the directory</link2> and claim it.', {
              link: (text) => <a href={draftPaths.submit()}>{text}</a>,
              link2: (text) => <a href={searchPaths.listings()}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <p class="quiet">{t('{n, plural, one {# listing} other {# listings}} in total.', { n: listings.total })}</p>
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
                <span class="unseen"> {rich('for {name}', { name: <bdi>{listing.name}</bdi> })}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </PagedList>
  </>
);
