import { machine } from '../../kernel/states.ts';
import type { LISTING_STATUSES } from './schema.ts';

export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** The way of a listing (SPEC 3.3). Nothing else writes its status. */
export const LISTING_MOVES = machine<ListingStatus>()({
  choose_free: { from: ['draft'], to: 'awaiting_badge' },
  badge_found: { from: ['awaiting_badge'], to: 'scheduled' },
  // Its week began without the badge, so it has another one; it still waits.
  week_missed: { from: ['awaiting_badge'], to: 'awaiting_badge' },
  // So many weeks began without the badge that nobody seems to want it any more.
  queue_left: { from: ['awaiting_badge'], to: 'draft' },
  week_begins: { from: ['scheduled'], to: 'live' },
  go_live_now: { from: ['draft', 'awaiting_badge', 'scheduled'], to: 'live' },
  schedule_paid: { from: ['draft', 'awaiting_badge', 'scheduled'], to: 'scheduled' },
  // It is live and launches anew, in another week.
  relaunch: { from: ['live'], to: 'live' },
  remove: { from: ['draft', 'awaiting_badge', 'scheduled', 'live'], to: 'removed' },
  // It was another one twice; who asks for it is sent there.
  merge: { from: ['draft', 'awaiting_badge', 'scheduled', 'live'], to: 'removed' },
  // The team does without the badge, and takes that back.
  waive_badge: { from: ['awaiting_badge'], to: 'scheduled' },
  want_badge: { from: ['scheduled'], to: 'awaiting_badge' },
  // The team takes it out of the queue, and puts it back.
  send_back: { from: ['awaiting_badge', 'scheduled'], to: 'draft' },
  queue_again_awaiting_badge: { from: ['draft'], to: 'awaiting_badge' },
  queue_again_scheduled: { from: ['draft'], to: 'scheduled' },
  // What was removed comes back to where it was.
  bring_back_draft: { from: ['removed'], to: 'draft' },
  bring_back_awaiting_badge: { from: ['removed'], to: 'awaiting_badge' },
  bring_back_scheduled: { from: ['removed'], to: 'scheduled' },
  bring_back_live: { from: ['removed'], to: 'live' },
});
