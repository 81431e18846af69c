import type { Db } from '../../kernel/context.ts';
import type { JobCtx } from '../../kernel/job.ts';
import { makeMove } from '../../kernel/moves.ts';
import type { GuardedFetch } from '../../outside/guarded-fetch.ts';
import type { Outside } from '../../outside/outside.ts';
import type { DraftRow } from './queries.ts';
import { DRAFT_MOVES } from './states.ts';

/** A step on a draft's way, as jobs hand it on. */
export interface Step {
  draft_id: string;
  /** Which redraft it is for; null for the draft itself. */
  redraft_id: string | null;
  priority: number;
}

/** Whether a draft still waits for a step: another process may have taken it. */
export const waitsFor = (draft: DraftRow, { redraft_id }: Step, what: 'reading' | 'drafting'): boolean =>
  redraft_id === null
    ? draft.status === (what === 'reading' ? 'crawling' : 'drafting')
    : draft.redraft?.id === redraft_id && draft.redraft.step === what;

/** A fetch that ends when the process does. */
export const fetchUntil =
  ({ outside, signal }: Pick<JobCtx<Outside>, 'outside' | 'signal'>): GuardedFetch =>
  (url, asking) =>
    outside.fetch(url, { ...asking, signal });

/** A move that nobody in particular makes. */
export const moveDraft = (sql: Db, id: string, name: keyof typeof DRAFT_MOVES, at: Date): Promise<boolean> =>
  makeMove(sql, { record: 'draft', id, name, move: DRAFT_MOVES[name], account_id: null, at });
