// Refreshes a page while it waits for something. Without JavaScript the page reloads itself.

const POLL_MS = 2000;

// Stays in the document while the page around it is replaced, so that screen readers announce changes.
const announcer = document.createElement('div');
announcer.className = 'unseen';
announcer.setAttribute('aria-live', 'polite');
document.body.append(announcer);

/** @param {Document} page */
const replacePage = (page) => {
  const [before, after] = [document.getElementById('main'), page.getElementById('main')];
  if (!before || !after || before.innerHTML === after.innerHTML) return;
  before.replaceWith(after);
  const status = after.querySelector('[role="status"]')?.textContent?.trim() ?? '';
  if (status && announcer.textContent !== status) announcer.textContent = status;
};

while (document.querySelector('[data-watch]')) {
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  if (document.hidden) continue;
  try {
    const reply = await fetch(location.href, { cache: 'no-store' });
    // Signed out in the meantime: a reload leads to sign-in.
    if (reply.redirected) location.reload();
    else if (reply.ok) replacePage(new DOMParser().parseFromString(await reply.text(), 'text/html'));
  } catch {
    // Offline: try again.
  }
}
