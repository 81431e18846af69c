import type { LaunchWeek } from '../../modules/launches/schema.ts';
import { to } from '../addresses.ts';
import { isFirstDay, shuffledAt } from '../first-day.ts';
import type { Here } from '../page.ts';
import { Podium } from './podium.tsx';
import { WeekLaunches } from './week-launches.tsx';

/** A week's launches: shuffled on its first day, later the first three and then the others. */
export const PlacedLaunches = ({ week, here, most }: { week: LaunchWeek; here: Here; most?: number }) => {
  const { launches, state } = week;
  const open = state === 'running';
  if (isFirstDay(week, here.now, here.site.time_zone))
    return (
      <>
        <p class="quiet section-says">
          On the first day the order here is shuffled every minute, so that nobody gains by standing first.{' '}
          <a href={to.leaderboard('community-weekly')}>The count so far</a>
        </p>
        <WeekLaunches launches={shuffledAt(launches, here.now).slice(0, most)} open={open} placed={false} />
      </>
    );
  const first = launches.filter(({ rank }) => rank !== null && rank <= 3);
  const others = launches.slice(first.length, most);
  return (
    <>
      {first.length > 0 && <Podium places={first} open={open} />}
      {others.length > 0 && <WeekLaunches launches={others} open={open} />}
    </>
  );
};
