// Adds a copy button to texts with data-copy. Without JavaScript a click selects the whole text.

/** @type {Record<'copy' | 'copied' | 'select', string>} */
const texts = JSON.parse(document.body.dataset.texts ?? '{}');

const RESET_MS = 2000;

for (const text of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button copy-button';
  button.textContent = texts.copy;
  button.setAttribute('aria-label', `${texts.copy}: ${text.getAttribute('data-copy')}`);
  const status = document.createElement('span');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(text.textContent ?? '').then(
      () => true,
      () => false,
    );
    button.textContent = done ? texts.copied : texts.select;
    status.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = texts.copy;
      status.textContent = '';
    }, RESET_MS);
  });
  text.after(button, status);
}
