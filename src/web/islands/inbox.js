// Keys of the inbox, as its list of keys explains them. They can be turned off there, for people who type by voice.

const items = [...document.querySelectorAll('[data-inbox-item]')];
const help = document.querySelector('[data-inbox-help]');
const keys_box = /** @type {HTMLInputElement | null} */ (document.querySelector('[data-inbox-keys]'));
const reason = /** @type {HTMLTextAreaElement | null} */ (document.querySelector('.inbox-decision textarea'));

const STORED = 'inbox-keys';
try {
  if (keys_box) keys_box.checked = localStorage.getItem(STORED) !== 'off';
  keys_box?.addEventListener('change', () => localStorage.setItem(STORED, keys_box.checked ? 'on' : 'off'));
} catch {
  // Storage is blocked: the choice lasts for this page only.
}

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.getAttribute('type') !== 'checkbox'));

/** The item that was focused last: keys still work on it after a click elsewhere. */
let at = -1;
for (const [index, item] of items.entries()) item.addEventListener('focusin', () => (at = index));

/** @param {Element | undefined} item */
const boxOf = (item) => /** @type {HTMLInputElement | null} */ (item?.querySelector('input[type="checkbox"]') ?? null);

/** @param {number} index */
const focusItem = (index) => {
  const item = items[Math.min(items.length - 1, Math.max(0, index))];
  boxOf(item)?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
};

/** Selects the current item if nothing is selected. Returns whether something is. */
const selectSomething = () => {
  const boxes = items.map(boxOf);
  const box = boxes[at];
  if (box && !boxes.some((one) => one?.checked)) box.checked = true;
  return boxes.some((one) => one?.checked);
};

/** @param {'accept' | 'reject'} decision */
const decide = (decision) => {
  if (selectSomething())
    /** @type {HTMLButtonElement | null} */ (document.querySelector(`button[name="decision"][value="${decision}"]`))?.click();
};

const toggleAll = () => {
  const boxes = items.flatMap((item) => boxOf(item) ?? []);
  const checked = !boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = checked;
};

/** @type {Record<string, () => void>} */
const KEYS = {
  j: () => focusItem(at + 1),
  k: () => focusItem(at - 1),
  x: () => boxOf(items[at])?.click(),
  '*': toggleAll,
  o: () => /** @type {HTMLAnchorElement | null} */ (items[at]?.querySelector('a') ?? null)?.click(),
  a: () => decide('accept'),
  r: () => {
    selectSomething();
    reason?.focus();
  },
  u: () => /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-inbox-undo] button'))?.click(),
  '?': () => help?.toggleAttribute('open'),
};

document.addEventListener('keydown', (event) => {
  if (event.target === reason && event.key === 'Escape') return focusItem(at);
  if (event.target === reason && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    return decide('reject');
  }
  if (!keys_box?.checked || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
