import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundle } from '../bundle.ts';
import { connect } from '../src/db/open.ts';
import { freePort } from '../test/support/free-port.ts';
import { until } from '../test/support/until.ts';
import { makeBuyers, makeVoters } from './chaos/people.ts';
import type * as acts from './mirror/acts.ts';
import { openTemporary } from './support/database.ts';
import { chanceFrom } from './support/random.ts';

/**
 * Random changes of a site by many at once, while a mirror follows it, dumps are written, and the service, the mirror and the writers of
 * dumps are killed. Sometimes the mirror loses its copy and begins anew with the latest dump. Afterwards each record of the mirror must be
 * as the site has it, also of one that has just begun with a dump, and stored parts of profiles as their tables have them:
 * node bench/mirror.ts [ACTS=10000] [SEED=1]
 */
const [acts_wanted = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const AT_ONCE = 8;
/** Ends a run that hangs. */
const MAX_MS = 10 * 60_000 + acts_wanted * 100;

const begun = performance.now();
const say = (what: string): void => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${what}`);
const running = new Set<ChildProcess>();
const BUILT = join('dist', `mirror-bench-${process.pid}`);
await bundle({ entryPoints: ['src/main.ts', 'src/parser-worker.ts', 'bench/mirror/acts.ts'], outdir: BUILT });
const { ACTS, ageDumps, copyOfSite, drawAct, endWeek, findWrongParts, publishData, renewFeeds, siteOf } = (await import(
  pathToFileURL(join(BUILT, 'acts.js')).href
)) as typeof acts;

/** A process that is started again after each kill. */
class Killable {
  readonly #start: () => ChildProcess;
  #child: ChildProcess;
  kills = 0;
  constructor(start: () => ChildProcess) {
    this.#start = start;
    this.#child = this.start();
  }
  start(): ChildProcess {
    const child = this.#start();
    running.add(child);
    child.once('exit', (code) => {
      running.delete(child);
      if (code) say(`${child.spawnargs.slice(1, 3).join(' ').slice(0, 80)} ended with ${code}`);
    });
    this.#child = child;
    return child;
  }
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await ended;
  }
  /** `meanwhile` happens before it is started again. */
  async kill(meanwhile = async () => {}): Promise<void> {
    await this.end('SIGKILL');
    this.kills++;
    await meanwhile();
    this.start();
  }
}

const folders = await mkdtemp(join(tmpdir(), 'launchweek-mirror-bench-'));
const [folder, second] = [join(folders, 'first'), join(folders, 'second')];
const database = await openTemporary(2, false);
const port = await freePort();
const root = `http://localhost:${port}`;
const env = {
  ...process.env,
  NODE_ENV: '',
  LOG_LEVEL: 'silent',
  RATE_LIMIT: 'off',
  DATABASE_URL: database.connection.connectionString,
  PORT: String(port),
};
const runMain = (...words: string[]) =>
  spawn(process.execPath, [join(BUILT, 'main.js'), ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });

const MIRROR = `
import { runMirror } from ${JSON.stringify(join(process.cwd(), 'client/src/mirror/command.ts'))};
await runMirror(process.argv.slice(1));`;
const runMirror = (to: string, ...words: string[]) =>
  spawn(process.execPath, ['--input-type=module', '-e', MIRROR, root, to, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });

const runToEnd = async (child: ChildProcess): Promise<void> => {
  running.add(child);
  let error = '';
  child.stderr?.on('data', (chunk) => {
    error += chunk;
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  running.delete(child);
  if (code !== 0) throw new Error(`It ended with ${code}: ${error}`);
};

const isReady = () =>
  fetch(`${root}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

let failed = true;
try {
  await runToEnd(runMain('demo'));
  const sql = connect(database.connection.connectionString, AT_ONCE + 2);
  const [{ id: site_id }] = (await sql<{ id: number }[]>`select id from sites order by id limit 1`) as unknown as [{ id: number }];
  const owned = await sql<{ id: number }[]>`select id from listings where status = 'live' order by id limit 6`;
  const owners = await makeBuyers(
    sql,
    owned.map(({ id }) => id),
  );
  const world = {
    sql,
    site_id,
    root,
    chance: chanceFrom(seed),
    voters: await makeVoters(sql, 200),
    owners: owners.map(({ key, ...owner }) => ({ ...owner, key: key! })),
  };
  const service = new Killable(() => runMain('serve'));
  await until(isReady, 120_000);
  const mirror = new Killable(() => runMirror(folder));
  say(`seed ${seed}: the service and the mirror run`);

  await publishData(world);
  let [dumps, dumps_killed, begun_anew] = [0, 0, 0];
  /** A dump that is killed while it is written leaves nothing that the next one or a reader stumbles over. */
  const writeDump = async (kill_after_ms: number | null): Promise<void> => {
    const dump = runMain('dataset', 'write');
    const ended = once(dump, 'exit');
    running.add(dump);
    if (kill_after_ms !== null) await Promise.race([sleep(kill_after_ms), ended]);
    if (kill_after_ms !== null && dump.exitCode === null) {
      dumps_killed++;
      dump.kill('SIGKILL');
    }
    await ended;
    running.delete(dump);
    if (dump.exitCode === 0) dumps++;
    else await ageDumps(world);
  };

  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  let done = 0;
  let drawn = 0;
  const is_late = () => performance.now() - begun > MAX_MS;
  const act = async () => {
    while (done < acts_wanted && !is_late()) {
      const n = drawn++;
      const name = drawAct(world.chance);
      try {
        await sleep(world.chance.below(200));
        await ACTS[name]!(world, n);
        done++;
        count(name);
      } catch (error) {
        const { code, message, name: kind } = error as Error & { code?: string };
        count(`${name}, refused: ${kind === 'TypeError' || kind === 'TimeoutError' ? 'no answer' : (code ?? message)}`);
        await sleep(20);
      }
    }
  };
  const chance = chanceFrom(seed + 1);
  const break_down = async () => {
    for (let n = 1; done < acts_wanted && !is_late(); n++) {
      await sleep(200 + chance.below(2000));
      // A service that is still starting is left alone, so that there is something to mirror.
      if (chance.below(2) === 0 && (await isReady())) await service.kill();
      else await mirror.kill();
      if (n % 4 === 0) await endWeek(world);
      if (n % 5 === 0) await writeDump(n % 2 === 0 ? 500 + chance.below(2500) : null);
      if (n % 6 === 0) {
        await mirror.kill(() => rm(folder, { recursive: true }));
        begun_anew++;
      }
      if (n % 7 === 0) await renewFeeds(world);
      if (n % 10 === 0) say(`${done} acts, ${service.kills} kills of the service, ${mirror.kills} of the mirror`);
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, act), break_down()]);
  say(
    `${done} acts; ${service.kills} kills of the service, ${mirror.kills} of the mirror, which began anew ${begun_anew} times; ${dumps} dumps, ${dumps_killed} more killed`,
  );
  await until(isReady, 120_000);
  await mirror.end('SIGTERM');
  await runToEnd(runMirror(folder, '--once'));
  await runToEnd(runMain('dataset', 'write'));
  await runToEnd(runMirror(second, '--once'));
  await service.end('SIGTERM');

  const compact = new DatabaseSync(':memory:').prepare('select json(?) as json');
  const source = await copyOfSite({ sql, site: { ...(await siteOf(sql, site_id)), root } });
  const theirs = new Map([...source].map(([name, json]) => [name, (compact.get(json) as { json: string }).json]));
  console.table(Object.fromEntries([...counts].sort()));
  const kinds = Map.groupBy(theirs.keys(), (name) => name.split(' ')[0]!);
  console.table(Object.fromEntries([...kinds].map(([kind, names]) => [kind, names.length])));
  const compare = (what: string, folder: string): number => {
    const copy = new DatabaseSync(join(folder, 'mirror.sqlite'));
    const rows = copy.prepare(`select kind || ' ' || key as name, data from records`).all() as { name: string; data: string }[];
    copy.close();
    const ours = new Map(rows.map(({ name, data }) => [name, data]));
    const different = [...new Set([...ours.keys(), ...theirs.keys()])].filter((name) => ours.get(name) !== theirs.get(name)).sort();
    for (const name of different.slice(0, 10)) console.log(`${name}\n  mirror ${ours.get(name)}\n  site   ${theirs.get(name)}`);
    say(
      `${what}: ${different.length ? `${different.length} of ${theirs.size} records differ (seed ${seed})` : `all ${theirs.size} records are the same`}`,
    );
    return different.length;
  };
  const different = compare('the mirror', folder) + compare('a mirror that began with the last dump', second);
  const wrong = await findWrongParts(sql);
  for (const { listing_id, computed, stored } of wrong)
    console.log(`parts of listing ${listing_id}\n  stored   ${JSON.stringify(stored)}\n  computed ${JSON.stringify(computed)}`);
  failed = different > 0 || wrong.length > 0 || done < acts_wanted;
  await sql.end({ timeout: 5 });
} finally {
  for (const child of running) child.kill('SIGKILL');
  await database.close();
  await rm(folders, { recursive: true, force: true });
  await rm(BUILT, { recursive: true, force: true });
  if (failed) process.exitCode = 1;
}
