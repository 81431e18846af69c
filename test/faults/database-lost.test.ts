import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/db/open.ts';
import { Person } from '../support/accounts/person.ts';
import { freePort } from '../support/free-port.ts';
import { type Cluster, INSTALLED, makeCluster, type Server } from '../support/postgres-server.ts';
import { command, type Running, useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';

const start = useProcesses();
const ROUNDS = 15;
const PEOPLE = 12;
/** Between two requests of each of them: about half are under way at any moment, and the machine is not busy all the time. */
const PAUSE_MS = 20;

let cluster: Cluster;
let server: Server;
let url: string;
let sql: Sql;
let processes: Running[];

beforeAll(async () => {
  const port = await freePort();
  cluster = await makeCluster(INSTALLED.get(18)!, port);
  server = await cluster.start();
  url = `postgres://postgres@127.0.0.1:${port}/launchweek`;
  const admin = connect(`postgres://postgres@127.0.0.1:${port}/postgres`, 1);
  await admin`create database launchweek`;
  await admin.end();
  sql = connect(url, 2);
  await command({ DATABASE_URL: url }, 'demo');
  processes = [await start(url, ['serve']), await start(url, ['serve'])];
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await server.stop('SIGQUIT');
  await cluster.remove();
});

/** Retries until the database answers. */
const retry = <T>(query: () => Promise<T>): Promise<T> => until(() => query().catch(() => null) as Promise<T | null>) as Promise<T>;
const endBackends = () =>
  retry(() => sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'launchweek' and pid <> pg_backend_pid()`);
const isAlive = async ({ root }: Running) => (await fetch(`${root}/healthz`)).status === 200;
const isReady = async ({ root }: Running) => (await fetch(`${root}/readyz`)).status === 200;

test('processes survive lost connections and a restarted server: no acknowledged vote is lost or doubled, and jobs continue', async () => {
  const listings = (await sql<{ slug: string }[]>`select slug from listings where status = 'live' order by slug`).map(({ slug }) => slug);
  const people = await Promise.all(
    // All at once, right after the start: a busy machine may refuse some of them.
    Array.from({ length: PEOPLE }, (_, i) =>
      retry(() => new Person({ root: processes[i % 2]!.root, sql }).signIn(`voter${i}@mail${i}.example`)),
    ),
  );
  let is_over = false;
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const acknowledged: string[] = [];
  const mailed: string[] = [];

  const vote = async (person: Person, i: number) => {
    for (let n = 0; !is_over; n++) {
      const slug = listings[n % listings.length]!;
      const reply = await person.send(`/listings/${slug}/vote`);
      count(reply.status);
      if (reply.status === 303 && reply.headers.get('location')!.endsWith('#vote')) acknowledged.push(`voter${i}@mail${i}.example ${slug}`);
      await sleep(PAUSE_MS);
    }
  };
  const read = async (root: string) => {
    for (let n = 0; !is_over; n++, await sleep(PAUSE_MS)) count((await fetch(`${root}/api/v1/listings?q=word${n}`)).status);
  };
  const mail = async (person: Person, name: string) => {
    for (let n = 0; !is_over; n++, await sleep(30)) {
      const email = `${name}${n}@mail.example`;
      const reply = await person.send('/sign-in/mail', { email });
      count(reply.status);
      if (reply.status === 303) mailed.push(email);
    }
  };
  const load = [
    ...people.map(vote),
    ...processes.flatMap(({ root }) => [read(root), read(root), read(root)]),
    ...processes.map(({ root }, i) => mail(new Person({ root, sql }), `reader${i}-`)),
  ];

  for (let round = 0; round < ROUNDS; round++) {
    await endBackends();
    await sleep(150);
  }
  await server.stop('SIGINT');
  await sleep(1000);
  server = await cluster.start();
  await sleep(500);
  await server.stop('SIGQUIT');
  server = await cluster.start();

  await until(async () => (await Promise.all(processes.map(isReady))).every(Boolean));
  // It keeps answering, not just once.
  const before = acknowledged.length;
  await until(async () => acknowledged.length > before + PEOPLE);
  is_over = true;
  await Promise.all(load);

  expect(await Promise.all(processes.map(isAlive))).toEqual([true, true]);
  // A 500 would be an error that is not handled.
  expect([...statuses.keys()].filter((status) => ![200, 303, 503].includes(status))).toEqual([]);
  expect(statuses.get(503)).toBeGreaterThan(0);

  const cast = await retry(
    () => sql<{ vote: string; n: number }[]>`
      select a.email || ' ' || l.slug as vote, count(*)::int as n
      from votes v join voters w on w.id = v.voter_id join accounts a on a.id = w.account_id join listings l on l.id = v.listing_id
      where v.act = 'cast' group by 1`,
  );
  const times = new Map(cast.map(({ vote, n }) => [vote, n]));
  expect(acknowledged.filter((voted) => times.get(voted) !== 1)).toEqual([]);

  // Jobs whose connection was lost are retried.
  expect(mailed.length).toBeGreaterThan(0);
  await until(async () => {
    const [row] = await retry(() => sql`select count(*)::int as waiting from mails where status = 'waiting' and to_email = any(${mailed})`);
    return row!.waiting === 0;
  });
  const [row] = await sql`select count(distinct to_email)::int as n from mails where to_email = any(${mailed})`;
  expect(row!.n).toBe(new Set(mailed).size);

  expect(await Promise.all(processes.map((running) => running.stop()))).toEqual([0, 0]);
});
