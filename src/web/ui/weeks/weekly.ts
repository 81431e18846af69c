import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { CalendarWeek } from '../../../modules/launches/weeks/queries.ts';
import { formatCount } from '../format.tsx';

/** Monday is day 1. */
export const WEEKDAYS: readonly string[] = texts([
  msg('Monday'),
  msg('Tuesday'),
  msg('Wednesday'),
  msg('Thursday'),
  msg('Friday'),
  msg('Saturday'),
  msg('Sunday'),
]);

/** 09:00 */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

type WeekPlaces = Pick<CalendarWeek, 'scheduled' | 'taken' | 'room'>;

/** Places of launches that wait for their badge, and of orders that wait for their payment. */
const countReserved = ({ scheduled, taken }: WeekPlaces): number => Math.max(taken - scheduled, 0);

/** What stands beside numbers of reserved slots. */
export const describeReserved = () => t('Reserved slots are waiting for a badge or a payment.');

/** The slots of a coming week in numbers that add up: "1 scheduled, 1 reserved" and "48 of 50 slots left". */
export const describePlaces = (week: WeekPlaces): [taken: string, left: string] => {
  const reserved = countReserved(week);
  const parts = [
    ...(week.scheduled > 0 ? [t('{count} scheduled', { count: formatCount(week.scheduled) })] : []),
    ...(reserved > 0 ? [t('{count} reserved', { count: formatCount(reserved) })] : []),
  ];
  const left = week.room - week.taken;
  return [
    parts.join(', ') || t('No launches yet'),
    left > 0
      ? t('{left} of {n, plural, one {# slot} other {# slots}} left', { left: formatCount(left), n: week.room })
      : t('all {n, plural, one {# slot} other {# slots}} taken', { n: week.room }),
  ];
};
