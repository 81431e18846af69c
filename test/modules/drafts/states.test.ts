import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAFT_STATUSES, FIELD_STATES } from '../../../src/modules/drafts/schema.ts';
import { draftMoves, FIELD_MOVES, type FieldMove, type FieldState, fieldOutcome } from '../../../src/modules/drafts/states.ts';

const MOVES = Object.keys(FIELD_MOVES) as FieldMove[];

test('every draft status except the first is reached by a move, and all but the last can be left', () => {
  const moves = Object.values(draftMoves.table);
  const reached = new Set<string>(moves.map(({ to }) => to));
  const left = new Set<string>(moves.flatMap(({ from }) => [...from] as string[]));
  expect(DRAFT_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
  expect(DRAFT_STATUSES.filter((status) => !left.has(status))).toEqual([]);
});

test('only ready or submitted drafts can be submitted, and only failed ones written by hand or crawled again', () => {
  expect(draftMoves.table.submit.from).toEqual(['ready', 'submitted']);
  expect(draftMoves.table.write_by_hand.from).toEqual(['failed']);
  expect(draftMoves.table.read_again.from).toEqual(['failed']);
});

const TABLE: [FieldMove, FieldState, found: boolean, FieldState][] = [
  ['type', 'ai', true, 'edited'],
  ['type', 'not_found', false, 'manual'],
  ['type', 'edited', true, 'edited'],
  ['type', 'manual', false, 'manual'],
  ['type', 'deleted', true, 'edited'],
  ['type', 'deleted', false, 'manual'],
  ['type', 'override', true, 'override'],
  ['lock', 'ai', true, 'override'],
  ['lock', 'manual', false, 'override'],
  ['lock', 'not_found', false, 'override'],
  ['remove', 'ai', true, 'deleted'],
  ['remove', 'override', true, 'deleted'],
  ['restore', 'edited', true, 'ai'],
  ['restore', 'override', true, 'ai'],
  ['restore', 'deleted', false, 'not_found'],
  ['restore', 'manual', false, 'not_found'],
  ['redraft', 'edited', true, 'ai'],
  ['redraft', 'manual', true, 'ai'],
  ['redraft', 'deleted', true, 'ai'],
  ['redraft', 'ai', false, 'not_found'],
  ['redraft', 'edited', false, 'manual'],
  ['redraft', 'override', true, 'override'],
  ['redraft', 'override', false, 'override'],
  ['type', 'pending', false, 'manual'],
  ['arrive', 'pending', true, 'ai'],
  ['arrive', 'pending', false, 'not_found'],
  ['wait', 'not_found', false, 'pending'],
  ['wait', 'manual', false, 'manual'],
  ['give_up', 'pending', false, 'not_found'],
  ['give_up', 'edited', true, 'edited'],
  ['arrive', 'not_found', true, 'ai'],
  ['arrive', 'manual', true, 'edited'],
  ['arrive', 'deleted', true, 'deleted'],
  ['arrive', 'override', true, 'override'],
];

test.each(TABLE)('%s on %s, found %s: %s', (move, from, found, to) => {
  expect(fieldOutcome(move, from, found)).toBe(to);
});

test('every move is defined for every state', () => {
  for (const move of MOVES)
    for (const from of FIELD_STATES) for (const found of [true, false]) expect(FIELD_STATES).toContain(fieldOutcome(move, from, found));
});

test('a value counts as extracted only if extraction found one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 12 }), fc.boolean(), (moves, found) => {
      const state = moves.reduce<FieldState>((from, move) => fieldOutcome(move, from, found), found ? 'ai' : 'not_found');
      if (state === 'ai') expect(found).toBe(true);
      if (state === 'edited') expect(found).toBe(true);
      if (state === 'not_found') expect(found).toBe(false);
    }),
  );
});
