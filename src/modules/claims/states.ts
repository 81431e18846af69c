import { moveTable } from '../../kernel/moves.ts';
import type { CLAIM_STATUSES } from './schema.ts';

export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** A claim is verified, expires, or is superseded by another. */
export const CLAIM_MOVES = moveTable<ClaimStatus>()({
  verify: { from: ['pending'], to: 'verified' },
  expire: { from: ['pending'], to: 'expired' },
  supersede: { from: ['pending'], to: 'superseded' },
});

/** An objection is upheld or dismissed; both can be reopened. */
export const OBJECTION_MOVES = moveTable<'open' | 'upheld' | 'dismissed'>()({
  uphold: { from: ['open'], to: 'upheld' },
  dismiss: { from: ['open'], to: 'dismissed' },
  reopen: { from: ['upheld', 'dismissed'], to: 'open' },
});
