import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { toValue } from '../../../kernel/responses.ts';
import { addDays, dayAt, startOfDay } from '../../../kernel/time/weeks.ts';
import type { LaunchWeek } from '../../../modules/launches/schema.ts';
import { getLaunchWeek, hasEarlierWeek } from '../../../modules/launches/weeks/weeks.ts';
import { boardPaths, draftPaths, feedPaths, weekPaths } from '../../paths.ts';
import { calendarAlternate, feedAlternates, weekThing } from '../../server/metadata.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import type { ShareCard } from '../../share-images/share-card.ts';
import { ListingCards } from '../../ui/card.tsx';
import { Countdown, formatWeek, pluralize, WeekStrip, WeekText } from '../../ui/format.tsx';
import { Empty } from '../../ui/list.tsx';
import { RankedLaunches } from '../../ui/week-launches.tsx';

/** Anything that cannot be a week is "not found" rather than invalid. */
const IS_WEEK = /^(this|next|last|\d{4}-\d{2}-\d{2})$/;

interface Data extends LaunchWeek {
  /** Whether there is a page of the week before. */
  has_earlier: boolean;
}

export const load = async (ctx: Ctx, { week }: { week: string }): Promise<Data> => {
  if (!IS_WEEK.test(week)) throw new Refusal('launch_week_not_found');
  const found = toValue(
    await getLaunchWeek(ctx, { week }).catch((error) => {
      throw error instanceof Refusal && error.code === 'invalid_input' ? new Refusal('launch_week_not_found') : error;
    }),
  );
  return { ...found, has_earlier: await hasEarlierWeek(ctx, found.launch_week_on) };
};

const STATE_DESCRIPTIONS: Record<LaunchWeek['state'], string> = {
  running: 'These products launched on Monday. Vote until Sunday.',
  future: 'Voting starts on Monday.',
  finished: 'Voting has ended. These are the launches, ranked by votes.',
};

const titleOf = ({ launch_week_on: week }: LaunchWeek): string => `Launch week ${formatWeek(week)} ${week.slice(0, 4)}`;

/** The top three of a finished week. */
const describeWinners = ({ launches }: LaunchWeek): string =>
  launches
    .filter(({ rank }) => rank !== null && rank <= 3)
    .map(({ rank, listing }) => `${rank}. ${listing.name}`)
    .join(' · ');

const cardOf = (week: LaunchWeek, site: string): ShareCard => ({
  kind: week.state === 'future' ? 'Upcoming launch week' : week.state === 'running' ? 'This launch week' : 'Launch week',
  titles: [`${formatWeek(week.launch_week_on)} ${week.launch_week_on.slice(0, 4)}`],
  text: (week.state === 'finished' && describeWinners(week)) || STATE_DESCRIPTIONS[week.state],
  notes: [
    week.state === 'future'
      ? `${pluralize(week.scheduled_total, 'launch', 'launches')} scheduled`
      : pluralize(week.launches_total, 'launch', 'launches'),
    ...(week.is_final ? [`${pluralize(week.counted_votes, 'vote')} counted`] : []),
  ],
  site,
});

export const head = (data: Data, { site }: PageContext): PageHead => ({
  title: titleOf(data),
  description: STATE_DESCRIPTIONS[data.state],
  canonical: weekPaths.week({ week: data.launch_week_on }),
  alternates: [...feedAlternates(feedPaths.weeks(), 'Launch weeks'), calendarAlternate],
  things: [weekThing(titleOf(data), data, site)],
  card: cardOf(data, site.name),
  trail: [
    { name: 'Launches', href: weekPaths.launches() },
    { name: 'Calendar', href: weekPaths.calendar() },
  ],
  island: data.state === 'finished' ? undefined : 'countdown.js',
});

const Clock = ({ week: { launch_week_on: week, state }, context: { now, site } }: { week: LaunchWeek; context: PageContext }) => {
  if (state === 'finished') return null;
  const until = startOfDay(state === 'running' ? addDays(week, 7) : week, site.time_zone);
  return <Countdown what={state === 'running' ? 'Voting ends in' : 'Starts in'} until={until} now={now} />;
};

const Neighbours = ({ week: { launch_week_on: week, state, has_earlier } }: { week: Data }) => (
  <nav class="actions board-weeks" aria-label="Weeks">
    {has_earlier && (
      <a class="button" rel="prev" href={weekPaths.week({ week: addDays(week, -7) })}>
        Previous week
      </a>
    )}
    <a class="button" rel="next" href={weekPaths.week({ week: addDays(week, 7) })}>
      Next week
    </a>
    <p class="actions week-links">
      {state !== 'running' && <a href={weekPaths.week({ week: 'this' })}>This week</a>}
      <a href={weekPaths.calendar()}>All weeks</a>
    </p>
  </nav>
);

const Result = ({ week: { launch_week_on: week, state, is_final, counted_votes, uncounted_votes } }: { week: LaunchWeek }) => (
  <p class="quiet week-result">
    {is_final && 'Final result: '}
    {pluralize(counted_votes, 'vote')} counted
    {uncounted_votes > 0 && `, ${pluralize(uncounted_votes, 'vote')} not counted`}.{' '}
    <a href={boardPaths.howRankingWorks()}>How votes are counted</a>
    {state === 'finished' && (
      <>
        {' '}
        · <a href={weekPaths.ledgerFile({ week })}>Recount from the ledger</a>
      </>
    )}
  </p>
);

const Launched = ({ week, context }: { week: LaunchWeek; context: PageContext }) => {
  const { launches, launches_total } = week;
  return (
    <section aria-labelledby="launched">
      <h2 id="launched">{pluralize(launches_total, 'launch', 'launches')}</h2>
      <Result week={week} />
      <RankedLaunches week={week} context={context} />
      {launches.length < launches_total && (
        <p class="more">
          Showing the top {launches.length}.{' '}
          <a href={boardPaths.leaderboard({ board: 'community-weekly', week: week.launch_week_on })}>See all</a>
        </p>
      )}
    </section>
  );
};

export const view = (week: Data, context: PageContext) => (
  <div data-countdown-now={context.now.toISOString()}>
    <header class="page-head with-aside with-week week-head">
      <div>
        <p class="eyebrow">{week.state === 'running' ? 'This week' : week.state === 'future' ? 'Upcoming week' : 'Past week'}</p>
        <h1>
          <WeekText monday={week.launch_week_on} />
        </h1>
        <p class="lede">{STATE_DESCRIPTIONS[week.state]}</p>
        <Clock week={week} context={context} />
      </div>
      <WeekStrip monday={week.launch_week_on} today={dayAt(context.now, context.site.time_zone)} />
    </header>
    <Neighbours week={week} />
    {week.launches.length > 0 && <Launched week={week} context={context} />}
    {week.scheduled.length > 0 && (
      <section class="block" aria-labelledby="scheduled">
        <h2 id="scheduled">{pluralize(week.scheduled_total, 'launch', 'launches')} scheduled</h2>
        <ListingCards listings={week.scheduled} />
      </section>
    )}
    {week.launches.length === 0 && week.scheduled.length === 0 && (
      <Empty title={week.state === 'future' ? 'No launches scheduled for this week yet' : 'No launches in this week'}>
        <p>
          <a href={draftPaths.submit()}>Submit a product</a>, or see{' '}
          <a href={weekPaths.launches({ section: 'recent' })}>what has launched</a>.
        </p>
      </Empty>
    )}
  </div>
);
