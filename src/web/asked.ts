import { Value } from 'typebox/value';
import { Refusal } from '../kernel/errors.ts';
import type { RefusalCode } from '../kernel/refusals.ts';
import { SLUG, type Static, type TObject } from '../kernel/schema.ts';
import type { Params, Query } from './page.ts';

/** Something in the address that we could not understand and therefore left out. */
export interface Misread {
  name: string;
  sent: string;
  hint: string;
}

const HINTS: Record<string, string> = {
  q: 'Search takes up to 200 characters.',
  category: 'There is no such category.',
  stage: 'Stages go by their short name, such as beta.',
  country: 'Countries go by two letters, such as DE or JP.',
  pricing_model: 'A pricing model has up to 40 characters.',
  status: 'Products are either live or upcoming.',
  sort: 'There is no such order.',
  section: 'There is no such section.',
  listing: 'A product goes by its short name, such as ledgerly.',
  page: 'Pages are numbered from 1 to 1,000.',
  per_page: 'A page holds 1 to 100.',
  a: 'Type the name of a product.',
  b: 'Type the name of a product.',
};

export const hintFor = (name: string): string => HINTS[name] ?? 'We could not read it.';

const WHOLE_NUMBER = /^\d{1,9}$/;
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** What a person typed into one field: the first value, tidied; undefined where there is nothing. */
export const typed = (value: unknown): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value;
  return (typeof first === 'string' && first.toWellFormed().normalize('NFC').trim()) || undefined;
};

/**
 * Reads an address by the operation's own schema, as kindly as a person deserves: empty form fields count as absent,
 * strangers' parameters (utm_…) are passed over, and what cannot be understood is left out and said.
 */
export const asked = <O extends TObject>(schema: O, query: Query): { input: Static<O>; misread: Misread[] } => {
  const input: Record<string, unknown> = {};
  const misread: Misread[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    if ('default' in property) input[name] = property.default;
    const text = typed(query[name]);
    if (text === undefined) continue;
    const value = 'type' in property && property.type === 'integer' && WHOLE_NUMBER.test(text) ? Number(text) : text;
    if (!UNPRINTABLE.test(text) && Value.Check(property, value)) input[name] = value;
    else misread.push({ name, sent: text, hint: hintFor(name) });
  }
  return { input: input as Static<O>, misread };
};

const IS_SLUG = new RegExp(SLUG);

/** The slug in a path. What cannot be one names nothing, so it is not found rather than invalid. */
export const slugIn = (params: Params, refusal: RefusalCode): string => {
  const slug = params.slug ?? '';
  if (!IS_SLUG.test(slug)) throw new Refusal(refusal);
  return slug;
};

/** The number in a path. What cannot be one names nothing. */
export const numberIn = ({ id = '' }: Params, refusal: RefusalCode): number => {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refusal(refusal);
  return Number(id);
};
