import { defineMoves } from '../../../kernel/moves.ts';

export type MessageStatus = 'open' | 'answered' | 'closed';

/** The status changes of a message to the team. */
export const messageMoves = defineMoves<MessageStatus>('contact_message')({
  // The team may write again.
  answer: { from: ['open', 'answered', 'closed'], to: 'answered' },
  close: { from: ['open'], to: 'closed' },
  reopen: { from: ['closed'], to: 'open' },
});
