import { once } from 'node:events';
import { expect, test } from 'vitest';
import { signLedger } from '../../src/modules/votes/checkpoints/checkpoints.ts';
import { exportLedger } from '../../src/modules/votes/ledger/export.ts';
import { verifyLedger } from '../../verifier/verify-ledger.js';
import { useScript } from '../support/scripts.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { siteOf } from '../support/voters.ts';
import { writeSmallLedger } from '../support/votes/small-ledger.ts';

const server = useServer({ demo: false });
const start = useScript('sign-ledger');

/** Starts signing, waits until the process wants to write into the table, and kills it there. */
const killAtTable = async (table: string): Promise<void> => {
  const blocker = await server.sql.reserve();
  try {
    await blocker`begin`;
    await blocker`lock table ${blocker(table)} in share mode`;
    const child = start(server.connection.connectionString, String(server.site_id), NOON.toISOString());
    const exited = once(child, 'exit');
    await until(async () => {
      expect(child.exitCode).toBeNull();
      const waiting = await server.sql`
        select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.relation = ${table}::regclass and not l.granted`;
      return waiting.length > 0;
    });
    child.kill('SIGKILL');
    await exited;
  } finally {
    await blocker`rollback`;
    blocker.release();
  }
};

test('a process that is killed while it signs leaves nothing half-signed, and the next one signs everything once', async () => {
  await writeSmallLedger(server.sql, server.site_id);
  const site = await siteOf(server.sql, server.site_id);
  const count = async () =>
    (
      await server.sql`
        select (select count(*)::int from ledger_nodes) as nodes, (select count(*)::int from ledger_keys) as keys,
          (select count(*)::int from ledger_checkpoints) as checkpoints, (select count(*)::int from ledger_results) as results`
    )[0];
  await killAtTable('ledger_nodes');
  expect(await count()).toEqual({ nodes: 0, keys: 0, checkpoints: 0, results: 0 });
  await killAtTable('ledger_results');
  // A checkpoint without the results of the weeks that were frozen at its size would never get them.
  expect(await count()).toEqual({ nodes: 3, keys: 0, checkpoints: 0, results: 0 });
  const ctx = { sql: server.sql, site, clock: { now: () => NOON } };
  await signLedger(ctx);
  expect(await count()).toEqual({ nodes: 3, keys: 1, checkpoints: 4, results: 3 });
  let ledger = '';
  for await (const piece of await exportLedger(server.sql, site)) ledger += piece;
  const report = await verifyLedger([Buffer.from(ledger)]);
  expect(report).toMatchObject({ ok: true, faults: [], keys: { length: 1 }, weeks: { length: 3 } });
});
