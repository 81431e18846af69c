import type { Content } from './content.ts';
import { DRAFT_FIELD_NAMES, DRAFT_FIELDS } from './fields.ts';

export interface Missing {
  field: string;
  required: boolean;
  hint: string;
}

interface Part {
  field: string;
  weight: number;
  required: boolean;
  hint: string;
  isThere(content: Content): boolean;
}

const fieldParts: Part[] = DRAFT_FIELD_NAMES.map((field) => {
  const { weight, hint, ...row } = DRAFT_FIELDS[field];
  return { field, weight, hint, required: 'required' in row, isThere: ({ fields }) => fields[field].value !== null };
});

/** Everything a whole profile has; the weights add up to 100. */
const PARTS: Part[] = [
  ...fieldParts,
  { field: 'faqs', weight: 4, required: false, hint: 'Questions people ask, with your answers.', isThere: ({ faqs }) => faqs.length > 0 },
  {
    field: 'founders',
    weight: 4,
    required: false,
    hint: 'Who makes it; the first is shown first.',
    isThere: ({ founders }) => founders.length > 0,
  },
  {
    field: 'socials',
    weight: 3,
    required: false,
    hint: 'The product’s own profiles elsewhere.',
    isThere: ({ socials }) => Object.values(socials.company).some(({ value }) => value !== null),
  },
];

/** How much of a whole profile is there, 0 to 100. */
export const completenessOf = (content: Content): number =>
  PARTS.filter((part) => part.isThere(content)).reduce((sum, { weight }) => sum + weight, 0);

/** What is not there yet, what a submission needs first. */
export const missingFrom = (content: Content): Missing[] =>
  PARTS.filter((part) => !part.isThere(content))
    .map(({ field, required, hint }) => ({ field, required, hint }))
    .toSorted((a, b) => Number(b.required) - Number(a.required));
