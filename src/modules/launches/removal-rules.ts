import type { LISTING_MOVES, ListingStatus } from '../listings/states.ts';

/** Why a listing is removed, as everybody may read it. What is said to its owner besides stays between the team and them. */
export const REMOVAL_CAUSES = {
  not_a_product: 'It is not a product.',
  misleading: 'What it says is misleading.',
  spam: 'It is spam.',
  unlawful: 'It is unlawful, or takes what belongs to others.',
  gone: 'The product no longer exists.',
  asked: 'Its maker asked for it.',
  other: 'It does not keep to the rules of the site.',
} as const;
export type RemovalCause = keyof typeof REMOVAL_CAUSES;

/** The move by which a removed listing comes back to where it was. */
export const wayBack = (from: Exclude<ListingStatus, 'removed'>): keyof typeof LISTING_MOVES => `bring_back_${from}`;
