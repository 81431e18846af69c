// Closes the account menu on Escape and on a click elsewhere. Without it the menu opens and closes by its own button.
const menu = document.querySelector('.account-menu');

document.addEventListener('click', ({ target }) => {
  if (menu.open && !menu.contains(target)) menu.open = false;
});

menu?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
