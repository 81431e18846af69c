import { addDays } from '../../kernel/week.ts';

const names = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** The week as seven days, its launch Monday and today standing out. A picture of what the words beside it say. */
export const WeekStrip = ({ monday, today }: { monday: string; today: string }) => (
  <ol class="week-strip" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5, 6].map((offset) => {
      const day = addDays(monday, offset);
      const state = day === today ? 'today' : day < today ? 'past' : 'ahead';
      return (
        <li class={`day day-${state}${offset === 0 ? ' day-launch' : ''}`}>
          <span class="day-name">{names.format(new Date(`${day}T12:00:00Z`))}</span>
          <span class="day-number">{Number(day.slice(8))}</span>
          <span class="day-note">{offset === 0 ? 'launch' : offset === 6 ? 'result' : day === today ? 'today' : ''}</span>
        </li>
      );
    })}
  </ol>
);
