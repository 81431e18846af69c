// Runs before the first paint: restores the chosen theme, and marks that scripts run so that the switch is shown.
// Without a choice, or without JavaScript, the page follows the system.
(() => {
  const root = document.documentElement;
  const KEY = 'theme';

  /** @returns {string | null} */
  const storedTheme = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // Storage is blocked: the choice lasts for this page only.
    }
  };

  /** @param {string | null} theme */
  const applyTheme = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  };

  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);

  applyTheme(storedTheme());
  root.classList.add('scripted');

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('.theme-switch')) return;
    const theme = isDark() ? 'light' : 'dark';
    applyTheme(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // As above.
    }
  });
})();
