import type { VNode } from 'preact';
import { perLanguage } from '../../kernel/language/locale.ts';
import { rich, t } from '../../kernel/language/messages.ts';
import { addDays } from '../../kernel/time/weeks.ts';
import { currentPage } from '../server/page.ts';
import { formatDay, noonOf } from './format.tsx';

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

const formatFullTime = (at: Date): string => t('{at} UTC', { at: full_format().format(at) });

/** The distance to a time, on pages that are not shared by caches. */
export const RelativeTime = ({ at }: { at: Date }) => (
  <time datetime={at.toISOString()} title={formatFullTime(at)}>
    {formatRelativeTime(at, currentPage().now)}
  </time>
);

/** A time on a public page. Caches share the page, so it has the date; times.js shows how long ago that was. */
export const TimeAgo = ({ at }: { at: Date }) => (
  <time datetime={at.toISOString()} title={formatFullTime(at)} data-ago>
    {formatDay(at.toISOString())}
  </time>
);

/** `at` is the line with a time, `left` what comes before the time left. */
const COUNTDOWNS = {
  voting_ends: { at: (time: VNode) => rich('Voting ends {time}', { time }), left: () => t('Voting ends in') },
  voting_opens: { at: (time: VNode) => rich('Voting opens {time}', { time }), left: () => t('Voting opens in') },
  week_starts: { at: (time: VNode) => rich('Starts {time}', { time }), left: () => t('Starts in') },
};

/** When something happens, for the same reason as a fixed time; times.js counts down to it. */
export const Countdown = ({ to, until }: { to: keyof typeof COUNTDOWNS; until: Date }) => (
  <p class="countdown" data-countdown={COUNTDOWNS[to].left()}>
    {COUNTDOWNS[to].at(<time datetime={until.toISOString()}>{formatFullTime(until)}</time>)}
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
