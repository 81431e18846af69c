// Refreshes a draft's page while a job is running, and submits the editor's form without leaving the page.
// Without JavaScript the same happens by reloading.

/** @type {Record<'ready' | 'saving' | 'unconnected' | 'signed_out' | 'not_saved' | 'unsaved', string>} */
const texts = JSON.parse(document.body.dataset.texts ?? '{}');

const POLL_MS = 1000;
const EDITOR = 'draft';

/** True if there is unsaved input. */
let unsaved = false;
/** True if the page shows input that the server rejected. */
let rejected = false;

/** Whether a field differs from what the page was rendered with. @param {Element} field */
const isChanged = (field) =>
  field instanceof HTMLSelectElement
    ? field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
      )
    : (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;

// Stays in the document while the page around it is replaced, so that screen readers announce changes.
const announcer = document.createElement('div');
announcer.className = 'unseen';
announcer.setAttribute('aria-live', 'polite');
document.body.append(announcer);

const statusText = () => document.querySelector('main [role="status"]')?.textContent?.trim() ?? '';

/** @param {string} text */
const announce = (text) => {
  if (text && announcer.textContent !== text) announcer.textContent = text;
};

/** @param {string} text */
const setBarText = (text) => {
  const bar = document.getElementById('bar-says');
  if (bar) bar.textContent = text;
};

/** The focused element, described so that it can be found again after the page is replaced. */
const getFocus = () => {
  const { activeElement } = document;
  const button = activeElement instanceof HTMLButtonElement ? activeElement.value : '';
  return { id: activeElement?.id ?? '', button, inside: activeElement?.closest('details[id]')?.id ?? '' };
};

/** @param {ReturnType<typeof getFocus>} was */
const restoreFocus = ({ id, button, inside }) => {
  const element =
    (id && document.getElementById(id)) ||
    (button && document.querySelector(`main button[value="${CSS.escape(button)}"]`)) ||
    (inside && document.getElementById(inside)?.querySelector('summary'));
  if (element instanceof HTMLElement && element.id !== 'main') element.focus({ preventScroll: true });
};

/** The topmost visible field or section and its position; the content above it may change height. */
const getScrollAnchor = () => {
  const bar = document.querySelector('main .draft-bar')?.getBoundingClientRect().bottom ?? 0;
  for (const element of document.querySelectorAll('main .draft-field[id], main .draft-section[id]')) {
    const { top } = element.getBoundingClientRect();
    if (top >= bar) return { id: element.id, top };
  }
  return { id: '', top: 0 };
};

/** @param {ReturnType<typeof getScrollAnchor>} was */
const restoreScroll = ({ id, top }) => {
  const element = id && document.getElementById(id);
  if (element) scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
};

/** Replaces the page's main element; keeps details open, and focus and scroll position where they are. @param {Document} page */
const replacePage = (page) => {
  const [before, after] = [document.getElementById('main'), page.getElementById('main')];
  if (!before || !after) return location.reload();
  if (before.innerHTML === after.innerHTML) return;
  const open = [...before.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const focus = getFocus();
  const anchor = getScrollAnchor();
  const [was_progress, is_progress] = [before, after].map((main) => main.querySelector('#progress') !== null);
  before.replaceWith(after);
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  document.title = page.title;
  restoreFocus(focus);
  if (was_progress !== is_progress) scrollTo({ top: 0, behavior: 'instant' });
  restoreScroll(anchor);
  announce(statusText());
};

/** @param {string} html */
const parsePage = (html) => new DOMParser().parseFromString(html, 'text/html');

/** Never overwrites unsaved input: only announces that there is something new. @param {Document} page */
const receivePage = (page) => {
  if (!unsaved) return replacePage(page);
  if (page.querySelectorAll('[data-watch]').length >= document.querySelectorAll('[data-watch]').length) return;
  setBarText(texts.ready);
  announce(texts.ready);
  for (const element of document.querySelectorAll('[data-watch]')) element.removeAttribute('data-watch');
};

let is_polling = false;
const poll = async () => {
  if (is_polling) return;
  is_polling = true;
  while (document.querySelector('[data-watch]')) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      const reply = await fetch(location.pathname, { cache: 'no-store' });
      // Signed out in the meantime: a reload leads to sign-in.
      if (reply.redirected) return location.reload();
      if (reply.ok) receivePage(parsePage(await reply.text()));
    } catch {
      // Offline: try again.
    }
  }
  is_polling = false;
};

/** Keeps the input so that it can be sent again. @param {HTMLFormElement} form @param {string} why */
const showFailure = (form, why) => {
  form.ariaBusy = null;
  unsaved = true;
  setBarText(why);
  announce(why);
};

/** What was typed while the form was on its way. @param {HTMLFormElement} form @param {URLSearchParams | FormData} sent */
const typedSince = (form, sent) =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'seen' && sent.get(name) !== value ? [{ name, value }] : [],
  );

/** @param {ReturnType<typeof typedSince>} typed */
const restoreTyped = (typed) => {
  for (const { name, value } of typed) {
    const field = document.querySelector(`#${EDITOR} [name="${CSS.escape(name)}"]`);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
};

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
const send = async (form, button) => {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  setBarText(texts.saving);
  try {
    const data = new FormData(form, button);
    const logo = data.get('logo_file');
    const body = logo instanceof File && logo.size > 0 ? data : new URLSearchParams(/** @type {any} */ (data));
    const reply = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body }).catch(() => null);
    if (!reply) return showFailure(form, texts.unconnected);
    if (new URL(reply.url).pathname.endsWith('/sign-in')) return showFailure(form, texts.signed_out);
    unsaved = !reply.ok;
    if (new URL(reply.url).pathname !== location.pathname) return location.assign(reply.url);
    const page = parsePage(await reply.text());
    if (!page.getElementById(EDITOR) && !reply.ok) throw new Error(String(reply.status));
    rejected = !reply.ok && !page.querySelector('[data-saved]');
    const typed = typedSince(form, body);
    replacePage(page);
    unsaved = rejected;
    restoreTyped(typed);
    // The next step is shown at the top.
    if (new URL(reply.url).searchParams.get('done') === 'submitted') scrollTo({ top: 0, behavior: 'instant' });
    if (reply.ok) history.replaceState(null, '', location.pathname);
    else document.querySelector('main [aria-invalid="true"]')?.closest('details')?.setAttribute('open', '');
    const wrong = document.querySelector('main [aria-invalid="true"]');
    if (wrong instanceof HTMLElement) wrong.focus();
    poll();
  } catch {
    showFailure(form, texts.not_saved);
  }
};

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.id !== EDITOR) return;
  event.preventDefault();
  send(form, event.submitter);
});

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)) return;
  if (target.form?.id !== EDITOR) return;
  unsaved = rejected || [...target.form.elements].some(isChanged);
  setBarText(unsaved ? texts.unsaved : '');
  // The quote belongs to the value that was read, not to what is being typed.
  for (const quotes of target.closest('.draft-field')?.querySelectorAll('.why .quoted') ?? [])
    quotes.toggleAttribute('hidden', isChanged(target));
  const counter = document.querySelector(`[data-counts="${CSS.escape(target.id)}"] span`);
  if (counter) counter.textContent = String([...target.value].length);
});

// A chosen logo is uploaded at once.
document.addEventListener('change', ({ target }) => {
  const upload = document.querySelector('main button[value="logo"]');
  if (target instanceof HTMLInputElement && target.id === 'logo-file' && target.files?.length && upload instanceof HTMLButtonElement)
    target.form?.requestSubmit(upload);
});

/** ⌘S and Ctrl+S save; so does Enter in a single-line field. */
document.addEventListener('keydown', (event) => {
  const save = document.querySelector('main .draft-bar button[value="save"]');
  const s = event.key === 's' && (event.metaKey || event.ctrlKey);
  const enter = event.key === 'Enter' && !event.isComposing && event.target instanceof Element && event.target.matches('.long-line');
  if (!(s || enter) || !(save instanceof HTMLButtonElement)) return;
  event.preventDefault();
  save.form?.requestSubmit(save);
});

addEventListener('beforeunload', (event) => {
  if (unsaved) event.preventDefault();
});

poll();
