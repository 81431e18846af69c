import { expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { NOON, useServer } from '../support/server.ts';

const server = useServer();
const questions = async () => (await server.client.list_interview_questions({})).items;

test('200 saves answers by question; questions that are left out keep their answer', async () => {
  const [{ client }, stranger] = [await server.member(), await server.member()];
  const [first, second] = await questions();
  await client.answer_interview({
    answers: [
      { question_id: second!.id, answer: 'Two' },
      { question_id: first!.id, answer: 'One' },
    ],
  });
  const { items, total } = await client.answer_interview({ answers: [{ question_id: second!.id, answer: 'Two, again' }] });
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { question_id: first!.id, question: first!.question, answer: 'One' },
    { question_id: second!.id, question: second!.question, answer: 'Two, again' },
  ]);
  expect(new Date(items[0]!.updated_at)).toEqual(NOON);
  expect((await client.answer_interview({ answers: [] })).items).toEqual(items);
  expect((await stranger.client.answer_interview({ answers: [] })).items).toEqual([]);
});

test('400 for an unknown question, a repeated question, and an answer that is too long; nothing is saved', async () => {
  const { client } = await server.member();
  const [first] = await questions();
  const answer = { question_id: first!.id, answer: 'A' };
  expect(await getProblem(client.answer_interview({ answers: [answer, { question_id: 2 ** 31, answer: 'B' }] }))).toMatchObject({
    status: 400,
    errors: [{ path: 'answers[1].question_id', code: 'not_allowed' }],
  });
  expect(await getProblem(client.answer_interview({ answers: [answer, answer] }))).toMatchObject({
    errors: [{ path: 'answers[1].question_id', code: 'repeated' }],
  });
  expect(await getProblem(client.answer_interview({ answers: [{ ...answer, answer: 'x'.repeat(4001) }] }))).toMatchObject({
    errors: [{ path: 'answers[0].answer', code: 'too_long', limit: 4000 }],
  });
  expect((await client.answer_interview({ answers: [] })).items).toEqual([]);
});

test('200 an empty answer removes the caller’s own answer only', async () => {
  const [one, other] = [await server.member(), await server.member()];
  const [first] = await questions();
  const saying = (answer: string) => ({ answers: [{ question_id: first!.id, answer }] });
  for (const { client } of [one, other]) await client.answer_interview(saying('Because.'));
  expect((await one.client.answer_interview(saying('  '))).items).toEqual([]);
  expect((await other.client.answer_interview({ answers: [] })).items).toMatchObject([{ answer: 'Because.' }]);
});
