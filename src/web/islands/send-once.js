// Prevents double submits: a form in flight is not sent again, and its button shows that it is busy.

/** After this time the button works again: the response may have been a download, which leaves the page open. */
const WAIT_MS = 8000;

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
const markSent = (form, button) => {
  form.dataset.sent = '';
  button?.setAttribute('aria-busy', 'true');
};

/** @param {HTMLFormElement} form */
const clearSent = (form) => {
  delete form.dataset.sent;
  for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  setTimeout(() => {
    // Another script handles this form itself.
    if (event.defaultPrevented) return;
    markSent(form, submitter);
    setTimeout(() => clearSent(form), WAIT_MS);
  });
});

// Restored from the back/forward cache: nothing is in flight any more.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) if (form instanceof HTMLFormElement) clearSent(form);
});
