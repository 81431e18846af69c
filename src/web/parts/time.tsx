import { addDays } from '../../kernel/week.ts';
import { remembered } from '../remembered.ts';

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const ranges = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const noonOf = (day: string): Date => new Date(`${day.slice(0, 10)}T12:00:00Z`);

/** A day or moment as people say it; what is no date is shown as it is. */
export const sayDay = remembered((day) => {
  const noon = noonOf(day);
  return Number.isNaN(noon.getTime()) ? day : days.format(noon);
});

/** 10 – 16 November: a week by its Monday. */
export const sayWeek = (monday: string): string => ranges.formatRange(noonOf(monday), noonOf(addDays(monday, 6)));

export const Day = ({ on }: { on: string }) => <time datetime={on}>{sayDay(on)}</time>;

export const Week = ({ monday }: { monday: string }) => (
  <>
    Week of <Day on={monday} />
  </>
);
