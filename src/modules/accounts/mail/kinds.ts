interface KindText {
  name: string;
  says: string;
  /** Off unless somebody turns it on. */
  opt_in?: true;
}

/** The kinds of mail that users choose. All other mail is always sent. */
export const MAIL_KINDS = {
  updates: {
    name: 'News of what you follow',
    says: 'When a product you follow posts an update. Each product can be switched off by itself, too.',
  },
  launches: {
    name: 'Your launches',
    says: 'When a launch of yours is scheduled, moves to another week, goes live, or loses its place for want of the badge.',
  },
  awards: { name: 'Your awards', says: 'When a product of yours is among the first three of its week.' },
  reviews: { name: 'Reviews', says: 'When somebody reviews a product of yours, or its owner answers a review you wrote.' },
  claims: { name: 'Your claims', says: 'When a claim of yours ends because the proof was not there in time.' },
  stats: {
    name: 'Your weekly numbers',
    says: 'Every Monday: views, clicks, votes and new followers of your products in the week before.',
    opt_in: true,
  },
} as const satisfies Record<string, KindText>;

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[];

export const isOptIn = (kind: MailKind): boolean => 'opt_in' in MAIL_KINDS[kind];

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_KINDS, kind);

/** Mail that one user sends to another address, which may have no account. */
export const UNSOLICITED_KINDS = {
  invites: { name: 'Invitations', says: 'Mail that asks you to add your profile to somebody’s product.' },
  claim_links: { name: 'Claims of listings', says: 'Mail that asks you to confirm that somebody may look after a listing.' },
  digest: { name: 'Digest subscriptions', says: 'Mail that asks you to confirm a subscription to the weekly digest.' },
} as const satisfies Record<string, KindText>;

export type UnsolicitedKind = keyof typeof UNSOLICITED_KINDS;
