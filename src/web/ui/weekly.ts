import type { CalendarWeek } from '../../modules/launches/weeks/queries.ts';
import { formatCount, pluralize } from './format.tsx';

/** Monday is day 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 09:00 */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

type WeekPlaces = Pick<CalendarWeek, 'scheduled' | 'taken' | 'room'>;

/** Places of launches that wait for their badge, and of orders that wait for their payment. */
const countReserved = ({ scheduled, taken }: WeekPlaces): number => Math.max(taken - scheduled, 0);

/** What stands beside numbers of reserved slots. */
export const RESERVED_NOTE = 'Reserved slots are waiting for a badge or a payment.';

/** The slots of a coming week in numbers that add up: "1 scheduled, 1 reserved" and "48 of 50 slots left". */
export const describePlaces = (week: WeekPlaces): [taken: string, left: string] => {
  const reserved = countReserved(week);
  const parts = [
    ...(week.scheduled > 0 ? [`${formatCount(week.scheduled)} scheduled`] : []),
    ...(reserved > 0 ? [`${formatCount(reserved)} reserved`] : []),
  ];
  const left = week.room - week.taken;
  return [
    parts.join(', ') || 'No launches yet',
    left > 0 ? `${formatCount(left)} of ${pluralize(week.room, 'slot')} left` : `all ${pluralize(week.room, 'slot')} taken`,
  ];
};
