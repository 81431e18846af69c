import { counted } from '../wording.ts';

const MINUTE = 60_000;
const UNITS: [ms: number, name: string][] = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
];

/** 3 days, 4 hours: how long until a moment, in its two largest units. */
export const sayLeft = (until: Date, now: Date): string => {
  let left = until.getTime() - now.getTime();
  const parts = UNITS.flatMap(([ms, name]) => {
    const n = Math.floor(left / ms);
    left -= n * ms;
    return n > 0 ? [counted(n, name)] : [];
  });
  return parts.slice(0, 2).join(', ') || 'less than a minute';
};

/** How long until a moment. It stands as text; the script countdown.js makes it tick. */
export const Countdown = ({ what, until, now }: { what: string; until: Date; now: Date }) => (
  <p class="countdown">
    {what}{' '}
    <time datetime={until.toISOString()} data-countdown>
      {sayLeft(until, now)}
    </time>
  </p>
);
