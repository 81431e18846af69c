import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 the questions in order', async () => {
  const { items, has_more } = await server.client.list_interview_questions({});
  expect(items.map(({ id }) => id)).toEqual((await server.sql`select id from interview_questions order by position`).map(({ id }) => id));
  expect(items.length).toBeGreaterThan(9);
  expect(has_more).toBe(false);
});
