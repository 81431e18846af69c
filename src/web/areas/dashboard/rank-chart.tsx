import { t } from '../../../kernel/language/messages.ts';
import { addDays } from '../../../kernel/time/weeks.ts';
import { listDays } from '../../../modules/stats/rules.ts';
import type { StatsDay } from '../../../modules/stats/stats.ts';
import { Axis, CHART_HEIGHT, formatWeekday, Plot, roundCoordinate, stepOf } from '../../ui/charts/charts.tsx';

/** The rank at the end of each day of the launch week. The first place is on top. */
export const RankChart = ({ days: shown, week_on }: { days: StatsDay[]; week_on: string }) => {
  const range = { from: week_on, to: addDays(week_on, 6) };
  const week_days = listDays(range);
  const days = shown.filter(({ day }) => day >= range.from && day <= range.to);
  const ranked = days.filter(({ rank }) => rank !== null);
  const lowest = Math.max(...ranked.map(({ rank }) => rank!), 3);
  const step = stepOf(week_days.length);
  const points = days.flatMap(({ day, rank }) =>
    rank === null
      ? []
      : [
          `${roundCoordinate((week_days.indexOf(day) + 0.5) * step)} ${roundCoordinate(8 + ((rank - 1) / (lowest - 1)) * (CHART_HEIGHT - 16))}`,
        ],
  );
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <h3>{t('Rank in your launch week')}</h3>
      </figcaption>
      <Plot
        label={t('Rank at the end of each day: {join}.', {
          join: ranked.map(({ day, rank }) => `${formatWeekday(day)} #${rank}`).join(', '),
        })}
        top="#1"
        bottom={`#${lowest}`}
      >
        <path class="chart-line" d={`M${points.join('L')}`} />
        {/* Lines without length have round ends, which are not stretched. */}
        <path class="chart-dots" d={points.map((point) => `M${point}h0`).join('')} />
      </Plot>
      <Axis {...range} />
    </figure>
  );
};
