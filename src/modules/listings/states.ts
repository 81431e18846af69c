import { defineMoves } from '../../kernel/moves.ts';
import type { LISTING_STATUSES } from './schema.ts';

/** The reason of listings that are hidden until their website answers again. */
export const UNREACHABLE = 'The website doesn’t answer.';

export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** Statuses in which a listing is public, as in the view public_listings. The badge on a homepage links to a product that waits. */
export const PUBLIC_STATUSES: readonly string[] = ['live', 'scheduled', 'awaiting_badge'] satisfies ListingStatus[];

/** The status changes of a listing. Its status is written only by these moves. */
export const listingMoves = defineMoves<ListingStatus>('listing')({
  choose_free: { from: ['draft'], to: 'awaiting_badge' },
  // The team approved it, on a site whose team approves new listings.
  approve: { from: ['draft'], to: 'awaiting_badge' },
  badge_found: { from: ['awaiting_badge'], to: 'scheduled' },
  // Its week began without the badge: it gets another week and still needs the badge.
  week_missed: { from: ['awaiting_badge'], to: 'awaiting_badge' },
  // Too many weeks began without the badge: it leaves the queue.
  queue_left: { from: ['awaiting_badge'], to: 'draft' },
  week_begins: { from: ['scheduled'], to: 'live' },
  go_live_now: { from: ['draft', 'awaiting_badge', 'scheduled'], to: 'live' },
  schedule_paid: { from: ['draft', 'awaiting_badge', 'scheduled'], to: 'scheduled' },
  // A live listing launches again in another week.
  relaunch: { from: ['live'], to: 'live' },
  remove: { from: ['draft', 'awaiting_badge', 'scheduled', 'live'], to: 'removed' },
  // Somebody else submitted the same website, and this listing was neither public nor proved to be its owner's.
  give_way: { from: ['draft'], to: 'removed' },
  // A duplicate; its address redirects to the other listing.
  merge: { from: ['draft', 'awaiting_badge', 'scheduled', 'live'], to: 'removed' },
  // Its website has not answered for the time that the site's settings allow; it comes back when it does.
  hide_unreachable: { from: ['live'], to: 'removed' },
  website_answers: { from: ['removed'], to: 'live' },
  // The team waives the badge, and requires it again.
  waive_badge: { from: ['awaiting_badge'], to: 'scheduled' },
  want_badge: { from: ['scheduled'], to: 'awaiting_badge' },
  // The team removes it from the queue, and puts it back.
  send_back: { from: ['awaiting_badge', 'scheduled'], to: 'draft' },
  queue_again_awaiting_badge: { from: ['draft'], to: 'awaiting_badge' },
  queue_again_scheduled: { from: ['draft'], to: 'scheduled' },
  // A removed listing returns to its previous status.
  bring_back_draft: { from: ['removed'], to: 'draft' },
  bring_back_awaiting_badge: { from: ['removed'], to: 'awaiting_badge' },
  bring_back_scheduled: { from: ['removed'], to: 'scheduled' },
  bring_back_live: { from: ['removed'], to: 'live' },
});
