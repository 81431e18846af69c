// Updates an order's total while the form is edited. Without JavaScript a button does the same.

const WAIT_MS = 350;

const form = document.querySelector('form[data-live]');
const SUM = 'sum';

let last_request = 0;
let timer = 0;

/** Replaces the total, and keeps the focus on its buttons. @param {Document} page */
const show = (page) => {
  const [before, after] = [document.getElementById(SUM), page.getElementById(SUM)];
  if (!before || !after || before.innerHTML === after.innerHTML) return;
  const focus = before.contains(document.activeElement) ? (document.activeElement?.id ?? '') : '';
  // The container stays in the document, so that screen readers announce changes.
  before.replaceChildren(...after.childNodes);
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
};

/** @param {HTMLFormElement} form */
const update = async (form) => {
  const request = ++last_request;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  fields.set('act', form.dataset.live ?? '');
  const path = form.getAttribute('action') ?? '';
  try {
    const reply = await (form.method === 'get' ? fetch(`${path}?${fields}`) : fetch(path, { method: 'POST', body: fields }));
    // Signed out in the meantime: the next button leads to sign-in.
    if (request !== last_request || reply.redirected) return;
    show(new DOMParser().parseFromString(await reply.text(), 'text/html'));
  } catch {
    // Offline: the button still works.
  }
};

if (form instanceof HTMLFormElement) {
  document.getElementById(SUM)?.setAttribute('aria-live', 'polite');
  // A promo code means something only once it is complete, so it waits for the end of the edit.
  for (const kind of ['input', 'change'])
    form.addEventListener(kind, ({ target }) => {
      const is_code = target instanceof HTMLInputElement && target.name === 'promo_code';
      if (is_code !== (kind === 'change')) return;
      clearTimeout(timer);
      timer = setTimeout(() => update(form), WAIT_MS);
    });
}
