import type { Ctx } from '../../kernel/context.ts';
import { makeMove } from '../../kernel/moves.ts';
import { beginningOf } from '../../kernel/week.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import type { Sighting } from './look.ts';
import { scheduledNews } from './mails.tsx';
import { findLaunch, type OwnLaunch } from './owner-queries.ts';
import { nextLook } from './rules.ts';
import { tellOwner } from './telling.ts';
import { lockLaunch, writeLook, writeNextLook } from './watch-queries.ts';

type Watching = Pick<Ctx, 'sql' | 'site' | 'clock'>;

const nextLookAt = ({ site, clock }: Watching, began_at: Date, week: string): Date =>
  nextLook({ began_at, week_begins_at: beginningOf(week, site.time_zone), now: clock.now() });

/** Goes on looking for the badge of a listing that has another week. */
export const watchOn = async (ctx: Watching, listing_id: number, week: string): Promise<void> => {
  const listing = await findLaunch(ctx.sql, listing_id);
  if (listing?.watched_since) await writeNextLook(ctx.sql, listing_id, nextLookAt(ctx, listing.watched_since, week));
};

/** Writes down what was seen on a homepage, and schedules the listing whose badge was there. In the transaction under way. */
export const concludeLook = async (ctx: Watching, launch: OwnLaunch, { found, seen }: Sighting): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, owner_id, watched_since } = launch;
  const now = clock.now();
  const stands = await lockLaunch(sql, listing_id);
  const waits = stands?.status === 'awaiting_badge' && stands.launch_week_on && watched_since;
  const next_look_at = waits && !found ? nextLookAt(ctx, watched_since, stands.launch_week_on!) : null;
  await writeLook(sql, { listing_id, looked_at: now, found, seen, next_look_at });
  if (!waits || !found) return;
  const move = LISTING_MOVES.badge_found;
  await makeMove(sql, { record: 'listing', id: listing_id, name: 'badge_found', move, account_id: null, at: now });
  await tellOwner(ctx, owner_id, scheduledNews(site, launch, stands.launch_week_on!));
};
