// The reads that bench/http.ts compares with, as one would write them by hand: Fastify, the driver `postgres`, one SQL statement each.
// It has no limits, cache, metrics or languages; with LOG=on every request is logged by Fastify's pino to standard output.
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import postgres from 'postgres';
import { parseDatabaseUrl } from '../../src/db/connection/url.ts';
import { handWrittenQueries } from './hand-written-queries.ts';

const { DATABASE_URL, ROOT, LOG } = process.env;
const { hosts, database, user } = parseDatabaseUrl(DATABASE_URL!);
const { host, port } = hosts[0]!;
const address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
// As many connections as the service's pool for requests.
const sql = postgres({ ...address, database, user, max: 10, connection: { jit: false, TimeZone: 'UTC' } });
const queries = handWrittenQueries(sql, ROOT!);

const app = Fastify({ logger: LOG === 'on' });

const send = (reply: FastifyReply, json: string | undefined) =>
  json === undefined ? reply.code(404).send() : reply.header('content-type', 'application/json; charset=utf-8').send(json);

interface PageQuery {
  page?: string;
  per_page?: string;
}

app.get<{ Params: { slug: string } }>('/api/v1/listings/:slug', async ({ params }, reply) =>
  send(reply, await queries.listing(params.slug)),
);
app.get<{ Params: { slug: string }; Querystring: PageQuery }>('/api/v1/categories/:slug', async ({ params, query }, reply) =>
  send(reply, await queries.category(params.slug, Number(query.page ?? 1), Number(query.per_page ?? 20))),
);
app.get<{ Querystring: PageQuery }>('/api/v1/listings', async ({ query }, reply) =>
  send(reply, await queries.list(Number(query.page ?? 1), Number(query.per_page ?? 20))),
);

await app.listen({ port: 0, host: '127.0.0.1' });
console.error((app.server.address() as AddressInfo).port);
