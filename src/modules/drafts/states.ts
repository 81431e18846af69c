import { defineMoves } from '../../kernel/moves.ts';
import { type DRAFT_STATUSES, FIELD_STATES } from './schema.ts';

export type DraftStatus = (typeof DRAFT_STATUSES)[number];
export type FieldState = (typeof FIELD_STATES)[number];

/** The states of a draft. Later edits and redrafts do not change the status. */
export const draftMoves = defineMoves<DraftStatus>('draft')({
  site_read: { from: ['crawling'], to: 'drafting' },
  reading_failed: { from: ['crawling'], to: 'failed' },
  drafted: { from: ['drafting'], to: 'ready' },
  drafting_failed: { from: ['drafting'], to: 'failed' },
  write_by_hand: { from: ['failed'], to: 'ready' },
  read_again: { from: ['failed'], to: 'crawling' },
  submit: { from: ['ready', 'submitted'], to: 'submitted' },
  // Its listing gave way to somebody else's of the same website.
  give_way: { from: ['submitted'], to: 'ready' },
});

interface FieldOutcome {
  found: FieldState;
  blank: FieldState;
}

const always = (state: FieldState): FieldOutcome => ({ found: state, blank: state });
/** Each state stays, apart from those given. */
const unchanged = Object.fromEntries(FIELD_STATES.map((state) => [state, always(state)])) as Record<FieldState, FieldOutcome>;
const fromAnyState = (outcome: FieldOutcome) =>
  Object.fromEntries(FIELD_STATES.map((state) => [state, outcome])) as Record<FieldState, FieldOutcome>;

/** A locked value can be typed over; removing or restoring unlocks it. A redraft that finds nothing leaves what a person typed. */
export const FIELD_MOVES = {
  type: { ...fromAnyState({ found: 'edited', blank: 'manual' }), override: always('override') },
  lock: fromAnyState(always('override')),
  remove: fromAnyState(always('deleted')),
  restore: fromAnyState({ found: 'ai', blank: 'not_found' }),
  redraft: {
    ...fromAnyState({ found: 'ai', blank: 'not_found' }),
    edited: { found: 'ai', blank: 'manual' },
    manual: { found: 'ai', blank: 'manual' },
    override: always('override'),
  },
  // The extracted values arrive: text typed while the site was being crawled stays and now counts as an edit of what was found.
  arrive: {
    ...fromAnyState({ found: 'ai', blank: 'not_found' }),
    edited: { found: 'edited', blank: 'manual' },
    manual: { found: 'edited', blank: 'manual' },
    override: always('override'),
    deleted: always('deleted'),
  },
  // Reading begins again after a failure, and fails.
  wait: { ...unchanged, not_found: always('pending') },
  give_up: { ...unchanged, pending: always('not_found') },
} as const satisfies Record<string, Record<FieldState, FieldOutcome>>;

export type FieldMove = keyof typeof FIELD_MOVES;

export const fieldOutcome = (move: FieldMove, from: FieldState, found: boolean): FieldState =>
  FIELD_MOVES[move][from][found ? 'found' : 'blank'];

export const isDrafted = (state: FieldState): boolean => state === 'ai' || state === 'not_found';
