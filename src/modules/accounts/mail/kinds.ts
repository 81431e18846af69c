import { msg, texts } from '../../../kernel/language/messages.ts';

const DAY_MS = 86_400_000;

interface KindText {
  name: string;
  says: string;
  /** Off unless somebody turns it on. */
  opt_in?: true;
}

/** The kinds of mail that users choose. All other mail is always sent. */
export const MAIL_KINDS = texts({
  updates: {
    name: msg('Updates from products you follow'),
    says: msg('When a product you follow launches or posts an update. You can also turn off individual products.'),
  },
  launches: {
    name: msg('Your launches'),
    says: msg('When your launch is scheduled, moves to another week, goes live, or leaves the queue because the badge is missing.'),
  },
  awards: { name: msg('Your awards'), says: msg('When your product finishes in the top three of its week.') },
  reviews: { name: msg('Reviews'), says: msg('When someone reviews your product, or an owner replies to your review.') },
  comments: {
    name: msg('Comments on your products'),
    says: msg('When someone comments on your product. At most one email per product per hour.'),
  },
  replies: { name: msg('Replies to you'), says: msg('When someone replies to your comment or mentions you.') },
  claims: { name: msg('Your claims'), says: msg('When your claim expires before it is verified.') },
  facts: {
    name: msg('Changes on your website'),
    says: msg('When your website says something different from your listing, or doesn’t answer for a week.'),
  },
  stats: {
    name: msg('Your weekly stats'),
    says: msg('Every Monday: views, clicks, votes and new followers of your products in the past week.'),
    opt_in: true,
  },
} as const satisfies Record<string, KindText>);

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[];

export const isOptIn = (kind: MailKind): boolean => 'opt_in' in MAIL_KINDS[kind];

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_KINDS, kind);

interface UnsolicitedKindText extends KindText {
  /** How long a mailbox that was closed to it gets none; without this, for good. After it one mail is sent, then none for as long again. */
  pause_ms?: number;
}

/** Mail that one user sends to another address, which may have no account. */
const KINDS = texts({
  invites: { name: msg('Invitations'), says: msg('Requests to add your profile to a product.') },
  claim_links: { name: msg('Claim confirmations'), says: msg('Requests to confirm that someone may manage a listing.') },
  owner_invites: { name: msg('Listing invitations'), says: msg('Invitations to claim the listing of your product.') },
  // Readers without an account have no other way to come back.
  digest: {
    name: msg('Digest subscriptions'),
    says: msg('Requests to confirm a subscription to the weekly digest.'),
    pause_ms: 14 * DAY_MS,
  },
} satisfies Record<string, UnsolicitedKindText>);

export type UnsolicitedKind = keyof typeof KINDS;
export const UNSOLICITED_KINDS: Record<UnsolicitedKind, UnsolicitedKindText> = KINDS;
