import { Instant, Named, Nullable, OneOf, type Static, T } from '../../../kernel/schema.ts';
import { ATTRIBUTE_KINDS, PAYMENT_PERIODS } from '../../catalog/attributes/kinds.ts';

/** A quote from the company's own site, with the page and when it was read and seen again. */
export const Quotation = Named('Quotation', {
  quote: T.String({ description: 'Verbatim from the page.' }),
  url: T.String({ description: 'The page it stands on.' }),
  read_at: Nullable(Instant(), { description: 'When the page was read; null where that was not kept.' }),
  confirmed_at: Nullable(Instant(), { description: 'Last seen there.' }),
  missing_since: Nullable(Instant(), { description: 'Gone since.' }),
});
export type Quotation = Static<typeof Quotation>;

const Money = Named('Money', {
  amount: T.Number({ description: 'In whole units, such as 19.5.' }),
  currency: T.String({ description: 'ISO 4217, such as USD.' }),
  period: Nullable(OneOf([...PAYMENT_PERIODS]), { description: 'How often it is paid; null if not said.' }),
});

export const AttributeValueSchema = T.Union([T.Boolean(), T.Number(), Money, T.Array(T.String()), T.String()], {
  title: 'AttributeValue',
  description: 'By kind: true or false, a number, Money, texts or a text.',
});

export const ATTRIBUTE_FIELDS = {
  key: T.String({ description: 'Names the attribute.' }),
  name: T.String({ description: 'The attribute in words.' }),
  kind: OneOf([...ATTRIBUTE_KINDS], { title: 'AttributeKind', description: 'Kind of its values.' }),
  unit: Nullable(T.String(), { description: 'Its unit, if any.' }),
};

/** An attribute that listings can state. */
export const DEFINITION_FIELDS = {
  ...ATTRIBUTE_FIELDS,
  options: Nullable(T.Array(T.String()), { description: 'The usual values of a list; null for any.' }),
};

export const STATED_FIELDS = {
  value: AttributeValueSchema,
  evidence: T.Array(Quotation, { description: 'Where the website says so.' }),
  stated_by: OneOf(['website', 'owner'], { description: 'owner: typed, without a quote.' }),
};

export const ListingAttributeSchema = Named('ListingAttribute', { ...ATTRIBUTE_FIELDS, ...STATED_FIELDS });
