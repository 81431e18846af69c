import { expect, test } from 'vitest';
import { foldFeed } from '../../../src/modules/changes/changes.ts';
import { deleteOldRemovals } from '../../../src/modules/changes/queries.ts';
import { useServer } from '../../support/server.ts';

/** Which database gives places, as roles of different rights see it. */
const server = useServer();
const findKnown = async () => (await server.sql<{ epoch: string; id: string }[]>`select epoch, database_id as id from change_feeds`)[0]!;

test('a role that may read more of the database completes what is known of it, and readers go on', async () => {
  await foldFeed(server.sql, server.site_id);
  const before = await findKnown();
  const [system, timeline, ...rest] = before.id.split('.');
  for (const known of [
    ['?', '?'],
    ['?', timeline],
    [system, '?'],
  ]) {
    await server.sql`update change_feeds set database_id = ${[...known, ...rest].join('.')}`;
    expect((await foldFeed(server.sql, server.site_id)).has_touches).toBe(false);
    await deleteOldRemovals(server.sql, server.site_id, new Date(0));
    expect([known, await findKnown()]).toEqual([known, before]);
  }
});

test('in another database readers begin again', async () => {
  const before = await findKnown();
  const [, timeline, ...rest] = before.id.split('.');
  await server.sql`update change_feeds set database_id = ${['1', timeline, ...rest].join('.')}`;
  expect((await foldFeed(server.sql, server.site_id)).epoch).not.toBe(before.epoch);
  expect((await findKnown()).id).toBe(before.id);
});

test.each([
  ['1.2.3.4', '1.2.3.4', '1.2.3.4'],
  ['1.2.3.4', '?.?.3.4', '1.2.3.4'],
  ['?.2.3.4', '1.?.3.4', '1.2.3.4'],
  ['?.?.3.4', '?.2.3.4', '?.2.3.4'],
  ['1.2.3.4', null, '1.2.3.4'],
  ['1.2.3.4', '?.3.3.4', null],
  ['?.?.3.4', '1.2.3.5', null],
])('of %s a role that finds %s knows %s', async (known, found, continued) => {
  expect((await server.sql`select continue_database(${known}, ${found}) as it`)[0]!.it).toBe(continued);
});
