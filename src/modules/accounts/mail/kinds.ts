/** The kinds of mail that users can turn off. All other mail is always sent. */
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
  comments: {
    name: 'Comments on your products',
    says: 'When somebody comments on a product of yours. One email an hour at most for each.',
  },
  replies: { name: 'Replies to you', says: 'When somebody replies to a comment of yours, or mentions you in one.' },
  claims: { name: 'Your claims', says: 'When a claim of yours ends because the proof was not there in time.' },
} as const satisfies Record<string, { name: string; says: string }>;

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[];

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_KINDS, kind);

/** Mail that one user sends to another address, which may have no account. */
export const UNSOLICITED_KINDS = {
  invites: { name: 'Invitations', says: 'Mail that asks you to add your profile to somebody’s product.' },
  claim_links: { name: 'Claims of listings', says: 'Mail that asks you to confirm that somebody may look after a listing.' },
} as const satisfies Record<string, { name: string; says: string }>;

export type UnsolicitedKind = keyof typeof UNSOLICITED_KINDS;
