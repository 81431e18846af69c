import type { EvidenceQuote, Proposal } from '../../extraction/proposal.ts';
import { PRICING_LABELS } from '../../listings/schema.ts';
import type { AiReview, ReviewPoint } from '../schema.ts';

type FieldName = keyof Proposal['fields'];
type Rule = (proposal: Proposal) => ReviewPoint | null;

const getQuotes = (proposal: Proposal, field: FieldName): EvidenceQuote[] => proposal.fields[field]?.evidence ?? [];

/** Builds a rule about one field; it applies only if the field was found and `says` returns a sentence. */
const fieldRule =
  (field: FieldName, title: string, says: (text: string, items: string[], proposal: Proposal) => string | null): Rule =>
  (proposal) => {
    const found = proposal.fields[field];
    if (!found) return null;
    const items = [found.value].flat();
    const sentence = says(items.join('; '), items, proposal);
    return sentence === null ? null : { title, says: sentence, evidence: found.evidence };
  };

const MAX_NAMED = 6;
const joinNames = (items: string[]): string => items.slice(0, MAX_NAMED).join('; ') + (items.length > MAX_NAMED ? ' and more' : '');

/** What the website says about the product. */
const STATEMENTS: Rule[] = [
  fieldRule('tagline', 'Tagline', (tagline) => `The website says: ${tagline}`),
  fieldRule('short_description', 'Summary', (description) => description),
  fieldRule('features', 'Features', (_, features) => `The website lists ${joinNames(features)}.`),
  fieldRule('pricing_summary', 'Pricing', (summary) => `The website states: ${summary}`),
];

/** The longest tagline that can be read at a glance. */
const MAX_TAGLINE_LENGTH = 100;
const MIN_ITEMS = 3;

const STRENGTHS: Rule[] = [
  fieldRule('tagline', 'Clear tagline', ({ length }) =>
    length <= MAX_TAGLINE_LENGTH ? 'Visitors understand at a glance what the product is.' : null,
  ),
  fieldRule('features', 'Features are listed', (_, { length }) =>
    length >= MIN_ITEMS ? `We found ${length} features on the pages we read.` : null,
  ),
  fieldRule('pricing_summary', 'Pricing is public', () => 'Visitors see the price before they sign up.'),
  fieldRule('usps', 'Clear difference from others', (_, usps) => `The website says what sets it apart: ${joinNames(usps)}.`),
  ({ faqs }) =>
    faqs.length >= MIN_ITEMS
      ? {
          title: 'Common questions are answered',
          says: `The website answers ${faqs.length} questions, such as: ${faqs[0]!.question}`,
          evidence: faqs[0]!.evidence,
        }
      : null,
  ({ founders }) =>
    founders.length
      ? {
          title: 'The makers are named',
          says: `The website names ${joinNames(founders.map(({ name }) => name))}.`,
          evidence: founders[0]!.evidence,
        }
      : null,
  fieldRule('contact_email', 'Contact email is listed', (email) => `Visitors can write to ${email}.`),
  fieldRule('country', 'Location is stated', (country) => `The website says which country the company is in (${country}).`),
  fieldRule('founded_year', 'Founding year is stated', (year) => `The website says it started in ${year}.`),
  fieldRule('demo_video_url', 'Demo video', () => 'Visitors can watch the product before they try it.'),
];

/** Strong claims that nobody can verify without further evidence. */
const SUPERLATIVES =
  /(?<![\p{L}\p{N}])(best|leading|number one|world[- ]class|revolutionary|ultimate|unrivall?ed|unmatched|cutting[- ]edge|game[- ]chang(?:ing|er)|most powerful|fastest|easiest)(?![\p{L}\p{N}])/iu;
const CLAIM_FIELDS: FieldName[] = ['tagline', 'short_description', 'description', 'features', 'usps'];
const MAX_CLAIMS = 3;

const findClaims = (proposal: Proposal): ReviewPoint[] => {
  const points = new Map<string, ReviewPoint>();
  for (const quote of CLAIM_FIELDS.flatMap((field) => getQuotes(proposal, field))) {
    const word = SUPERLATIVES.exec(quote.quote)?.[1]?.toLowerCase();
    if (!word || points.has(word)) continue;
    const says = 'Readers can’t check this claim. Back it up with a number, a test or a customer quote.';
    points.set(word, { title: `Unsupported claim: “${word}”`, says, evidence: [quote] });
  }
  return [...points.values()].slice(0, MAX_CLAIMS);
};

/** Points where the website could be clearer. */
const GAPS: Rule[] = [
  fieldRule('tagline', 'Long tagline', ({ length }) =>
    length > MAX_TAGLINE_LENGTH ? `It has ${length} characters. Up to ${MAX_TAGLINE_LENGTH} are easy to read at a glance.` : null,
  ),
  fieldRule('features', 'Few features listed', (_, { length }) =>
    length < MIN_ITEMS ? `We found ${length === 1 ? 'one feature' : `${length} features`} on the pages we read.` : null,
  ),
  fieldRule('pricing_model', 'Pricing model without a price', (model, _, { fields }) =>
    fields.pricing_summary ? null : `The pricing model seems to be “${PRICING_LABELS[model] ?? model}”, but we found no price.`,
  ),
];

/** Facts that people expect on a product's website, and why they matter. */
const MISSING_FACTS: { title: string; says: string; is_stated(proposal: Proposal): boolean }[] = [
  {
    title: 'A one-line tagline',
    says: 'Most visitors read one line before they decide whether to stay.',
    is_stated: ({ fields }) => !!fields.tagline,
  },
  { title: 'A list of features', says: 'Buyers compare products by their features.', is_stated: ({ fields }) => !!fields.features },
  {
    title: 'Pricing',
    says: 'Many visitors leave if they have to ask for the price.',
    is_stated: ({ fields }) => !!(fields.pricing_summary ?? fields.pricing_model),
  },
  {
    title: 'The people behind it',
    says: 'Real names make a small product easier to trust.',
    is_stated: ({ founders }) => founders.length > 0,
  },
  {
    title: 'A contact address',
    says: 'Buyers look for a way to reach you before they pay.',
    is_stated: ({ fields }) => !!fields.contact_email,
  },
  { title: 'Company location', says: 'Businesses need to know which law and taxes apply.', is_stated: ({ fields }) => !!fields.country },
  { title: 'Founding year', says: 'It shows how long the product has been around.', is_stated: ({ fields }) => !!fields.founded_year },
  { title: 'A demo video', says: 'A video shows what text can’t.', is_stated: ({ fields }) => !!fields.demo_video_url },
  {
    title: 'Answers to common questions',
    says: 'Every answer on the website saves you a support email.',
    is_stated: ({ faqs }) => faqs.length > 0,
  },
];

const MAX_QUOTE_LENGTH = 300;
const MAX_QUOTES = 3;

/** Shortens a quote at a word boundary. The result is still verbatim. */
const shortenQuote = ({ quote, url }: EvidenceQuote): EvidenceQuote => {
  if (quote.length <= MAX_QUOTE_LENGTH) return { quote, url };
  const cut = quote.slice(0, MAX_QUOTE_LENGTH);
  return { quote: cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)), url };
};

const withEvidence = (points: (ReviewPoint | null)[]): ReviewPoint[] =>
  points.flatMap((point) =>
    point?.evidence.length ? [{ ...point, evidence: point.evidence.slice(0, MAX_QUOTES).map(shortenQuote) }] : [],
  );

/** Builds a review from the verified proposal: every point has quotes, and missing facts are reported only as missing. */
export const buildAiReview = ({
  found: proposal,
  ...about
}: Pick<AiReview, 'website' | 'drafter' | 'read'> & { found: Proposal }): AiReview => ({
  ...about,
  says: withEvidence(STATEMENTS.map((rule) => rule(proposal))),
  strengths: withEvidence(STRENGTHS.map((rule) => rule(proposal))),
  gaps: withEvidence([...GAPS.map((rule) => rule(proposal)), ...findClaims(proposal)]),
  not_said: MISSING_FACTS.filter(({ is_stated }) => !is_stated(proposal)).map(({ title, says }) => ({ title, says })),
});
