import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, requestContext } from '../../http/deps.ts';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Params } from './page.ts';
import { readSession } from './sessions.ts';

export interface PrivateFile {
  name: string;
  body: Buffer | string | Readable;
}

export interface PrivateFileRow {
  path: string;
  type: string;
  make(ctx: Ctx<Caller>, params: Params): Promise<PrivateFile>;
}

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** No shared caches, and no active content. */
const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'same-origin',
};

/** Serves downloads for signed-in people. Anonymous requests get `sign_in_needed`, whether the file exists or not. */
export const servePrivateFiles = (app: FastifyInstance, deps: AppDeps, rows: PrivateFileRow[]): void => {
  for (const { path, type, make } of rows)
    app.get(path, async (request, reply) => {
      const caller = await readSession(deps, request);
      if (!caller) throw new Refusal('sign_in_needed');
      const { name, body } = await make(await requestContext(deps, request, caller), request.params as Params);
      return reply
        .headers({ ...PRIVATE_HEADERS, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
        .send(body);
    });
};
