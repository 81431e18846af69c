import type { ComponentChildren } from 'preact';
import type { OwnListing } from '../../modules/listings/own-schema.ts';
import { to } from '../addresses.ts';

export const STATUS_NAMES: Record<OwnListing['status'], string> = {
  draft: 'Saved, not published',
  awaiting_badge: 'Waiting for the badge',
  scheduled: 'Scheduled',
  live: 'Live',
  removed: 'Removed',
};

export type OwnPlace = 'overview' | 'free' | 'order' | 'edit' | 'history' | 'story' | 'media' | 'compare' | 'review';

const PLACES: { place: OwnPlace; name: string }[] = [
  { place: 'overview', name: 'Overview' },
  { place: 'free', name: 'Launch' },
  { place: 'order', name: 'Order' },
  { place: 'edit', name: 'Edit' },
  { place: 'history', name: 'History' },
  { place: 'story', name: 'Story' },
  { place: 'media', name: 'Pictures' },
  { place: 'compare', name: 'Comparison' },
  { place: 'review', name: 'Review' },
];

interface OwnFrameProps {
  listing: Pick<OwnListing, 'id' | 'name' | 'slug' | 'status'>;
  place: OwnPlace;
  /** What has just been done. */
  done?: string | null;
  children: ComponentChildren;
}

/** What all pages about one's own listing have in common: its name, how it stands, and the way between them. */
export const OwnFrame = ({ listing, place, done, children }: OwnFrameProps) => (
  <div class="own">
    <header class="page-head own-head">
      <h1 dir="auto">{listing.name}</h1>
      <p class={`own-status own-status-${listing.status}`}>{STATUS_NAMES[listing.status]}</p>
    </header>
    <nav class="own-places" aria-label="Your listing">
      <ul class="chips">
        {PLACES.map((one) => (
          <li>
            <a class="chip" href={to.ownListing(listing.id, one.place)} aria-current={one.place === place ? 'page' : undefined}>
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
