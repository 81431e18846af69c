import type { ComponentChildren } from 'preact';
import { perLanguage } from '../../../kernel/language/locale.ts';
import { t } from '../../../kernel/language/messages.ts';
import { type DayRange, listDays } from '../../../modules/stats/rules.ts';
import { formatCount } from '../format.tsx';

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
export const CHART_HEIGHT = 100;

/** The top of the axis: 1, 2 or 5 times a power of ten, at least `least`. */
export const niceMax = (max: number, least = 5): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  return Math.max([1, 2, 5, 10].map((step) => step * power).find((top) => top >= max)!, least);
};

export const roundCoordinate = (n: number): number => Math.round(n * 100) / 100;

/** A bar that stands on the axis. */
const Bar = ({ n, x, width, height }: { n: number; x: number; width: number; height: number }) =>
  height > 0 ? (
    <path
      class={`chart-bar-${n}`}
      d={`M${roundCoordinate(x)} ${CHART_HEIGHT}v${roundCoordinate(-height)}h${roundCoordinate(width)}V${CHART_HEIGHT}z`}
    />
  ) : null;

/** The width of one of so many bars. */
export const stepOf = (bars: number): number => WIDTH / bars;

export const Axis = ({ from, to }: DayRange) => (
  <p class="chart-days" aria-hidden="true">
    <span>{formatShortDay(from)}</span>
    <span>{formatShortDay(to)}</span>
  </p>
);

export const Plot = ({ label, top, bottom, children }: { label: string; top: string; bottom: string; children: ComponentChildren }) => (
  <div class="chart-plot">
    <p class="chart-scale" aria-hidden="true">
      <span>{top}</span>
      <span>{bottom}</span>
    </p>
    <svg viewBox={`0 0 ${WIDTH} ${CHART_HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="chart-grid" d={`M0 0h${WIDTH}M0 ${CHART_HEIGHT / 2}h${WIDTH}M0 ${CHART_HEIGHT}h${WIDTH}`} />
      {children}
    </svg>
  </div>
);

interface Series<D> {
  /** Of the legend. */
  name: string;
  count(day: D): number;
  /** A count for people: "3 votes". */
  describe(count: number): string;
}

interface BarChartProps<D> extends DayRange {
  heading: string;
  /** One bar each: days, or weeks by their Monday. They may end before the range does. */
  days: D[];
  /** How many bars the whole range has; by default one for each of its days. */
  bars?: number;
  /** The first is drawn as wide bars, the second as narrow bars in front of them. */
  series: [Series<D>, Series<D>];
  /** How the top of the scale is written, and its least value. */
  scale?: { format(top: number): string; least: number };
  nameDay?: (day: string) => string;
}

/** How wide the bars of each series are, as a share of a step. */
const BAR_WIDTHS = [0.8, 0.4];

/** Two counts by day. The table on the page says the same. */
export const BarChart = <D extends { day: string }>({
  heading,
  days,
  from,
  to,
  bars = listDays({ from, to }).length,
  series,
  scale = { format: formatCount, least: 5 },
  nameDay = formatWeekday,
}: BarChartProps<D>) => {
  const top = niceMax(Math.max(...days.flatMap((day) => series.map(({ count }) => count(day)))), scale.least);
  const step = stepOf(bars);
  const total = ({ describe, count }: Series<D>): string => describe(days.reduce((sum, day) => sum + count(day), 0));
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
        top={scale.format(top)}
        bottom="0"
      >
        {days.map((day, at) => (
          <g>
            <title>{`${nameDay(day.day)}: ${series.map(({ describe, count }) => describe(count(day))).join(', ')}`}</title>
            <path
              class="chart-hit"
              d={`M${roundCoordinate(at * step)} 0h${roundCoordinate(step)}v${CHART_HEIGHT}h${roundCoordinate(-step)}z`}
            />
            {series.map(({ count }, n) => (
              <Bar
                n={n + 1}
                x={at * step + (step * (1 - BAR_WIDTHS[n]!)) / 2}
                width={step * BAR_WIDTHS[n]!}
                height={(count(day) / top) * CHART_HEIGHT}
              />
            ))}
          </g>
        ))}
      </Plot>
      <Axis from={from} to={to} />
    </figure>
  );
};
