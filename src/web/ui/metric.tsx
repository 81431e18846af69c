import type { Leaderboard } from '../../modules/votes/boards/schema.ts';
import { DayText, formatCount } from './format.tsx';

type Metric = Leaderboard['items'][number]['metric'];

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exactMoney = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const points = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** How to show each board's metric: the figure, and the label below it. */
const METRIC_FORMATS: Record<string, { figure: (value: number) => string; label: string }> = {
  votes: { figure: formatCount, label: 'votes' },
  contributed: { figure: (cents) => exactMoney.format(cents / 100), label: 'contributed' },
  domain_rating: { figure: (value) => points.format(value), label: 'points' },
  revenue: { figure: (cents) => money.format(cents / 100), label: 'a month' },
};

const formatTrend = (name: string, trend: number): string => `${trend < 0 ? '−' : '+'}${METRIC_FORMATS[name]!.figure(Math.abs(trend))}`;

/** The metric a board is ranked by. */
export const MetricValue = ({ metric }: { metric: Metric }) => (
  <p class="figure">
    <strong>{METRIC_FORMATS[metric.name]!.figure(metric.value)}</strong> {METRIC_FORMATS[metric.name]!.label}
    {metric.trend !== null && metric.trend !== 0 && (
      <span class={metric.trend < 0 ? 'trend trend-down' : 'trend'}>
        {formatTrend(metric.name, metric.trend)}
        <span class="unseen"> since the value before</span>
      </span>
    )}
  </p>
);

/** The metric's source and date. */
export const MetricSourceNote = ({ metric }: { metric: Metric }) => (
  <li class="quiet">
    <span dir="auto">{metric.source}</span>
    {metric.as_of && (
      <>
        , <DayText on={metric.as_of} />
      </>
    )}
  </li>
);
