import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { problemOf, Refusal } from '../kernel/errors.ts';
import type { House } from './house.ts';
import { sendProblem } from './problems.ts';

/** The largest body any operation takes is a draft's edits: 50 milestones, 9 story sections and the rest fit well. */
export const BODY_BYTES = 1024 * 1024;
/** Slugs have up to 220 characters; what is longer than this is no address of ours. */
const PARAM_LENGTH = 500;

/** Answers a request by itself, or says that it did not. */
type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What is not even HTTP is still answered in the one error shape. */
const refuseConnection = (house: House, socket: Socket): void => {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(problemOf(new Refusal('malformed_request'), house.site_root, randomUUID()));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

/** For whoever watches over the process: alive, and ready to be sent requests. */
const health = (house: House) => async (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => sendProblem(house, request, reply, error));
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', resident_bytes: process.memoryUsage.rss() }),
  );
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    // On purpose, so no fault in the log.
    if (house.leaving) return reply.code(503).send({ status: 'leaving' });
    await house.sql`select 1`.catch(() => {
      throw new Refusal('not_ready');
    });
    return { status: 'ready' };
  });
};

/** A link from a mail signs in whoever has it, so the log does not. */
const withoutTokens = (url: string): string => url.replace(/([?&]token=)[^&]+/g, '$1…');

/** The HTTP server every surface hangs its routes on: request ids, one log line a request, and health. */
export const createApp = (house: House, trust_proxy: string, shortcut: Shortcut): FastifyInstance => {
  const app = Fastify({
    // Ours is asked directly: the framework's own use of it costs a kept answer an eighth of its speed.
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    // Who still has a connection is answered until it closes.
    return503OnClosing: false,
    serverFactory: (handle) =>
      createServer(
        { keepAliveTimeout: 72_000, requestTimeout: 30_000 },
        (request, response) => shortcut(request, response) || handle(request, response),
      ),
    // These proxies say whom they speak for; anybody else is who they are.
    trustProxy: trust_proxy,
    routerOptions: { maxParamLength: PARAM_LENGTH, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => sendProblem(house, request, reply, error),
    clientErrorHandler: (_error, socket) => refuseConnection(house, socket),
  }) as unknown as FastifyInstance;

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // A connection is given up with its answer, not while the next request may be on its way.
    if (house.leaving) reply.header('connection', 'close');
    done();
  });
  if (house.log.isLevelEnabled('info'))
    app.addHook('onResponse', (request, reply, done) => {
      house.log.info(
        {
          request_id: request.id,
          method: request.method,
          url: withoutTokens(request.url),
          host: request.headers.host,
          status: reply.raw.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
      done();
    });
  app.register(health(house));
  return app;
};
