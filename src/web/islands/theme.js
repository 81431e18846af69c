// Runs before the first paint: puts back the theme a person chose, and marks that scripts run so that the switch may show.
// Without a choice, or without script, the page follows the system.
(() => {
  const root = document.documentElement;
  const KEY = 'theme';

  /** @returns {string | null} */
  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // Storage is forbidden: the choice lasts for this page.
    }
  };

  /** @param {string | null} theme */
  const show = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  };

  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);

  show(remembered());
  root.classList.add('scripted');

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('.theme-switch')) return;
    const theme = isDark() ? 'light' : 'dark';
    show(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // As above.
    }
  });
})();
