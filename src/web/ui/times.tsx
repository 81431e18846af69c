import { perLanguage } from '../../kernel/language/locale.ts';
import { t } from '../../kernel/language/messages.ts';
import { addDays } from '../../kernel/time/weeks.ts';
import { noonOf } from './format.tsx';

const MINUTE = 60_000;
const UNITS: [ms: number, name: 'day' | 'hour' | 'minute'][] = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
];
const relative_format = perLanguage(({ numbers }) => new Intl.RelativeTimeFormat(numbers));
const full_format = perLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }));

/** 3 hours ago, in 2 days: the distance to a time, in the largest unit that fits. */
const formatRelativeTime = (at: Date, now: Date): string => {
  const distance = at.getTime() - now.getTime();
  const [size, unit] = UNITS.find(([ms]) => Math.abs(distance) >= ms) ?? [0, 'minute'];
  return size === 0 ? t('just now') : relative_format().format(Math.round(distance / size), unit);
};

export const RelativeTime = ({ at, now }: { at: Date; now: Date }) => (
  <time datetime={at.toISOString()} title={t('{at} UTC', { at: full_format().format(at) })}>
    {formatRelativeTime(at, now)}
  </time>
);

/** 4 days, as it follows "in": German says "4 Tage", but "in 4 Tagen". */
const formatUnit = (n: number, unit: (typeof UNITS)[number][1]): string => {
  const [first, ...rest] = relative_format().formatToParts(n, unit);
  return [...(first?.type === 'literal' ? [] : [first!]), ...rest].map(({ value }) => value).join('');
};

/** 3 days, 4 hours: the time left, in its two largest units, as it follows "in". */
const formatTimeLeft = (until: Date, now: Date): string => {
  let left = until.getTime() - now.getTime();
  const parts = UNITS.flatMap(([ms, name]) => {
    const n = Math.floor(left / ms);
    left -= n * ms;
    return n > 0 ? [formatUnit(n, name)] : [];
  });
  return parts.slice(0, 2).join(', ') || t('less than a minute');
};

/** The time left as static text; the script countdown.js updates it. */
export const Countdown = ({ what, until, now }: { what: string; until: Date; now: Date }) => (
  <p class="countdown">
    {what}{' '}
    <time datetime={until.toISOString()} data-countdown>
      {formatTimeLeft(until, now)}
    </time>
  </p>
);

const weekdays = perLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { weekday: 'short', timeZone: 'UTC' }));

/** The week as seven days, with the launch Monday and today highlighted. Decorative: the text next to it says the same. */
export const WeekStrip = ({ monday, today }: { monday: string; today: string }) => (
  <ol class="week-strip" aria-hidden="true">
    {[0, 1, 2, 3, 4, 5, 6].map((offset) => {
      const day = addDays(monday, offset);
      const state = day === today ? 'today' : day < today ? 'past' : 'ahead';
      return (
        <li class={`day day-${state}${offset === 0 ? ' day-launch' : ''}`}>
          <span class="day-name">{weekdays().format(noonOf(day))}</span>
          <span class="day-number">{Number(day.slice(8))}</span>
          <span class="day-note">{offset === 0 ? t('launch') : offset === 6 ? t('result') : day === today ? t('today') : ''}</span>
        </li>
      );
    })}
  </ol>
);
