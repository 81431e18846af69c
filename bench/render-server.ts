import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { prepareDatabase } from '../src/db/migrate/migrate.ts';
import { primaryOnly } from '../src/db/replicas/replicas.ts';
import { loadDemo } from '../src/demo/load.ts';
import { PUBLIC_API } from '../src/http/apis.ts';
import { createApp } from '../src/http/app.ts';
import { buildDeps, requestContext } from '../src/http/deps.ts';
import { type CachedResponse, cachedResponse, ResponseCache, sendCachedResponse } from '../src/http/response-cache.ts';
import { restApi } from '../src/http/rest.ts';
import { strangerHeaders } from '../src/http/shared-cache.ts';
import { openIntegrations } from '../src/integrations/integrations.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { clockStartingAt } from '../src/kernel/time/clock.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { load as loadHome } from '../src/web/areas/home/home.tsx';
import { load as loadListing } from '../src/web/areas/listing/listing.tsx';
import { serveWebsite } from '../src/web/server/website.ts';
import { openLasting } from './support/database.ts';

/** The service as it is, with demo content, and beside its pages what they load, as JSON on the same road: started by bench/render.ts. */
const [data_dir] = process.argv.slice(2);
const database = await openLasting(data_dir!, 'render', 10, 'serve');
const { sql } = database;
await prepareDatabase(database);
// A Wednesday: ranks are shown, as on six days of the week.
const clock = clockStartingAt(new Date('2026-11-11T12:00:00Z'));
const site_id = await ensureDefaultSite(sql);
if (site_id !== null) await loadDemo(sql, site_id, clock.now(), 'UTC');

const port = Number(process.env.PORT);
const deps = buildDeps({
  sql,
  sessions: sql,
  reads: primaryOnly(sql),
  checks: [],
  clock,
  log: pino({ level: 'silent' }),
  limits: noLimits,
  integrations: openIntegrations(),
  site_root: `http://localhost:${port}`,
});
/** A cache that stores nothing, so that each request is computed. */
class NoCache extends ResponseCache {
  override get(_key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    return make();
  }
}
const answers = new ResponseCache('bench');
const app = createApp(deps, 'loopback');
await app.register(restApi(deps, answers, PUBLIC_API), { prefix: '/api/v1' });
await app.register(restApi(deps, new NoCache('bench'), PUBLIC_API), { prefix: '/anew' });
serveWebsite(app, deps);
for (const [path, load] of [
  ['/data/home', loadHome],
  ['/data/listings/:slug', loadListing],
] as const)
  app.get(path, async (request, reply) => {
    const make = async () =>
      cachedResponse(
        200,
        'application/json; charset=utf-8',
        JSON.stringify(await load(await requestContext(deps, request), request.params as { slug: string })),
      );
    return sendCachedResponse(
      request,
      reply,
      await answers.get(`${request.headers.host} ${request.url}`, make),
      strangerHeaders(deps, 1, request.url),
    );
  });
/** CPU time of a process in ms, from Linux, which counts in hundredths of a second. */
const spentBy = async (pid: number): Promise<number> => {
  const [, , ...fields] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/\(.*\)/, '()').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
/** CPU time of this process and its database so far. */
app.get('/spent', async () => {
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`;
  const { user, system } = process.cpuUsage();
  const database = await Promise.all(backends.map(({ pid }) => spentBy(pid)));
  return { server_ms: (user + system) / 1000, database_ms: database.reduce((sum, ms) => sum + ms, 0) };
});
await app.listen({ host: '127.0.0.1', port });
console.log('ready');
process.once('SIGTERM', async () => {
  await app.close();
  await database.close();
});
