import { parse } from 'tldts';
import { OneOf, RequiredText, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { domainOf } from './address.ts';

/** What somebody writes about a product. */
export const REVIEW = {
  rating: T.Integer({ minimum: 1, maximum: 5 }),
  title: T.Optional(Text(120)),
  body: RequiredText(4000),
};
const ReviewText = Strict(REVIEW);
export type ReviewText = Static<typeof ReviewText>;

export const DECISIONS = ['show', 'keep', 'remove'] as const;
export const Decision = OneOf([...DECISIONS]);
export type Decision = (typeof DECISIONS)[number];

/** So many people who report a review hold it back until somebody of the team has looked. */
export const REPORTS_TO_HOLD = 3;
export const REVIEWS_A_DAY = 20;
export const REPORTS_A_DAY = 20;

/** Why a review waits for the team, in words for it and for its author. */
export const HELD: Record<string, string> = {
  has_link: 'It names an address on the web.',
  own_company: 'Its author’s mail address is the product’s own.',
  reported: 'Several people reported it.',
  undone: 'The team took back that it may be shown.',
};

const words = (text: string): string[] => text.split(/[\s()<>[\]{}"'“”„’,;!?]+/).map((word) => word.replace(/[.:]+$/, ''));

/** Whether a word leads somewhere on the web; the product's own address is no advertisement for another. */
const leadsElsewhere = (word: string, domain: string): boolean => {
  if (!word.includes('.') && !/^[a-z]+:\/\//i.test(word)) return false;
  const found = parse(word.replace(/^.*@/, ''));
  return found.isIcann === true && found.domain !== null && domainOf(found.hostname!) !== domain;
};

/** Why a review must wait for somebody of the team before it is shown; null where it need not. */
export const reasonToHold = (
  { title, body }: Pick<ReviewText, 'title' | 'body'>,
  { domain, author_email }: { domain: string; author_email: string },
): string | null => {
  if (domainOf(author_email.slice(author_email.lastIndexOf('@') + 1)) === domain) return 'own_company';
  return words(`${title ?? ''} ${body}`).some((word) => leadsElsewhere(word, domain)) ? 'has_link' : null;
};
