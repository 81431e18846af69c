import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../bundle.ts';
import { prepareDatabase } from '../src/db/migrate/migrate.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { checkBooks } from '../test/support/orders/order-books.ts';
import type * as storm from '../test/support/orders/order-storm.ts';
import { SECRET_KEY, StripeServer, WEBHOOK_SECRET } from '../test/support/orders/stripe-server.ts';
import { until } from '../test/support/until.ts';
import { siteOf } from '../test/support/voters.ts';
import { openTemporary } from './support/database.ts';

/**
 * Buys from two processes of the service while everything goes wrong that can, and checks the books afterwards. Makes its database
 * and removes it: node bench/orders.ts [ORDERS=10000] [SEED=1]
 */
const [orders = 10_000, seed = 1] = process.argv.slice(2).map(Number);
const started = new Set<ChildProcess>();

const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(String(port)));
    });
  });

const startService = async (database_url: string, stripe: StripeServer) => {
  const env = {
    ...process.env,
    NODE_ENV: '',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    DATABASE_URL: database_url,
    PORT: await freePort(),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.address,
  };
  const child = spawn(process.execPath, [join(BUILT, 'main.js'), 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await until(async () => /reference .*\n/.test(said), 60_000);
  return {
    root: /website +(http:\/\/localhost:\d+)\//.exec(said)![1]!,
    async kill() {
      child.kill('SIGKILL');
      await ended;
      started.delete(child);
    },
  };
};

const started_at = performance.now();
const seconds = (): string => `${((performance.now() - started_at) / 1000).toFixed(0)} s`;
/** A separate build of the service, which nobody rebuilds meanwhile. The storm is bundled too, because it imports mails (TSX). */
const BUILT = join('dist', `orders-bench-${process.pid}`);
await bundle({
  entryPoints: ['src/main.ts', 'src/parser-worker.ts', 'test/support/orders/order-storm.ts'],
  outdir: BUILT,
});
const { weather } = (await import(pathToFileURL(join(BUILT, 'order-storm.js')).href)) as typeof storm;

const database = await openTemporary(20);
const stripe = await new StripeServer().listen();
try {
  const { sql, connection } = database;
  await prepareDatabase(database);
  const site = await siteOf(sql, (await ensureDefaultSite(sql))!);
  const { counts, kills, api_faults } = await weather({
    sql,
    site,
    stripe,
    start: () => startService(connection.connectionString, stripe),
    orders,
    seed,
    at_once: 40,
    kills: Math.ceil(orders / 250),
    tell: (what) => console.log(`${seconds()}: ${what}`),
  });
  console.log(`${orders} orders after ${seconds()}: ${kills} processes killed, ${api_faults} faults of the provider`);
  console.table(counts);
  console.table(
    await sql`select status, count(*)::int as orders, sum(total_cents)::bigint as total_cents from orders group by status order by 2 desc`,
  );
  console.table(
    await sql`select use, count(*)::int as payments, sum(received_cents)::bigint as received, sum(returned_cents)::bigint as returned
      from payments group by use order by 2 desc`,
  );
  const { faults, ...books } = await checkBooks(sql, stripe);
  console.table(books);
  console.log(faults.length ? `The books do not balance:\n${faults.join('\n')}` : 'The books balance to the cent.');
  if (faults.length) process.exitCode = 1;
} finally {
  for (const child of started) child.kill('SIGKILL');
  await stripe.close();
  await database.close();
  await rm(BUILT, { recursive: true, force: true });
}
