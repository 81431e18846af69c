import { ListOf, Named, Nullable, Slug, type Static, Strict, T } from '../../../kernel/schema.ts';
import { CategoryLink, CategorySummary } from '../../catalog/schema.ts';
import { ATTRIBUTE_FIELDS, DEFINITION_FIELDS, STATED_FIELDS } from '../attributes/schema.ts';
import { Faq, ListingSummary } from '../schema.ts';

export const Category = Named('Category', {
  ...CategorySummary.properties,
  faqs: T.Array(Faq, { description: 'Questions and answers.' }),
  parent: Nullable(CategoryLink, { description: 'The category above it; null at the top.' }),
  subcategories: T.Array(CategorySummary, { description: 'The categories below it.' }),
  attributes: T.Array(Named('Attribute', DEFINITION_FIELDS), {
    description: 'What its listings are compared on.',
  }),
  listings: { ...ListOf(ListingSummary), description: 'Live ones, subcategories included, most voted first.' },
});
export type Category = Static<typeof Category>;

export const CompareListings = Strict({
  a: Slug('Slug of the first listing.'),
  b: Slug('Slug of the second listing.'),
  c: T.Optional(Slug('Slug of a third listing.')),
  d: T.Optional(Slug('Slug of a fourth listing.')),
  e: T.Optional(Slug('Slug of a fifth listing.')),
});
export type CompareListings = Static<typeof CompareListings>;
const ComparisonCell = Named('ComparisonCell', { unit: ATTRIBUTE_FIELDS.unit, ...STATED_FIELDS });
const ComparisonRow = Named('ComparisonRow', {
  ...ATTRIBUTE_FIELDS,
  values: T.Record(T.String(), Nullable(ComparisonCell), {
    description: 'What each listing states, by slug; null if not stated.',
  }),
  not_applicable: T.Array(T.String(), { description: 'Slugs of listings whose categories are not compared on it.' }),
});
export const Comparison = Named('Comparison', {
  listings: T.Array(ListingSummary, { minItems: 1, maxItems: 5, description: 'The compared listings, in the order they were named.' }),
  rows: T.Array(ComparisonRow, { description: 'One for each attribute of their categories.' }),
});
export type Comparison = Static<typeof Comparison>;
