// Remembers the language of code samples. Runs after the tabs and before the samples are parsed, so that nothing moves.
// Without JavaScript the tabs still work; each page then starts with the first one.
(() => {
  const KEY = 'sample-language';
  const tabs = document.querySelector('.sample-tabs');

  try {
    const stored = tabs?.querySelector(`input[value="${CSS.escape(localStorage.getItem(KEY) ?? '')}"]`);
    if (stored instanceof HTMLInputElement) stored.checked = true;
  } catch {
    // Storage is blocked: the choice lasts for this page only.
  }

  tabs?.addEventListener('change', ({ target }) => {
    try {
      if (target instanceof HTMLInputElement) localStorage.setItem(KEY, target.value);
    } catch {
      // As above.
    }
  });
})();
