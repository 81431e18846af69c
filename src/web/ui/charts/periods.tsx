import { t } from '../../../kernel/language/messages.ts';

interface PeriodsProps<Period extends string> {
  periods: readonly Period[];
  names: Record<Period, string>;
  current: Period;
  hrefOf: (period: Period) => string;
}

/** Links to the same numbers of other periods. */
export const Periods = <Period extends string>({ periods, names, current, hrefOf }: PeriodsProps<Period>) => (
  <nav aria-label={t('Period')}>
    <ul class="chips">
      {periods.map((period) => (
        <li>
          <a class="chip" href={hrefOf(period)} aria-current={period === current ? 'true' : undefined}>
            {names[period]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
