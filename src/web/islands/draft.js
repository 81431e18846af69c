// Draws a draft's page anew while something is under way, and sends the editor's form without leaving the page.
// Without it the same happens by loading the page again.

const ASK_EVERY_MS = 1000;
const EDITOR = 'draft';

/** Whether something was typed that is not saved. */
let unsaved = false;

// Stays where it is while the page around it is drawn anew, so that what changes is read out.
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
const sayInBar = (text) => {
  const bar = document.getElementById('bar-says');
  if (bar) bar.textContent = text;
};

/** Where the focus is, in words that hold for the page drawn anew. */
const focusNow = () => {
  const { activeElement } = document;
  const button = activeElement instanceof HTMLButtonElement ? activeElement.value : '';
  return { id: activeElement?.id ?? '', button, inside: activeElement?.closest('details[id]')?.id ?? '' };
};

/** @param {ReturnType<typeof focusNow>} was */
const focusAgain = ({ id, button, inside }) => {
  const place =
    (id && document.getElementById(id)) ||
    (button && document.querySelector(`main button[value="${CSS.escape(button)}"]`)) ||
    (inside && document.getElementById(inside)?.querySelector('summary'));
  if (place instanceof HTMLElement && place.id !== 'main') place.focus({ preventScroll: true });
};

/** What stands uppermost in view, below the bar, and where: what is above it may come to be higher or lower. */
const placeNow = () => {
  const bar = document.querySelector('main .draft-bar')?.getBoundingClientRect().bottom ?? 0;
  for (const place of document.querySelectorAll('main .draft-field[id], main .draft-section[id]')) {
    const { top } = place.getBoundingClientRect();
    if (top >= bar) return { id: place.id, top };
  }
  return { id: '', top: 0 };
};

/** @param {ReturnType<typeof placeNow>} was */
const scrollAgain = ({ id, top }) => {
  const place = id && document.getElementById(id);
  if (place) scrollBy({ top: place.getBoundingClientRect().top - top, behavior: 'instant' });
};

/** Puts the page's new main in the place of the old one; what was open stays open, and nothing jumps. @param {Document} page */
const show = (page) => {
  const [before, after] = [document.getElementById('main'), page.getElementById('main')];
  if (!before || !after) return location.reload();
  if (before.innerHTML === after.innerHTML) return;
  const open = [...before.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const focus = focusNow();
  const place = placeNow();
  const [was_progress, is_progress] = [before, after].map((main) => main.querySelector('#progress') !== null);
  before.replaceWith(after);
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  document.title = page.title;
  focusAgain(focus);
  if (was_progress !== is_progress) scrollTo({ top: 0, behavior: 'instant' });
  scrollAgain(place);
  announce(statusText());
};

/** @param {string} html */
const read = (html) => new DOMParser().parseFromString(html, 'text/html');

/** What was typed is never drawn over: it is only said that there is something new. @param {Document} page */
const arrive = (page) => {
  if (!unsaved) return show(page);
  if (page.querySelectorAll('[data-watch]').length >= document.querySelectorAll('[data-watch]').length) return;
  sayInBar('There is something new. Save to see it.');
  announce('There is something new. Save to see it.');
  for (const place of document.querySelectorAll('[data-watch]')) place.removeAttribute('data-watch');
};

let asking = false;
const askAgain = async () => {
  if (asking) return;
  asking = true;
  while (document.querySelector('[data-watch]')) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    try {
      const reply = await fetch(location.pathname, { cache: 'no-store' });
      // Signed out meanwhile: the page itself leads to the sign-in.
      if (reply.redirected) return location.reload();
      if (reply.ok) arrive(read(await reply.text()));
    } catch {
      // Without a network: asked again.
    }
  }
  asking = false;
};

/** What was typed stays, to be sent again. @param {HTMLFormElement} form @param {string} why */
const refuse = (form, why) => {
  form.ariaBusy = null;
  unsaved = true;
  sayInBar(why);
  announce(why);
};

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
const send = async (form, button) => {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  sayInBar('Saving…');
  try {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
    const reply = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body });
    if (new URL(reply.url).pathname === '/sign-in')
      return refuse(form, 'Not saved: you are signed out. Sign in in another tab, then save again.');
    unsaved = !reply.ok;
    if (new URL(reply.url).pathname !== location.pathname) return location.assign(reply.url);
    const page = read(await reply.text());
    if (!page.getElementById(EDITOR) && !reply.ok) throw new Error(String(reply.status));
    show(page);
    // What comes next is said at the top.
    if (new URL(reply.url).searchParams.get('done') === 'submitted') scrollTo({ top: 0, behavior: 'instant' });
    if (reply.ok) history.replaceState(null, '', location.pathname);
    else document.querySelector('main [aria-invalid="true"]')?.closest('details')?.setAttribute('open', '');
    const wrong = document.querySelector('main [aria-invalid="true"]');
    if (wrong instanceof HTMLElement) wrong.focus();
    askAgain();
  } catch {
    refuse(form, 'Not saved. Try again.');
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
  unsaved = true;
  sayInBar('Not saved yet.');
  const counter = document.querySelector(`[data-counts="${CSS.escape(target.id)}"] span`);
  if (counter) counter.textContent = String([...target.value].length);
});

/** ⌘S and Ctrl+S save, and so does Enter in what is one line. */
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

askAgain();
