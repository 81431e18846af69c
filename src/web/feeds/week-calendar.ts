import type { Ctx } from '../../kernel/context.ts';
import { addDays, startOfDay, weekAt } from '../../kernel/time/weeks.ts';
import type { CalendarWeek } from '../../modules/launches/weeks/queries.ts';
import { listComingWeeks, listPastWeeks } from '../../modules/launches/weeks/weeks.ts';
import { weekPaths } from '../paths.ts';
import { pluralize } from '../ui/format.tsx';
import { describePlaces, describeReserved } from '../ui/weeks/weekly.ts';

/** The maximum line length in bytes; longer lines continue after a line break and a space (RFC 5545). */
const MAX_LINE = 75;

/** Folds a line between characters, never inside one. */
export const foldLine = (line: string): string => {
  let [text, bytes] = ['', 0];
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (bytes + size > MAX_LINE) {
      text += '\r\n ';
      bytes = 1;
    }
    text += char;
    bytes += size;
  }
  return text;
};

export const escapeCalendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const calendarDay = (day: string): string => day.replaceAll('-', '');
const calendarTime = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '');

const weekSummary = (week: CalendarWeek, is_future: boolean): string => {
  if (is_future) return `${describePlaces(week).join(', ')}. ${describeReserved()}`;
  const { is_final, launches, winner_name } = week;
  return `${pluralize(launches, 'launch', 'launches')}.${is_final && winner_name !== null ? ` First: ${winner_name}.` : ''}`;
};

const PAST = { page: 1, per_page: 26 };

/** The launch weeks as an iCalendar feed (RFC 5545): upcoming, running and half a year back. Each week keeps its UID. */
export const weekCalendar = async (ctx: Ctx): Promise<string> => {
  const { site, clock } = ctx;
  const this_week = weekAt(clock.now(), site.time_zone);
  const [coming, { items: past }] = await Promise.all([listComingWeeks(ctx), listPastWeeks(ctx, PAST)]);
  // Stamped with the start of the week, so that an unchanged calendar has the same bytes.
  const stamp = calendarTime(startOfDay(this_week, site.time_zone));
  const event = (week: CalendarWeek): string[] => [
    'BEGIN:VEVENT',
    `UID:week-${week.week_on}.${site.key}@${new URL(site.root).hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${calendarDay(week.week_on)}`,
    `DTEND;VALUE=DATE:${calendarDay(addDays(week.week_on, 7))}`,
    `SUMMARY:${escapeCalendarText(`Launch week on ${site.name}`)}`,
    `DESCRIPTION:${escapeCalendarText(weekSummary(week, week.week_on > this_week))}`,
    `URL:${site.root}${weekPaths.week({ week: week.week_on })}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Launchweek//Launch weeks//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeCalendarText(`Launch weeks of ${site.name}`)}`,
    `X-WR-TIMEZONE:${escapeCalendarText(site.time_zone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...[...past.toReversed(), ...coming].flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
};
