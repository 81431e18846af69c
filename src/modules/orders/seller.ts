import { Value } from 'typebox/value';
import type { Db } from '../../kernel/context.ts';
import { Nullable, RequiredText, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { selectSeller } from './vat/queries.ts';

/** Who sells on a site, as its invoices say. */
export const Seller = Strict({
  name: RequiredText(200),
  /** The address, line by line. */
  lines: T.Array(RequiredText(200), { minItems: 1, maxItems: 6 }),
  country: T.String({ pattern: '^[A-Z]{2}$' }),
  vat_number: Nullable(Text(32)),
  email: Nullable(Text(254)),
});
export type Seller = Static<typeof Seller>;

/** Who sells on a site; null where its settings do not say, and then nothing can be bought. */
export const sellerOf = async (sql: Db, site_id: number): Promise<Seller | null> => {
  const seller = await selectSeller(sql, site_id);
  return Value.Check(Seller, seller) ? seller : null;
};
