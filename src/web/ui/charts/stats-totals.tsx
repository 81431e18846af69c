import type { ComponentChildren } from 'preact';
import { t } from '../../../kernel/language/messages.ts';
import { formatCount } from '../format.tsx';

interface Total {
  label: string;
  value: number;
  /** Of the period before; without it no change is shown. */
  before?: number;
  format?: (value: number) => string;
}

const Change = ({ value, before, format = formatCount }: Total & { before: number }) => (
  <p class={value > before ? 'trend' : 'trend trend-down'}>
    {value === before ? t('No change') : `${value > before ? '+' : '−'}${format(Math.abs(value - before))}`}
    <span class="unseen"> {t('compared with the previous period')}</span>
  </p>
);

/** The totals of a period, each with its change. More of them may follow as children. */
export const StatsTotals = ({ totals, children }: { totals: Total[]; children?: ComponentChildren }) => (
  <dl class="stats-totals">
    {totals.map((total) => (
      <div>
        <dt>{total.label}</dt>
        <dd>
          <strong>{(total.format ?? formatCount)(total.value)}</strong>
          {total.before !== undefined && <Change {...total} before={total.before} />}
        </dd>
      </div>
    ))}
    {children}
  </dl>
);
