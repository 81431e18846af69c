import { perLanguage } from '../../../kernel/language/locale.ts';
import { t } from '../../../kernel/language/messages.ts';
import { addDays } from '../../../kernel/time/weeks.ts';
import { type Counts, type DayRange, listDays } from '../../../modules/stats/rules.ts';
import type { StatsDay } from '../../../modules/stats/stats.ts';
import { formatCount } from '../../ui/format.tsx';

const short_days = perLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
const week_days = perLanguage(
  ({ dates }) => new Intl.DateTimeFormat(dates, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const parse = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** 9 Nov, for the ends of an axis. */
const formatShortDay = (day: string): string => short_days().format(parse(day));
/** Mon, 9 Nov */
export const formatWeekday = (day: string): string => week_days().format(parse(day));

/** The drawing is stretched to the width of the page, so it has no text of its own. */
const WIDTH = 1000;
const HEIGHT = 100;

/** The top of the axis: 1, 2 or 5 times a power of ten, at least 5. */
export const niceMax = (max: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  return Math.max([1, 2, 5, 10].map((step) => step * power).find((top) => top >= max)!, 5);
};

interface Series {
  /** Of the legend; `format` names the count of a day. */
  name: string;
  format: (n: number) => string;
  count: keyof Counts;
}

const round = (n: number): number => Math.round(n * 100) / 100;

/** A bar that stands on the axis. */
const Bar = ({ n, x, width, height }: { n: 1 | 2; x: number; width: number; height: number }) =>
  height > 0 ? <path class={`chart-bar-${n}`} d={`M${round(x)} ${HEIGHT}v${round(-height)}h${round(width)}V${HEIGHT}z`} /> : null;

/** What is drawn: the days until now, of a range that may end later. */
interface Drawn extends DayRange {
  days: StatsDay[];
}

/** The width of a day. */
const stepOf = (range: DayRange): number => WIDTH / listDays(range).length;

const Axis = ({ from, to }: DayRange) => (
  <p class="chart-days" aria-hidden="true">
    <span>{formatShortDay(from)}</span>
    <span>{formatShortDay(to)}</span>
  </p>
);

const Plot = ({ label, top, bottom, children }: { label: string; top: string; bottom: string; children: unknown }) => (
  <div class="chart-plot">
    <p class="chart-scale" aria-hidden="true">
      <span>{top}</span>
      <span>{bottom}</span>
    </p>
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="chart-grid" d={`M0 0h${WIDTH}M0 ${HEIGHT / 2}h${WIDTH}M0 ${HEIGHT}h${WIDTH}`} />
      {children as never}
    </svg>
  </div>
);

/** Two counts by day: the first as wide bars, the second as narrow bars in front of them. The table on the page says the same. */
export const BarChart = ({ heading, series, days, ...range }: Drawn & { heading: string; series: [Series, Series] }) => {
  const top = niceMax(Math.max(...days.flatMap((day) => series.map(({ count }) => day[count]))));
  const step = stepOf(range);
  const describe = (day: StatsDay): string =>
    `${formatWeekday(day.day)}: ${series.map(({ format, count }) => format(day[count])).join(', ')}`;
  const total = ({ format, count }: Series): string => format(days.reduce((sum, day) => sum + day[count], 0));
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <h3>{heading}</h3>
        <ul class="chart-legend">
          {series.map(({ name }, n) => (
            <li class={`chart-key-${n + 1}`}>{name}</li>
          ))}
        </ul>
      </figcaption>
      <Plot
        label={t('{heading} by day: {join} in total. The table below shows every day.', { heading, join: series.map(total).join(' and ') })}
        top={formatCount(top)}
        bottom="0"
      >
        {days.map((day, at) => (
          <g>
            <title>{describe(day)}</title>
            <path class="chart-hit" d={`M${round(at * step)} 0h${round(step)}v${HEIGHT}h${round(-step)}z`} />
            <Bar n={1} x={at * step + step * 0.1} width={step * 0.8} height={(day[series[0].count] / top) * HEIGHT} />
            <Bar n={2} x={at * step + step * 0.3} width={step * 0.4} height={(day[series[1].count] / top) * HEIGHT} />
          </g>
        ))}
      </Plot>
      <Axis {...range} />
    </figure>
  );
};

/** The rank at the end of each day of the launch week. The first place is on top. */
export const RankChart = ({ days: shown, week_on }: Pick<Drawn, 'days'> & { week_on: string }) => {
  const range = { from: week_on, to: addDays(week_on, 6) };
  const days = shown.filter(({ day }) => day >= range.from && day <= range.to);
  const ranked = days.filter(({ rank }) => rank !== null);
  const lowest = Math.max(...ranked.map(({ rank }) => rank!), 3);
  const step = stepOf(range);
  const points = days.flatMap(({ day, rank }) =>
    rank === null
      ? []
      : [`${round((listDays(range).indexOf(day) + 0.5) * step)} ${round(8 + ((rank - 1) / (lowest - 1)) * (HEIGHT - 16))}`],
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
