import { defineMoves } from '../../kernel/moves.ts';
import type { CLAIM_STATUSES } from './schema.ts';

export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** A claim is verified, expires, or is superseded by another. */
export const claimMoves = defineMoves<ClaimStatus>('claim')({
  verify: { from: ['pending'], to: 'verified' },
  expire: { from: ['pending'], to: 'expired' },
  supersede: { from: ['pending'], to: 'superseded' },
});

/** An objection is upheld or dismissed; both can be reopened. */
export const objectionMoves = defineMoves<'open' | 'upheld' | 'dismissed'>('objection')({
  uphold: { from: ['open'], to: 'upheld' },
  dismiss: { from: ['open'], to: 'dismissed' },
  reopen: { from: ['upheld', 'dismissed'], to: 'open' },
});
