import { describe, expect, test } from 'vitest';
import type { Sql } from '../../../src/db/open.ts';
import { type ChangePage, readChanges } from '../../../src/modules/changes/changes.ts';
import { CHANGE_KINDS } from '../../../src/modules/changes/rules.ts';
import { useServer } from '../../support/server.ts';
import { siteOf } from '../../support/voters.ts';

const server = useServer({ pool: 4 });
const read = async (cursor?: string, limit = 1000): Promise<ChangePage> =>
  readChanges({ sql: server.sql, site: await siteOf(server.sql) }, { cursor, limit });
const latest = async () => (await read('latest')).cursor;
const keysOf = ({ changes }: ChangePage) => changes.map(({ kind, key, json }) => `${json === null ? '-' : '+'}${kind} ${key}`);

/** Opens a transaction that waits until it is told to commit. */
const openTransaction = async (write: (sql: Sql) => Promise<unknown>) => {
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: onWritten } = Promise.withResolvers<void>();
  const done = server.sql.begin(async (sql) => {
    await write(sql as unknown as Sql);
    onWritten();
    await committing;
  });
  await written;
  return { commit: () => (commit(), done) };
};

const rename = (slug: string, tagline: string) => (sql: Sql) => sql`update listings set tagline = ${tagline} where slug = ${slug}`;

describe('the change feed', () => {
  test('from zero it is a copy of everything that is public', async () => {
    const { changes, has_more } = await read();
    expect(has_more).toBe(false);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(CHANGE_KINDS.filter((kind) => kind !== 'votes')));
    expect(changes.filter(({ json }) => json === null)).toEqual([]);
  });

  test('a transaction that commits late is not missed', async () => {
    const cursor = await latest();
    const first = await openTransaction(rename('ledgerly', 'Written first, committed last'));
    await rename('kontorbuch', 'Written last, committed first')(server.sql);
    const early = await read(cursor);
    expect(keysOf(early)).toEqual(['+listing kontorbuch']);
    await first.commit();
    expect(keysOf(await read(early.cursor))).toEqual(['+listing ledgerly']);
    expect(keysOf(await read(cursor))).toEqual(['+listing kontorbuch', '+listing ledgerly']);
  });
});
