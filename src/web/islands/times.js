// Counts down to times and says how long ago others were. Caches share these pages, so their HTML has dates only.

const { just_now = '' } = JSON.parse(document.body.dataset.texts ?? '{}');
const relative_format = new Intl.RelativeTimeFormat(document.documentElement.lang);

const MINUTE = 60_000;
/** @type {[ms: number, unit: Intl.RelativeTimeFormatUnit][]} */
const UNITS = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
];

/** 3 hours ago, in the largest unit that fits. @param {number} distance */
const formatDistance = (distance) => {
  const [ms, unit] = UNITS.find(([size]) => Math.abs(distance) >= size) ?? [];
  return ms && unit ? relative_format.format(Math.round(distance / ms), unit) : just_now;
};

/** @param {number} n */
const padTwo = (n) => String(n).padStart(2, '0');

/** 4 days, as it follows "in". @param {number} n */
const formatDays = (n) =>
  relative_format
    .formatToParts(n, 'day')
    .filter(({ type }, i) => i > 0 || type !== 'literal')
    .map(({ value }) => value)
    .join('');

/** @param {number} ms */
const formatTimeLeft = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(padTwo).join(':');
  return days === 0 ? clock : `${formatDays(days)}, ${clock}`;
};

/** @param {Element} time */
const millisecondsUntil = (time) => Date.parse(time.getAttribute('datetime') ?? '') - Date.now();

const showDistances = () => {
  for (const time of document.querySelectorAll('time[data-ago]')) time.textContent = formatDistance(millisecondsUntil(time));
};

const countdowns = [...document.querySelectorAll('[data-countdown]')].flatMap((line) => {
  const time = line.querySelector('time');
  if (!time) return [];
  line.replaceChildren(`${line.getAttribute('data-countdown')} `, time);
  return [time];
});

const tick = () => {
  for (const time of countdowns) time.textContent = formatTimeLeft(millisecondsUntil(time));
};

showDistances();
setInterval(showDistances, MINUTE);
if (countdowns.length > 0) {
  tick();
  setInterval(tick, 1000);
}
