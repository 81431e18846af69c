// Counts the view of a page that may come from a CDN, where the service does not see who opens it.

const countView = () =>
  navigator.sendBeacon('/views', JSON.stringify({ page: location.pathname + location.search, referrer: document.referrer }));

// A page that the browser opens ahead of time is viewed later, or never.
if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', countView, { once: true });
else countView();
