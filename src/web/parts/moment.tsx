const MINUTE = 60_000;
const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
];
const ago = new Intl.RelativeTimeFormat('en');
const inFull = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** 3 hours ago, in 2 days: how far a moment is, in the largest unit that fits. */
export const sayDistance = (at: Date, now: Date): string => {
  const distance = at.getTime() - now.getTime();
  const [size, unit] = STEPS.find(([size]) => Math.abs(distance) >= size) ?? [0, 'minute'];
  return size === 0 ? 'just now' : ago.format(Math.round(distance / size), unit);
};

export const Moment = ({ at, now }: { at: Date; now: Date }) => (
  <time datetime={at.toISOString()} title={`${inFull.format(at)} UTC`}>
    {sayDistance(at, now)}
  </time>
);
