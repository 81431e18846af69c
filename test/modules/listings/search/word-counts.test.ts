import { expect, onTestFinished, test } from 'vitest';
import { selectCommonWords } from '../../../../src/modules/listings/search/queries.ts';
import { loadWordCounts } from '../../../../src/modules/listings/search/search.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { NOON, useServer } from '../../../support/server.ts';

const server = useServer({ clock: { now: () => NOON } });

test('word counts are cached for each database', async () => {
  await server.sql`analyze listing_words`;
  const [common] = await selectCommonWords(server);
  const { word, count } = common!;
  expect(count).toBeGreaterThan(0);
  expect((await loadWordCounts(server))(word)).toBe(count);
  const other = await createTestDatabase();
  onTestFinished(other.drop);
  expect((await loadWordCounts(other))(word)).toBe(0);
  expect((await loadWordCounts(server))(word)).toBe(count);
});
