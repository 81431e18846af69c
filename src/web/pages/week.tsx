import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { valueIn } from '../../kernel/json.ts';
import { addDays, beginningOf, dayIn } from '../../kernel/week.ts';
import type { LaunchWeek } from '../../modules/launches/schema.ts';
import { getLaunchWeek } from '../../modules/launches/week.ts';
import { to } from '../addresses.ts';
import { calendarOfWeeks, feedOf } from '../alternates.ts';
import { weekThing } from '../linked-data.ts';
import type { Head, Here, Params } from '../page.ts';
import { Cards } from '../parts/card.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Empty } from '../parts/empty.tsx';
import { PlacedLaunches } from '../parts/placed-launches.tsx';
import { sayWeek, Week } from '../parts/time.tsx';
import { WeekStrip } from '../parts/week-strip.tsx';
import type { Card } from '../pictures/card.ts';
import { counted } from '../wording.ts';

/** What cannot be a week is not there, rather than wrong. */
const IS_WEEK = /^(this|next|last|\d{4}-\d{2}-\d{2})$/;

export const load = async (ctx: Ctx, { week = '' }: Params): Promise<LaunchWeek> => {
  if (!IS_WEEK.test(week)) throw new Refusal('launch_week_not_found');
  return valueIn(
    await getLaunchWeek(ctx, { week }).catch((error) => {
      throw error instanceof Refusal && error.code === 'invalid_input' ? new Refusal('launch_week_not_found') : error;
    }),
  );
};

const SAYS: Record<LaunchWeek['state'], string> = {
  running: 'Launched on Monday, and open for votes until Sunday.',
  future: 'Not begun yet. This is what is scheduled for it.',
  finished: 'Over. These are its launches by the votes people cast in it.',
};

const titleOf = ({ week }: LaunchWeek): string => `Launch week ${sayWeek(week)} ${week.slice(0, 4)}`;

/** Who came first, once that is settled. */
const sayWinners = ({ launches }: LaunchWeek): string =>
  launches
    .filter(({ rank }) => rank !== null && rank <= 3)
    .map(({ rank, listing }) => `${rank}. ${listing.name}`)
    .join(' · ');

const cardOf = (week: LaunchWeek, site: string): Card => ({
  kind: week.state === 'future' ? 'Launch week to come' : week.state === 'running' ? 'This launch week' : 'Launch week',
  titles: [`${sayWeek(week.week)} ${week.week.slice(0, 4)}`],
  text: (week.state === 'finished' && sayWinners(week)) || SAYS[week.state],
  notes: [
    week.state === 'future'
      ? `${counted(week.scheduled_total, 'launch', 'launches')} scheduled`
      : counted(week.launches_total, 'launch', 'launches'),
    ...(week.is_final ? [`${counted(week.counted_votes, 'vote')} counted`] : []),
  ],
  site,
});

export const head = (data: LaunchWeek, { site }: Here): Head => ({
  title: titleOf(data),
  description: SAYS[data.state],
  canonical: to.week(data.week),
  alternates: [...feedOf('weeks', 'Launch weeks'), calendarOfWeeks],
  things: [weekThing(titleOf(data), data, site)],
  card: cardOf(data, site.name),
  trail: [
    { name: 'Launches', href: to.launches() },
    { name: 'Calendar', href: to.calendar() },
  ],
  island: data.state === 'finished' ? undefined : 'countdown.js',
});

const Clock = ({ week: { week, state }, here: { now, site } }: { week: LaunchWeek; here: Here }) => {
  if (state === 'finished') return null;
  const until = beginningOf(state === 'running' ? addDays(week, 7) : week, site.time_zone);
  return <Countdown what={state === 'running' ? 'Voting ends in' : 'Begins in'} until={until} now={now} />;
};

const Neighbours = ({ week: { week, state } }: { week: LaunchWeek }) => (
  <nav class="board-weeks" aria-label="Weeks">
    <a class="button" rel="prev" href={to.week(addDays(week, -7))}>
      The week before
    </a>
    <a class="button" rel="next" href={to.week(addDays(week, 7))}>
      The week after
    </a>
    <p class="week-links">
      {state !== 'running' && <a href={to.week('this')}>This week</a>}
      <a href={to.calendar()}>All weeks</a>
    </p>
  </nav>
);

const Result = ({ week: { week, state, is_final, counted_votes, uncounted_votes } }: { week: LaunchWeek }) => (
  <p class="quiet week-result">
    {is_final && 'The result is frozen. '}
    {counted(counted_votes, 'vote')} counted
    {uncounted_votes > 0 && `, ${counted(uncounted_votes, 'vote')} not counted`}. <a href={to.ranking()}>How votes are counted</a>
    {state === 'finished' && (
      <>
        {' '}
        · <a href={to.weekLedger(week)}>Count it again from its ledger</a>
      </>
    )}
  </p>
);

const Launched = ({ week, here }: { week: LaunchWeek; here: Here }) => {
  const { launches, launches_total } = week;
  return (
    <section aria-labelledby="launched">
      <h2 id="launched">{counted(launches_total, 'launch', 'launches')}</h2>
      <Result week={week} />
      <PlacedLaunches week={week} here={here} />
      {launches.length < launches_total && (
        <p class="more">
          These are the first {launches.length}. <a href={to.leaderboard('community-weekly', { week: week.week })}>The whole board</a>
        </p>
      )}
    </section>
  );
};

export const view = (week: LaunchWeek, here: Here) => (
  <div data-countdown-now={here.now.toISOString()}>
    <header class="page-head week-head">
      <div>
        <p class="eyebrow">{week.state === 'running' ? 'This week' : week.state === 'future' ? 'A week to come' : 'A finished week'}</p>
        <h1>
          <Week monday={week.week} />
        </h1>
        <p class="lede">{SAYS[week.state]}</p>
        <Clock week={week} here={here} />
      </div>
      <WeekStrip monday={week.week} today={dayIn(here.now, here.site.time_zone)} />
    </header>
    <Neighbours week={week} />
    {week.launches.length > 0 && <Launched week={week} here={here} />}
    {week.scheduled.length > 0 && (
      <section class="block" aria-labelledby="scheduled">
        <h2 id="scheduled">{counted(week.scheduled_total, 'launch', 'launches')} scheduled</h2>
        <Cards listings={week.scheduled} />
      </section>
    )}
    {week.launches.length === 0 && week.scheduled.length === 0 && (
      <Empty title={week.state === 'future' ? 'Nothing is scheduled for this week yet.' : 'Nothing launched in this week.'}>
        <p>
          <a href={to.submit()}>Submit a product</a>, or see <a href={to.launches({ section: 'recent' })}>what has launched</a>.
        </p>
      </Empty>
    )}
  </div>
);
