import type { Ctx } from '../../kernel/context.ts';
import { addDays, beginningOf, weekAt } from '../../kernel/week.ts';
import { comingWeeks, pastWeeks } from '../../modules/launches/calendar.ts';
import type { CalendarWeek } from '../../modules/launches/calendar-queries.ts';
import { to } from '../addresses.ts';
import { counted } from '../wording.ts';

/** Lines of at most so many bytes; a longer one goes on behind a space. */
const LONGEST = 75;

/** Folds a line between two signs, never inside one. */
export const folded = (line: string): string => {
  let [text, bytes] = ['', 0];
  for (const sign of line) {
    const more = Buffer.byteLength(sign);
    if (bytes + more > LONGEST) {
      text += '\r\n ';
      bytes = 1;
    }
    text += sign;
    bytes += more;
  }
  return text;
};

/** Text as a calendar takes it: separators escaped, and no signs that are no text. */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const dayOf = (day: string): string => day.replaceAll('-', '');
const momentOf = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '');

const saying = ({ is_final, launches, scheduled, room, taken, winner_name }: CalendarWeek, to_come: boolean): string => {
  if (to_come)
    return `${counted(scheduled, 'launch', 'launches')} scheduled, room for ${counted(Math.max(room - taken, 0), 'more', 'more')}.`;
  return `${counted(launches, 'launch', 'launches')}.${is_final && winner_name !== null ? ` First: ${winner_name}.` : ''}`;
};

const PAST = { page: 1, per_page: 26 };

/** The launch weeks as a calendar to subscribe to (RFC 5545): those to come, the running one, and half a year back. Each week is the same event for good. */
export const weekCalendar = async (ctx: Ctx): Promise<string> => {
  const { site, clock } = ctx;
  const this_week = weekAt(clock.now(), site.time_zone);
  const [coming, { items: past }] = await Promise.all([comingWeeks(ctx), pastWeeks(ctx, PAST)]);
  // Known as of the week's beginning, so that the same calendar is the same bytes.
  const stamp = momentOf(beginningOf(this_week, site.time_zone));
  const event = (week: CalendarWeek): string[] => [
    'BEGIN:VEVENT',
    `UID:week-${week.week_on}.${site.key}@${new URL(site.root).hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayOf(week.week_on)}`,
    `DTEND;VALUE=DATE:${dayOf(addDays(week.week_on, 7))}`,
    `SUMMARY:${calendarText(`Launch week on ${site.name}`)}`,
    `DESCRIPTION:${calendarText(saying(week, week.week_on > this_week))}`,
    `URL:${site.root}${to.week(week.week_on)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Launchweek//Launch weeks//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${calendarText(`Launch weeks of ${site.name}`)}`,
    `X-WR-TIMEZONE:${calendarText(site.time_zone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...[...past.toReversed(), ...coming].flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
};
