import { createHash } from 'node:crypto';
import { addDays, beginningOf } from '../kernel/week.ts';
import type { LaunchWeek } from '../modules/launches/schema.ts';

/** Whether a week runs and is less than a day old. */
export const isFirstDay = ({ week, state }: Pick<LaunchWeek, 'week' | 'state'>, now: Date, time_zone: string): boolean =>
  state === 'running' && now < beginningOf(addDays(week, 1), time_zone);

/** Another order every minute, the same for all who look in it: who is at the top is chance, and nobody stays there. */
export const shuffledAt = <T extends { listing: { slug: string } }>(launches: T[], now: Date): T[] => {
  const minute = Math.floor(now.getTime() / 60_000);
  const lot = ({ listing }: T) => createHash('sha256').update(`${minute} ${listing.slug}`).digest('hex');
  return launches
    .map((launch) => ({ launch, lot: lot(launch) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ launch }) => launch);
};
