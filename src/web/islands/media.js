// Pictures of a listing: files dropped on the page are uploaded one by one, and pictures are put in order by dragging.
// Without JavaScript the file field and the buttons do the same.

/** @type {Record<'full' | 'uploading' | 'disconnected' | 'upload' | 'drop', string>} */
const texts = JSON.parse(document.body.dataset.texts ?? '{}');

/** Replaces the pictures by those of a page. @param {string} html */
const showPictures = (html) => {
  const [before, after] = [document, new DOMParser().parseFromString(html, 'text/html')].map((page) => page.getElementById('pictures'));
  if (!before || !after) return location.reload();
  before.replaceWith(after);
  prepare();
};

/** @param {string} action @param {FormData | URLSearchParams} body */
const post = async (action, body) => {
  const reply = await fetch(action, { method: 'POST', body });
  if (new URL(reply.url).pathname.endsWith('/sign-in')) location.assign(reply.url);
  return reply.text();
};

/** Messages about refused files, each with its reason. @param {string[]} messages */
const showErrors = (messages) => {
  const field = document.querySelector('.upload .field');
  if (messages.length === 0 || !field) return;
  field.querySelector('.upload-errors')?.remove();
  const list = document.createElement('ul');
  list.className = 'upload-errors';
  list.role = 'alert';
  list.append(
    ...messages.map((text) => Object.assign(document.createElement('li'), { textContent: text, className: 'field-error', dir: 'auto' })),
  );
  field.append(list);
};

/** Uploads files one by one: a file that fails does not stop the others. @param {File[]} files */
const upload = async (files) => {
  /** @type {string[]} */
  const errors = [];
  for (const [i, file] of files.entries()) {
    const form = document.querySelector('form.upload');
    if (!(form instanceof HTMLFormElement)) {
      errors.push(texts.full.replace('%file', () => file.name));
      continue;
    }
    form.ariaBusy = 'true';
    const button = form.querySelector('button');
    if (button) button.textContent = texts.uploading.replace('%n', String(i + 1)).replace('%total', String(files.length));
    const body = new FormData();
    body.set('picture', file);
    try {
      showPictures(await post(form.action, body));
      for (const { textContent } of document.querySelectorAll('.upload-errors li')) errors.push(textContent ?? '');
    } catch {
      errors.push(texts.disconnected.replace('%file', () => file.name));
    }
  }
  const button = document.querySelector('form.upload button');
  if (button) button.textContent = texts.upload;
  showErrors(errors);
};

/** @type {HTMLElement | null} */
let dragged = null;

/** The picture that an element belongs to. @param {EventTarget | null} target @returns {HTMLElement | null} */
const pictureAt = (target) => (target instanceof Element ? target.closest('[data-picture]') : null);

const prepare = () => {
  document.getElementById('picture-hint')?.append(` ${texts.drop}`);
  for (const image of document.querySelectorAll('[data-picture] > img')) image.setAttribute('draggable', 'true');
};

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches('.upload')) return;
  event.preventDefault();
  const input = form.querySelector('input[type="file"]');
  if (input instanceof HTMLInputElement && form.ariaBusy !== 'true') upload([...(input.files ?? [])]);
});

document.addEventListener('dragstart', ({ target }) => {
  dragged = pictureAt(target);
});

document.addEventListener('dragover', (event) => {
  if (dragged ? pictureAt(event.target) : event.dataTransfer?.types.includes('Files')) event.preventDefault();
});

document.addEventListener('drop', async (event) => {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (!dragged && files.length > 0) {
    event.preventDefault();
    return upload(files);
  }
  const target = pictureAt(event.target);
  const list = target?.closest('ol');
  if (!dragged || !target || !list || target === dragged) return;
  event.preventDefault();
  const to = [...list.children].indexOf(target);
  const body = new URLSearchParams({ id: dragged.dataset.picture ?? '', to: String(to) });
  dragged = null;
  showPictures(await post(list.dataset.move ?? '', body));
});

document.addEventListener('dragend', () => {
  dragged = null;
});

prepare();
