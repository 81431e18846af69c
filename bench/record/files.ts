import type { Person, Recorder } from './recorder.ts';

const FEEDS = ['launches', 'updates', 'weeks', 'blog', 'categories/developer-tools', 'listings/ledgerly', 'listings/no-such-listing'];
const SHARED = [
  'home',
  'listings/ledgerly',
  'listings/quizherd',
  'categories/developer-tools',
  'launches/weeks/last',
  'launches/weeks/2026-03-09',
  'founders/mara-lindqvist',
  'blog/how-a-launch-week-works',
  'listings/no-such-listing',
];

/** Machine-readable files besides the API. */
const FILES = [
  '/robots.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/server.json',
  '/.well-known/security.txt',
  '/launches/calendar.ics',
  '/sitemap.xml',
  ...['pages', 'listings', 'categories', 'founders', 'weeks', 'blog', 'nothing'].map((kind) => `/sitemaps/${kind}-1.xml`),
  ...FEEDS.flatMap((feed) => ['rss', 'atom', 'json'].map((format) => `/feeds/${feed}.${format}`)),
  ...['listings/ledgerly', 'listings/no-such-listing', 'blog'].map((path) => `/oembed?url=http://launchweek.test/${path}`),
  '/oembed?url=http://launchweek.test/listings/ledgerly&format=xml&maxwidth=200',
  '/oembed',
  '/suggestions?q=led',
  '/suggestions',
  ...['last', '2026-03-09', 'this', 'nonsense'].map((week) => `/launches/weeks/${week}/ledger.jsonl`),
  ...['listed-on', 'launch-of-the-week-1', 'launched-on', 'votes', 'featured', 'nothing'].map((kind) => `/badges/ledgerly/${kind}.svg`),
  ...['outline', 'pill', 'banner', 'square'].map((shape) => `/badges/ledgerly/listed-on.svg?shape=${shape}`),
  ...['dark', 'auto'].map((mode) => `/badges/ledgerly/listed-on.svg?mode=${mode}&size=l`),
  '/badges/no-such-listing/listed-on.svg',
  ...SHARED.map((path) => `/pictures/${path}.png`),
  '/media/nothing.webp',
  '/.well-known/oauth-authorization-server',
  ...['', '/mcp', '/api/v1'].map((path) => `/.well-known/oauth-protected-resource${path}`),
  '/.well-known/nothing',
  '/oauth/authorize',
  '/oauth/authorize?client_id=nobody&response_type=code&redirect_uri=https://elsewhere.example',
  '/oauth/consent/nothing',
  '/favicon.ico',
  '/payments/stripe',
];

const POSTS: [label: string, path: string, type: string, body: string][] = [
  ['token', '/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=authorization_code&code=x&client_id=nobody'],
  ['revoke', '/oauth/revoke', 'application/x-www-form-urlencoded', 'token=x&client_id=nobody'],
  ['register-wrong', '/oauth/register', 'application/json', '{"redirect_uris": ["not an address"]}'],
  ['register', '/oauth/register', 'application/json', '{"client_name": "Recording", "redirect_uris": ["https://elsewhere.example/back"]}'],
  ['stripe', '/payments/stripe', 'application/json', '{"id": "evt_1"}'],
  ...['', '/kind', '/mailbox'].map((part): [string, string, string, string] => [
    `unsubscribe${part}`,
    `/unsubscribe${part}?token=nonsense`,
    'application/x-www-form-urlencoded',
    'List-Unsubscribe=One-Click',
  ]),
];

export const recordFiles = async (recorder: Recorder, person: Person): Promise<void> => {
  for (const path of FILES) await recorder.record(`files/${path.slice(1).replace('http://launchweek.test/', '')}`, person, { path });
  for (const [label, path, type, body] of POSTS)
    await recorder.record(`files/post/${label}`, person, { method: 'POST', path, headers: { 'content-type': type }, body });
  const { headers } = await recorder.send(person, { path: '/' });
  const etag = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? '';
  await recorder.record('files/home-unchanged', person, { path: '/', headers: { 'if-none-match': etag } });
  await recorder.record('files/home-head', person, { method: 'HEAD', path: '/' });
  await recorder.record('files/other-host', person, { path: '/', headers: { host: 'elsewhere.example' } });
};

/** Stylesheets, scripts and images of pages, named without the hash of their content. */
export const recordAssets = async (recorder: Recorder, person: Person, pages: string[]): Promise<void> => {
  const found = new Set<string>();
  for (const path of pages) {
    const { text } = await recorder.send(person, { path });
    for (const [url] of text.matchAll(/\/assets\/[\w.-]+/g)) found.add(url);
  }
  for (const url of [...found].sort()) {
    const [, name, type] = /\/assets\/([\w-]+?)-[0-9a-f]{12}\.(\w+)$/.exec(url) ?? [null, url.slice(8), 'other'];
    await recorder.record(`${type}/${name}`, person, { path: url });
  }
};
