// Makes countdowns tick. Without it they say how long it was when the page was drawn.

/** What stands there ticks by the server's clock: the page says how far ahead of ours it is. */
const ahead = Date.parse(document.querySelector('[data-countdown-now]')?.getAttribute('data-countdown-now') ?? '') - Date.now() || 0;

/** @param {number} n */
const two = (n) => String(n).padStart(2, '0');

/** @param {number} ms */
const say = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return days === 0 ? clock : `${days} ${days === 1 ? 'day' : 'days'}, ${clock}`;
};

const tick = () => {
  for (const time of document.querySelectorAll('[data-countdown]')) {
    const until = Date.parse(time.getAttribute('datetime') ?? '');
    time.textContent = say(until - Date.now() - ahead);
  }
};

tick();
setInterval(tick, 1000);
