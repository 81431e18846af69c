import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { databaseCheck, type ReadinessCheck } from '../db/health-checks.ts';
import { AlreadyServing, type Database, openDatabase, type Sql } from '../db/open.ts';
import { openReplicas, primaryOnly, type ReadPools } from '../db/replicas/replicas.ts';
import { loadDemo } from '../demo/load.ts';
import { ADMIN_API, PUBLIC_API } from '../http/apis.ts';
import { createApp } from '../http/app.ts';
import { changeRoutes } from '../http/changes.ts';
import { buildDeps } from '../http/deps.ts';
import { mcpEndpoint } from '../http/mcp.ts';
import { OAUTH_RESOURCES } from '../http/oauth/metadata.ts';
import { createProviders } from '../http/oauth/providers.ts';
import { oauthRoutes } from '../http/oauth/routes.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { restApi } from '../http/rest.ts';
import { openIntegrations } from '../integrations/integrations.ts';
import { openValkey } from '../integrations/valkey.ts';
import type { Integrations } from '../kernel/context.ts';
import '../messages.ts';
import { guardStore, type LimitStore, postgresLimitStore } from '../kernel/limit-store.ts';
import { limitsIn, noLimits } from '../kernel/limits.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { createUser, isUnusedAccount, signInLinkPath } from '../modules/accounts/account.ts';
import { ChangeWaits } from '../modules/changes/waits.ts';
import { ensureDefaultSite } from '../modules/sites/sites.ts';
import { renderConsentError, serveConsent } from '../web/areas/account/consent.tsx';
import { serveWebsite } from '../web/server/website.ts';
import type { Lifecycle } from './lifecycle.ts';
import { checkPort, HANDOVER_MS, startDatabase, startDefaultSite } from './start.ts';
import {
  DRAIN_TIMEOUT_MS,
  runService,
  startCdnPurges,
  startClockComparison,
  startIntegrations,
  startJobs,
  startLog,
  startMetrics,
} from './start-service.ts';

interface ServerOptions {
  sql: Sql;
  /** Pool for what every request needs first; by default the same pool. */
  sessions?: Sql;
  /** Where public content is read; by default from the same pool. */
  reads?: ReadPools;
  /** Where limits are counted; by default in PostgreSQL. */
  limit_store?: LimitStore;
  checks?: ReadinessCheck[];
  clock: Clock;
  log: Logger;
  host: string;
  port: number;
  /** Null: the address it listens on. */
  site_root: string | null;
  rate_limit: boolean;
  crawl_allow_private?: boolean;
  integrations?: Integrations;
  response_ttl_ms?: number;
  /** Proxies that may set the client's address. */
  trust_proxy?: string;
}

/** Registers REST, MCP, OAuth and website on one HTTP server and listens. */
export const openServer = async ({
  host,
  port,
  site_root,
  rate_limit,
  crawl_allow_private = false,
  integrations = openIntegrations({ crawl_allow_private }),
  response_ttl_ms,
  trust_proxy = 'loopback',
  sessions,
  reads,
  limit_store,
  checks,
  ...parts
}: ServerOptions): Promise<{ app: FastifyInstance; site_root: string; markStopping(): void }> => {
  const cache = new ResponseCache('api', response_ttl_ms);
  const session_pool = sessions ?? parts.sql;
  const read_pools = reads ?? primaryOnly(parts.sql);
  const store = guardStore(limit_store ?? postgresLimitStore(session_pool, read_pools.isPrimaryDown), parts.log);
  const deps = buildDeps({
    ...parts,
    sessions: session_pool,
    reads: read_pools,
    checks: checks ?? [databaseCheck(parts.sql)],
    limits: rate_limit ? limitsIn(store, parts.clock) : noLimits,
    integrations,
    response_ttl_ms,
    allow_private: crawl_allow_private,
    get site_root() {
      return site_root ?? `http://localhost:${(app.server.address() as AddressInfo).port}`;
    },
  });
  const app = createApp(deps, trust_proxy);
  for (const api of [PUBLIC_API, ADMIN_API]) {
    await app.register(restApi(deps, cache, api), { prefix: OAUTH_RESOURCES[api.rest] });
    await app.register(mcpEndpoint(deps, api));
  }
  const waits = new ChangeWaits(parts.sql);
  await app.register(changeRoutes(deps, waits), { prefix: OAUTH_RESOURCES[PUBLIC_API.rest] });
  const providerOf = createProviders(deps, { fetch: integrations.fetch, renderError: renderConsentError });
  await app.register(oauthRoutes(deps, providerOf));
  // On the app itself, not in a scope: the website also answers unknown addresses.
  serveWebsite(app, deps);
  serveConsent(app, deps, providerOf);
  await app.listen({ host, port });
  const markStopping = () => {
    deps.is_stopping = true;
    waits.close();
  };
  return { app, site_root: deps.site_root, markStopping };
};

/** Stops accepting requests, waits for pending responses, then closes the remaining connections. */
const closeGracefully = async (app: FastifyInstance): Promise<void> => {
  // Accept pending connections first; otherwise they would be reset.
  await new Promise((resolve) => setImmediate(resolve));
  app.server.close();
  // Otherwise a keep-alive connection whose response ends later would stay open for its idle timeout.
  const idle_timer = setInterval(() => app.server.closeIdleConnections(), 50);
  const drain_timeout = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await app.close();
  clearInterval(idle_timer);
  clearTimeout(drain_timeout);
};

/** Admin of the demo site; the sign-in link is printed. */
const DEMO_ADMIN = { email: 'admin@launchweek.example', name: 'Demo admin', admin: true };

/** Loads demo content into a new embedded database. Returns the sign-in path of its admin until it was used. */
const loadDemoIfEmpty = async (sql: Sql, clock: Clock): Promise<string | null> => {
  const site_id = await ensureDefaultSite(sql);
  if (site_id !== null) await loadDemo(sql, site_id, clock.now(), 'UTC');
  else if (!(await isUnusedAccount({ sql }, DEMO_ADMIN.email))) return null;
  return signInLinkPath((await createUser({ sql, clock }, DEMO_ADMIN)).token);
};

/** Opens the database for serving. Waits for a server that is shutting down. */
const openServingDatabase = async ({ database_url, data_dir }: Config): Promise<Database> => {
  const until = performance.now() + HANDOVER_MS;
  for (;;) {
    try {
      return await openDatabase({ database_url, data_dir, role: 'serve', pool: 2 });
    } catch (error) {
      if (!(error instanceof AlreadyServing) || performance.now() > until) throw error;
      await sleep(200);
    }
  }
};

const startReplicas = (
  lifecycle: Lifecycle,
  { database_read_urls: urls, database_read_lag_ms: max_lag_ms }: Config,
  pools: { primary: Sql; health: Sql; log: Logger },
): Promise<ReadPools> | undefined =>
  urls.length > 0
    ? lifecycle.acquire(
        'opening the replicas',
        () => openReplicas({ ...pools, urls, max_lag_ms }),
        ({ stop }) => ({ end: stop }),
      )
    : undefined;

const startLimitStore = async (lifecycle: Lifecycle, { valkey_url }: Config): Promise<LimitStore | undefined> =>
  valkey_url === null
    ? undefined
    : (
        await lifecycle.acquire(
          'opening the connection to Valkey',
          () => openValkey(valkey_url),
          ({ close }) => ({ end: async () => close() }),
        )
      ).limits;

const ADDRESSES = [
  ['website', '/'],
  ['API', '/api/v1'],
  ['OpenAPI', '/api/v1/openapi.json'],
  ['MCP', '/mcp'],
  ['reference', '/docs'],
];

/** Runs the whole service in one process until stopped. */
export const serve = (config: Config, { jobs = true }: { jobs?: boolean } = {}): Promise<void> =>
  runService(config, async (lifecycle) => {
    const { clock, site_root } = config;
    await lifecycle.step('looking whether the port is free', () => checkPort(config));
    const log = startLog(lifecycle, config);
    const database = await startDatabase(lifecycle, log, () => openServingDatabase(config));
    const { connection } = database;
    const first_link = database.embedded
      ? await lifecycle.step('loading the demo content', () => loadDemoIfEmpty(database.sql, clock))
      : null;
    await startDefaultSite(lifecycle, database);
    const integrations = startIntegrations(lifecycle, config);
    const health = database.open('health');
    const clock_check = await startClockComparison(lifecycle, health, { clock, log });
    const job_runner = jobs
      ? await startJobs(lifecycle, { connection, sql: database.open('jobs'), clock, clock_check, log, integrations, site_root })
      : null;
    if (jobs) await startCdnPurges(lifecycle, config, { sql: database.sql, log, integrations });
    const sql = database.open('requests');
    let server: Server | undefined;
    await startMetrics(lifecycle, config.metrics, { connection, sql, server: () => server });
    const options: ServerOptions = {
      ...config,
      sql,
      sessions: database.open('sessions'),
      reads: await startReplicas(lifecycle, config, { primary: sql, health, log }),
      limit_store: await startLimitStore(lifecycle, config),
      checks: [databaseCheck(health), clock_check.readiness, ...(job_runner ? [job_runner.check] : [])],
      log,
      integrations,
    };
    const { app } = await lifecycle.acquire(
      `listening on port ${config.port}`,
      () => openServer(options),
      ({ app, markStopping }) => ({
        end() {
          markStopping();
          return Promise.all([sleep(config.leave_ms).then(() => closeGracefully(app)), job_runner?.stop()]);
        },
      }),
    );
    server = app.server;
    const addresses = [
      ...ADDRESSES,
      ...(config.smtp_url ? [] : [['mail', '/admin/mail']]),
      ...(first_link ? [['sign in', first_link]] : []),
    ];
    console.log(addresses.map(([what, path]) => `${what!.padEnd(10)} ${site_root}${path}`).join('\n'));
  });
