import { perLanguage } from '../../kernel/language/locale.ts';
import { msg, t, texts } from '../../kernel/language/messages.ts';
import type { Leaderboard } from '../../modules/votes/boards/schema.ts';
import { DayText, formatCount, formatDollars, formatPrice } from './format.tsx';

type Metric = Leaderboard['items'][number]['metric'];

const points = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { maximumFractionDigits: 1 }));

/** How to show each board's metric: the figure, and the label below it. */
const METRIC_FORMATS: Record<string, { figure: (value: number) => string; label: string }> = texts({
  votes: { figure: formatCount, label: msg('votes') },
  contributed: { figure: formatDollars, label: msg('contributed') },
  domain_rating: { figure: (value) => points().format(value), label: msg('points') },
  revenue: { figure: (cents) => formatPrice(Math.round(cents / 100) * 100), label: msg('a month') },
});

const formatTrend = (name: string, trend: number): string => `${trend < 0 ? '−' : '+'}${METRIC_FORMATS[name]!.figure(Math.abs(trend))}`;

/** The change since the last value. */
export const Trend = ({ trend, text }: { trend: number; text: string }) => (
  <span class={trend < 0 ? 'trend trend-down' : 'trend'}>
    {text}
    <span class="unseen"> {t('since the last value')}</span>
  </span>
);

/** Where a metric comes from, and its date. */
export const SourceAndDate = ({ source, as_of }: Pick<Metric, 'source' | 'as_of'>) => (
  <>
    <span dir="auto">{source}</span>
    {as_of && (
      <>
        , <DayText on={as_of} />
      </>
    )}
  </>
);

/** The metric a board is ranked by. */
export const MetricValue = ({ metric }: { metric: Metric }) => (
  <p class="figure">
    <strong>{METRIC_FORMATS[metric.name]!.figure(metric.value)}</strong> {METRIC_FORMATS[metric.name]!.label}
    {metric.trend !== null && metric.trend !== 0 && <Trend trend={metric.trend} text={formatTrend(metric.name, metric.trend)} />}
  </p>
);
