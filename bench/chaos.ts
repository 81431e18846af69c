import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { connect } from '../src/db/open.ts';
import { freePort } from '../test/support/free-port.ts';
import { until } from '../test/support/until.ts';
import { checkAll } from './chaos/checks.ts';
import { Cluster } from './chaos/cluster.ts';
import { FAULTS } from './chaos/faults.ts';
import { askForLinks, buy, makeBuyers, makeVoters, Record, read, vote } from './chaos/people.ts';
import { Service } from './chaos/services.ts';
import { chanceFrom } from './support/random.ts';

/**
 * Two processes of the service under voting, ordering, mailing and reading, while backends are killed, PostgreSQL is restarted,
 * tables are locked, packets are lost, processes are stopped and killed, the disk fills up and clocks move. Afterwards everything
 * that was acknowledged must be there once. Run `npm run -s build` first, as root for the faults that need it:
 *
 *   node bench/chaos.ts [MINUTES=10] [SEED=1] [FAULT]
 *
 * PG_BIN names the folder of another PostgreSQL's programs. FAULT runs that one alone.
 */
const [minutes = 10, seed = 1] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4];
const VOTERS = 8000;
const AT_ONCE = { voting: 30, buying: 6, reading: 4 };

const begun = performance.now();
const say = (what: string): void => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${what}`);
const main = join(import.meta.dirname, '..', 'dist', 'main.js');

const receiveMail = async () => {
  const received = new Map<string, number>();
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        if (state.refuse) return done(new Error('Not now'));
        for (const { address } of session.envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  server.on('error', () => {});
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${port}`, received, state, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};

const folder = await mkdtemp(join(tmpdir(), 'launchweek-chaos-'));
await chmod(folder, 0o755);
const cluster = new Cluster(await freePort());
const services: Service[] = [];
const mail = await receiveMail();
let failed = true;
try {
  await cluster.create();
  const admin = connect(cluster.url.replace(/launchweek$/, 'postgres'), 1);
  await admin`create database launchweek`;
  await admin.end();

  const env = {
    NODE_ENV: '',
    LOG_LEVEL: 'info',
    RATE_LIMIT: 'on',
    DATABASE_URL: cluster.url,
    SMTP_URL: mail.url,
    LEAVE_SECONDS: '1',
  };
  const run = promisify(execFile);
  await run(process.execPath, [main, 'demo'], { env: { ...process.env, ...env } });
  // The faults end any connection, including this one.
  const sql = connect(cluster.url, 3);
  const [site] = await sql<{ id: number }[]>`select id from sites order by id limit 1`;
  const live = await sql<{ id: number; slug: string }[]>`
    select id, slug from listings where status = 'live' and launch_week_on = date_trunc('week', now() at time zone 'UTC')::date order by id`;
  const record = new Record();
  const chance = chanceFrom(seed);
  const owned = await sql<{ id: number }[]>`
    select id from listings where status = 'live' and launch_week_on < date_trunc('week', now() at time zone 'UTC')::date order by id limit ${AT_ONCE.buying}`;
  const buyers = await makeBuyers(
    sql,
    owned.map(({ id }) => id),
  );
  const voters = await makeVoters(sql, VOTERS);
  const pairs = voters.flatMap((voter) => live.map(({ id, slug }) => ({ voter, slug, listing_id: id })));
  for (let i = pairs.length - 1; i > 0; i--) {
    const j = chance.below(i + 1);
    [pairs[i], pairs[j]] = [pairs[j]!, pairs[i]!];
  }
  const demo_votes = (await sql<{ count: number }[]>`select count(*)::int as count from votes`)[0]!.count;

  for (const name of ['one', 'two']) services.push(await Service.create({ name, folder, env, main }));
  for (const service of services) service.start();
  for (const service of services) await service.becomeReady();
  say(`two processes are ready; ${live.length} launches, ${VOTERS} voters`);

  let over = false;
  const world = { services, chance: chanceFrom(seed + 1), record, isOver: () => over };
  const people = [
    ...Array.from({ length: AT_ONCE.voting }, () => vote(world, pairs)),
    ...buyers.map((buyer) => buy(world, buyer)),
    askForLinks(world, 'amy'),
    askForLinks(world, 'ben'),
    ...Array.from({ length: AT_ONCE.reading }, () =>
      read(
        world,
        live.map(({ slug }) => slug),
      ),
    ),
  ];

  const scene = { cluster, services, sql, chance, mail: mail.state };
  const done = new Map<string, { times: number; slowest_ms: number }>();
  const impossible = new Set<string>();
  const end = performance.now() + minutes * 60_000;
  let round: string[] = [];
  while (performance.now() < end) {
    if (round.length === 0)
      round = (only ? [only] : Object.keys(FAULTS)).filter((name) => !impossible.has(name)).toSorted(() => chance.next() - 0.5);
    if (round.length === 0) throw new Error('None of the faults can be made here.');
    const name = round.pop()!;
    const outcome = await FAULTS[name]!(scene).catch((error) =>
      /CONNECTION|ECONN|57P0|53100|26000/.test(String(error.code)) ? undefined : Promise.reject(error),
    );
    if (outcome === false) {
      impossible.add(name);
      say(`${name}: not possible here`);
      continue;
    }
    const ready = Math.max(...(await Promise.all(services.map((service) => service.becomeReady()))));
    const entry = done.get(name) ?? { times: 0, slowest_ms: 0 };
    done.set(name, { times: entry.times + 1, slowest_ms: Math.max(entry.slowest_ms, Math.round(ready)) });
    say(
      `${name}: ready after ${(ready / 1000).toFixed(1)} s; ${record.votes.size} votes, ${record.paid.size} orders paid, ${record.mails.size} mails`,
    );
    await sleep(500 + chance.below(1500));
  }
  over = true;
  await Promise.all(people);
  say('everybody has gone; waiting for jobs');
  const waiting = async () =>
    (
      await sql<{ left: number }[]>`
      select ((select count(*) from order_lines l join orders o on o.id = l.order_id where o.paid_at is not null and l.status = 'waiting')
        + (select count(*) from mails where sent_at is null))::int as left`
    )[0]!.left;
  await until(async () => (await waiting().catch(() => 1)) === 0, 600_000).catch(() => say('jobs are left'));

  console.table(Object.fromEntries(done));
  console.table(Object.fromEntries([...record.counts].sort()));
  const slowest = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(0);
  for (const { name, health } of services)
    say(
      `${name}: /healthz asked ${health.length} times, half within ${slowest(health, 0.5)} ms, 999 of 1000 within ${slowest(health, 0.999)} ms, the slowest ${slowest(health, 0.999999)} ms`,
    );
  say(
    `pages answered: ${record.pages.length}, half within ${slowest(record.pages, 0.5)} ms, 99 of 100 within ${slowest(record.pages, 0.99)} ms`,
  );
  const mailed = [...mail.received].filter(([address]) => record.mails.has(address));
  say(
    `mails that came twice: ${mailed.filter(([, times]) => times > 1).length} of ${mailed.length}; PostgreSQL was started ${cluster.starts} times`,
  );
  const votes = (await sql<{ count: number }[]>`select count(*)::int as count from votes`)[0]!.count;
  say(
    `${record.votes.size} votes acknowledged, ${votes - demo_votes} written; ${record.orders.size} orders, ${record.paid.size} paid; ${record.mails.size} mails`,
  );
  const faults = [...services.flatMap(({ deaths }) => deaths), ...(await checkAll(sql, site!.id, record, mail.received))];
  for (const service of services) await service.close();
  faults.push(...services.flatMap(({ deaths }) => deaths).filter((death) => !faults.includes(death)));
  console.log(faults.length ? `FAULTS\n${faults.join('\n')}` : 'No process died, none hung, and everything acknowledged is there once.');
  failed = faults.length > 0;
  await sql.end({ timeout: 5 });
} finally {
  if (failed) console.log(await cluster.log().catch(() => ''));
  await Promise.all(services.map((service) => service.close()));
  await mail.close();
  await cluster.close();
  await rm(folder, { recursive: true, force: true });
  if (failed) process.exitCode = 1;
}
