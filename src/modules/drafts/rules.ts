import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName, type Proposal } from '../extraction/proposal.ts';
import type { DraftContent } from './content.ts';
import type { Competitor, Draft } from './schema.ts';

type MissingPart = Draft['missing'][number];

interface ProfilePart extends MissingPart {
  weight: number;
  isPresent(content: DraftContent): boolean;
}

const fieldParts: ProfilePart[] = PROFILE_FIELD_NAMES.map((field) => {
  const { weight, hint, ...row } = PROFILE_FIELDS[field];
  return { field, weight, hint, required: 'required' in row, isPresent: ({ fields }) => fields[field].value !== null };
});

const optionalPart = (field: string, weight: number, hint: string, isPresent: ProfilePart['isPresent']): ProfilePart => ({
  field,
  weight,
  required: false,
  hint,
  isPresent,
});

/** The parts of a complete profile; the weights add up to 100. */
const PROFILE_PARTS: ProfilePart[] = [
  ...fieldParts,
  optionalPart('faqs', 4, 'Questions people ask, with your answers.', ({ faqs }) => faqs.length > 0),
  optionalPart('founders', 4, 'Who makes it; the first is shown first.', ({ founders }) => founders.length > 0),
  optionalPart('socials', 3, 'The product’s own profiles elsewhere.', ({ socials }) =>
    Object.values(socials.company).some(({ value }) => value !== null),
  ),
];

export const computeCompleteness = (content: DraftContent): number =>
  PROFILE_PARTS.filter((part) => part.isPresent(content)).reduce((sum, { weight }) => sum + weight, 0);

export const findMissingParts = (content: DraftContent): MissingPart[] =>
  PROFILE_PARTS.filter((part) => !part.isPresent(content))
    .map(({ field, required, hint }) => ({ field, required, hint }))
    .toSorted((a, b) => Number(b.required) - Number(a.required));

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
