import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { makeMove } from '../../kernel/moves.ts';
import { beginningOf, weekAt } from '../../kernel/week.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { freezeWeek } from './freeze.ts';
import { liveNews } from './mails.tsx';
import { missWeek } from './missed.ts';
import { selectDueRelaunches } from './relaunch-queries.ts';
import { beginRelaunch } from './relaunching.ts';
import { tellOwner } from './telling.ts';
import { type Due, findLeft, selectDue, selectUnfrozen, selectUnfrozenVoted, writeBeginning, writeLaunch } from './turn-queries.ts';

type Turning = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** Makes a scheduled listing live in its week, as of the week's first moment. */
const launch = (ctx: Turning, due: Due): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await writeLaunch(sql, due, beginningOf(due.launch_week_on, site.time_zone));
    if (!listing) return;
    await tellOwner(ctx, listing.owner_id, liveNews(site, listing, due.launch_week_on));
    // Last, because all who go live wait for each other at the shelf.
    const move = LISTING_MOVES.week_begins;
    await makeMove(sql, { record: 'listing', id: listing.listing_id, name: 'week_begins', move, account_id: null, at: clock.now() });
  });

/** More than launch in any week; of the rest, if there is one, the next turn takes as many. */
const MOST = 1000;
/** Steps are independent of each other, so a few go together. */
const AT_ONCE = 4;

/** Does every step, and gives what went wrong: one that cannot be done is not in the way of the others. */
const doSteps = async <T>(whats: T[], step: (what: T) => Promise<void>, signal?: AbortSignal): Promise<unknown[]> => {
  const faults: unknown[] = [];
  for (let at = 0; at < whats.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    const done = await Promise.allSettled(whats.slice(at, at + AT_ONCE).map(step));
    faults.push(...done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
  }
  return faults;
};

/**
 * Makes it so that a site's week has begun: what was scheduled for it is live, what is over is frozen, what launches again is
 * of this week, who waits for a badge has another. Each step stands by itself and is done once, so whoever comes after a crash
 * goes on where it ended.
 */
export const turnWeek = async (ctx: Turning, signal?: AbortSignal): Promise<void> => {
  const { sql, site, clock } = ctx;
  const turning = { site_id: site.id, this_week: weekAt(clock.now(), site.time_zone) };
  const left = await findLeft(sql, turning);
  const faults: unknown[] = [];
  if (left.launches) faults.push(...(await doSteps(await selectDue(sql, turning, 'scheduled', MOST), (due) => launch(ctx, due), signal)));
  // Weeks that never began here, as imported ones, are frozen with the next that does: until then their votes may still come.
  const over = [
    ...(left.results ? await selectUnfrozen(sql, turning) : []),
    ...(left.begun ? [] : await selectUnfrozenVoted(sql, turning)),
  ];
  faults.push(...(await doSteps([...new Set(over)].sort(), (week) => freezeWeek(ctx, week), signal)));
  if (left.relaunches)
    faults.push(...(await doSteps(await selectDueRelaunches(sql, turning, MOST), (due) => beginRelaunch(ctx, due), signal)));
  if (left.moves)
    faults.push(...(await doSteps(await selectDue(sql, turning, 'awaiting_badge', MOST), (due) => missWeek(ctx, due), signal)));
  if (faults.length) throw new AggregateError(faults, `The week of ${turning.this_week} has not wholly begun on ${site.key}.`);
  if (!left.begun) await writeBeginning(sql, turning, clock.now());
};
