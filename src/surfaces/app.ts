import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { problemOf, Refusal } from '../kernel/errors.ts';
import type { House } from './house.ts';
import { sendProblem } from './problems.ts';

/** The largest body any operation takes is a draft's edits: 50 milestones, 9 story sections and the rest fit well. */
export const BODY_BYTES = 1024 * 1024;
/** Slugs have up to 220 characters; what is longer than this is no address of ours. */
const PARAM_LENGTH = 500;

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
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.setErrorHandler((error, request, reply) => sendProblem(house, request, reply, error));
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', resident_bytes: process.memoryUsage.rss() }),
  );
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (stopping) throw new Refusal('not_ready');
    await house.sql`select 1`.catch(() => {
      throw new Refusal('not_ready');
    });
    return { status: 'ready' };
  });
};

/** A link from a mail signs in whoever has it, so the log does not. */
const withoutTokens = (url: string): string => url.replace(/([?&]token=)[^&]+/g, '$1…');

/** The HTTP server every surface hangs its routes on: request ids, one log line a request, and health. */
export const createApp = (house: House, trust_proxy: string): FastifyInstance => {
  const app = Fastify({
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    // Who still has a connection is answered until it closes.
    return503OnClosing: false,
    requestTimeout: 30_000,
    // These proxies say whom they speak for; anybody else is who they are.
    trustProxy: trust_proxy,
    routerOptions: { maxParamLength: PARAM_LENGTH, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => sendProblem(house, request, reply, error),
    clientErrorHandler: (_error, socket) => refuseConnection(house, socket),
  }) as unknown as FastifyInstance;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutTokens(request.url),
        host: request.headers.host,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });

  app.register(health(house));
  return app;
};
