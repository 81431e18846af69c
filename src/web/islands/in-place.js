// Sends forms with data-in-place in the background, and replaces only what they change: the part of the page with data-part that they
// are in. The server answers as always, with a page that has the same part. Without JavaScript that page is shown.

/** @type {Record<'failed' | 'offline', string>} */
const texts = JSON.parse(document.body.dataset.texts ?? '{}');

const announcer = document.createElement('div');
announcer.className = 'unseen';
announcer.setAttribute('aria-live', 'polite');
document.body.append(announcer);

/** @param {ParentNode} root @param {string} name */
const partsOf = (root, name) => [...root.querySelectorAll(`[data-part="${CSS.escape(name)}"]`)];

/**
 * Until the pointer or the focus leaves it, a part shows what happened and not what could be done next.
 * @param {HTMLElement} part
 */
const markFresh = (part) => {
  part.dataset.fresh = '';
  for (const leaving of ['pointerleave', 'focusout'])
    part.addEventListener(leaving, () => {
      delete part.dataset.fresh;
    });
};

/**
 * Replaces a part wherever the page shows it, and keeps the focus on its button. Returns false if the other page does not have it.
 * @param {HTMLFormElement} form @param {Document} page @param {string} name
 */
const replaceParts = (form, page, name) => {
  const before = partsOf(document, name);
  const after = partsOf(page, name);
  const sent = before.findIndex((part) => part.contains(form));
  if (after[sent]?.tagName !== before[sent]?.tagName) return false;
  const focused = form.contains(document.activeElement);
  before.forEach((part, index) => {
    if (after[index]?.tagName !== part.tagName) return;
    const replacement = document.importNode(after[index], true);
    // The announcer says what happened; a status would say it a second time.
    for (const status of replacement.querySelectorAll('[role="status"]')) status.removeAttribute('role');
    part.replaceWith(replacement);
  });
  const replaced = partsOf(document, name)[sent];
  const button = replaced?.querySelector('button');
  if (focused && button instanceof HTMLElement) button.focus({ preventScroll: true });
  if (replaced instanceof HTMLElement) markFresh(replaced);
  announcer.textContent = replaced?.getAttribute('data-says') ?? '';
  return true;
};

/** @param {HTMLFormElement} form @param {string} text */
const showTrouble = (form, text) => {
  form.querySelector('.form-trouble')?.remove();
  const trouble = document.createElement('p');
  trouble.className = 'form-trouble';
  trouble.setAttribute('role', 'alert');
  form.append(trouble);
  // A screen reader announces what changes in an alert, not what it begins with.
  trouble.textContent = text;
};

/** @param {HTMLFormElement} form @param {HTMLElement | null} button @param {string} name */
const sendInPlace = async (form, button, name) => {
  form.dataset.sent = '';
  button?.setAttribute('aria-busy', 'true');
  try {
    const body = new URLSearchParams();
    for (const [field, value] of new FormData(form, button)) if (typeof value === 'string') body.append(field, value);
    // What led to this page; the server stores only whether it was a search, another website or this one.
    if (form.dataset.referrer !== undefined) body.append('referrer', document.referrer);
    const reply = await fetch(form.action, { method: 'POST', body });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    const trouble = page.querySelector('[role="alert"]') ?? page.querySelector('h1');
    if (!reply.ok) showTrouble(form, trouble?.textContent ?? texts.failed);
    // A page without the part, such as sign-in.
    else if (!replaceParts(form, page, name)) location.assign(reply.url);
  } catch {
    showTrouble(form, texts.offline);
  } finally {
    delete form.dataset.sent;
    button?.removeAttribute('aria-busy');
  }
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined) return;
  const name = form.closest('[data-part]')?.getAttribute('data-part');
  if (!name) return;
  event.preventDefault();
  if (form.dataset.sent === undefined) sendInPlace(form, submitter, name);
});
