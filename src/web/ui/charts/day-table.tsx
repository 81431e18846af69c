import { t } from '../../../kernel/language/messages.ts';
import { formatWeekday } from './charts.tsx';

interface DayColumn<Day> {
  label: string;
  format: (day: Day) => string;
}

interface DayTableProps<Day> {
  title: string;
  /** The oldest first; the table begins with the newest. */
  days: readonly Day[];
  columns: readonly DayColumn<Day>[];
}

/** The numbers of each day behind a chart, closed until somebody opens them. */
export const DayTable = <Day extends { day: string }>({ title, days, columns }: DayTableProps<Day>) => (
  <details>
    <summary>{title}</summary>
    <section class="scroll" aria-label={title} tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {columns.map(({ label }) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr>
              <th scope="row">{formatWeekday(day.day)}</th>
              {columns.map(({ format }) => (
                <td>{format(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);
