// Shows, below a search for products, what it would find first. Without script, or without an answer, the form is all there is.

const WAIT_MS = 120;
const LEAST = 2;

/** @typedef {{ name: string, tagline: string | null, href: string }} Suggestion */

/** @param {HTMLInputElement} box */
const suggestFor = (box) => {
  const list = document.createElement('ul');
  list.id = `${box.id}-suggestions`;
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Products');
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
  let at = -1;
  let asking = new AbortController();
  let timer = 0;

  const choose = (/** @type {number} */ next) => {
    at = next;
    for (const [i, option] of options.entries()) option.setAttribute('aria-selected', String(i === at));
    const chosen = options[at];
    if (chosen) box.setAttribute('aria-activedescendant', chosen.id);
    else box.removeAttribute('aria-activedescendant');
  };

  const close = () => {
    list.hidden = true;
    box.setAttribute('aria-expanded', 'false');
    choose(-1);
  };

  const show = (/** @type {Suggestion[]} */ items) => {
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
      const says = document.createElement('span');
      says.textContent = tagline ?? '';
      says.dir = 'auto';
      option.append(title, says);
      return option;
    });
    list.replaceChildren(
      ...options.map((option) => {
        const row = document.createElement('li');
        row.setAttribute('role', 'presentation');
        row.append(option);
        return row;
      }),
    );
    at = -1;
    list.hidden = options.length === 0;
    box.setAttribute('aria-expanded', String(options.length > 0));
    box.removeAttribute('aria-activedescendant');
  };

  const ask = async () => {
    asking.abort();
    asking = new AbortController();
    const q = box.value.trim();
    if (q.length < LEAST) return close();
    try {
      const answer = await fetch(`/suggestions?q=${encodeURIComponent(q)}`, { signal: asking.signal });
      if (answer.ok && document.activeElement === box) show((await answer.json()).items);
    } catch {
      // Aborted by the next letter, or not reachable: the form still works.
    }
  };

  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });
  box.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(((at + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && options[at]) options[at].click();
    else return;
    event.preventDefault();
  });
  box.addEventListener('blur', () => setTimeout(() => list.contains(document.activeElement) || close(), 0));
  // The box keeps the focus while one presses on a row, so that the list is still there when the press ends.
  list.addEventListener('mousedown', (event) => event.preventDefault());
};

for (const box of document.querySelectorAll('form[action="/listings"] input[type="search"]'))
  if (box instanceof HTMLInputElement) suggestFor(box);
