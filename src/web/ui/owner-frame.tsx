import type { ComponentChildren } from 'preact';
import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { toValue } from '../../kernel/responses.ts';
import { getOwnListing } from '../../modules/listings/owner/listings.ts';
import type { OwnListing } from '../../modules/listings/owner/schema.ts';
import { to } from '../server/addresses.ts';
import { type Breadcrumb, type PageHead, type Params, requireSignedIn } from '../server/page.ts';

/** The listing id in a path. An impossible id is "not found". */
export const listingIdParam = (params: Params): number => {
  if (!/^[1-9]\d{0,15}$/.test(params.listing_id ?? '') || !Number.isSafeInteger(Number(params.listing_id)))
    throw new Refusal('listing_not_found');
  return Number(params.listing_id);
};

/** The caller's listing that a page is about. */
export const loadOwnListing = async (ctx: Ctx, params: Params): Promise<OwnListing> =>
  toValue(await getOwnListing(requireSignedIn(ctx), { listing_id: listingIdParam(params) }));

export const DASHBOARD_CRUMB: Breadcrumb = { name: 'Your listings', href: '/dashboard' };

/** The head of every page about one's own listing. */
export const ownerHead = ({ id, name }: Pick<OwnListing, 'id' | 'name'>, title: string, canonical: string): PageHead => ({
  title: `${title}: ${name}`,
  description: `${title} of your listing.`,
  canonical,
  trail: [DASHBOARD_CRUMB, { name, href: to.ownListing(id) }],
  index: false,
});

export const LISTING_STATUS_NAMES: Record<OwnListing['status'], string> = {
  draft: 'Saved, not published',
  awaiting_badge: 'Waiting for the badge',
  scheduled: 'Scheduled',
  live: 'Live',
  removed: 'Removed',
};

type OwnerTab = 'overview' | 'free' | 'order' | 'edit' | 'history' | 'story' | 'media' | 'compare' | 'review';

const OWNER_TABS: { tab: OwnerTab; name: string }[] = [
  { tab: 'overview', name: 'Overview' },
  { tab: 'free', name: 'Launch' },
  { tab: 'order', name: 'Order' },
  { tab: 'edit', name: 'Edit' },
  { tab: 'history', name: 'History' },
  { tab: 'story', name: 'Story' },
  { tab: 'media', name: 'Pictures' },
  { tab: 'compare', name: 'Comparison' },
  { tab: 'review', name: 'Review' },
];

interface OwnerFrameProps {
  listing: Pick<OwnListing, 'id' | 'name' | 'slug' | 'status'>;
  tab: OwnerTab;
  /** A confirmation of the last action. */
  done?: string | null;
  children: ComponentChildren;
}

/** The frame of the pages about one's own listing: name, status and tabs. */
export const OwnerFrame = ({ listing, tab, done, children }: OwnerFrameProps) => (
  <div class="own">
    <header class="page-head own-head">
      <h1 dir="auto">{listing.name}</h1>
      <p class={`own-status own-status-${listing.status}`}>{LISTING_STATUS_NAMES[listing.status]}</p>
    </header>
    <nav class="own-places" aria-label="Your listing">
      <ul class="chips">
        {OWNER_TABS.map((one) => (
          <li>
            <a class="chip" href={to.ownListing(listing.id, one.tab)} aria-current={one.tab === tab ? 'page' : undefined}>
              {one.name}
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
