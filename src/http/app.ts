import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type onSendHookHandler } from 'fastify';
import { Refusal } from '../kernel/errors.ts';
import { splitLanguage } from '../kernel/language/languages.ts';
import { problemOf } from '../refusals.ts';
import type { AppDeps } from './deps.ts';
import { healthRoutes } from './health.ts';
import { sendProblem } from './problems.ts';
import { observeMalformed, observeRequests, requestIdOf } from './request-log.ts';

/**
 * The largest body is a draft update with every list and text at its limit. A character takes up to 12 bytes, as two \uXXXX, which makes
 * 4.1 million; a test computes it from the schemas.
 */
export const BODY_BYTES = 5 * 1024 * 1024;
/** Slugs have up to 220 characters; no path parameter is longer than this. */
const PARAM_LENGTH = 500;

/** The API has no language. */
const API = /^\/(api|mcp|oauth|\.well-known)\b/;

/** Requests that are not valid HTTP get the same error format. */
const rejectConnection = (deps: AppDeps, socket: Socket): void => {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(problemOf(new Refusal('malformed_request'), deps.site_root, randomUUID()));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

/** Of a response to HEAD, only the headers are sent: with its length, unless it is a stream. */
const sendHeadersOnly: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (request.method !== 'HEAD') return done(null, payload);
  if (payload instanceof Readable) payload.destroy();
  else reply.header('content-length', Buffer.byteLength((payload ?? '') as string | Buffer));
  done(null, null);
};

/** Answers HEAD in the routes for GET. The framework would add a route for each, which takes time at every start. */
const answerHead = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || route.exposeHeadRoute === false) return;
    route.method = ['GET', 'HEAD'];
    route.onSend = [route.onSend ?? [], sendHeadersOnly].flat();
  });
};

/** Creates the HTTP server with request ids, request log and health routes. The protocols register their routes on it. */
export const createApp = (deps: AppDeps, trust_proxy: string): FastifyInstance => {
  const app = Fastify({
    // We log ourselves: the framework's logging makes a cached response an eighth slower.
    logger: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    // Open connections are served until they close.
    return503OnClosing: false,
    serverFactory: (handle) => createServer({ keepAliveTimeout: 72_000, requestTimeout: 30_000 }, handle),
    // Only these proxies may set the client's address.
    trustProxy: trust_proxy,
    exposeHeadRoutes: false,
    // Pages have an address in each language: /de/launches is routed like /launches.
    rewriteUrl: ({ url = '/' }) => {
      const { rest } = splitLanguage(url);
      return API.test(rest) ? url : rest;
    },
    routerOptions: { maxParamLength: PARAM_LENGTH, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      observeMalformed(observe, request, reply);
      return sendProblem(deps, request, reply, error);
    },
    clientErrorHandler: (_error, socket) => rejectConnection(deps, socket),
  }) as unknown as FastifyInstance;

  answerHead(app);
  const observe = observeRequests(app, deps);
  app.register(healthRoutes(deps));
  return app;
};
