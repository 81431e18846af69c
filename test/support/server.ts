import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { loadDemo } from '../../src/demo/load.ts';
import type { CdnSettings } from '../../src/integrations/cdn.ts';
import type { IdentitySettings } from '../../src/integrations/identity/provider.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { MediaSettings } from '../../src/integrations/media/settings.ts';
import type { Model } from '../../src/integrations/model/model.ts';
import type { StripeSettings } from '../../src/integrations/stripe/stripe.ts';
import type { Problem } from '../../src/kernel/errors.ts';
import type { Clock } from '../../src/kernel/time/clock.ts';
import { selectSites } from '../../src/modules/sites/queries.ts';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { startJobRunner } from '../../src/process/job-runner.ts';
import { openServer } from '../../src/process/serve.ts';
import type { Client, OperationId } from '../../src/registry.ts';
import { createMember, type MemberOptions, type NewMember } from './accounts/member.ts';
import { createClient, ProblemError } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** How long requests may still take when a server is closed. */
const DRAIN_MS = 1000;

/** A Wednesday noon, in the middle of a week. */
export const NOON = new Date('2026-11-11T12:00:00Z');

const demoContent = (name: string, share_of_votes: number) => ({
  name,
  load: async (sql: TestDatabase['sql']) => loadDemo(sql, (await ensureDefaultSite(sql))!, NOON, 'UTC', { share_of_votes }),
});
const DEMO = demoContent('demo', 1);
/** For tests that read all tables again and again, or load the demo by themselves: of its rows, most are votes like all others. */
export const FEW_VOTES = { share_of_votes: 0.05 };
const DEMO_WITH_FEW_VOTES = demoContent('few_votes', FEW_VOTES.share_of_votes);
const contentOf = (demo: boolean | 'few votes') => (demo === 'few votes' ? DEMO_WITH_FEW_VOTES : demo ? DEMO : undefined);

export interface TestServer {
  root: string;
  /** The URL it listens on, which differs from the root behind a proxy. */
  address: string;
  api: string;
  sql: TestDatabase['sql'];
  connection: TestDatabase['connection'];
  site_id: number;
  client: Client;
  /** The code an operation is refused with. */
  refusal<Id extends OperationId>(id: Id, input: Parameters<Client[Id]>[0] | Record<string, unknown>): Promise<string>;
  /** Creates an account and a client with its API key. */
  member(options?: MemberOptions): Promise<Member>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface Member extends NewMember {
  client: Client;
}

/** A real server with its own database and demo content, at a fixed time. */
export const startServer = async ({
  demo = true,
  pool = 2,
  rate_limit = false,
  clock = { now: () => NOON },
  site_root: public_root = null,
  crawl_allow_private = false,
  jobs = false,
  model = null,
  names = null,
  stripe = null,
  sign_in,
  cdn = null,
  media,
  response_ttl_ms = 0,
  log = pino({ level: 'silent' }),
}: {
  demo?: boolean | 'few votes';
  /** Connections. Few by default, because each one plans every query anew; races need more. */
  pool?: number;
  rate_limit?: boolean;
  clock?: Clock;
  site_root?: string | null;
  crawl_allow_private?: boolean;
  /** Whether it also runs jobs: crawls sites, writes drafts, sends mail to nowhere. */
  jobs?: boolean;
  model?: Model | null;
  /** Name server, if not the system's. */
  names?: { address: string } | null;
  /** Payment provider; test payments by default. */
  stripe?: { settings: StripeSettings } | null;
  /** Providers to sign in with; none by default. */
  sign_in?: IdentitySettings;
  /** The CDN in front of it; none by default. */
  cdn?: CdnSettings | null;
  /** Where pictures are stored, if not in the database. */
  media?: { settings: MediaSettings };
  /** How long public responses are cached. By default they are not, so that a test sees what the one before changed. */
  response_ttl_ms?: number;
  log?: Logger;
} = {}): Promise<TestServer> => {
  const database = await createTestDatabase({ pool, content: contentOf(demo) });
  const { sql } = database;
  await ensureDefaultSite(sql);
  const site_id = (await selectSites(sql))[0]!.id;
  const dns_servers = names && [names.address];
  const integrations = {
    ...openIntegrations({
      smtp_url: null,
      mail_from: null,
      crawl_allow_private,
      dns_servers,
      stripe: stripe?.settings,
      sign_in,
      cdn,
      media: media?.settings,
    }),
    model,
  };
  const { app, site_root } = await openServer({
    sql,
    clock,
    log,
    host: '127.0.0.1',
    port: 0,
    site_root: public_root,
    rate_limit,
    crawl_allow_private,
    integrations,
    response_ttl_ms,
  });
  const working = jobs ? await startJobRunner({ ...database, clock, log, integrations, site_root }) : null;
  const client = createClient({ base_url: `${site_root}/api/v1` });
  return {
    root: site_root,
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    api: `${site_root}/api/v1`,
    sql,
    connection: database.connection,
    site_id,
    client,
    async refusal(id, input) {
      try {
        await (client[id] as (input: unknown) => Promise<unknown>)(input);
      } catch (error) {
        if (error instanceof ProblemError) return error.problem.code;
        throw error;
      }
      throw new Error(`${id} was not refused`);
    },
    async member(options) {
      const member = await createMember({ sql, clock }, options);
      return { ...member, client: createClient({ base_url: `${site_root}/api/v1`, key: member.key }) };
    },
    get: (path, headers = {}) => fetch(`${site_root}${path}`, { headers, redirect: 'manual' }),
    async close() {
      // A client may have opened a connection that it did not need; Node would wait a minute for its first request.
      const drained = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await Promise.all([app.close(), working?.stop()]);
      clearTimeout(drained);
      await database.drop();
    },
  };
};

/** One server for a test file, started before its first test and stopped after its last. */
export const useServer = (options?: Parameters<typeof startServer>[0]): TestServer => {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startServer(options));
  });
  afterAll(() => server.close());
  return server;
};

export const problemIn = async (response: Response): Promise<Problem> => (await response.json()) as Problem;
