import { t } from '../../../../kernel/language/messages.ts';
import { addDays } from '../../../../kernel/time/weeks.ts';
import type { LaunchVotes, VotePoint } from '../../../../modules/votes/team/launch-votes.ts';
import { Axis, BarChart, CHART_HEIGHT, Plot, roundCoordinate } from '../../../ui/charts/charts.tsx';

const HOUR = 3_600_000;
const WEEK_HOURS = 7 * 24;
/** Each bar is a quarter of a day. */
const BAR_HOURS = 6;

interface Bar {
  day: string;
  votes: number;
  uncounted: number;
}

/** Votes after the week are in the last bar. */
const toBars = (votes: VotePoint[], starts_at: number): Bar[] => {
  const bars = Array.from({ length: WEEK_HOURS / BAR_HOURS }, (_, i) => ({
    day: new Date(starts_at + i * BAR_HOURS * HOUR).toISOString(),
    votes: 0,
    uncounted: 0,
  }));
  for (const { cast_at, state } of votes) {
    const at = Math.floor((cast_at.getTime() - starts_at) / (BAR_HOURS * HOUR));
    const bar = bars[Math.min(Math.max(at, 0), bars.length - 1)]!;
    bar.votes += 1;
    if (state === 'uncounted') bar.uncounted += 1;
  }
  return bars;
};

const describeVotes = (n: number): string => t('{n, plural, one {# vote} other {# votes}}', { n });
const describeUncounted = (n: number): string => t('{n} not counted', { n });

/** Ages of accounts are drawn on a logarithmic scale, from a minute to three years. */
const YOUNGEST = 60_000;
const OLDEST = 3 * 365 * 24 * HOUR;
const heightOf = (age: number): number =>
  CHART_HEIGHT * (1 - Math.log(Math.min(Math.max(age, YOUNGEST), OLDEST) / YOUNGEST) / Math.log(OLDEST / YOUNGEST));

const dotsOf = (votes: VotePoint[], starts_at: number): string =>
  votes
    .filter(({ account_created_at }) => account_created_at !== null)
    .map(({ cast_at, account_created_at }) => {
      const x = Math.min(Math.max((cast_at.getTime() - starts_at) / (WEEK_HOURS * HOUR), 0), 1) * 1000;
      return `M${roundCoordinate(x)} ${roundCoordinate(heightOf(cast_at.getTime() - account_created_at!.getTime()))}h0`;
    })
    .join('');

/** When votes came, and how old the accounts were: accounts made for one purpose are a line or a cloud of their own. */
export const VotePicture = ({ launch: { votes, launch_week_on } }: { launch: LaunchVotes }) => {
  const starts_at = Date.parse(launch_week_on);
  const range = { from: launch_week_on, to: addDays(launch_week_on, 6) };
  const byState = (state: VotePoint['state']) => votes.filter((vote) => vote.state === state);
  return (
    <>
      <BarChart<Bar>
        heading={t('Arrival')}
        {...range}
        days={toBars(votes, starts_at)}
        bars={WEEK_HOURS / BAR_HOURS}
        series={[
          { name: t('All votes'), count: (bar) => bar.votes, describe: describeVotes },
          { name: t('Not counted'), count: (bar) => bar.uncounted, describe: describeUncounted },
        ]}
        nameDay={(day) => day.slice(0, 13).replace('T', ' ')}
      />
      <figure class="chart">
        <figcaption class="chart-head">
          <h3>{t('Age of the accounts')}</h3>
          <ul class="chart-legend">
            <li class="chart-key-1">{t('Counted')}</li>
            <li class="chart-key-2">{t('Not counted')}</li>
          </ul>
        </figcaption>
        <Plot
          label={t('Each dot is a vote: to the right by time, upwards by the age of its account, from a minute to three years.')}
          top={t('3 y')}
          bottom={t('1 min')}
        >
          <path class="vote-dots" d={dotsOf(byState('counted'), starts_at)} />
          <path class="vote-dots vote-dots-held" d={dotsOf(byState('uncounted'), starts_at)} />
        </Plot>
        <Axis {...range} />
      </figure>
    </>
  );
};
