import { expect, test } from 'vitest';
import { NOON, useServer } from '../support/server.ts';

const server = useServer();

test('200 the questions in order', async () => {
  const { items, has_more } = await server.client.list_interview_questions({});
  expect(items.map(({ id }) => id)).toEqual((await server.sql`select id from interview_questions order by position`).map(({ id }) => id));
  expect(items.length).toBeGreaterThan(9);
  expect(has_more).toBe(false);
});

test('200 with one’s own answers for callers who may read their account, and for nobody else', async () => {
  const [owner, other] = await Promise.all([server.member(), server.member()]);
  const writer = await server.member({ scopes: ['listings:write'] });
  const [first] = (await server.client.list_interview_questions({})).items;
  expect(first).toMatchObject({ answer: null, answered_at: null });
  await owner.client.answer_interview({ answers: [{ question_id: first!.id, answer: 'Because nobody else did.' }] });
  await writer.client.answer_interview({ answers: [{ question_id: first!.id, answer: 'Why not?' }] });
  const firstFor = async ({ client }: Pick<typeof owner, 'client'>) => (await client.list_interview_questions({})).items[0];
  expect(await firstFor(owner)).toEqual({ ...first, answer: 'Because nobody else did.', answered_at: NOON.toISOString() });
  for (const one of [other, writer, server]) expect(await firstFor(one)).toEqual(first);
});
