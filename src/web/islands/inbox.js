// Keys of the inbox: j and k go through the items, x selects, o opens, a approves, r goes to the reason, ? shows the keys.

const items = [...document.querySelectorAll('[data-inbox-item]')];

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.getAttribute('type') !== 'checkbox'));

const current = () => items.findIndex((item) => item.contains(document.activeElement));
/** @param {number} at */
const boxOf = (at) => /** @type {HTMLInputElement | null} */ (items[at]?.querySelector('input[type="checkbox"]') ?? null);

/** @param {number} step */
const go = (step) => {
  const at = current();
  const box = boxOf(at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step)));
  box?.focus();
  box?.closest('li')?.scrollIntoView({ block: 'nearest' });
};

/** @type {Record<string, () => void>} */
const KEYS = {
  j: () => go(1),
  k: () => go(-1),
  x: () => boxOf(current())?.click(),
  o: () => /** @type {HTMLAnchorElement | null} */ (items[current()]?.querySelector('a') ?? null)?.click(),
  a: () => /** @type {HTMLButtonElement | null} */ (document.querySelector('button[name="decision"][value="accept"]'))?.click(),
  r: () => /** @type {HTMLTextAreaElement | null} */ (document.querySelector('.inbox-decision textarea'))?.focus(),
  '?': () => document.querySelector('[data-inbox-help]')?.toggleAttribute('open'),
};

document.addEventListener('keydown', (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
