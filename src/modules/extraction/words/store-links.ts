/** Where apps are offered, and the files they are installed from, with the platform they are for. */
const STORES: { value: string; host: RegExp; path: RegExp }[] = [
  { value: 'macOS', host: /^(?:itunes|apps)\.apple\.com$/, path: /[?&]mt=12(?:&|$)/ },
  { value: 'iOS', host: /^(?:itunes|apps)\.apple\.com$/, path: /\/id\d+/ },
  { value: 'Android', host: /^play\.google\.com$/, path: /^\/store\/apps\/details\?(?:.*&)?id=[\w.]+/ },
  { value: 'Android', host: /^(?:www\.)?f-droid\.org$/, path: /^\/(?:\w{2}\/)?packages\/[\w.]+/ },
  { value: 'Windows', host: /^(?:apps|www)\.microsoft\.com$/, path: /^\/(?:[\w-]+\/)?(?:detail|store\/(?:apps|p|detail|productId))\/\w+/i },
  { value: 'Linux', host: /^(?:www\.)?flathub\.org$/, path: /^\/(?:\w{2}\/)?apps\/[\w.]+/ },
  { value: 'Linux', host: /^(?:www\.)?snapcraft\.io$/, path: /^\/[\w-]+\/?$/ },
  { value: 'Browser extension', host: /^chromewebstore\.google\.com$/, path: /^\/detail\/./ },
  { value: 'Browser extension', host: /^chrome\.google\.com$/, path: /^\/webstore\/detail\/./ },
  { value: 'Browser extension', host: /^addons\.mozilla\.org$/, path: /\/addon\/./ },
  { value: 'Browser extension', host: /^microsoftedge\.microsoft\.com$/, path: /^\/addons\/detail\/./ },
];
const FILES: [RegExp, string][] = [
  [/\.(?:dmg|pkg)$/i, 'macOS'],
  [/\.(?:exe|msi|msix|appx)$/i, 'Windows'],
  [/\.(?:appimage|deb|rpm|flatpak|snap)$/i, 'Linux'],
  [/\.(?:apk|aab)$/i, 'Android'],
];
const LONGEST_LINK = 500;

/** The platform that a link offers an app for: one in a store, or a file to install. */
export const platformOfLink = (href: string): string | null => {
  const url = href.length > LONGEST_LINK ? null : URL.parse(href.trim(), 'http://site.invalid/');
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const store = STORES.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname + url.search));
  return store?.value ?? FILES.find(([end]) => end.test(url.pathname))?.[1] ?? null;
};
