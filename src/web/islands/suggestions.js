// Shows the first results below a product search while typing. Without JavaScript, or on errors, the plain form remains.

/** @type {Record<'products', string>} */
const texts = JSON.parse(document.body.dataset.texts ?? '{}');

const WAIT_MS = 120;
const MIN_LENGTH = 2;

/** @typedef {{ name: string, tagline: string | null, href: string }} Suggestion */

/** @param {HTMLInputElement} box */
const suggestFor = (box) => {
  const list = document.createElement('ul');
  list.id = `${box.id}-suggestions`;
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', texts.products);
  box.form?.append(list);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ])
    box.setAttribute(name, value);

  /** @type {HTMLAnchorElement[]} */
  let options = [];
  let active = -1;
  let request = new AbortController();
  let timer = 0;

  const setActive = (/** @type {number} */ next) => {
    active = next;
    for (const [i, each] of options.entries()) each.setAttribute('aria-selected', String(i === active));
    const option = options[active];
    if (option) box.setAttribute('aria-activedescendant', option.id);
    else box.removeAttribute('aria-activedescendant');
  };

  const close = () => {
    list.hidden = true;
    box.setAttribute('aria-expanded', 'false');
    setActive(-1);
  };

  const show = (/** @type {{ items: Suggestion[], note: string | null }} */ { items, note }) => {
    options = items.map(({ name, tagline, href }, i) => {
      const option = document.createElement('a');
      option.id = `${list.id}-${i}`;
      option.href = href;
      option.tabIndex = -1;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      const title = document.createElement('strong');
      title.textContent = name;
      title.dir = 'auto';
      const description = document.createElement('span');
      description.textContent = tagline ?? '';
      description.dir = 'auto';
      option.append(title, description);
      return option;
    });
    const makeRow = (/** @type {Node | string} */ content) => {
      const row = document.createElement('li');
      row.setAttribute('role', 'presentation');
      row.append(content);
      return row;
    };
    list.replaceChildren(...options.map(makeRow));
    list.setAttribute('aria-label', note ?? texts.products);
    if (note && options.length > 0) {
      const row = makeRow(note);
      row.className = 'suggestions-note';
      // Screen readers get it as the label of the list.
      row.setAttribute('aria-hidden', 'true');
      list.prepend(row);
    }
    active = -1;
    list.hidden = options.length === 0;
    box.setAttribute('aria-expanded', String(options.length > 0));
    box.removeAttribute('aria-activedescendant');
  };

  const fetchSuggestions = async () => {
    request.abort();
    request = new AbortController();
    const q = box.value.trim();
    if (q.length < MIN_LENGTH) return close();
    try {
      const response = await fetch(new URL(`suggestions?q=${encodeURIComponent(q)}`, box.form?.action), { signal: request.signal });
      if (response.ok && document.activeElement === box) show(await response.json());
    } catch {
      // Aborted by the next keystroke, or offline: the form still works.
    }
  };

  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(fetchSuggestions, WAIT_MS);
  });
  box.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && options[active]) options[active].click();
    else return;
    event.preventDefault();
  });
  box.addEventListener('blur', () => setTimeout(() => list.contains(document.activeElement) || close(), 0));
  // Keep the focus in the box while the mouse is pressed on a row, so that the list stays open for the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
};

// The address begins with the language of the page: /de/listings.
for (const box of document.querySelectorAll('form[action$="/listings"] input[type="search"]'))
  if (box instanceof HTMLInputElement) suggestFor(box);
