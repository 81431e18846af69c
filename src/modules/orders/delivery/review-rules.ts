import type { Proposal, Quote } from '../../drafts/proposal.ts';

/** A point of a review: a sentence of ours, and the site's own words it follows from. */
export interface Point {
  title: string;
  says: string;
  evidence: Quote[];
}

type FieldName = keyof Proposal['fields'];
type Rule = (found: Proposal) => Point | null;

const textOf = (found: Proposal, field: FieldName): string => {
  const value = found.fields[field]?.value;
  return Array.isArray(value) ? value.join('; ') : (value ?? '');
};
const listOf = (found: Proposal, field: FieldName): string[] => {
  const value = found.fields[field]?.value;
  return Array.isArray(value) ? value : value ? [value] : [];
};
const quotesOf = (found: Proposal, field: FieldName): Quote[] => found.fields[field]?.evidence ?? [];

/** A point about a field that was found, where it is as the rule says. */
const about =
  (field: FieldName, title: string, says: (found: Proposal) => string | null): Rule =>
  (found) => {
    const sentence = found.fields[field] ? says(found) : null;
    return sentence === null ? null : { title, says: sentence, evidence: quotesOf(found, field) };
  };

const MOST_NAMED = 6;
const named = (items: string[]): string => items.slice(0, MOST_NAMED).join('; ') + (items.length > MOST_NAMED ? ' and more' : '');
const some = (number: number, one: string, many: string): string => `${number === 1 ? 'one' : number} ${number === 1 ? one : many}`;

/** What the site says it does, in its words. */
export const SAYS: Rule[] = [
  about('tagline', 'In one line', (found) => `It says of itself: ${textOf(found, 'tagline')}`),
  about('short_description', 'In short', (found) => textOf(found, 'short_description')),
  about('features', 'What it can do', (found) => `It names ${named(listOf(found, 'features'))}.`),
  about('pricing_summary', 'What it costs', (found) => `It states: ${textOf(found, 'pricing_summary')}`),
];

/** A line that is read at a glance is no longer. */
const SHORT_LINE = 100;
const FEW = 3;

export const STRENGTHS: Rule[] = [
  about('tagline', 'One line says what it is', (found) =>
    textOf(found, 'tagline').length <= SHORT_LINE ? 'A visitor can read what it is at a glance.' : null,
  ),
  about('features', 'It names what it can do', (found) =>
    listOf(found, 'features').length >= FEW ? `The pages name ${listOf(found, 'features').length} things it can do.` : null,
  ),
  about('pricing_summary', 'The price is stated', () => 'One can know what it costs before signing up.'),
  about('usps', 'It says how it differs', (found) => `It says what sets it apart: ${named(listOf(found, 'usps'))}.`),
  (found) =>
    found.faqs.length >= FEW
      ? {
          title: 'Questions are answered',
          says: `The pages answer ${found.faqs.length} questions, such as: ${found.faqs[0]!.question}`,
          evidence: found.faqs[0]!.evidence,
        }
      : null,
  (found) =>
    found.founders.length
      ? {
          title: 'One knows who makes it',
          says: `It names ${named(found.founders.map(({ name }) => name))}.`,
          evidence: found.founders[0]!.evidence,
        }
      : null,
  about('contact_email', 'Somebody can be reached', (found) => `There is an address to write to: ${textOf(found, 'contact_email')}`),
  about('country', 'It says where it is', (found) => `The company’s country is stated (${textOf(found, 'country')}).`),
  about('founded_year', 'It says since when', (found) => `It began in ${textOf(found, 'founded_year')}, by its own words.`),
  about('demo_video_url', 'It shows itself at work', () => 'There is a video one can watch before trying it.'),
];

/** Words that claim much and can be checked by nobody as they stand. */
const CLAIMS =
  /(?<![\p{L}\p{N}])(best|leading|number one|world[- ]class|revolutionary|ultimate|unrivall?ed|unmatched|cutting[- ]edge|game[- ]chang(?:ing|er)|most powerful|fastest|easiest)(?![\p{L}\p{N}])/iu;
const CLAIMING: FieldName[] = ['tagline', 'short_description', 'description', 'features', 'usps'];
const MOST_CLAIMS = 3;

/** Words that a reader has to take on trust, each once. */
const claims = (found: Proposal): Point[] => {
  const points = new Map<string, Point>();
  for (const quote of CLAIMING.flatMap((field) => quotesOf(found, field))) {
    const word = CLAIMS.exec(quote.quote)?.[1]?.toLowerCase();
    if (!word || points.has(word)) continue;
    const says = 'A reader cannot check that word. A number, a test or a customer’s own words beside it would carry it.';
    points.set(word, { title: `It says “${word}”`, says, evidence: [quote] });
  }
  return [...points.values()].slice(0, MOST_CLAIMS);
};

/** What is said, but so that it helps less than it could. */
export const GAPS: ((found: Proposal) => (Point | null)[])[] = [
  (found) => [
    about('tagline', 'Its one line is long', (f) =>
      textOf(f, 'tagline').length > SHORT_LINE
        ? `It has ${textOf(f, 'tagline').length} characters; up to ${SHORT_LINE} are read at a glance.`
        : null,
    )(found),
    about('features', 'Few features are named', (f) =>
      listOf(f, 'features').length < FEW
        ? `We found ${some(listOf(f, 'features').length, 'feature', 'features')} named on the pages we read.`
        : null,
    )(found),
    about('pricing_model', 'How it is paid for, but not what it costs', (f) =>
      f.fields.pricing_summary ? null : `It reads as ${textOf(f, 'pricing_model')}, and we found no price beside it.`,
    )(found),
  ],
  claims,
];

/** What people look for on a product's site, and why. */
export const NOT_SAID: { title: string; says: string; is_said(found: Proposal): boolean }[] = [
  {
    title: 'What it is, in one line',
    says: 'Most visitors read one line before they decide to stay.',
    is_said: ({ fields }) => !!fields.tagline,
  },
  { title: 'What it can do', says: 'A list of features is what it is compared by.', is_said: ({ fields }) => !!fields.features },
  {
    title: 'What it costs',
    says: 'Many leave where they would have to ask for the price.',
    is_said: ({ fields }) => !!(fields.pricing_summary ?? fields.pricing_model),
  },
  { title: 'Who makes it', says: 'A name makes a small product easier to trust.', is_said: ({ founders }) => founders.length > 0 },
  { title: 'How to reach somebody', says: 'Buyers look for an address before they pay.', is_said: ({ fields }) => !!fields.contact_email },
  { title: 'Where the company is', says: 'Businesses have to know whose law and tax apply.', is_said: ({ fields }) => !!fields.country },
  { title: 'Since when it exists', says: 'It tells how much a product has behind it.', is_said: ({ fields }) => !!fields.founded_year },
  { title: 'How it looks at work', says: 'A video answers what texts cannot.', is_said: ({ fields }) => !!fields.demo_video_url },
  { title: 'Answers to common questions', says: 'Each answered question is one mail less.', is_said: ({ faqs }) => faqs.length > 0 },
];
