import { parse } from 'tldts';
import { OneOf, RequiredText, type Static, Strict, T, Text } from '../../../kernel/schema.ts';
import { extractDomain } from '../addresses.ts';

export const REVIEW_TEXT_FIELDS = {
  rating: T.Integer({ minimum: 1, maximum: 5 }),
  title: T.Optional(Text(120)),
  body: RequiredText(4000),
};
const ReviewText = Strict(REVIEW_TEXT_FIELDS);
export type ReviewText = Static<typeof ReviewText>;

export const REVIEW_DECISIONS = ['show', 'keep', 'remove'] as const;
export const ReviewDecision = OneOf([...REVIEW_DECISIONS]);
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** A review with this many reports is held until the team decides. */
export const REPORTS_TO_HOLD = 3;
export const MAX_REVIEWS_PER_DAY = 20;
export const MAX_REPORTS_PER_DAY = 20;

/** Why a review is held, in words for the team and the author. */
export const HOLD_REASONS: Record<string, string> = {
  has_link: 'It names an address on the web.',
  own_company: 'Its author’s mail address is the product’s own.',
  reported: 'Several people reported it.',
  undone: 'The team took back that it may be shown.',
};

const splitWords = (text: string): string[] => text.split(/[\s()<>[\]{}"'“”„’,;!?]+/).map((word) => word.replace(/(?<![.:])[.:]+$/, ''));

/** Whether a word is a web address other than the product's own. */
const isForeignLink = (word: string, domain: string): boolean => {
  if (!word.includes('.') && !/^[a-z]+:\/\//i.test(word)) return false;
  const parsed = parse(word.replace(/^.*@/, ''));
  return parsed.isIcann === true && parsed.domain !== null && extractDomain(parsed.hostname!) !== domain;
};

/** Why a review must be held for the team, or null. */
export const findHoldReason = (
  { title, body }: Pick<ReviewText, 'title' | 'body'>,
  { domain, author_email }: { domain: string; author_email: string },
): string | null => {
  if (extractDomain(author_email.slice(author_email.lastIndexOf('@') + 1)) === domain) return 'own_company';
  return splitWords(`${title ?? ''} ${body}`).some((word) => isForeignLink(word, domain)) ? 'has_link' : null;
};
