import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../kernel/context.ts';
import { exportWeek } from '../modules/ballot/export.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import { countStranger } from '../surfaces/invoke.ts';

/** A file anybody may download: where it is, what it is, and how its text comes, piece by piece. */
interface FileRow {
  path: string;
  type: string;
  open(ctx: Ctx, params: Record<string, string>): Promise<AsyncIterable<string>>;
}

const FILES: FileRow[] = [
  {
    path: '/launches/weeks/:week/ledger.jsonl',
    type: 'application/jsonl; charset=utf-8',
    open: (ctx, { week }) => exportWeek(ctx, { week: week! }),
  },
];

/** Puts the files on the app. Each download counts as what a stranger asks for, since it costs more than a page. */
export const serveFiles = (app: FastifyInstance, house: House): void => {
  for (const { path, type, open } of FILES)
    app.get(path, async (request, reply) => {
      const ctx = await contextOf(house, request);
      await countStranger(house, ctx.site, request.ip);
      const text = await open(ctx, request.params as Record<string, string>);
      return reply
        .headers({ 'content-type': type, 'cache-control': 'public, no-cache', 'x-content-type-options': 'nosniff' })
        .send(Readable.from(text));
    });
};
