import type { Leaderboard } from '../../modules/ballot/schema.ts';
import { count } from '../wording.ts';
import { Day } from './time.tsx';

type Metric = Leaderboard['items'][number]['metric'];

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exactMoney = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const points = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** How each board's figure is said: the figure itself, and what stands under it. */
const SAID: Record<string, { figure: (value: number) => string; under: string }> = {
  votes: { figure: count, under: 'votes' },
  contributed: { figure: (cents) => exactMoney.format(cents / 100), under: 'contributed' },
  domain_rating: { figure: (value) => points.format(value), under: 'points' },
  revenue: { figure: (cents) => money.format(cents / 100), under: 'a month' },
};

const signed = (name: string, trend: number): string => `${trend < 0 ? '−' : '+'}${SAID[name]!.figure(Math.abs(trend))}`;

/** The figure a place on a board rests on. */
export const Figure = ({ metric }: { metric: Metric }) => (
  <p class="figure">
    <strong>{SAID[metric.name]!.figure(metric.value)}</strong> {SAID[metric.name]!.under}
    {metric.trend !== null && metric.trend !== 0 && (
      <span class={metric.trend < 0 ? 'trend trend-down' : 'trend'}>
        {signed(metric.name, metric.trend)}
        <span class="unseen"> since the value before</span>
      </span>
    )}
  </p>
);

/** Who says so, and of which day it is. */
export const Source = ({ metric }: { metric: Metric }) => (
  <li class="quiet">
    <span dir="auto">{metric.source}</span>
    {metric.as_of && (
      <>
        , <Day on={metric.as_of} />
      </>
    )}
  </li>
);
