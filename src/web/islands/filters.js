// Filters apply when they change: loads the results in place and keeps the focus. Without script the button Apply does it.

const form = document.getElementById('narrow');

/** @param {HTMLFormElement} form */
const addressOf = (form) => {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== '' && typeof value === 'string') query.set(name, value);
  return `${form.action}?${query}`;
};

/** Replaces the results and filters by those of another page. @param {Document} page */
const replaceResults = (page) => {
  const [before, after] = [document, page].map((each) => each.getElementById('search-results'));
  if (!before || !after) return false;
  const details = [before, after].map((each) => each.querySelector('details'));
  // On a phone they would stay open over the results.
  const stays_open = details[0]?.open && matchMedia('(min-width: 60rem)').matches;
  if (details[1]) details[1].open = Boolean(stays_open);
  const is_closing = details[0]?.open && !stays_open && details[0].contains(document.activeElement);
  const focused = is_closing ? 'filters' : document.activeElement?.id;
  before.replaceWith(after);
  document.title = page.title;
  const [title, new_title] = [document, page].map((each) => each.querySelector('h1'));
  if (title && new_title) title.textContent = new_title.textContent;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const status = document.getElementById('results-status');
  if (status) status.textContent = after.querySelector('#results')?.textContent ?? '';
  return true;
};

/** @type {AbortController | undefined} */
let loading;
/** The query whose results are shown. */
let shown = location.search;

/** @param {HTMLFormElement} form */
const applyFilters = async (form) => {
  loading?.abort();
  const current = new AbortController();
  loading = current;
  const address = addressOf(form);
  document.getElementById('search-results')?.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { signal: current.signal, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (current.signal.aborted) return;
    if (!replaceResults(page)) return form.requestSubmit();
    history.pushState(null, '', answer.url);
    shown = location.search;
  } catch {
    if (!current.signal.aborted) form.requestSubmit();
  }
};

if (form instanceof HTMLFormElement) {
  document.addEventListener('change', ({ target }) => {
    const is_filter = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox');
    if (is_filter && target.form === form) applyFilters(form);
  });
  // Back to other results: load them as a page. Links within the page come here, too.
  addEventListener('popstate', () => {
    if (location.search !== shown) location.reload();
  });
}
