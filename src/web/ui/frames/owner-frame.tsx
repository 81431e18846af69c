import type { ComponentChildren } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { getFullOwnListing } from '../../../modules/listings/owner/listings.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { UNREACHABLE } from '../../../modules/listings/states.ts';
import { dashboardPaths, orderPaths } from '../../paths.ts';
import { type Breadcrumb, type PageHead, requireSignedIn } from '../../server/page.ts';

export type OwnListingParams = { listing_id: number };

/** The caller's listing that a page is about. */
export const loadOwnListing = (ctx: Ctx, params: OwnListingParams): Promise<OwnListing> => getFullOwnListing(requireSignedIn(ctx), params);

export const dashboardCrumb = (): Breadcrumb => ({ name: t('Your listings'), href: dashboardPaths.home() });

/** The head of every page about one's own listing. */
export const ownerHead = ({ id, name }: Pick<OwnListing, 'id' | 'name'>, title: string, canonical: string): PageHead => ({
  title: `${title}: ${name}`,
  description: t('{title} for your listing.', { title }),
  canonical,
  trail: [dashboardCrumb(), { name, href: dashboardPaths.overview({ listing_id: id }) }],
  index: false,
});

export const LISTING_STATUS_NAMES: Record<OwnListing['status'], string> = texts({
  draft: msg('Not published'),
  awaiting_badge: msg('Waiting for the badge'),
  scheduled: msg('Scheduled'),
  live: msg('Live'),
  removed: msg('Removed'),
});

const OWNER_TABS = {
  Overview: dashboardPaths.overview,
  Stats: dashboardPaths.stats,
  Launch: dashboardPaths.freePlan,
  Order: orderPaths.orderForm,
  Edit: dashboardPaths.edit,
  History: dashboardPaths.history,
  Website: dashboardPaths.changes,
  Story: dashboardPaths.story,
  Pictures: dashboardPaths.media,
  Comparison: dashboardPaths.compare,
  Review: dashboardPaths.review,
};

type OwnerTab = keyof typeof OWNER_TABS;

export const TAB_NAMES: Record<OwnerTab, string> = texts({
  Overview: msg('Overview'),
  Stats: msg('Stats'),
  Launch: msg('Launch'),
  Order: msg('Order'),
  Edit: msg('Edit'),
  History: msg('History'),
  Website: msg('Website'),
  Story: msg('Story'),
  Pictures: msg('Pictures'),
  Comparison: msg('Comparison'),
  Review: msg('Review'),
});

interface OwnerFrameProps {
  listing: Pick<OwnListing, 'id' | 'name' | 'slug' | 'status'> & Partial<Pick<OwnListing, 'removal_reason'>>;
  tab: OwnerTab;
  /** A confirmation of the last action. */
  done?: string | null;
  children: ComponentChildren;
}

/** The frame of the pages about one's own listing: name, status and tabs. */
export const OwnerFrame = ({ listing, tab, done, children }: OwnerFrameProps) => (
  <div class="broad own">
    <header class="page-head split">
      <h1 dir="auto">{listing.name}</h1>
      <p class={`pill pill-${listing.status}`}>
        {listing.removal_reason === UNREACHABLE ? t('Hidden') : LISTING_STATUS_NAMES[listing.status]}
      </p>
    </header>
    <nav class="tabs" aria-label={t('Your listing')}>
      <ul class="chips">
        {(Object.keys(OWNER_TABS) as OwnerTab[]).map((name) => (
          <li>
            <a class="chip" href={OWNER_TABS[name]({ listing_id: listing.id })} aria-current={name === tab ? 'page' : undefined}>
              {TAB_NAMES[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {done && (
      <p class="done" role="status">
        {done}
      </p>
    )}
    {children}
  </div>
);
