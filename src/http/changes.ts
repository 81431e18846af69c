import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Site } from '../kernel/context.ts';
import { isUnreachable } from '../kernel/database.ts';
import type { Operation } from '../kernel/operation.ts';
import { T, type TObject } from '../kernel/schema.ts';
import { readInput } from '../kernel/validate.ts';
import { networkPrefix } from '../modules/accounts/limits.ts';
import { type ChangePage, type ReadChanges, readChanges, readPlacedChanges, toChangeJson } from '../modules/changes/changes.ts';
import { addPosition, type ChangeKind, isChangeKind, splitPosition } from '../modules/changes/rules.ts';
import { ListChanges, MAX_CHANGES, StreamChanges } from '../modules/changes/schema.ts';
import type { ChangeWaiter, ChangeWaits } from '../modules/changes/waits.ts';
import { PUBLIC_API } from './apis.ts';
import { type AppDeps, contextOn } from './deps.ts';
import { countCall } from './invoke.ts';
import { limitHeaders, refusalOf, sendProblem } from './problems.ts';
import { clientIp } from './request-log.ts';
import { nameRoute } from './request-metrics.ts';
import { authorizeRequest, CORS, gatherInput, parseJsonOnly, rejectOtherMethods } from './rest.ts';

/** What authorization, rate limits and validation need to know of a route that is not an operation. */
const routeOf = <I extends TObject>(id: string, input: I) =>
  ({ id, method: 'GET', path: '', access: 'public', input, output: T.Unknown() }) as unknown as Operation<string, I>;
const LIST = routeOf('list_changes', ListChanges);
const STREAM = routeOf('stream_changes', StreamChanges);

/** A comment is sent this often, so that proxies and clients know that the connection is alive. */
const HEARTBEAT_MS = 15_000;
/** A client that takes nothing for this long loses its connection. */
const STALLED_MS = 60_000;
/** How soon browsers connect again after a stream ended. */
const RETRY_MS = 3000;

const kindsOf = (kinds: string | undefined): ChangeKind[] | undefined => kinds?.split(',').filter(isChangeKind);

const pageJson = ({ changes, cursor, has_more }: ChangePage): string =>
  `{"changes":[${changes.map(toChangeJson).join(',')}],"cursor":"${cursor}","has_more":${has_more}}`;

/** The page with the position at which it was read in its cursors. */
const withPosition = ({ changes, cursor, has_more }: ChangePage, position: string | null): ChangePage => ({
  changes: changes.map((change) => ({ ...change, cursor: addPosition(change.cursor, position) })),
  cursor: addPosition(cursor, position),
  has_more,
});

/** What a reader has seen: the position of its cursor, and the version of the site before a wait. */
interface Seen {
  position: string | null;
  version: number | null;
}

interface ReadOptions {
  version?: number | null;
  is_at_end?: boolean;
}

/** What a stream begins with, and the version from before it was read. */
interface FirstPage {
  page: ChangePage;
  version: number;
}

/** Aborted when the answer was sent or the client disconnects; at once if it did. */
const endOf = (request: FastifyRequest, reply: FastifyReply): AbortSignal => {
  const ended = new AbortController();
  if (reply.raw.destroyed || request.raw.socket.destroyed) ended.abort();
  else reply.raw.once('close', () => ended.abort());
  return ended.signal;
};

/** The change feed: `GET /changes` with a long poll, and `GET /changes/stream` as server-sent events. Not among the operations. */
export const changeRoutes = (deps: AppDeps, waits: ChangeWaits) => async (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply.headers(CORS), error));
  app.addHook('preClose', async () => waits.close());
  parseJsonOnly(app);

  /**
   * Many who wait for the same change read it at the same time: they share the reading. The version is that of the site before a wait: a
   * reading that began before it may be from before the change, for which its next wait would wait in vain.
   */
  const readings = new Map<string, Promise<ChangePage | null>>();
  const share = <P extends ChangePage | null>(key: unknown[], read: () => Promise<P>): Promise<P> => {
    const text = JSON.stringify(key);
    let reading = readings.get(text) as Promise<P> | undefined;
    if (!reading) {
      reading = read().finally(() => readings.delete(text));
      readings.set(text, reading);
    }
    return reading;
  };
  const { reads } = deps;
  const readPrimary = (site: Site, input: ReadChanges, version: number | null): Promise<ChangePage> =>
    share([site.id, site.root, input, version], async () =>
      withPosition(await readChanges({ sql: deps.sql, site }, input), await reads.notePosition()),
    );
  const readReplica = (site: Site, input: ReadChanges, { position, version }: Seen, is_end_enough: boolean): Promise<ChangePage | null> =>
    share([site.id, site.root, input, position, version, is_end_enough], async () => {
      const read = await reads.readOne(position, (sql) => readPlacedChanges({ sql, site }, input, is_end_enough));
      return read?.found ? withPosition(read.found, read.position) : null;
    });

  /**
   * Strangers copy the feed from a replica and get its end from the primary, or from the replica if the primary is away. Who waited knows
   * that the end is next.
   */
  const read = async (
    { site, caller }: Ctx,
    sent: ReadChanges,
    { version = null, is_at_end = false }: ReadOptions = {},
  ): Promise<ChangePage> => {
    const { cursor, position } = splitPosition(sent.cursor);
    const input = { ...sent, cursor };
    const seen = { position, version };
    if (caller) return readPrimary(site, input, version);
    const is_primary_down = reads.isPrimaryDown();
    const page = is_at_end && !is_primary_down ? null : await readReplica(site, input, seen, is_primary_down);
    if (page) return page;
    try {
      return await readPrimary(site, input, version);
    } catch (error) {
      const page = isUnreachable(error) ? await readReplica(site, input, seen, true) : null;
      if (!page) throw error;
      return page;
    }
  };

  const admit = async (row: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Ctx> => {
    const site = await deps.siteOf(request.headers.host);
    const caller = await authorizeRequest(deps, PUBLIC_API, row, site, request, reply);
    const ctx = contextOn(deps, site, request, caller);
    reply.headers({ ...limitHeaders(await countCall(row, ctx, clientIp(request))), ...CORS });
    return ctx;
  };

  /** Lets a request wait until it has ended, however that happens. */
  const enter = async ({ site, caller }: Ctx, request: FastifyRequest, ended: AbortSignal): Promise<ChangeWaiter> => {
    const waiter = await waits.enter(site.id, caller ? `account ${caller.account_id}` : networkPrefix(clientIp(request)));
    if (ended.aborted) waiter.leave();
    else ended.addEventListener('abort', waiter.leave, { once: true });
    return waiter;
  };

  /** Reads until there is something or the time is over. */
  const readWaiting = async (ctx: Ctx, input: ReadChanges, wait_ms: number, waiter: ChangeWaiter, ended: AbortSignal) => {
    const until = performance.now() + wait_ms;
    try {
      for (let { cursor } = input, is_at_end = false; ; is_at_end = true) {
        const version = waiter.version();
        const page = await read(ctx, { ...input, cursor }, { version, is_at_end });
        const left = until - performance.now();
        if (page.changes.length > 0 || page.has_more || left <= 0 || ended.aborted || waits.is_closed) return page;
        cursor = page.cursor;
        await waiter.wait(version, left, ended);
      }
    } finally {
      waiter.leave();
    }
  };

  app.get('/changes', { config: { route: nameRoute('api', LIST.id) } }, async (request, reply) => {
    const ended = endOf(request, reply);
    const ctx = await admit(LIST, request, reply);
    const { wait, kinds, ...rest } = readInput(LIST, gatherInput(LIST, request));
    const input: ReadChanges = { ...rest, kinds: kindsOf(kinds) };
    const page = wait > 0 ? await readWaiting(ctx, input, wait * 1000, await enter(ctx, request, ended), ended) : await read(ctx, input);
    if (deps.is_stopping || waits.is_closed) reply.header('connection', 'close');
    return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(pageJson(page));
  });

  /** Events until the client or the process goes. A refusal that comes later is an event, since the headers are sent. */
  const streamEvents = async function* (ctx: Ctx, waiter: ChangeWaiter, input: ReadChanges, first: FirstPage, ended: AbortSignal) {
    try {
      yield `retry: ${RETRY_MS}\n\n`;
      for (let { page, version } = first; !ended.aborted && !waits.is_closed; ) {
        for (const change of page.changes) yield `id: ${change.cursor}\nevent: change\ndata: ${toChangeJson(change)}\n\n`;
        if (!page.has_more) {
          yield `id: ${page.cursor}\nevent: position\ndata: {"cursor":"${page.cursor}"}\n\n`;
          while (!(await waiter.wait(version, HEARTBEAT_MS, ended)) && !ended.aborted && !waits.is_closed) yield ': alive\n\n';
        }
        version = waiter.version();
        page = await read(ctx, { ...input, cursor: page.cursor }, { version, is_at_end: !page.has_more });
      }
    } catch (error) {
      const { code } = refusalOf(error);
      yield `event: refused\ndata: ${JSON.stringify({ code })}\n\n`;
    }
  };

  app.get('/changes/stream', { config: { route: nameRoute('api', STREAM.id) } }, async (request, reply) => {
    const ended = endOf(request, reply);
    const ctx = await admit(STREAM, request, reply);
    const { cursor: sent, kinds } = readInput(STREAM, gatherInput(STREAM, request));
    const { 'last-event-id': last_id } = request.headers;
    const { cursor } = last_id ? readInput(STREAM, { cursor: last_id }) : { cursor: sent };
    const input: ReadChanges = { kinds: kindsOf(kinds), limit: MAX_CHANGES };
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') return reply.send('');
    const waiter = await enter(ctx, request, ended);
    // The first page is read before the headers are sent, so that a cursor that has expired is refused with its status.
    const version = waiter.version();
    const first = { version, page: await read(ctx, { ...input, cursor }, { version }) };
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    return reply.send(Readable.from(streamEvents(ctx, waiter, input, first, ended), { objectMode: false, highWaterMark: 65_536 }));
  });

  for (const path of ['/changes', '/changes/stream']) rejectOtherMethods(app, path, ['GET', 'HEAD']);
};
