import { machine } from '../../kernel/states.ts';
import type { DRAFT_STATUSES, FIELD_STATES } from './schema.ts';

export type DraftStatus = (typeof DRAFT_STATUSES)[number];
export type FieldState = (typeof FIELD_STATES)[number];

/** The way of a draft (SPEC 3.1). What is edited or redrafted afterwards leaves the status as it is. */
export const DRAFT_MOVES = machine<DraftStatus>()({
  site_read: { from: ['crawling'], to: 'drafting' },
  reading_failed: { from: ['crawling'], to: 'failed' },
  drafted: { from: ['drafting'], to: 'ready' },
  drafting_failed: { from: ['drafting'], to: 'failed' },
  write_by_hand: { from: ['failed'], to: 'ready' },
  read_again: { from: ['failed'], to: 'crawling' },
  submit: { from: ['ready', 'submitted'], to: 'submitted' },
});

/** Where a value comes to stand: depends on whether the drafter has found one for it. */
interface Landing {
  found: FieldState;
  blank: FieldState;
}

const whatever = (state: FieldState): Landing => ({ found: state, blank: state });
const everywhere = (landing: Landing): Record<FieldState, Landing> => ({
  ai: landing,
  not_found: landing,
  edited: landing,
  manual: landing,
  override: landing,
  deleted: landing,
});

/**
 * The states of a value (SPEC 3.2), move by move. A locked value may be typed over and stays locked; it is opened by removing
 * or restoring it. A redraft that finds nothing leaves what a person typed.
 */
export const FIELD_MOVES = {
  type: { ...everywhere({ found: 'edited', blank: 'manual' }), override: whatever('override') },
  lock: everywhere(whatever('override')),
  remove: everywhere(whatever('deleted')),
  restore: everywhere({ found: 'ai', blank: 'not_found' }),
  redraft: {
    ...everywhere({ found: 'ai', blank: 'not_found' }),
    edited: { found: 'ai', blank: 'manual' },
    manual: { found: 'ai', blank: 'manual' },
    override: whatever('override'),
  },
  // The draft arrives: what was written while the site was being read stands, now over what the drafter found.
  arrive: {
    ...everywhere({ found: 'ai', blank: 'not_found' }),
    edited: { found: 'edited', blank: 'manual' },
    manual: { found: 'edited', blank: 'manual' },
    override: whatever('override'),
    deleted: whatever('deleted'),
  },
} as const satisfies Record<string, Record<FieldState, Landing>>;

export type FieldMove = keyof typeof FIELD_MOVES;

/** The state a value is in after a move; `found` says whether the drafter has a value for it. */
export const landing = (move: FieldMove, from: FieldState, found: boolean): FieldState =>
  FIELD_MOVES[move][from][found ? 'found' : 'blank'];

/** Whether a value in this state is the drafter's own word. */
export const isDrafted = (state: FieldState): boolean => state === 'ai' || state === 'not_found';
