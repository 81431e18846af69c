import { OPERATIONS } from '../../src/registry.ts';
import { MACHINES } from '../../src/web/machines/table.ts';
import { PAGES } from '../../src/web/routes.ts';
import type { TestServer } from './server.ts';
import type { Content } from './site-content.ts';
import type { Marked } from './two-sites.ts';

/** What stands in a part of a path: of everything a site has, some of each. */
const STANDS: [path: RegExp, values: string | string[] | ((content: Content) => string[])][] = [
  [/listings\/:slug|^\/badges\/:slug/, 'select slug as value from listings'],
  [/categories\/:slug/, 'select slug as value from categories'],
  [/founders\/:slug/, 'select slug as value from founders'],
  [/blog\/:slug/, 'select slug as value from blog_posts'],
  [/^\/drafts\/:id/, 'select id::text as value from drafts'],
  [/^\/dashboard\/listings\/:listing_id/, 'select id::text as value from listings'],
  [/:number/, 'select number as value from orders'],
  [/:session/, 'select session as value from payments'],
  [/^\/admin\/listings\/:id/, 'select id::text as value from listings'],
  [/^\/admin\/categories\/:id/, 'select id::text as value from categories'],
  [/^\/admin\/founders\/:id/, 'select id::text as value from founders'],
  [/^\/admin\/blog\/:id/, 'select id::text as value from blog_posts'],
  [/^\/docs\/operations\/:id/, [OPERATIONS[0].id]],
  [/:week/, ['2026-11-09', '2026-11-02', '2026-12-07']],
  [/:board/, ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue']],
  [/:file\.webp$/, ({ picture_hash }) => [picture_hash]],
  [/:note\.pdf$/, ({ note_number }) => [note_number]],
];

const MOST = 4;

/** A path with everything a site has in its place, as far as that is of use. */
export const addressesOf = async ({ sql }: Pick<TestServer, 'sql'>, { site, content }: Marked, path: string): Promise<string[]> => {
  const parts = path.match(/:\w+/g) ?? [];
  const [first] = parts;
  if (!first) return [path];
  const values = STANDS.find(([pattern]) => pattern.test(path))?.[1];
  if (!values) throw new Error(`Nobody says what stands in ${path}.`);
  // What was made by hand first, then some whose address both sites have and some whose address they have not.
  const found =
    typeof values === 'string'
      ? (await sql.unsafe<{ value: string }[]>(`${values} where site_id = ${site.id} order by id desc limit ${MOST}`)).map(
          ({ value }) => value,
        )
      : typeof values === 'function'
        ? values(content)
        : values;
  const others: Record<string, string> = { ':file': 'listed-on.svg', ':note': content.note_number };
  return found.map((value) =>
    path.replace(first === ':number' && path.includes(':note') ? ':number' : first, value).replace(/:\w+/g, (part) => others[part] ?? part),
  );
};

/** What is read at addresses that are no pages. */
const FILES = [
  '/sitemap.xml',
  ...['pages', 'listings', 'categories', 'founders', 'weeks', 'blog'].map((kind) => `/sitemaps/${kind}-1.xml`),
  '/launches/weeks/:week/ledger.jsonl',
  '/pictures/home.png',
  ...['/listings/:slug', '/categories/:slug', '/founders/:slug', '/blog/:slug', '/launches/weeks/:week'].map(
    (path) => `/pictures${path}.png`,
  ),
  '/badges/:slug/:file',
  '/media/:file.webp',
  '/orders/:number/invoice.pdf',
  '/orders/:number/credit-notes/:note.pdf',
  '/admin/vat/vat-2026-Q4.csv',
  '/admin/vat/reverse-charge-2026-Q4.csv',
  '/api/v1/openapi.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/api/v1',
];

/** Pictures of pages. They are drawn anew for each, so they are asked for as by who has them. */
export const PICTURES = ['/home', '/listings/:slug', '/categories/:slug', '/founders/:slug', '/blog/:slug', '/launches/weeks/:week'].map(
  (path) => `/pictures${path}.png`,
);

/** Every address that is read, as it stands in its table, and whether strangers see more there than a way in. */
export const PATHS: [path: string, open: boolean][] = [
  // What is for admins alone is the whole deployment's.
  ...PAGES.filter((page) => page.for !== 'admin').map((page): [string, boolean] => [page.path, page.for === 'anyone']),
  ...[...MACHINES.map(({ path }) => path), ...FILES].map((path): [string, boolean] => [path, !/^\/(orders|admin)/.test(path)]),
];
