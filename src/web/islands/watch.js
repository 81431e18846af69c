// Draws a page anew while it waits for something. Without it the page loads itself again.

const ASK_EVERY_MS = 2000;

// Stays where it is while the page around it is drawn anew, so that what changes is read out.
const announcer = document.createElement('div');
announcer.className = 'unseen';
announcer.setAttribute('aria-live', 'polite');
document.body.append(announcer);

/** @param {Document} page */
const show = (page) => {
  const [before, after] = [document.getElementById('main'), page.getElementById('main')];
  if (!before || !after || before.innerHTML === after.innerHTML) return;
  before.replaceWith(after);
  const said = after.querySelector('[role="status"]')?.textContent?.trim() ?? '';
  if (said && announcer.textContent !== said) announcer.textContent = said;
};

while (document.querySelector('[data-watch]')) {
  await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  if (document.hidden) continue;
  try {
    const reply = await fetch(location.href, { cache: 'no-store' });
    // Signed out meanwhile: the page itself leads to the sign-in.
    if (reply.redirected) location.reload();
    else if (reply.ok) show(new DOMParser().parseFromString(await reply.text(), 'text/html'));
  } catch {
    // Without a network: asked again.
  }
}
