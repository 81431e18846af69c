import { expect, test } from 'vitest';
import { findMentions, hashText, parseCommentText } from '../../../src/modules/comments/rules.ts';

const people = [
  { account_id: 1, name: 'Ada' },
  { account_id: 2, name: 'Ada Lovelace' },
  { account_id: 3, name: 'Rui' },
  { account_id: 4, name: 'rui' },
  { account_id: 5, name: 'José 🌿' },
  { account_id: 6, name: null },
];

test.each([
  ['@Ada, how?', [1]],
  ['(@ada lovelace) and @ADA', [2, 1]],
  ['@Adamant', []],
  ['mail ada@Ada.example', []],
  ['@Rui or @rui', []],
  ['thanks @José 🌿!', [5]],
  ['@ and @@Ada', [1]],
  ['Ada', []],
])('%s mentions %j', (body, ids) => expect(findMentions(body, people)).toEqual(ids));

test('texts differ by words, not by case and spacing', () => {
  expect(hashText('Try  it\nnow ')).toEqual(hashText('try it now'));
  expect(hashText('Try it now')).not.toEqual(hashText('Try it'));
});

test('a comment is paragraphs of text, addresses and mentions', () => {
  const text = (of: string) => ({ kind: 'text', text: of });
  expect(parseCommentText('See https://a.example/x?y=1. @Ada\nsays <b>\n\n \n\nBye', ['Ada'])).toEqual([
    [text('See '), { kind: 'link', text: 'https://a.example/x?y=1' }, text('. '), { kind: 'mention', text: '@Ada' }, text('\nsays <b>')],
    [text('Bye')],
  ]);
  expect(parseCommentText('javascript:alert(1) and HTTPS://B.example/(c)', [])).toEqual([
    [text('javascript:alert(1) and '), { kind: 'link', text: 'HTTPS://B.example/(c' }, text(')')],
  ]);
});
