import { OPERATIONS } from '../../src/registry.ts';
import { FEED_ROUTES } from '../../src/web/feeds/routes.ts';
import { WEB_PAGES } from '../../src/web/server/routes.ts';
import type { TestServer } from './server.ts';
import type { Content } from './site-content.ts';
import type { Marked } from './two-sites.ts';

/** Values of a path parameter: a sample of the site's records. */
const PARAM_VALUES: [path: RegExp, values: string | string[] | ((content: Content) => string[])][] = [
  [/listings\/:slug|^\/badges\/:slug/, 'select slug as value from listings'],
  [/categories\/:slug/, 'select slug as value from categories'],
  [/founders\/:slug/, 'select slug as value from founders'],
  [/blog\/:slug/, 'select slug as value from blog_posts'],
  [/^\/drafts\/:uuid/, 'select id::text as value from drafts'],
  [/^\/dashboard\/listings\/:listing_id/, 'select id::text as value from listings'],
  [/:number/, 'select number as value from orders'],
  [/:session/, 'select session as value from payments'],
  [/^\/admin\/listings\/:id/, 'select id::text as value from listings'],
  [/^\/admin\/import\/:id/, 'select id::text as value from imports'],
  [/^\/admin\/categories\/:id/, 'select id::text as value from categories'],
  [/^\/admin\/attributes\/:id/, 'select id::text as value from category_attributes'],
  [/^\/admin\/founders\/:id/, 'select id::text as value from founders'],
  [/^\/admin\/messages\/:id/, 'select id::text as value from contact_messages'],
  [/^\/account\/webhooks\/:id/, ({ webhook_id }) => [webhook_id]],
  [/^\/admin\/webhooks\/:id/, ({ team_webhook_id }) => [team_webhook_id]],
  [/^\/admin\/blog\/:id/, 'select id::text as value from blog_posts'],
  [/^\/admin\/approvals\/:id/, ({ waiting_id }) => [waiting_id]],
  [/^\/admin\/users\/:id/, ({ user_id }) => [user_id]],
  [/^\/notifications\/:id/, 'select id::text as value from notifications'],
  [/^\/docs\/operations\/:operation/, [OPERATIONS[0]!.id]],
  [/^\/ledger\/receipts\/:row_id/, ['1', '2']],
  [/:provider/, ['acme']],
  [/:week/, ['2026-11-09', '2026-11-02', '2026-12-07']],
  [/:board/, ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue']],
  [/^\/(admin\/)?legal\/:kind/, ['terms', 'imprint']],
  [/^\/brand\/:file/, ({ logo_hash }) => [logo_hash]],
  [/^\/admin\/brand\/preview\/:name/, ['home', 'products', 'email']],
  [/:file\.webp$/, ({ picture_hash }) => [picture_hash]],
  [/:note\.pdf$/, ({ note_number }) => [note_number]],
];

const MAX_VALUES = 4;

/** All variants of a path with the site's records. */
export const addressesOf = async ({ sql }: Pick<TestServer, 'sql'>, { site, content }: Marked, path: string): Promise<string[]> => {
  const parts = path.match(/:\w+/g) ?? [];
  const [first] = parts;
  if (!first) return [path];
  const values = PARAM_VALUES.find(([pattern]) => pattern.test(path))?.[1];
  if (!values) throw new Error(`Nobody says what stands in ${path}.`);
  // Records created by the test first, then some whose slug both sites have and some whose slug only one has.
  const found =
    typeof values === 'string'
      ? (await sql.unsafe<{ value: string }[]>(`${values} where site_id = ${site.id} order by id desc limit ${MAX_VALUES}`)).map(
          ({ value }) => value,
        )
      : typeof values === 'function'
        ? values(content)
        : values;
  const others: Record<string, string> = { ':file': 'listed-on.svg', ':note': content.note_number, ':version_id': '1' };
  return found.map((value) =>
    path.replace(first === ':number' && path.includes(':note') ? ':number' : first, value).replace(/:\w+/g, (part) => others[part] ?? part),
  );
};

/** Routes that are not pages, except share images. */
const FILES = [
  '/sitemap.xml',
  ...['pages', 'listings', 'categories', 'founders', 'weeks', 'blog'].map((kind) => `/sitemaps/${kind}-1.xml`),
  '/launches/weeks/:week/ledger.jsonl',
  '/ledger/export.jsonl',
  '/ledger/checkpoint',
  '/ledger/checkpoints',
  '/ledger/keys',
  '/ledger/weeks/:week',
  '/ledger/proofs/inclusion?entry=1',
  '/ledger/proofs/consistency?from=1',
  '/ledger/receipts/:row_id/receipt.json',
  '/badges/:slug/:file',
  '/notifications/:id',
  '/media/:file.webp',
  '/orders/:number/invoice.pdf',
  '/orders/:number/credit-notes/:note.pdf',
  '/admin/promo-codes.csv',
  '/dashboard/listings/:listing_id/stats/days-28.csv',
  '/dashboard/listings/:listing_id/stats/sources-28.csv',
  '/brand/:file.png',
  '/favicon.ico',
  '/admin/brand/preview/:name',
  '/data/latest.json',
  '/data/latest.note',
  '/data/:dataset/:file',
  '/admin/digest/preview',
  '/admin/vat/vat-2026-Q4.csv',
  '/admin/vat/reverse-charge-2026-Q4.csv',
  '/api/v1/openapi.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/api/v1',
];

/** Share images. Rendering is expensive, so they are requested with a matching ETag. */
export const SHARE_IMAGES = [
  '/home',
  '/listings/:slug',
  '/categories/:slug',
  '/founders/:slug',
  '/blog/:slug',
  '/launches/weeks/:week',
].map((path) => `/pictures${path}.png`);

/** All readable URLs from the route tables, and whether anonymous visitors see more than a sign-in page. */
export const PATHS: [path: string, open: boolean][] = [
  // Admin-only pages belong to the whole deployment.
  ...WEB_PAGES.filter((page) => page.for !== 'admin').map((page): [string, boolean] => [page.path, page.for === 'anyone']),
  ...[...FEED_ROUTES.map(({ path }) => path), ...FILES].map((path): [string, boolean] => [path, !/^\/(orders|admin)/.test(path)]),
];
