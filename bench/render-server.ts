import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { openDatabase } from '../src/db/open.ts';
import { prepareDatabase } from '../src/db/prepare.ts';
import { loadDemo } from '../src/demo/load.ts';
import { clockStartingAt } from '../src/kernel/clock.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { ensureDefaultSite } from '../src/modules/sites/site.ts';
import { Answers, type Stored, sendStored, stored } from '../src/surfaces/answers.ts';
import { createApp } from '../src/surfaces/app.ts';
import { buildHouse, contextOf } from '../src/surfaces/house.ts';
import { KEPT_HEADERS, rest } from '../src/surfaces/rest.ts';
import { shortcut } from '../src/surfaces/shortcut.ts';
import type { Params } from '../src/web/page.ts';
import { load as loadHome } from '../src/web/pages/home.tsx';
import { load as loadListing } from '../src/web/pages/listing.tsx';
import { webPages } from '../src/web/serve.ts';

/** The service as it is, with demo content, and beside its pages what they load, as JSON on the same road: started by bench/render.ts. */
const [data_dir] = process.argv.slice(2);
const database = await openDatabase({ database_url: null, data_dir: data_dir!, role: 'serve' });
const { sql } = database;
await prepareDatabase(database);
// A Wednesday: places are shown, as on six days of seven.
const clock = clockStartingAt(new Date('2026-11-11T12:00:00Z'));
const site_id = await ensureDefaultSite(sql);
if (site_id !== null) await loadDemo(sql, site_id, clock.now(), 'UTC');

const port = Number(process.env.PORT);
const house = buildHouse({ sql, clock, log: pino({ level: 'silent' }), limits: noLimits, site_root: `http://localhost:${port}` });
/** Keeps nothing: each request is answered anew. */
class Forgetful extends Answers {
  override get(_key: string, make: () => Promise<Stored>): Promise<Stored> {
    return make();
  }
}
const answers = new Answers();
const app = createApp(house, 'loopback', shortcut(house, answers));
await app.register(rest(house, answers), { prefix: '/api/v1' });
await app.register(rest(house, new Forgetful()), { prefix: '/anew' });
webPages(app, house);
for (const [path, load] of [
  ['/data/home', loadHome],
  ['/data/listings/:slug', loadListing],
] as const)
  app.get(path, async (request, reply) => {
    const make = async () =>
      stored(200, 'application/json; charset=utf-8', JSON.stringify(await load(await contextOf(house, request), request.params as Params)));
    return sendStored(request, reply, await answers.get(`${request.headers.host} ${request.url}`, make), KEPT_HEADERS);
  });
/** Processor time of a process in ms, by Linux, which counts in hundredths of a second. */
const spentBy = async (pid: number): Promise<number> => {
  const [, , ...fields] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/\(.*\)/, '()').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
/** What this process and those of its database have spent so far. */
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
