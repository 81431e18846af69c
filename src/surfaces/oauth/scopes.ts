import type { Scope } from '../../kernel/context.ts';

/** What an application may be allowed, in the words people are asked with. */
export const SCOPES: Record<Scope, { title: string; words: string }> = {
  'account:read': {
    title: 'See your account',
    words: 'Your name and email address, your drafts, listings and claims, and what you ordered. It cannot change them.',
  },
  'listings:write': {
    title: 'Write your listings',
    words: 'Start and submit drafts, edit your listings, post news and milestones, invite co-founders and claim products in your name.',
  },
  'orders:write': {
    title: 'Prepare orders',
    words: 'Ask for prices and start checkouts. It can never pay: you do that yourself, on the payment page.',
  },
};

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** What an application gets that asks for nothing in particular. */
export const USUAL_SCOPE: Scope = 'account:read';

/** The scopes of a list that are ours, in our order. */
export const scopesIn = (list: string | undefined): Scope[] => {
  const asked = new Set((list ?? '').split(' '));
  return ALL_SCOPES.filter((scope) => asked.has(scope));
};
