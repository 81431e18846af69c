import { machine } from '../../kernel/states.ts';
import type { CLAIM_STATUSES } from './schema.ts';

export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** The way of a claim (SPEC 3.5): proved, out of time, or overtaken by another. */
export const CLAIM_MOVES = machine<ClaimStatus>()({
  verify: { from: ['pending'], to: 'verified' },
  expire: { from: ['pending'], to: 'expired' },
  supersede: { from: ['pending'], to: 'superseded' },
});

/** An objection to a listing's owner is agreed to or dismissed; either can be taken back. */
export const OBJECTION_MOVES = machine<'open' | 'upheld' | 'dismissed'>()({
  uphold: { from: ['open'], to: 'upheld' },
  dismiss: { from: ['open'], to: 'dismissed' },
  reopen: { from: ['upheld', 'dismissed'], to: 'open' },
});
