// Makes countdowns tick. Without it they show the time left when the page was rendered.

/** Countdowns follow the server's clock: how far it is ahead of ours. */
const ahead = Date.parse(document.querySelector('[data-countdown-now]')?.getAttribute('data-countdown-now') ?? '') - Date.now() || 0;

/** @param {number} n */
const padTwo = (n) => String(n).padStart(2, '0');

const relative_format = new Intl.RelativeTimeFormat(document.documentElement.lang);

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

const tick = () => {
  for (const time of document.querySelectorAll('[data-countdown]')) {
    const until = Date.parse(time.getAttribute('datetime') ?? '');
    time.textContent = formatTimeLeft(until - Date.now() - ahead);
  }
};

tick();
setInterval(tick, 1000);
