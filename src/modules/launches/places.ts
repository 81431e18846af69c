import type { Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { findWeekWithRoom, type Place, selectSettings, takePlace } from './place-queries.ts';
import { type WeekSettings, weekSettings } from './rules.ts';

/** What a site says about its weeks. */
export const settingsOf = async (sql: Db, site_id: number): Promise<WeekSettings> => weekSettings(await selectSettings(sql, site_id));

/** Takes a place in the first week with room from one on, and says which. Weeks are only ever tried forward, so nobody waits in a circle. */
export const takeFirstPlace = async (
  sql: Db,
  place: Omit<Place, 'week_on'>,
  from: string,
  { week_room }: WeekSettings,
): Promise<string> => {
  for (;;) {
    const week_on = await findWeekWithRoom(sql, place.site_id, from, week_room);
    if (!week_on) throw new Refusal('weeks_full');
    // Whoever was first may have taken the last place meanwhile.
    if (await takePlace(sql, { ...place, week_on }, week_room)) return week_on;
  }
};
