// Adds a copy button to texts with data-copy. Without JavaScript a click selects the whole text.

const RESET_MS = 2000;

for (const text of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button copy-button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${text.getAttribute('data-copy')}`);
  const status = document.createElement('span');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(text.textContent ?? '').then(
      () => true,
      () => false,
    );
    button.textContent = done ? 'Copied' : 'Select it to copy';
    status.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, RESET_MS);
  });
  text.after(button, status);
}
