import type { Proposal, Quote } from '../../drafts/proposal.ts';
import { GAPS, NOT_SAID, type Point, SAYS, STRENGTHS } from './review-rules.ts';

/** What a product's own website proves and what it leaves open. */
export interface Review {
  website: string;
  drafter: string;
  read: { url: string; read_at: string }[];
  says: Point[];
  strengths: Point[];
  gaps: Point[];
  /** What none of the pages that were read states, and why people look for it. */
  not_said: { title: string; says: string }[];
}

const LONGEST_QUOTE = 300;
const MOST_QUOTES = 3;

/** As much of a quote as is read: its beginning, up to a word's end. It stays verbatim. */
const shortened = ({ quote, url }: Quote): Quote => {
  if (quote.length <= LONGEST_QUOTE) return { quote, url };
  const cut = quote.slice(0, LONGEST_QUOTE);
  return { quote: cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)), url };
};

/** Points without a quote are not made. */
const proved = (points: (Point | null)[]): Point[] =>
  points
    .filter((point) => point !== null)
    .filter(({ evidence }) => evidence.length > 0)
    .map((point) => ({ ...point, evidence: point.evidence.slice(0, MOST_QUOTES).map(shortened) }));

/** A review from what the judge let stand: every point carries its quotes, and what is missing is said to be missing, no more. */
export const reviewOf = ({ found, ...about }: Pick<Review, 'website' | 'drafter' | 'read'> & { found: Proposal }): Review => ({
  ...about,
  says: proved(SAYS.map((rule) => rule(found))),
  strengths: proved(STRENGTHS.map((rule) => rule(found))),
  gaps: proved(GAPS.flatMap((rule) => rule(found))),
  not_said: NOT_SAID.filter(({ is_said }) => !is_said(found)).map(({ title, says }) => ({ title, says })),
});
