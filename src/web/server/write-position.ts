import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../http/deps.ts';
import { POSITION_COOKIE, serializeCookie } from './sessions.ts';

/** Addresses for programs, which keep no cookies. */
const PROGRAMS = /^\/(?:api|admin\/v1|mcp|oauth|payments|\.well-known)(?:\/|\?|$)/;

/** Forms write, and so do some links: those that lead elsewhere when they have been opened. A response without content shows nothing. */
const mayHaveWritten = ({ method, url }: FastifyRequest, { statusCode }: FastifyReply): boolean => {
  if (method === 'GET' || method === 'HEAD') return statusCode === 303;
  return statusCode !== 204 && statusCode < 500 && !PROGRAMS.test(url);
};

/**
 * Lets a browser see what it wrote, whichever process answers next: a cookie says how far a replica has to be. It lives somewhat longer
 * than a replica may be behind, since one that is further behind gets no reads.
 */
export const notePositions = (app: FastifyInstance, deps: AppDeps): void => {
  if (deps.reads.status().length === 0) return;
  app.addHook('onSend', async (request, reply) => {
    if (!mayHaveWritten(request, reply)) return;
    const site = await deps.siteOf(request.headers.host).catch(() => null);
    const position = site && (await deps.reads.notePosition());
    if (position) reply.header('set-cookie', serializeCookie(site.root, POSITION_COOKIE, position, deps.reads.position_seconds));
  });
};
