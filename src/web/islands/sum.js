// Says anew what an order comes to as something is chosen or typed. Without it the same happens by a button.

const WAIT_MS = 350;

const form = document.querySelector('form[data-live]');
const SUM = 'sum';

let asked = 0;
let waiting = 0;

/** Puts the new sum in the place of the old one; who stands on a button in it stays there. @param {Document} page */
const show = (page) => {
  const [before, after] = [document.getElementById(SUM), page.getElementById(SUM)];
  if (!before || !after || before.innerHTML === after.innerHTML) return;
  const focus = before.contains(document.activeElement) ? (document.activeElement?.id ?? '') : '';
  // The place stays, so that what changes in it is read out.
  before.replaceChildren(...after.childNodes);
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
};

/** @param {HTMLFormElement} form */
const ask = async (form) => {
  const mine = ++asked;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  fields.set('act', form.dataset.live ?? '');
  const path = form.getAttribute('action') ?? '';
  try {
    const reply = await (form.method === 'get' ? fetch(`${path}?${fields}`) : fetch(path, { method: 'POST', body: fields }));
    // Signed out meanwhile: the next button leads to the sign-in.
    if (mine !== asked || reply.redirected) return;
    show(new DOMParser().parseFromString(await reply.text(), 'text/html'));
  } catch {
    // Without a network the button still stands.
  }
};

if (form instanceof HTMLFormElement) {
  document.getElementById(SUM)?.setAttribute('aria-live', 'polite');
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(form), WAIT_MS);
  });
}
