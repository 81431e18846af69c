import type { Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { addDays } from '../../kernel/time/weeks.ts';
import { selectSiteSettings } from '../sites/queries.ts';
import { findFreeWeek, takeSlot, type WeekSlot } from './queries.ts';
import { readWeekSettings, type WeekSettings } from './rules.ts';

export const loadWeekSettings = async (sql: Db, site_id: number): Promise<WeekSettings> =>
  readWeekSettings(await selectSiteSettings(sql, site_id));

/** False if the week is full. Tries twice: the first attempt fails if another transaction has just created the row of the week. */
export const takeWeekSlot = async (sql: Db, slot: WeekSlot, { week_room }: Pick<WeekSettings, 'week_room'>, now: Date): Promise<boolean> =>
  (await takeSlot(sql, slot, week_room, now)) || takeSlot(sql, slot, week_room, now);

/** How often a week is tried that seems to have a free slot. */
const MAX_TRIES = 3;

/** Takes a slot in the first week with room and returns it. Goes only forward, so that transactions cannot deadlock. */
export const takeFirstFreeSlot = async (
  sql: Db,
  slot: Omit<WeekSlot, 'week_on'>,
  first: string,
  { week_room }: WeekSettings,
  now: Date,
): Promise<string> => {
  let from = first;
  let attempt = { week_on: '', times: 0 };
  for (;;) {
    const week_on = await findFreeWeek(sql, slot.site_id, from, week_room, now);
    if (!week_on) throw new Refusal('weeks_full');
    if (await takeSlot(sql, { ...slot, week_on }, week_room, now)) return week_on;
    // The last slot may have been taken concurrently; or the listing already has a slot in this week; or another order is renewing its
    // hold.
    attempt = attempt.week_on === week_on ? { week_on, times: attempt.times + 1 } : { week_on, times: 1 };
    if (attempt.times === MAX_TRIES) from = addDays(week_on, 7);
  }
};
