import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openValkey, type Valkey } from '../../src/integrations/valkey.ts';
import type { Site } from '../../src/kernel/context.ts';
import { guardStore, type LimitStore, postgresLimitStore } from '../../src/kernel/limit-store.ts';
import { limitsIn } from '../../src/kernel/limits.ts';
import { processMetrics } from '../../src/kernel/metrics.ts';
import { anonymousLimit } from '../../src/modules/accounts/limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { samplesIn } from '../support/metrics.ts';
import { NOON } from '../support/server.ts';
import { until } from '../support/until.ts';
import { startValkey, VALKEY_SERVER } from '../support/valkey-server.ts';

const LIMIT = { name: 'test', limit: 50, window_seconds: 60 };
const countedAlone = async () =>
  samplesIn(await processMetrics.metrics()).get('launchweek_limits_counted_alone_total{store="valkey"}') ?? 0;
const WHY_NOT = VALKEY_SERVER ? '' : ' (skipped: neither valkey-server nor redis-server is installed)';

let database: TestDatabase;
let port: number;
let server: Awaited<ReturnType<typeof startValkey>> | undefined;
let valkey: Valkey | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  if (!VALKEY_SERVER) return;
  port = await freePort();
  server = await startValkey(port);
  valkey = await openValkey(server.url);
  await until(() =>
    valkey!.ping().then(
      () => true,
      () => false,
    ),
  );
});
afterAll(async () => {
  valkey?.close();
  await server?.stop();
  await database.drop();
});

const STORES: [name: string, open: () => LimitStore, skipped: boolean][] = [
  ['PostgreSQL', () => postgresLimitStore(database.sql), false],
  [`Valkey${WHY_NOT}`, () => valkey!.limits, !VALKEY_SERVER],
];

for (const [name, open, skipped] of STORES)
  describe.skipIf(skipped)(`limits in ${name}`, () => {
    let store: LimitStore;
    beforeAll(() => {
      store = open();
    });

    test('sites have separate limits with their own numbers', async () => {
      const limits = limitsIn(store, { now: () => NOON });
      const granted = async (id: number, strangers: number): Promise<number> => {
        const { who, limit } = anonymousLimit({ id, limits: { strangers } } as unknown as Site, '203.0.113.50');
        const taken = await Promise.all(Array.from({ length: 9 }, () => limits.take(who, limit)));
        return taken.filter(({ granted }) => granted).length;
      };
      expect([await granted(1, 7), await granted(2, 3)]).toEqual([7, 3]);
    });

    test('two processes share one limit: never more is granted, and a single caller gets all of it', async () => {
      const clock = { now: () => NOON };
      const [one, other] = [limitsIn(store, clock), limitsIn(store, clock)];
      const taken = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).take('both', LIMIT)));
      const granted = taken.filter(({ granted }) => granted).length;
      expect(granted).toBeLessThanOrEqual(50);
      expect(granted).toBeGreaterThan(40);
      const alone = await Promise.all(Array.from({ length: 60 }, () => one.take('alone', LIMIT)));
      expect(alone.filter(({ granted }) => granted)).toHaveLength(50);
    });

    test('a new window starts at zero', async () => {
      let now = NOON.getTime();
      const limits = limitsIn(store, { now: () => new Date(now) });
      for (let i = 0; i < 50; i++) expect((await limits.take('window', LIMIT)).granted).toBe(true);
      expect((await limits.take('window', LIMIT)).granted).toBe(false);
      now += 60_000;
      expect(await limits.take('window', LIMIT)).toMatchObject({ granted: true, remaining: 49 });
    });

    test('higher costs take more, and a rest that is too small stays for lower costs', async () => {
      const limits = limitsIn(store, { now: () => NOON });
      const take = async (cost: number) => (await limits.take('costs', LIMIT, cost)).granted;
      expect(await limits.take('costs', LIMIT, 20)).toMatchObject({ granted: true, remaining: 30 });
      expect([await take(20), await take(20), await take(10), await take(1)]).toEqual([true, false, true, false]);
    });

    test('two processes with any costs never grant more than the limit', async () => {
      const clock = { now: () => NOON };
      const processes = [limitsIn(store, clock), limitsIn(store, clock)];
      const costs = Array.from({ length: 120 }, (_, i) => 1 + ((i * 7) % 6));
      const taken = await Promise.all(costs.map((cost, i) => processes[i % 2]!.take('mixed', LIMIT, cost)));
      const granted = costs.filter((_, i) => taken[i]!.granted).reduce((sum, cost) => sum + cost, 0);
      expect(granted).toBeLessThanOrEqual(50);
      expect(granted).toBeGreaterThan(35);
    });

    test('a process grants the local part of a limit without a query, and counts it when more is needed', async () => {
      const clock = { now: () => NOON };
      const local = { ...LIMIT, name: 'local', local: 5 };
      const stored = () => store.find('local:visitor', { begins: NOON.getTime() / 1000, seconds: 60 });
      const [one, other] = [limitsIn(store, clock), limitsIn(store, clock)];
      for (let i = 0; i < 5; i++) expect((await one.take('visitor', local)).granted).toBe(true);
      expect(await stored()).toBe(0);
      expect((await one.take('visitor', local)).granted).toBe(true);
      expect(await stored()).toBeGreaterThanOrEqual(6);
      const more = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).take('visitor', local)));
      const granted = 6 + more.filter(({ granted }) => granted).length;
      // At most the limit, plus the local part of the process that had not counted it.
      expect(granted).toBeLessThanOrEqual(55);
      expect(granted).toBeGreaterThan(40);
    });
  });

describe.skipIf(!VALKEY_SERVER)(`a Valkey that goes away${WHY_NOT}`, () => {
  test('each process counts by itself, says so once, and counts together again afterwards', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const limits = limitsIn(guardStore(valkey!.limits, log), { now: () => NOON });
    const take = async (n: number) =>
      (await Promise.all(Array.from({ length: n }, () => limits.take('away', LIMIT)))).filter(({ granted }) => granted).length;
    expect(await take(10)).toBe(10);
    const before = await countedAlone();
    await server!.stop();
    const started_at = performance.now();
    // The rest of the window, and no more.
    expect(await take(60)).toBe(40);
    expect(await limits.left('away', LIMIT)).toMatchObject({ remaining: 0 });
    expect(performance.now() - started_at).toBeLessThan(2000);
    expect(await countedAlone()).toBeGreaterThan(before);
    server = await startValkey(port);
    const others = limitsIn(valkey!.limits, { now: () => NOON });
    await until(async () => {
      await limits.take(`again ${lines.length} ${performance.now()}`, LIMIT);
      return lines.length === 2;
    });
    expect(lines).toEqual(['limits cannot be counted together: this process counts by itself', 'limits are counted together again']);
    await Promise.all([limits.take('both again', LIMIT, 30), others.take('both again', LIMIT, 30)]);
    expect((await others.take('both again', LIMIT, 30)).granted).toBe(false);
  });
});
