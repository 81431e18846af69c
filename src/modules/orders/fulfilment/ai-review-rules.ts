import type { EvidenceQuote, Proposal } from '../../extraction/proposal.ts';
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
  fieldRule('tagline', 'In one line', (tagline) => `It says of itself: ${tagline}`),
  fieldRule('short_description', 'In short', (description) => description),
  fieldRule('features', 'What it can do', (_, features) => `It names ${joinNames(features)}.`),
  fieldRule('pricing_summary', 'What it costs', (summary) => `It states: ${summary}`),
];

/** The longest tagline that can be read at a glance. */
const MAX_TAGLINE_LENGTH = 100;
const MIN_ITEMS = 3;

const STRENGTHS: Rule[] = [
  fieldRule('tagline', 'One line says what it is', ({ length }) =>
    length <= MAX_TAGLINE_LENGTH ? 'A visitor can read what it is at a glance.' : null,
  ),
  fieldRule('features', 'It names what it can do', (_, { length }) =>
    length >= MIN_ITEMS ? `The pages name ${length} things it can do.` : null,
  ),
  fieldRule('pricing_summary', 'The price is stated', () => 'One can know what it costs before signing up.'),
  fieldRule('usps', 'It says how it differs', (_, usps) => `It says what sets it apart: ${joinNames(usps)}.`),
  ({ faqs }) =>
    faqs.length >= MIN_ITEMS
      ? {
          title: 'Questions are answered',
          says: `The pages answer ${faqs.length} questions, such as: ${faqs[0]!.question}`,
          evidence: faqs[0]!.evidence,
        }
      : null,
  ({ founders }) =>
    founders.length
      ? {
          title: 'One knows who makes it',
          says: `It names ${joinNames(founders.map(({ name }) => name))}.`,
          evidence: founders[0]!.evidence,
        }
      : null,
  fieldRule('contact_email', 'Somebody can be reached', (email) => `There is an address to write to: ${email}`),
  fieldRule('country', 'It says where it is', (country) => `The company’s country is stated (${country}).`),
  fieldRule('founded_year', 'It says since when', (year) => `It began in ${year}, by its own words.`),
  fieldRule('demo_video_url', 'It shows itself at work', () => 'There is a video one can watch before trying it.'),
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
    const says = 'A reader cannot check that word. A number, a test or a customer’s own words beside it would carry it.';
    points.set(word, { title: `It says “${word}”`, says, evidence: [quote] });
  }
  return [...points.values()].slice(0, MAX_CLAIMS);
};

/** Points where the website could be clearer. */
const GAPS: Rule[] = [
  fieldRule('tagline', 'Its one line is long', ({ length }) =>
    length > MAX_TAGLINE_LENGTH ? `It has ${length} characters; up to ${MAX_TAGLINE_LENGTH} are read at a glance.` : null,
  ),
  fieldRule('features', 'Few features are named', (_, { length }) =>
    length < MIN_ITEMS ? `We found ${length === 1 ? 'one feature' : `${length} features`} named on the pages we read.` : null,
  ),
  fieldRule('pricing_model', 'How it is paid for, but not what it costs', (model, _, { fields }) =>
    fields.pricing_summary ? null : `It reads as ${model}, and we found no price beside it.`,
  ),
];

/** Facts that people expect on a product's website, and why they matter. */
const MISSING_FACTS: { title: string; says: string; is_stated(proposal: Proposal): boolean }[] = [
  {
    title: 'What it is, in one line',
    says: 'Most visitors read one line before they decide to stay.',
    is_stated: ({ fields }) => !!fields.tagline,
  },
  { title: 'What it can do', says: 'A list of features is what it is compared by.', is_stated: ({ fields }) => !!fields.features },
  {
    title: 'What it costs',
    says: 'Many leave where they would have to ask for the price.',
    is_stated: ({ fields }) => !!(fields.pricing_summary ?? fields.pricing_model),
  },
  { title: 'Who makes it', says: 'A name makes a small product easier to trust.', is_stated: ({ founders }) => founders.length > 0 },
  {
    title: 'How to reach somebody',
    says: 'Buyers look for an address before they pay.',
    is_stated: ({ fields }) => !!fields.contact_email,
  },
  { title: 'Where the company is', says: 'Businesses have to know whose law and tax apply.', is_stated: ({ fields }) => !!fields.country },
  { title: 'Since when it exists', says: 'It tells how much a product has behind it.', is_stated: ({ fields }) => !!fields.founded_year },
  { title: 'How it looks at work', says: 'A video answers what texts cannot.', is_stated: ({ fields }) => !!fields.demo_video_url },
  { title: 'Answers to common questions', says: 'Each answered question is one mail less.', is_stated: ({ faqs }) => faqs.length > 0 },
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
