import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppDeps, publicContext, requestContext } from '../../../http/deps.ts';
import { countAnonymous } from '../../../http/invoke.ts';
import { sendProblem } from '../../../http/problems.ts';
import { cachedResponse, sendCachedResponse, sendUnlessUnchanged } from '../../../http/response-cache.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { isDay } from '../../../kernel/time/weeks.ts';
import { listLedgerKeys } from '../../../modules/votes/checkpoints/keys.ts';
import {
  getCheckpoint,
  getReceipt,
  getSignedResult,
  listCheckpoints,
  proveConsistency,
  proveInclusion,
} from '../../../modules/votes/checkpoints/proofs.ts';
import { addCosignatures } from '../../../modules/votes/checkpoints/witnesses.ts';
import { exportLedger, type LedgerExport } from '../../../modules/votes/ledger/export.ts';
import { ledgerPaths } from '../../paths.ts';
import type { Params, Query } from '../../server/page.ts';
import { parseParams } from '../../server/path.ts';

/** For verifiers everywhere, also in browsers on other sites. */
const HEADERS = { 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const LINES = 'application/jsonl; charset=utf-8';

const NUMBER = /^(0|[1-9]\d{0,15})$/;

/** A number in the query; null without one. */
const numberIn = (query: Query, name: string): number | null => {
  const text = query[name];
  if (text === undefined) return null;
  if (typeof text === 'string' && NUMBER.test(text)) return Number(text);
  throw new Refusal('invalid_input', { errors: [{ path: name, code: 'not_understood', message: 'must be a whole number' }] });
};

const requireNumber = (query: Query, name: string): number => {
  const number = numberIn(query, name);
  if (number) return number;
  throw new Refusal('invalid_input', { errors: [{ path: name, code: 'required', message: 'must be a whole number from 1' }] });
};

interface LedgerFile {
  path: string;
  type: string;
  read(ctx: Ctx, params: Params, query: Query): Promise<string | LedgerExport>;
}

const asJson = async (value: Promise<unknown>): Promise<string> => JSON.stringify(await value);

/** The ledger and all that is signed about it. */
const LEDGER_FILES: LedgerFile[] = [
  { path: ledgerPaths.exportFile.pattern, type: LINES, read: ({ sql, site }) => exportLedger(sql, site) },
  {
    path: ledgerPaths.checkpoint.pattern,
    type: TEXT,
    read: async (ctx, _params, query) => (await getCheckpoint(ctx, numberIn(query, 'size'))).note,
  },
  {
    path: ledgerPaths.checkpoints.pattern,
    type: JSON_TYPE,
    read: (ctx, _params, query) => asJson(listCheckpoints(ctx, { after: numberIn(query, 'after') })),
  },
  { path: ledgerPaths.keys.pattern, type: JSON_TYPE, read: (ctx) => asJson(listLedgerKeys(ctx)) },
  {
    path: ledgerPaths.result.pattern,
    type: TEXT,
    read: (ctx, { week = '' }) => {
      if (!isDay(week)) throw new Refusal('launch_week_not_found');
      return getSignedResult(ctx, { week });
    },
  },
  {
    path: ledgerPaths.inclusion.pattern,
    type: JSON_TYPE,
    read: (ctx, _params, query) => asJson(proveInclusion(ctx, { entry: requireNumber(query, 'entry'), size: numberIn(query, 'size') })),
  },
  {
    path: ledgerPaths.consistency.pattern,
    type: JSON_TYPE,
    read: (ctx, _params, query) => asJson(proveConsistency(ctx, { from: requireNumber(query, 'from'), to: numberIn(query, 'to') })),
  },
  {
    path: ledgerPaths.receiptFile.pattern,
    type: JSON_TYPE,
    read: async (ctx, params) => {
      const { row_id: seq } = parseParams(ledgerPaths.receiptFile.pattern, params, 'vote_not_found');
      const { receipt } = await getReceipt(ctx, { seq });
      if (!receipt) throw new Refusal('checkpoint_not_found');
      return JSON.stringify(receipt);
    },
  },
];

/** A checkpoint with the signatures of many witnesses. */
const NOTE_BYTES = 64 * 1024;

/** Registers the files of the ledger, and the address for witnesses. Errors are for programs. */
export const serveLedger = (app: FastifyInstance, deps: AppDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: NOTE_BYTES }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error));
    const open = async (request: FastifyRequest, contextOf: typeof requestContext): Promise<Ctx> => {
      const ctx = await contextOf(deps, request);
      await countAnonymous(deps, ctx.site, request.ip);
      return ctx;
    };
    for (const { path, type, read } of LEDGER_FILES)
      scope.get(path, async (request, reply) => {
        const body = await read(await open(request, publicContext), request.params as Params, request.query as Query);
        if (typeof body === 'string') return sendCachedResponse(request, reply, cachedResponse(200, type, body), HEADERS);
        const headers = { ...HEADERS, 'content-type': type, etag: await body.readEtag() };
        return sendUnlessUnchanged(request, reply, headers, () => Readable.from(body));
      });
    scope.post(ledgerPaths.cosignatures.pattern, async (request, reply) => {
      const result = await addCosignatures(await open(request, requestContext), typeof request.body === 'string' ? request.body : '');
      return reply.headers({ ...HEADERS, 'cache-control': 'no-store' }).send(result);
    });
  });
};
