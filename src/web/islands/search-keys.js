// "/" and ⌘K or Ctrl+K focus the search box, except while typing in a field ("/" only).

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

document.addEventListener('keydown', (event) => {
  const slash = event.key === '/' && !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target);
  const k = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
  const box = document.getElementById('find');
  if ((!slash && !k) || !(box instanceof HTMLInputElement)) return;
  event.preventDefault();
  box.focus();
  box.select();
});
