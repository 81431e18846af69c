import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { connect, type Database, type Sql } from '../db/open.ts';
import type { Lane } from '../kernel/jobs.ts';
import { gauge, processMetrics } from '../kernel/metrics.ts';
import { API_VERSION } from '../modules/sites/sites.ts';
import { deploymentMetrics, sharedWithTimeout } from './deployment.ts';
import { pingDatabase } from './queries.ts';

export interface MetricsSettings {
  host: string;
  port: number;
  /** Null: no authentication; only for a loopback address. */
  token: string | null;
}

/** More than any monitoring system opens. */
const MAX_CONNECTIONS = 20;

const isAllowed = (token: string | null, { headers: { authorization = '' } }: IncomingMessage): boolean =>
  token === null || timingSafeEqual(hash('sha256', authorization, 'buffer'), hash('sha256', `Bearer ${token}`, 'buffer'));

interface MetricsText {
  type: string;
  text(): Promise<string>;
}

const handleRequest = async (
  { type, text }: MetricsText,
  token: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const respond = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (request.url?.split('?')[0] !== '/metrics') return respond(404, 'Metrics are at /metrics.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return respond(405, 'Use GET.\n', { allow: 'GET, HEAD' });
  if (!isAllowed(token, request))
    return respond(401, 'Send Authorization: Bearer and the METRICS_TOKEN.\n', { 'www-authenticate': 'Bearer' });
  respond(200, await text(), { 'content-type': type });
};

export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/** Serves metrics on a separate address that visitors and the proxy cannot reach. */
export const listenForMetrics = async ({ host, port, token }: MetricsSettings, metrics: MetricsText): Promise<MetricsListener> => {
  const server = createServer({ requestTimeout: 5000, keepAliveTimeout: 72_000 }, (request, response) => {
    handleRequest(metrics, token, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

/** A slower ping counts as no response. */
const PING_MS = 2000;

/** Measures a minimal query through the request pool: without a free connection it waits like requests do. */
const createPing = (sql: Sql): (() => Promise<number>) =>
  sharedWithTimeout(
    async () => {
      const started_at = performance.now();
      await pingDatabase(sql);
      return (performance.now() - started_at) / 1000;
    },
    PING_MS,
    PING_MS / 1000,
  );

/** Process metrics: memory, CPU, event loop, connections, version. */
const stateMetrics = (sql: Sql, server: () => Server | undefined): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ping = createPing(sql);
  const countConnections = () =>
    new Promise<number>((resolve) => server()?.getConnections((_error, count) => resolve(count ?? 0)) ?? resolve(0));
  const build = gauge('build_info', 'The running version.', ['version', 'node'], { registry });
  build.set({ version: API_VERSION, node: process.version }, 1);
  const ping_help = `Time the smallest query took through the pool of this process; ${PING_MS / 1000} if it failed.`;
  gauge('db_ping_seconds', ping_help, [], { registry, collect: async (metric) => metric.set(await ping()) });
  gauge('http_connections', 'Open HTTP connections.', [], { registry, collect: async (metric) => metric.set(await countConnections()) });
  return registry;
};

export interface MetricsOptions extends Pick<Database, 'sql' | 'connection'> {
  settings: MetricsSettings;
  /** The lane of a job; undefined for an unknown job. */
  laneOf(task: string): Lane | undefined;
  server?(): Server | undefined;
}

export const serveMetrics = async ({
  settings,
  sql,
  connection,
  laneOf,
  server = () => undefined,
}: MetricsOptions): Promise<MetricsListener> => {
  // A separate connection, to query the database when all others are blocked.
  const monitoring_sql = connect(connection.connectionString, 1);
  const deployment = deploymentMetrics(monitoring_sql, laneOf);
  const registries = [processMetrics, stateMetrics(sql, server), deployment.registry];
  const text = async (): Promise<string> => {
    await deployment.refresh();
    return (await Promise.all(registries.map((registry) => registry.metrics()))).join('\n');
  };
  try {
    const listener = await listenForMetrics(settings, { type: processMetrics.contentType, text });
    return {
      ...listener,
      async close() {
        await listener.close();
        await monitoring_sql.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await monitoring_sql.end({ timeout: 1 });
    throw error;
  }
};
