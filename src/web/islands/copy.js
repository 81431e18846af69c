// Puts a button beside what is meant to be copied. Without script a click on it selects the whole of it.

const SAID_MS = 2000;

for (const text of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button copy-button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${text.getAttribute('data-copy')}`);
  const said = document.createElement('span');
  said.className = 'unseen';
  said.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(text.textContent ?? '').then(
      () => true,
      () => false,
    );
    button.textContent = done ? 'Copied' : 'Select it to copy';
    said.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = 'Copy';
      said.textContent = '';
    }, SAID_MS);
  });
  text.after(button, said);
}
