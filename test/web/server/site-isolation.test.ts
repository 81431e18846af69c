import { request } from 'node:http';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Site } from '../../../src/kernel/context.ts';
import { createKey } from '../../../src/modules/accounts/credentials/api-keys.ts';
import { API_SCOPES } from '../../../src/modules/accounts/schema.ts';
import { indexListings } from '../../../src/modules/listings/search/search-index.ts';
import { createSite } from '../../../src/modules/sites/sites.ts';
import { configureSeller } from '../../support/orders/paid-orders.ts';
import { NOON, type TestServer, useServer } from '../../support/server.ts';
import { ACTS, outcomeOf, SLUGS } from '../../support/site-acts.ts';
import { siteTables } from '../../support/two-sites.ts';
import { until } from '../../support/until.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const RUNS = 5;
/** Marks everything written on the neighbour site. */
const NEIGHBOUR_MARK = 'aardwolf';
const OWN_MARK = 'bulbul';
const PEOPLE = 3;

/** The same site next to another one, and alone, each with its own database. */
interface World {
  server: TestServer;
  people: number[];
  keys: string[];
  sites: Site[];
  beside: Site[];
}
const together: World = { server: useServer({ demo: false }), people: [], keys: [], sites: [], beside: [] };
const alone: World = { server: useServer({ demo: false }), people: [], keys: [], sites: [], beside: [] };
const clock = { now: () => NOON };

/** Creates a small site with a live product for each person; the last person is its admin. */
const createMarkedSite = async ({ server: { sql }, people }: World, host: string, mark: string): Promise<Site> => {
  const name = `Site ${mark}`;
  const site_id = await createSite(sql, {
    key: host,
    name,
    tagline: mark,
    purpose: mark,
    root: `http://${host}.example`,
    time_zone: 'UTC',
  });
  await configureSeller(sql, site_id);
  await sql`insert into account_roles (account_id, site_id, role) values (${people.at(-1)!}, ${site_id}, 'site_admin')`;
  await sql`insert into interview_questions (site_id, position, question) values (${site_id}, 1, ${`Why, ${mark}?`})`;
  const [category] = await sql<{ id: number }[]>`
    insert into categories (site_id, slug, name, description) values (${site_id}, 'accounting', 'Accounting', ${mark}) returning id`;
  for (const [code, price_cents] of Object.entries({ launch: 4900, featured: 900, billboard_min: 1000 }))
    await sql`insert into products (site_id, code, price_cents, on_offer, updated_at) values (${site_id}, ${code}, ${price_cents}, true, ${NOON})`;
  for (const [at, slug] of SLUGS.entries()) {
    const domain = `${slug}.example`;
    await sql`insert into companies (domain) values (${domain}) on conflict do nothing`;
    await sql`
      insert into listings (site_id, company_id, slug, name, website, domain, tagline, description, status, launched_at, launch_week_on, owner_id,
        created_at, updated_at)
      select ${site_id}, id, ${slug}, ${`${slug} ${mark}`}, ${`https://${domain}`}, ${domain}, ${mark}, ${mark}, 'live', ${NOON}, '2026-11-09',
        ${people[at]!}, ${NOON}, ${NOON} from companies where domain = ${domain}`;
  }
  const listings = await sql<{ id: number }[]>`select id from listings where site_id = ${site_id} order by id`;
  await sql`insert into listing_categories (site_id, listing_id, category_id) select ${site_id}, id, ${category!.id} from listings where site_id = ${site_id}`;
  await sql.begin((sql) =>
    indexListings(
      sql,
      listings.map(({ id }) => id),
    ),
  );
  return siteOf(sql, site_id);
};

const ask = ({ server }: World, site: Site, path: string, key?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.address);
    const headers = { host: new URL(site.root).host, ...(key && { authorization: `Bearer ${key}` }) };
    const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
    });
    sent.on('error', reject).end();
  });

beforeAll(async () => {
  for (const world of [together, alone]) {
    const { sql } = world.server;
    world.people.push(
      ...(await makeVoters(
        sql,
        Array.from({ length: PEOPLE }, (_, n) => ({ email: `person${n}@home${n}.example` })),
      )),
    );
    for (const account_id of world.people) {
      const ctx = as(account_id, { sql, site: {} as Site, clock });
      world.keys.push((await createKey(ctx, { name: 'own', scopes: [...API_SCOPES], expires_at: null })).key);
    }
    for (let run = 0; run < RUNS; run++) {
      if (world === together) world.beside.push(await createMarkedSite(world, `beside-${run}`, NEIGHBOUR_MARK));
      world.sites.push(await createMarkedSite(world, `site-${run}`, OWN_MARK));
    }
    await until(async () => (await ask(world, world.sites.at(-1)!, '/api/v1/site')).startsWith('200'));
  }
});

interface Step {
  /** Seconds after noon, so that no two steps happen at the same time. */
  at: number;
  beside: boolean;
  who: number;
  what: string;
  n: number;
}

const step: fc.Arbitrary<Omit<Step, 'at'>> = fc.record({
  beside: fc.boolean(),
  who: fc.nat({ max: PEOPLE - 1 }),
  what: fc.constantFrom(...Object.keys(ACTS)),
  n: fc.nat({ max: 5 }),
});

/** Runs the steps on a world's sites in order. Returns the outcomes on the site under test. */
const runSteps = async (world: World, run: number, steps: Step[]): Promise<unknown[]> => {
  const outcomes: unknown[] = [];
  for (const { at, beside, who, what, n } of steps) {
    const site = (beside ? world.beside : world.sites)[run]!;
    const step_clock = { now: () => new Date(NOON.getTime() + at * 1000) };
    const ctx = as(world.people[who]!, { sql: world.server.sql, site, clock: step_clock });
    const outcome = await outcomeOf(ACTS[what]!(ctx, n, beside ? NEIGHBOUR_MARK : OWN_MARK));
    if (!beside) outcomes.push([what, outcome]);
  }
  return outcomes;
};

const BOARDS = ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'].map((board) => `/leaderboards/${board}`);
const PUBLIC_PATHS = [
  ...[
    '/site',
    '/listings?per_page=100',
    '/listings?status=upcoming',
    '/listings?q=made',
    '/categories',
    '/categories/accounting',
    '/founders',
  ],
  ...[
    '/launches/weeks/this',
    '/launches',
    '/launches?section=trending',
    '/launches?section=upcoming',
    '/products',
    '/awards',
    '/interview-questions',
  ],
  ...[...SLUGS.map((slug) => `/listings/${slug}`), '/listings/alpha/alternatives', '/listings/beta/badges', ...BOARDS],
].map((path) => `/api/v1${path}`);
const MEMBER_PATHS = ['/me/listings', '/drafts', '/claims', '/orders'].map((path) => `/api/v1${path}`);
const PAGES = [
  '/',
  '/listings',
  '/updates',
  '/launches/calendar',
  '/listings/alpha',
  '/listings/beta/reviews',
  '/listings/beta/comments',
  '/products',
  '/feeds/updates.json',
  '/sitemaps/listings-1.xml',
];

/** Replaces random values and those counted across sites: ids, order numbers and secrets. */
const withoutIds = (answer: string): string =>
  answer
    .replace(/"(\w*id)":\d+/g, '"$1":0')
    .replace(/\b(\w+_id) \d+/g, '$1 0')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'uuid')
    .replace(/LW-[0-9A-Z]{8}/g, 'LW')
    .replace(/launchweek-[\w-]{43}/g, 'token');

/** Everything visible on a site, and its row counts. */
const observeSite = async (world: World, run: number): Promise<Record<string, unknown>> => {
  const { sql } = world.server;
  const site = world.sites[run]!;
  const result: Record<string, unknown> = {};
  // Changes of the site itself take up to a second to show.
  const { tagline } = await siteOf(sql, site.id);
  await until(async () => (await ask(world, site, '/api/v1/site')).includes(`"tagline":"${tagline}"`));
  for (const path of PUBLIC_PATHS) result[path] = withoutIds(await ask(world, site, path));
  for (const [who, key] of world.keys.entries())
    for (const path of MEMBER_PATHS) result[`${path} ${who}`] = withoutIds(await ask(world, site, path, key));
  const counts = (await siteTables(world.server)).map(
    (name) => `select '${name}' as name, count(*)::int as rows from ${name} where site_id = ${site.id}`,
  );
  result.rows = (await sql.unsafe(counts.join(' union all '))).filter(({ rows }) => rows > 0);
  result.invoices = await sql`select number, net_cents, vat_cents from invoices where site_id = ${site.id} order by number`;
  result.ledger = await sql`select seq, act, reason, in_week from votes where site_id = ${site.id} order by seq`;
  result.weeks = await sql`select week_on, room, taken from launch_weeks where site_id = ${site.id} order by week_on`;
  return result;
};

test('nothing that happens on one site is visible on another', async () => {
  let run = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50, size: 'max' }), async (generated) => {
    const steps = generated.map((step, at) => ({ ...step, at }));
    const site_index = run++;
    const outcomes = await runSteps(together, site_index, steps);
    expect(outcomes).toEqual(
      await runSteps(
        alone,
        site_index,
        steps.filter(({ beside }) => !beside),
      ),
    );
    expect(await observeSite(together, site_index)).toEqual(await observeSite(alone, site_index));
    for (const path of PAGES) expect((await ask(together, together.sites[site_index]!, path)).toLowerCase()).not.toContain(NEIGHBOUR_MARK);
  });
  // There are only as many sites as runs, so failures are not shrunk.
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
