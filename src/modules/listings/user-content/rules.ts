import { parse } from 'tldts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { OneOf } from '../../../kernel/schema.ts';
import { extractDomain, identifyWebsite } from '../addresses.ts';

/** Rules for what people write about a listing: reviews and comments. */

const CONTENT_DECISIONS = ['show', 'keep', 'remove'] as const;
export const ContentDecision = OneOf([...CONTENT_DECISIONS]);
export type ContentDecision = (typeof CONTENT_DECISIONS)[number];

/** A text with this many reports is held until the team decides. */
export const REPORTS_TO_HOLD = 3;
export const MAX_REPORTS_PER_DAY = 20;

/** Why a text is held, in words for the team and the author. */
export const HOLD_REASONS: Record<string, string> = texts({
  has_link: msg('It contains a link.'),
  own_company: msg('The author’s email address is on the product’s domain.'),
  repeated: msg('The same text was posted before.'),
  new_account: msg('The author’s account is new and has posted several times.'),
  reported: msg('Several people reported it.'),
  undone: msg('The team undid its approval.'),
});

const splitWords = (text: string): string[] => text.split(/[\s()<>[\]{}"'“”„’,;!?]+/).map((word) => word.replace(/(?<![.:])[.:]+$/, ''));

/** Whether a word is a web address other than the product's own. */
const isForeignLink = (word: string, domain: string): boolean => {
  if (!word.includes('.') && !/^[a-z]+:\/\//i.test(word)) return false;
  const parsed = parse(word.replace(/^.*@/, ''));
  return parsed.isIcann === true && parsed.domain !== null && identifyWebsite(word.replace(/^.*@/, '')) !== identifyWebsite(domain);
};

interface HoldFacts {
  /** What identifies the product's website. */
  domain: string;
  author_email: string;
  /** Whether the same text was posted before. */
  is_repeated?: boolean;
  /** Whether the account is new and has posted as often as a new account may unseen. */
  is_busy_new_account?: boolean;
}

/** Why a text must be held for the team, or null. */
export const findHoldReason = ({ title, body }: { title?: string; body: string }, facts: HoldFacts): string | null => {
  const { domain, author_email } = facts;
  if (extractDomain(author_email.slice(author_email.lastIndexOf('@') + 1)) === identifyWebsite(domain)) return 'own_company';
  if (splitWords(`${title ?? ''} ${body}`).some((word) => isForeignLink(word, domain))) return 'has_link';
  if (facts.is_repeated) return 'repeated';
  return facts.is_busy_new_account ? 'new_account' : null;
};

/** What its author reads about a held text. */
export const explainHold = (reason: string | null): string =>
  `${t('Waiting for review by the team.')} ${HOLD_REASONS[reason ?? ''] ?? ''}`.trim();

/** What its author reads about a removed text. */
export const explainRemoval = (reason: string | null): string => t('Removed by the team: {reason}', { reason: reason ?? '' });
