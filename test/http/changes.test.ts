import { request } from 'node:http';
import { createConnection } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/db/open.ts';
import type { Site } from '../../src/kernel/context.ts';
import { processMetrics } from '../../src/kernel/metrics.ts';
import { readChangedKeys } from '../../src/modules/changes/changed-keys.ts';
import { ChangeWaits } from '../../src/modules/changes/waits.ts';
import { createSite } from '../../src/modules/sites/sites.ts';
import { countBlockedSessions, isTableAwaited } from '../support/db/locks.ts';
import { samplesIn } from '../support/metrics.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { siteOf } from '../support/voters.ts';

const server = useServer({ pool: 6 });
interface Page {
  changes: { kind: string; key: string; removed: boolean; changed_at: string; data: Record<string, unknown> | null }[];
  cursor: string;
  has_more: boolean;
}
const list = async (query: Record<string, string> = {}): Promise<Page> =>
  (await (await server.get(`/api/v1/changes?${new URLSearchParams(query)}`)).json()) as Page;
const rename = (tagline: string) => server.sql`update listings set tagline = ${tagline} where slug = 'ledgerly'`;
const problemOf = async (path: string, headers?: Record<string, string>) => {
  const response = await server.get(path, headers);
  return [response.status, ((await response.json()) as { code: string }).code];
};

test('a page of changes with its cursor, for everybody and never cached', async () => {
  const response = await server.get('/api/v1/changes?limit=3');
  const { changes, cursor, has_more } = (await response.json()) as Page;
  expect([response.status, changes.length, has_more]).toEqual([200, 3, true]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(Object.keys(changes[0]!)).toEqual(['kind', 'key', 'removed', 'changed_at', 'data']);
  const others = await list({ cursor, kinds: 'founder,award', limit: '200' });
  expect(new Set(others.changes.map(({ kind }) => kind))).toEqual(new Set(['founder', 'award']));
});

test('input that is wrong is refused with its place', async () => {
  const wrong = ['cursor=abc', 'kinds=listing,vote', 'limit=0', 'limit=201', 'wait=31', 'page=1', 'wait=1&wait=2'];
  for (const query of wrong) expect([query, (await problemOf(`/api/v1/changes?${query}`))[0]]).toEqual([query, 400]);
  expect(await problemOf('/api/v1/changes?cursor=0123456789-5')).toEqual([410, 'cursor_expired']);
  expect(await problemOf('/api/v1/changes', { authorization: 'Bearer nobody' })).toEqual([401, 'invalid_credentials']);
  expect((await fetch(`${server.api}/changes`, { method: 'POST' })).status).toBe(405);
});

describe('a long poll', () => {
  test('is answered when something changes, and with nothing when its time is over', async () => {
    const { cursor } = await list({ cursor: 'latest' });
    expect(await list({ cursor, wait: '1' })).toEqual({ changes: [], cursor, has_more: false });
    const started_at = performance.now();
    const waiting = list({ cursor, wait: '30' });
    await until(async () => (await isListening()) && rename('Changed while somebody waited').then(() => true));
    const { changes } = await waiting;
    expect(changes.map(({ kind, key, data }) => [kind, key, data!.tagline])).toEqual([
      ['listing', 'ledgerly', 'Changed while somebody waited'],
    ]);
    expect(performance.now() - started_at).toBeLessThan(20_000);
  });

  test('for one kind is not ended by changes of others', async () => {
    const { cursor } = await list({ cursor: 'latest' });
    const waiting = list({ cursor, wait: '30', kinds: 'product' });
    await rename('Of no interest');
    await server.sql`update products set price_cents = price_cents + 100 where code = 'launch'`;
    expect((await waiting).changes.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['product launch']);
  });

  test('that begins after a change gets it, also while others still read from before the change', async () => {
    const observer = connect(server.connection.connectionString, 1);
    onTestFinished(() => observer.end());
    const { cursor } = await list({ cursor: 'latest' });
    const other = list({ cursor, wait: '30', kinds: 'listing' });
    await until(async () => (await countWaiting()) === 1 && (await isListening()));
    const unlock = await lockTable('changes');
    let polls: Promise<Page>[];
    try {
      const before = list({ cursor, wait: '30' });
      await until(() => isTableAwaited(observer, 'changes'));
      await observer`update listings set tagline = 'Seen by who comes later' where slug = 'ledgerly'`;
      // Who waited for listings has been woken, and gives the change its place.
      await until(async () => (await countBlockedSessions(observer)) === 2);
      const after = list({ cursor, wait: '30' });
      // It reads by itself.
      await until(async () => (await countBlockedSessions(observer)) === 3, 10_000);
      polls = [other, before, after];
    } finally {
      await unlock();
    }
    for (const { changes } of await Promise.all(polls)) expect(changes.map(({ key }) => key)).toEqual(['ledgerly']);
  });

  test('of another site is not ended', async () => {
    const other = { key: 'other', name: 'Other', tagline: '', purpose: '', root: 'http://other.example', time_zone: 'UTC' };
    const site_id = await createSite(server.sql, other);
    const { cursor } = await list({ cursor: 'latest' });
    await server.sql`insert into categories (site_id, slug, name) values (${site_id}, 'elsewhere', 'Elsewhere')`;
    expect((await list({ cursor, wait: '1' })).changes).toEqual([]);
  });
});

/** Whether the server's connection listens. */
const isListening = async (): Promise<boolean> =>
  (await server.sql`select from pg_stat_activity where datname = current_database() and query like 'listen%'`).length > 0;

interface Event {
  id?: string;
  event?: string;
  data?: string;
}

/** Requests of this process that wait. */
const countWaiting = async () => samplesIn(await processMetrics.metrics()).get('launchweek_changes_waiting') ?? 0;

/** Keeps everybody from a table until the returned function is called. */
const lockTable = async (table: string): Promise<() => Promise<void>> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>();
  const locking = server.sql.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    haveLocked();
    await released;
  });
  await locked;
  return async () => {
    release();
    await locking;
  };
};

/** Sends requests whose client does not wait for an answer. */
const disconnectFrom = async (path: string, headers: Record<string, string>, until_table_awaited: string): Promise<void> => {
  const { port, host } = new URL(server.api);
  const sent = Array.from({ length: 20 }, () =>
    request({ port, host: '127.0.0.1', path, agent: false, headers: { host, ...headers } })
      .on('error', () => {})
      .end(),
  );
  await until(() => isTableAwaited(server.sql, until_table_awaited));
  for (const each of sent) each.destroy();
  // Another request was answered meanwhile, so the server has seen that they are gone.
  await (await server.get('/healthz')).arrayBuffer();
};

describe('a client that is gone', () => {
  test('before its stream has begun does not wait any more', async () => {
    const unlock = await lockTable('changes');
    try {
      await disconnectFrom('/api/v1/changes/stream', {}, 'changes');
      await until(async () => (await countWaiting()) === 0, 10_000);
    } finally {
      await unlock();
    }
    expect(await countWaiting()).toBe(0);
  });

  test('while its stream is next on a connection does not wait any more', async () => {
    const { port, host } = new URL(server.api);
    const socket = createConnection(Number(port), '127.0.0.1');
    socket.write(`GET /api/v1/changes/stream?cursor=latest HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(3));
    await until(async () => (await countWaiting()) === 3);
    socket.destroy();
    await until(async () => (await countWaiting()) === 0, 10_000);
  });

  test('before its long poll was let in does not wait either', async () => {
    const headers = { authorization: `Bearer ${(await server.member()).key}` };
    const unlock = await lockTable('api_keys');
    try {
      await disconnectFrom('/api/v1/changes?cursor=latest&wait=30', headers, 'api_keys');
    } finally {
      await unlock();
    }
    await until(async () => (await server.get('/api/v1/changes?cursor=latest&wait=1', headers)).status === 200, 10_000);
  });
});

/** Opens a stream and collects its events. */
const openStream = (query = '', headers: Record<string, string> = {}) => {
  const events: Event[] = [];
  let text = '';
  const { promise: status, resolve } = Promise.withResolvers<number>();
  const { port, host } = new URL(server.api);
  const sent = request({ port, host: '127.0.0.1', path: `/api/v1/changes/stream${query}`, headers: { host, ...headers } }, (answer) => {
    resolve(answer.statusCode!);
    answer.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) events.push(Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))));
    });
    answer.on('error', () => {});
  });
  sent.on('error', () => {}).end();
  return { events, status, close: () => sent.destroy(), ofKind: (kind: string) => events.filter(({ event }) => event === kind) };
};

describe('a stream of events', () => {
  test('sends changes as they come, and continues from the last one', async () => {
    const { cursor } = await list({ cursor: 'latest' });
    await rename('Before the stream');
    const stream = openStream(`?cursor=${cursor}`);
    expect(await stream.status).toBe(200);
    await until(async () => stream.ofKind('position').length === 1);
    await rename('During the stream');
    await until(async () => stream.ofKind('change').length === 2);
    const taglines = stream.ofKind('change').map(({ data }) => JSON.parse(data!).data.tagline);
    expect(taglines).toEqual(['Before the stream', 'During the stream']);
    stream.close();

    await rename('After the stream');
    const again = openStream('', { 'last-event-id': stream.ofKind('change')[1]!.id! });
    await until(async () => again.ofKind('change').length === 1);
    expect(JSON.parse(again.ofKind('change')[0]!.data!).data.tagline).toBe('After the stream');
    again.close();
  });

  test('misses nothing that another process gives its place while the stream begins', async () => {
    const other = connect(server.connection.connectionString, 1);
    onTestFinished(() => other.end());
    const { cursor } = await list({ cursor: 'latest' });
    await rename('Read first');
    const unlock = await lockTable('listing_parts');
    const stream = openStream(`?cursor=${cursor}`);
    onTestFinished(() => void stream.close());
    try {
      await until(() => isTableAwaited(other, 'listing_parts'));
      await other`update products set price_cents = price_cents + 100 where code = 'launch'`;
      await readChangedKeys(other, server.site_id, 'latest', 1);
      // The server looks at the feed now and then; what it has seen there does not wake the stream later.
      const [folded] = await other`select clock_timestamp() as at`;
      await until(
        async () =>
          (
            await other`
              select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query_start > ${folded!.at}
              and query like '%from change_feeds%'`
          ).length > 0,
      );
    } finally {
      await unlock();
    }
    await until(async () => stream.ofKind('change').length === 2, 10_000);
    expect(stream.ofKind('change').map(({ data }) => JSON.parse(data!).kind)).toEqual(['listing', 'product']);
  });

  test('is refused with a status where it can’t be continued', async () => {
    expect(await problemOf('/api/v1/changes/stream?cursor=0123456789-5')).toEqual([410, 'cursor_expired']);
    expect(await problemOf('/api/v1/changes/stream', { 'last-event-id': 'nonsense' })).toEqual([400, 'invalid_input']);
  });
});

describe('places of those who wait', () => {
  const never = new AbortController().signal;
  let site: Site;
  let waits: ChangeWaits;
  beforeAll(async () => {
    site = await siteOf(server.sql, server.site_id);
    waits = new ChangeWaits(server.sql, { in_all: 3, per_client: 2 });
  });

  test('are limited in all and per client, and are free again when somebody leaves', async () => {
    const [first] = [await waits.enter(site.id, 'a'), await waits.enter(site.id, 'a')];
    await expect(waits.enter(site.id, 'a')).rejects.toMatchObject({ code: 'busy' });
    const other = await waits.enter(site.id, 'b');
    await expect(waits.enter(site.id, 'c')).rejects.toMatchObject({ code: 'busy' });
    first.leave();
    first.leave();
    await expect(waits.enter(site.id, 'a')).resolves.toBeTruthy();
    await expect(waits.enter(site.id, 'a')).rejects.toMatchObject({ code: 'busy' });
    other.leave();
  });

  test('a client that disconnects leaves at once, and a process that stops ends all waits', async () => {
    const waiter = await waits.enter(site.id, 'b');
    const gone = new AbortController();
    const disconnected = waiter.wait(waiter.version(), 60_000, gone.signal);
    gone.abort();
    expect(await disconnected).toBe(false);
    const stopped = waiter.wait(waiter.version(), 60_000, never);
    waits.close();
    await stopped;
    expect(await waiter.wait(waiter.version(), 60_000, never)).toBe(false);
  });
});

test('a server that stops answers who waits, at once', async () => {
  const { cursor } = await list({ cursor: 'latest' });
  const waiting = list({ cursor, wait: '30' });
  await until(isListening);
  const started_at = performance.now();
  const closing = server.close();
  expect((await waiting).changes).toEqual([]);
  await closing;
  expect(performance.now() - started_at).toBeLessThan(15_000);
});
