import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppDeps, publicContext } from '../../../http/deps.ts';
import { countAnonymous } from '../../../http/invoke.ts';
import { sendProblem } from '../../../http/problems.ts';
import { cachedResponse, etagMatches, sendCachedResponse } from '../../../http/response-cache.ts';
import { fileTagHeaders, limitSharedAge } from '../../../http/shared-cache.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { getDataset, getDatasetFile } from '../../../modules/datasets/datasets.ts';
import { readDatasetFile } from '../../../modules/datasets/files.ts';
import { parseRange } from '../../../modules/datasets/rules.ts';
import { dataPaths } from '../../paths.ts';

const FOR_ALL = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
/** A name is never used again, but a dump can be deleted, so that caches do not keep it for ever. */
const IMMUTABLE = limitSharedAge('public, max-age=604800, immutable');
const LATEST = 'public, max-age=60';

const TYPES: Record<string, string> = {
  gz: 'application/gzip',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  note: 'text/plain; charset=utf-8',
};
const typeOf = (file: string): string => TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8';

/** A client that takes nothing for this long loses its connection. */
const STALLED_MS = 60_000;

/** Whether the range still belongs to this file: a date is compared as text, because we sent it. */
const isCurrent = (if_range: string | undefined, etag: string, last_modified: string): boolean =>
  if_range === undefined || if_range === etag || if_range === last_modified;

const sendFile = async (ctx: Ctx, { headers }: FastifyRequest, reply: FastifyReply, params: { dataset: string; file: string }) => {
  const { ref, size, sha256, published_at } = await getDatasetFile(ctx, params);
  const etag = `"${sha256}"`;
  const last_modified = published_at.toUTCString();
  reply.headers({ etag, 'last-modified': last_modified, 'accept-ranges': 'bytes', 'content-type': typeOf(params.file) });
  if (etagMatches(headers['if-none-match'], etag)) return reply.code(304).send();
  const range = isCurrent(headers['if-range'] as string | undefined, etag, last_modified) ? parseRange(headers.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store', 'content-type': TYPES.txt! })
      .send('');
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  reply.header('content-length', last - first + 1);
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return reply.send(Readable.from(readDatasetFile(ctx, ref, { first, last }), { highWaterMark: 1 }));
};

/** Registers the files of the dumps. They count against the anonymous API limit, each request once. Errors are for programs. */
export const serveDatasets = (app: FastifyInstance, deps: AppDeps): void => {
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply.headers(FOR_ALL), error));
    const open = async (request: FastifyRequest, reply: FastifyReply, caching: string, name: string | null): Promise<Ctx> => {
      const ctx = await publicContext(deps, request);
      await countAnonymous(deps, ctx.site, request.ip);
      const tags = fileTagHeaders(deps, ctx.site.id, name === null ? 'lists' : { kind: 'dataset', key: name });
      reply.headers({ ...FOR_ALL, 'cache-control': caching, ...tags });
      return ctx;
    };
    const sendText = async (request: FastifyRequest, reply: FastifyReply, name: string | null, part: 'manifest' | 'note') => {
      const ctx = await open(request, reply, name === null ? LATEST : IMMUTABLE, name);
      const text = (await getDataset(ctx, name))[part];
      return sendCachedResponse(request, reply, cachedResponse(200, typeOf(part === 'note' ? '.note' : '.json'), text), {});
    };
    scope.get(dataPaths.latest.pattern, (request, reply) => sendText(request, reply, null, 'manifest'));
    scope.get(dataPaths.latestNote.pattern, (request, reply) => sendText(request, reply, null, 'note'));
    scope.get(dataPaths.file.pattern, async (request, reply) => {
      const params = request.params as { dataset: string; file: string };
      if (params.file === 'manifest.json') return sendText(request, reply, params.dataset, 'manifest');
      if (params.file === 'manifest.note') return sendText(request, reply, params.dataset, 'note');
      return sendFile(await open(request, reply, IMMUTABLE, params.dataset), request, reply, params);
    });
  });
};
