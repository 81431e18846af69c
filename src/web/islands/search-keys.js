// "/" and ⌘K or Ctrl+K go to the search box, from anywhere but a field one is typing in.

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
