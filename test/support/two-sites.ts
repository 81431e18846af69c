import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { loadDemo } from '../../src/demo/load.ts';
import type { Site } from '../../src/kernel/context.ts';
import { createKey } from '../../src/modules/accounts/credentials/api-keys.ts';
import { startSession } from '../../src/modules/accounts/credentials/sessions.ts';
import { API_SCOPES } from '../../src/modules/accounts/schema.ts';
import { indexListings } from '../../src/modules/listings/search/search-index.ts';
import { createSite } from '../../src/modules/sites/sites.ts';
import { cookieName } from '../../src/web/server/sessions.ts';
import { markSite } from './marks.ts';
import { FEW_VOTES, NOON, type TestServer } from './server.ts';
import { type Content, fillSite } from './site-content.ts';
import { until } from './until.ts';
import { as, makeVoters, siteOf } from './voters.ts';

/** A site with records of every kind, and the mark that all its texts contain. */
export interface Marked {
  site: Site;
  mark: string;
  content: Content;
}

/** The owner owns and manages both sites; the friend only follows, votes and writes. */
export type Who = 'owner' | 'friend';

export interface Answer {
  status: number;
  location: string | undefined;
  type: string;
  etag: string | undefined;
  body: string;
}

/** A request to a site: page, form or API call. */
export interface Ask {
  who?: Who | null;
  form?: Record<string, string>;
  json?: unknown;
  method?: string;
  headers?: Record<string, string>;
}

export interface TwoSites {
  here: Marked;
  there: Marked;
  accounts: Record<Who, number>;
  /** The owner's API key. */
  key: string;
  /** An OAuth token of the owner for an application on each site. */
  tokens: Record<'here' | 'there', string>;
  ask(site: Site, path: string, asked?: Ask): Promise<Answer>;
}

const HERE = 'quillfeather';
const THERE = 'marzipantoad';

/** Root of the first site: behind a proxy, like the second. */
export const HERE_ROOT = `http://${HERE}.example`;

const createRequester =
  (server: TestServer, sessions: Record<Who, string>, agent: Agent) =>
  (site: Site, path: string, asked: Ask = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const { who = null, form, json, headers = {} } = asked;
      const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
      const method = asked.method ?? (body === undefined ? 'GET' : 'POST');
      const sent = request(
        {
          host: '127.0.0.1',
          port: new URL(server.address).port,
          path,
          method,
          agent,
          headers: {
            host: new URL(site.root).host,
            ...(who && { cookie: `${cookieName(site.root, 'lw_session')}=${sessions[who]}` }),
            ...(form && { origin: site.root, 'content-type': 'application/x-www-form-urlencoded' }),
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode!,
              location: answer.headers.location,
              type: answer.headers['content-type'] ?? '',
              etag: answer.headers.etag,
              body: Buffer.concat(pieces).toString('utf8'),
            }),
          );
        },
      );
      sent.on('error', reject).end(body);
    });

/** Connects an application on a site and returns its token. */
const connectApplication = async ({ sql }: TestServer, site: Site, account_id: number, mark: string): Promise<string> => {
  const token = createHash('sha256').update(mark).digest('base64url');
  const [grant, expires_at] = [`grant-${mark}`, new Date('2027-01-01')];
  const scope = API_SCOPES.join(' ');
  const payloads = { Grant: { resources: { [`${site.root}/mcp`]: scope } }, AccessToken: { scope, aud: `${site.root}/mcp` } };
  for (const [kind, payload] of Object.entries(payloads))
    await sql`
      insert into oauth_records (site_id, kind, id, payload, grant_id, account_id, client_id, client_name, expires_at, created_at)
      values (${site.id}, ${kind}, ${kind === 'Grant' ? grant : createHash('sha256').update(token).digest('base64url')}, ${sql.json(payload)},
        ${kind === 'Grant' ? null : grant}, ${account_id}, ${`client-${mark}`}, ${`Agent ${mark}`}, ${expires_at}, ${NOON})`;
  return token;
};

/** Fills a site through its operations, with its mark in all texts. */
const fillMarked = async (server: TestServer, site_id: number, mark: string, accounts: Record<Who, number>): Promise<Marked> => {
  const { sql } = server;
  await sql`insert into account_roles (account_id, site_id, role) values (${accounts.owner}, ${site_id}, 'site_admin')`;
  await markSite(sql, site_id, mark);
  const expires_at = new Date('2027-01-01');
  // No address that anything could be fetched from.
  await sql`
    insert into sign_in_providers (site_id, key, kind, issuer, label, client_id, client_secret)
    values (${site_id}, 'acme', 'oidc', 'https://127.0.0.1:1', ${`Acme ${mark}`}, ${mark}, ${mark})`;
  await sql`
    insert into provider_sign_ins (state_hash, site_id, provider, browser_hash, nonce, code_verifier, expires_at)
    values (${mark}, ${site_id}, 'acme', 'browser', ${mark}, ${mark}, ${expires_at})`;
  await sql`
    insert into pending_actions (site_id, browser_hash, title, action, fields, expires_at)
    values (${site_id}, 'browser', ${`vote for ${mark}`}, '/listings/:slug/vote', '{}', ${expires_at})`;
  // Half of the slugs are the same on both sites, half are not.
  for (const table of ['listings', 'categories', 'founders', 'blog_posts'])
    await sql`update ${sql(table)} set slug = slug || ${`-${mark}`} where site_id = ${site_id} and id % 2 = 0`;
  const site = { ...(await siteOf(sql, site_id)), root: `http://${mark}.example` };
  const ctx = (who: Who) => as(accounts[who], { sql, site, clock: { now: () => NOON } });
  const content = await fillSite(ctx('owner'), ctx('friend'), mark);
  await markSite(sql, site_id, mark);
  const listings = await sql<{ id: number }[]>`select id from listings where site_id = ${site_id}`;
  await sql.begin((sql) =>
    indexListings(
      sql,
      listings.map(({ id }) => id),
    ),
  );
  return { site, mark, content };
};

/** Two sites with records of every kind, for a test file. The server's root must be HERE_ROOT. */
export const useTwoSites = (server: TestServer): TwoSites => {
  const two = {} as TwoSites;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  beforeAll(async () => {
    const { sql } = server;
    const second = {
      key: 'second',
      name: 'Second',
      tagline: 'Two',
      purpose: 'The other one.',
      root: `http://${THERE}.example`,
      time_zone: 'UTC',
    };
    const second_id = await createSite(sql, second);
    await loadDemo(sql, second_id, NOON, 'UTC', FEW_VOTES);
    const [owner, friend] = (await makeVoters(sql, [{ email: 'owner@both.example' }, { email: 'friend@both.example' }])) as [
      number,
      number,
    ];
    const accounts = { owner, friend };
    const sessions = {} as Record<Who, string>;
    for (const who of ['owner', 'friend'] as const) {
      const ctx = { sql, clock: { now: () => NOON }, site: await siteOf(sql, server.site_id) };
      const visit = { address: '127.0.0.1', user_agent: undefined, known: null };
      sessions[who] = (await startSession(ctx, accounts[who], visit, true)).token;
    }
    const here = await fillMarked(server, server.site_id, HERE, accounts);
    const there = await fillMarked(server, second_id, THERE, accounts);
    const { key } = await createKey(as(owner, { sql, site: here.site, clock: { now: () => NOON } }), {
      name: 'both',
      scopes: [...API_SCOPES],
      expires_at: null,
    });
    const tokens = {
      here: await connectApplication(server, here.site, owner, HERE),
      there: await connectApplication(server, there.site, owner, THERE),
    };
    await noteWrites(server);
    Object.assign(two, { here, there, accounts, key, tokens, ask: createRequester(server, sessions, agent) });
    await until(async () => (await two.ask(there.site, '/')).body.includes(THERE) && (await two.ask(here.site, '/')).body.includes(HERE));
  });
  afterAll(() => agent.destroy());
  return two;
};

/** From now on the database notes for which site a row is written, changed or deleted: asked hundreds of times, so that it must be quick. */
export const noteWrites = async ({ sql }: Pick<TestServer, 'sql'>): Promise<void> => {
  const noteIn = (column: string) => `
    create function noted.by_${column}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then insert into noted.writes values (old.${column}, tg_table_name); end if;
      if tg_op <> 'DELETE' then insert into noted.writes values (new.${column}, tg_table_name); end if;
      return null;
    end $$;`;
  const watch = (table: string, column: string) =>
    `create trigger noted after insert or update or delete on ${table} for each row execute function noted.by_${column}();`;
  const tables = await siteTables({ sql });
  await sql.unsafe(`
    create schema noted;
    create table noted.writes (site_id int, name text);
    create index on noted.writes (site_id);
    ${noteIn('site_id')} ${noteIn('id')}
    ${tables.map((name) => watch(name, 'site_id')).join('\n')} ${watch('sites', 'id')}`);
};

/** How many rows of a site were written, by table. */
export const stateOf = async ({ sql }: Pick<TestServer, 'sql'>, site_id: number): Promise<Record<string, number>> => {
  const rows = await sql<{ name: string; writes: number }[]>`
    select name, count(*)::int as writes from noted.writes where site_id = ${site_id} group by 1`;
  return Object.fromEntries(rows.map(({ name, writes }) => [name, writes]));
};

/** All tables with a site_id, queried from the database, so that new ones are included. */
export const siteTables = async ({ sql }: Pick<TestServer, 'sql'>): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'site_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`;
  return rows.map(({ name }) => name);
};
