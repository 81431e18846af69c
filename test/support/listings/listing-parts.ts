import type { Sql, TransactionSql } from 'postgres';
import { expect } from 'vitest';

/** That the stored parts of all listings are what their tables have. */
export const expectStoredParts = async (sql: Sql | TransactionSql): Promise<void> => {
  const different = await sql`
    select c.listing_id, row_to_json(c) as computed, row_to_json(p) as stored
    from computed_listing_parts c left join listing_parts p on p.listing_id = c.listing_id
    where (c.attributes::text, c.founders::text, c.updates::text, c.community_rating::text, c.domain_rating::text) is distinct from
      (p.attributes::text, p.founders::text, p.updates::text, p.community_rating::text, p.domain_rating::text)
    order by c.listing_id limit 3`;
  expect([...different]).toEqual([]);
};
