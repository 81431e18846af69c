import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { mirror } from '../../client/src/mirror.ts';
import type { Sql } from '../../src/db/open.ts';
import { until } from '../../test/support/until.ts';
import { cpuOfTree } from '../support/cpu.ts';
import { chanceFrom } from '../support/random.ts';
import { actOnce } from './acts.ts';
import { checkEnd } from './checks.ts';
import { closeClient } from './client.ts';
import { type Deployment, prepareDeployment } from './deployment.ts';
import { breakDown, type Fault } from './faults.ts';
import { createWorld, Results, type World } from './world.ts';

interface Options {
  /** At least so many requests are sent while parts break down, and each of `breakdowns` happens at least once. */
  requests: number;
  /** In this order, as often as needed. */
  breakdowns: readonly Fault[];
  /** How long a part is away. */
  away_ms: number;
  /** Before each part breaks down. */
  calm_ms: number;
  /** Between two acts of a person. */
  pause_ms: number;
  at_once: number;
  members: number;
  seed: number;
  /** For how long people try again if the machine is too slow. */
  patience_ms: number;
  /** One process alone and the whole deployment are measured for so long first; 0: not at all. */
  measure_ms: number;
  say(what: string): void;
  /** All public records as the site has them, by kind and key. */
  copyOfSite(sql: Sql, root: string): Promise<ReadonlyMap<string, string>>;
}

/** Starts people who act until `isOver`. */
const letPeopleAct = (world: World, { at_once, pause_ms }: Options, isOver: () => boolean): Promise<unknown> =>
  Promise.all(
    Array.from({ length: at_once }, async () => {
      while (!isOver()) {
        await actOnce(world);
        if (pause_ms) await sleep(pause_ms * (0.5 + world.chance.next()));
      }
    }),
  );

/** A mirror that follows the site all the time, and how it differs from the site in the end. */
const startMirror = async (root: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'launchweek-together-mirror-'));
  const stop = new AbortController();
  const following = mirror({ address: root, folder, signal: stop.signal }).catch((error) => {
    if (!stop.signal.aborted) throw error;
  });
  // Reported at the end.
  following.catch(() => {});
  const findDifferences = async (source: ReadonlyMap<string, string>): Promise<string[]> => {
    stop.abort();
    await following;
    await mirror({ address: root, folder, once: true });
    const file = new DatabaseSync(join(folder, 'mirror.sqlite'));
    const rows = file.prepare(`select kind || ' ' || key as name, data from records`).all() as { name: string; data: string }[];
    const compact = file.prepare('select json(?) as json');
    const ours = new Map(rows.map(({ name, data }) => [name, data]));
    const theirs = new Map([...source].map(([name, json]) => [name, (compact.get(json) as { json: string }).json]));
    file.close();
    return [...new Set([...ours.keys(), ...theirs.keys()])].filter((name) => ours.get(name) !== theirs.get(name));
  };
  const close = async () => {
    stop.abort();
    await following.catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  return { findDifferences, close };
};

interface Figures {
  seconds: number;
  requests: number;
  /** Share of all requests that Varnish answered by itself. */
  hit_ratio: number | null;
  /** Seconds of processor time, by part. */
  cpu: Record<string, number>;
}

/** What people get in some time, and what it costs. Starting is not counted. */
const measure = async (world: World, options: Options, pids: Record<string, number>, varnish?: Deployment['varnish']): Promise<Figures> => {
  world.record = new Results();
  const used = () => Object.entries(pids).map(([name, pid]) => [name, cpuOfTree(pid)] as const);
  const readHits = async () => {
    if (!varnish) return 0;
    await sleep(1500);
    return varnish.readCounter('MAIN.cache_hit');
  };
  let [over, began] = [false, performance.now()];
  const warm = letPeopleAct(world, options, () => over);
  await sleep(Math.min(3000, options.measure_ms / 4));
  over = true;
  await warm;
  const { faults } = world.record;
  world.record = new Results();
  world.record.faults.push(...faults);
  const hits = await readHits();
  const before = new Map(used());
  began = performance.now();
  await letPeopleAct(world, options, () => performance.now() - began > options.measure_ms);
  const seconds = (performance.now() - began) / 1000;
  const cpu = Object.fromEntries(used().map(([name, after]) => [name, after - before.get(name)!]));
  const { requests } = world.record;
  return { seconds, requests, cpu, hit_ratio: varnish ? ((await readHits()) - hits) / requests : null };
};

const formatFigures = ({ seconds, requests, hit_ratio, cpu }: Figures): string => {
  const each = (used: number) => `${((used * 1000) / requests).toFixed(2)} ms`;
  const parts = Object.entries(cpu).map(([part, used]) => `${part} ${each(used)}`);
  const total = Object.values(cpu).reduce((sum, used) => sum + used, 0);
  const hits = hit_ratio === null ? '' : `, hit ratio ${(100 * hit_ratio).toFixed(1)} %`;
  return `${requests} requests, ${Math.round(requests / seconds)} a second${hits}; processor time of each ${each(total)} (${parts.join(', ')})`;
};

const pidsOf = (parts: Record<string, { pid(): number | null }>): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.pid()!]));

/** Starts all parts of deploy/compose.large.yaml, lets people use the site while parts break down, and checks what was seen and what is left. */
export const runTogether = async (options: Options) => {
  const { say, requests, away_ms, calm_ms, measure_ms } = options;
  const fill = (url: string) =>
    promisify(execFile)(process.execPath, [join('dist', 'main.js'), 'demo'], { env: { ...process.env, NODE_ENV: '', DATABASE_URL: url } });
  const deployment = await prepareDeployment(fill);
  let following: Awaited<ReturnType<typeof startMirror>> | undefined;
  try {
    const { parts, sql } = deployment;
    const world = await createWorld(sql, chanceFrom(options.seed), options);
    const faults: string[] = [];
    if (measure_ms) {
      await deployment.alone.start();
      world.root = deployment.alone.root;
      const figures = await measure(world, options, pidsOf({ service: deployment.alone, database: parts.database }));
      faults.push(...world.record.faults);
      await deployment.alone.stop();
      say(`one process alone: ${formatFigures(figures)}`);
    }
    await deployment.startAll();
    world.root = deployment.root;
    await until(() => deployment.isHealthy());
    following = await startMirror(deployment.root);
    say('all parts run');
    if (measure_ms) {
      const pids = { ...pidsOf(parts), varnish: deployment.varnish.pid };
      const figures = await measure(world, options, pids, deployment.varnish);
      faults.push(...world.record.faults);
      say(`the large deployment: ${formatFigures(figures)}`);
    }

    const record = new Results();
    world.record = record;
    let [is_broken, is_over] = [true, false];
    const acting = letPeopleAct(world, options, () => is_over || (!is_broken && record.requests >= requests));
    // A failure of a fault ends the run.
    acting.catch(() => {});
    const costs: Awaited<ReturnType<typeof breakDown>>[] = [];
    try {
      do
        for (const fault of options.breakdowns) {
          await sleep(calm_ms);
          const cost = await breakDown(deployment, world, fault, away_ms);
          costs.push(cost);
          say(
            `${fault.what} for ${away_ms / 1000} s: well again after ${(cost.back_ms / 1000).toFixed(1)} s; ` +
              `${cost.failures} of ${cost.anonymous} reads of strangers failed, ${cost.refused} requests of members were refused; ${record.requests} requests so far`,
          );
        }
      while (record.requests < requests);
      is_broken = false;
    } finally {
      is_over ||= is_broken;
    }
    await acting;
    say('nobody acts any more');
    faults.push(...record.faults, ...(await checkEnd(world, deployment)));
    const source = await options.copyOfSite(sql, deployment.root);
    const different = await following.findDifferences(source);
    faults.push(...different.slice(0, 10).map((name) => `the mirror differs: ${name}`));
    say(`${source.size} records, of which the mirror has ${source.size - different.length} as they are`);
    for (const [, request_id] of faults.join('\n').matchAll(/request ([\w-]{8,})/g))
      faults.push(...(await deployment.findInLogs(request_id!)).map((line) => `logged: ${line}`));
    return { faults, costs, record, records: source.size };
  } finally {
    await following?.close();
    await deployment.close();
    await closeClient();
  }
};
