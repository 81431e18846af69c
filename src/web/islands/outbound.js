// Counts clicks on links that lead away from a listing's page. The links themselves stay as they are; without JavaScript a click is not counted.

/** @param {MouseEvent} event */
const countClick = (event) => {
  const link = event.target instanceof Element ? event.target.closest('main a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || link.host === location.host) return;
  // The server counts it if it is one of the listing's own links.
  navigator.sendBeacon(`${location.pathname}/clicks`, link.href);
};

document.addEventListener('click', countClick);
// The middle button opens a new tab.
document.addEventListener('auxclick', (event) => event.button === 1 && countClick(event));
