import { defineMoves } from '../../kernel/moves.ts';

export type WebhookStatus = 'active' | 'paused' | 'disabled';

/** Its owner pauses an endpoint. It is disabled when it fails for days, or says that it is gone. */
export const webhookMoves = defineMoves<WebhookStatus>('webhook')({
  pause: { from: ['active', 'disabled'], to: 'paused' },
  resume: { from: ['paused', 'disabled'], to: 'active' },
  disable: { from: ['active'], to: 'disabled' },
});
