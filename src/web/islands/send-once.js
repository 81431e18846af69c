// A form that is on its way is not sent again: who presses twice does a thing once. Its button shows that it is busy.

/** After that the button works again: what was sent may have been a download, which leaves the page standing. */
const WAIT_MS = 8000;

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
const hold = (form, button) => {
  form.dataset.sent = '';
  button?.setAttribute('aria-busy', 'true');
};

/** @param {HTMLFormElement} form */
const release = (form) => {
  delete form.dataset.sent;
  for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  setTimeout(() => {
    // What a script sends by itself is its own affair.
    if (event.defaultPrevented) return;
    hold(form, submitter);
    setTimeout(() => release(form), WAIT_MS);
  });
});

// Back in a page the browser has kept: nothing is on its way any more.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) if (form instanceof HTMLFormElement) release(form);
});
