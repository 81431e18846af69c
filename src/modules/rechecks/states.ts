import { defineMoves } from '../../kernel/moves.ts';

export type FactChangeStatus = 'open' | 'accepted' | 'kept' | 'corrected' | 'published' | 'withdrawn';

/** The status of a change that a re-reading found. One that is certain is inserted as published, if the site's settings allow it. */
export const factChangeMoves = defineMoves<FactChangeStatus>('fact_change')({
  // The owner takes the website's value, keeps the listing's, or enters another.
  accept: { from: ['open'], to: 'accepted' },
  keep: { from: ['open'], to: 'kept' },
  correct: { from: ['open'], to: 'corrected' },
  // The website says again what the listing says, or something else by now.
  withdraw: { from: ['open'], to: 'withdrawn' },
});
