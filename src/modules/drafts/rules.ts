import type { InputError } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { fold } from '../../kernel/words.ts';
import {
  type EvidenceQuote,
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileFieldName,
  type Proposal,
  SUGGESTED_FIELDS,
  type SuggestedField,
} from '../extraction/proposal.ts';
import { containsWhole } from '../extraction/words/text.ts';
import { adviseOnPublishing } from '../listings/owner/rules.ts';
import { OwnFields, SetStory } from '../listings/owner/schema.ts';
import { SITE_FACTS } from '../listings/schema.ts';
import type { DraftContent } from './content.ts';
import { formatErrors } from './field-formats.ts';
import type { Competitor, Draft } from './schema.ts';

/** A line for a list of the profile that the website probably has, with the quote for it. */
export interface Suggestion extends EvidenceQuote {
  field: SuggestedField;
  value: string;
}

/** What can be added to the lists of a draft. Lists that are full, locked or removed take nothing. */
export const findSuggestions = (original: Proposal | null, { fields }: Pick<DraftContent, 'fields'>): Suggestion[] =>
  SUGGESTED_FIELDS.flatMap((field) => {
    // Proposals from before there were suggestions have none.
    const { value: lines = [], evidence = [] } = original?.suggested?.[field] ?? {};
    const { value, state } = fields[field];
    const present = ((value ?? []) as string[]).map(fold);
    if (state === 'override' || state === 'deleted' || present.length >= PROFILE_FIELDS[field].max) return [];
    return lines.flatMap((line) => {
      const quoted = evidence.find(({ quote }) => containsWhole(line, quote));
      return quoted && !present.includes(fold(line)) ? [{ field, value: line, ...quoted }] : [];
    });
  });

type MissingPart = Draft['missing'][number];

interface ProfilePart extends Omit<MissingPart, 'pending' | 'hint'> {
  weight: number;
  hint(): string;
  isPresent(content: DraftContent): boolean;
}

const fieldParts: ProfilePart[] = PROFILE_FIELD_NAMES.map((field) => {
  const { weight, ...row } = PROFILE_FIELDS[field];
  return {
    field,
    weight,
    hint: () => PROFILE_FIELDS[field].hint,
    required: 'required' in row,
    isPresent: ({ fields }) => fields[field].value !== null,
  };
});

const optionalPart = (field: string, weight: number, hint: ProfilePart['hint'], isPresent: ProfilePart['isPresent']): ProfilePart => ({
  field,
  weight,
  required: false,
  hint,
  isPresent,
});

/** The parts of a complete profile; the weights add up to 100. */
const PROFILE_PARTS: ProfilePart[] = [
  ...fieldParts,
  optionalPart(
    'faqs',
    4,
    () => t('Common questions, with your answers.'),
    ({ faqs }) => faqs.length > 0,
  ),
  optionalPart(
    'founders',
    4,
    () => t('The people behind the product, in the order shown.'),
    ({ founders }) => founders.length > 0,
  ),
  optionalPart(
    'socials',
    3,
    () => t('The product’s social profiles.'),
    ({ socials }) => Object.values(socials.company).some(({ value }) => value !== null),
  ),
];

export const computeCompleteness = (content: DraftContent): number =>
  PROFILE_PARTS.filter((part) => part.isPresent(content)).reduce((sum, { weight }) => sum + weight, 0);

const lengthLimits = (properties: object): Record<string, number | undefined> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, (schema as { anyOf?: { maxLength?: number }[] }).anyOf?.[0]?.maxLength]),
  );
const FIELD_LIMITS = lengthLimits(OwnFields.properties);
const TITLE_LIMIT = lengthLimits(SetStory.properties).title;

const findLengthErrors = (path: string, text: unknown, limit: number | undefined): InputError[] => {
  if (limit === undefined || typeof text !== 'string') return [];
  const actual = [...text].length;
  return actual <= limit
    ? []
    : [{ path, code: 'too_long', message: t('may have at most {n} characters on a listing', { n: limit }), limit, actual }];
};

/** Values that a draft accepts but a listing does not. They are reported, never cut silently. */
export const findListingErrors = ({ fields, story }: DraftContent): InputError[] => [
  ...PROFILE_FIELD_NAMES.flatMap((name) => [
    ...formatErrors(name, fields[name].value),
    ...findLengthErrors(`fields.${name}`, fields[name].value, FIELD_LIMITS[name]),
  ]),
  ...findLengthErrors('story.title', story.title.value, TITLE_LIMIT),
];

const toMissingPart = ({ path, message, actual, limit }: InputError): Omit<MissingPart, 'pending'> => ({
  field: path.replace('fields.', ''),
  required: true,
  hint: limit === undefined ? t('It {message}.', { message }) : t('It {message}; it has {actual}.', { message, actual: Number(actual) }),
});

/** What is blank, and what a listing does not take as it is; what submitting needs comes first. What is blank may still be found. */
export const findMissingParts = (content: DraftContent, is_being_read = false): MissingPart[] =>
  [
    ...findListingErrors(content).map((error) => ({ ...toMissingPart(error), pending: false })),
    ...PROFILE_PARTS.filter((part) => !part.isPresent(content)).map(({ field, required, hint }) => ({
      field,
      required,
      hint: hint(),
      pending: is_being_read,
    })),
  ].toSorted((a, b) => Number(b.required) - Number(a.required));

/** Facts that the company's site did not state when it was read. What the owner typed does not count. */
const FACTS: Record<(typeof SITE_FACTS)[number], (found: Proposal) => boolean> = {
  country: ({ fields }) => Boolean(fields.country),
  city: ({ fields }) => Boolean(fields.city),
  founded_year: ({ fields }) => Boolean(fields.founded_year),
  founders: ({ founders }) => founders.length > 0,
  prices: ({ fields }) => Boolean(fields.pricing_model || fields.pricing_summary),
  contact: ({ fields }) => Boolean(fields.contact_email),
  social_profiles: ({ company_socials }) => Object.keys(company_socials).length > 0,
};
export const findUnstatedFacts = (found: Proposal | null): (typeof SITE_FACTS)[number][] =>
  found === null ? [] : SITE_FACTS.filter((fact) => !FACTS[fact](found));

type Advised = Pick<Draft, 'status' | 'missing' | 'listing_id' | 'redrafting'> & { listing_status: string | null };

const FILL_BY_HAND = 'Fill it in with update_draft: name, tagline, description and a category are enough for submit_draft.';

const adviseOnListing = ({ listing_id, listing_status }: Advised): string[] =>
  listing_status === 'draft'
    ? adviseOnPublishing(listing_id!)
    : [`get_my_listing with the listing_id ${listing_id} shows the listing’s status. Edits here are published right away.`];

const WAIT = 'Call get_draft every few seconds until its status is ready; view=status keeps the answer short.';

const NEXT_STEPS: Record<Draft['status'], (draft: Advised) => string[]> = {
  crawling: () => [WAIT],
  drafting: () => [WAIT],
  failed: () => [FILL_BY_HAND, 'Or have the website read again: update_draft with regenerate, e.g. ["name"].'],
  ready: ({ missing }) => {
    const needed = missing.filter(({ required }) => required).map(({ field }) => field);
    return needed.length
      ? [`Set ${needed.join(', ')} with update_draft, then call submit_draft.`]
      : ['Check the values, correct them with update_draft, then call submit_draft.'];
  },
  submitted: adviseOnListing,
};

/** What to do next with a draft. */
export const adviseOnDraft = (draft: Advised): string[] => [
  ...NEXT_STEPS[draft.status](draft),
  ...(draft.redrafting.length
    ? [`The website is being read again for ${draft.redrafting.join(', ')}: call get_draft in a few seconds.`]
    : []),
];

export interface StoredCompetitor extends Omit<Competitor, 'comparison'> {
  theirs: Proposal['fields'];
}

const COMPARED_FIELDS: ProfileFieldName[] = [
  'name',
  'tagline',
  'pricing_model',
  'pricing_summary',
  'country',
  'city',
  'founded_year',
  'features',
];

const asText = (value: string | string[] | null | undefined): string | null => (Array.isArray(value) ? value.join('; ') : (value ?? null));

/** Compares a competitor with the draft's current values. Facts that neither states are left out. */
export const compareToDraft = ({ fields }: DraftContent, { url, status, theirs }: StoredCompetitor): Competitor => ({
  url,
  status,
  comparison:
    status !== 'ready'
      ? []
      : COMPARED_FIELDS.map((field) => ({
          field,
          ours: asText(fields[field].value),
          theirs: asText(theirs[field]?.value),
          evidence: theirs[field]?.evidence ?? [],
        })).filter((row) => row.ours !== null || row.theirs !== null),
});
