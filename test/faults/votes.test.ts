import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { createChainChecker, type LedgerRow } from '../../src/modules/votes/ledger/ledger.ts';
import { selectLedgerLines } from '../../src/modules/votes/ledger/queries.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { makeVoters } from '../support/voters.ts';

const server = useServer();
const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

/** A process that starts voting when `go` is called. */
const startCrowd = async (slug: string, times: number, accounts: number[]) => {
  const script = join(import.meta.dirname, 'cast-votes.ts');
  const args = [script, server.connection.connectionString, String(server.site_id), slug, String(times), ...accounts.map(String)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (): Promise<string> => (await lines.next()).value as string;
  expect(await hear()).toBe('ready');
  return { child, go: () => child.stdin.write('go\n'), hear };
};

const ledgerOf = async (slug: string): Promise<LedgerRow[]> => {
  const lines = await selectLedgerLines(server.sql, server.site_id, 0, Number.MAX_SAFE_INTEGER, 1_000_000);
  const rows = lines.map(({ line }) => JSON.parse(line) as LedgerRow & { listing: string });
  expect(rows.map(createChainChecker()).filter(Boolean)).toEqual([]);
  return rows.filter(({ listing }) => listing === slug);
};

const countOf = async (slug: string): Promise<number> =>
  (await server.sql`select votes from listing_counts n join listings l on l.id = n.listing_id where slug = ${slug}`)[0]!.votes;

test('two processes, one popular launch, the same people in both, each twice: everybody has one vote, and every request is answered', async () => {
  const accounts = await makeVoters(
    server.sql,
    Array.from({ length: 600 }, () => ({})),
  );
  const before = await countOf('sprigg');
  const crowds = await Promise.all([startCrowd('sprigg', 2, accounts), startCrowd('sprigg', 2, accounts.toReversed())]);
  for (const { go } of crowds) go();
  for (const { hear } of crowds) expect(JSON.parse(await hear())).toEqual({ counted: 1200 });
  expect(await countOf('sprigg')).toBe(before + 600);
  expect((await ledgerOf('sprigg')).length).toBe(before + 600);
});

test('a process that is killed while voting leaves nothing half-written, and blocks nobody', async () => {
  const accounts = await makeVoters(
    server.sql,
    Array.from({ length: 3000 }, () => ({})),
  );
  const before = await countOf('mawidi');
  const dying = await startCrowd('mawidi', 1, accounts);
  dying.go();
  await until(async () => (await countOf('mawidi')) > before);
  dying.child.kill('SIGKILL');
  await once(dying.child, 'exit');
  const again = await startCrowd('mawidi', 1, accounts);
  again.go();
  expect(JSON.parse(await again.hear())).toEqual({ counted: 3000 });
  expect(await countOf('mawidi')).toBe(before + 3000);
  expect((await ledgerOf('mawidi')).length).toBe(before + 3000);
});
