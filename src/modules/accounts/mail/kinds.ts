const DAY_MS = 86_400_000;

interface KindText {
  name: string;
  says: string;
  /** Off unless somebody turns it on. */
  opt_in?: true;
}

/** The kinds of mail that users choose. All other mail is always sent. */
export const MAIL_KINDS = {
  updates: {
    name: 'Updates from products you follow',
    says: 'When a product you follow launches or posts an update. You can also turn off individual products.',
  },
  launches: {
    name: 'Your launches',
    says: 'When your launch is scheduled, moves to another week, goes live, or leaves the queue because the badge is missing.',
  },
  awards: { name: 'Your awards', says: 'When your product finishes in the top three of its week.' },
  reviews: { name: 'Reviews', says: 'When someone reviews your product, or an owner replies to your review.' },
  comments: {
    name: 'Comments on your products',
    says: 'When someone comments on your product. At most one email per product per hour.',
  },
  replies: { name: 'Replies to you', says: 'When someone replies to your comment or mentions you.' },
  claims: { name: 'Your claims', says: 'When your claim expires before it is verified.' },
  facts: {
    name: 'Changes on your website',
    says: 'When your website says something different from your listing, or doesn’t answer for a week.',
  },
  stats: {
    name: 'Your weekly stats',
    says: 'Every Monday: views, clicks, votes and new followers of your products in the past week.',
    opt_in: true,
  },
} as const satisfies Record<string, KindText>;

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[];

export const isOptIn = (kind: MailKind): boolean => 'opt_in' in MAIL_KINDS[kind];

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_KINDS, kind);

interface UnsolicitedKindText extends KindText {
  /** How long a mailbox that was closed to it gets none; without this, for good. After it one mail is sent, then none for as long again. */
  pause_ms?: number;
}

/** Mail that one user sends to another address, which may have no account. */
const KINDS = {
  invites: { name: 'Invitations', says: 'Requests to add your profile to a product.' },
  claim_links: { name: 'Claim confirmations', says: 'Requests to confirm that someone may manage a listing.' },
  // Readers without an account have no other way to come back.
  digest: {
    name: 'Digest subscriptions',
    says: 'Requests to confirm a subscription to the weekly digest.',
    pause_ms: 14 * DAY_MS,
  },
} satisfies Record<string, UnsolicitedKindText>;

export type UnsolicitedKind = keyof typeof KINDS;
export const UNSOLICITED_KINDS: Record<UnsolicitedKind, UnsolicitedKindText> = KINDS;
