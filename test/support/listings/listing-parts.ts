import type { Row } from 'postgres';
import type { Db } from '../../../src/kernel/context.ts';

/** Listings whose stored parts are not what their tables have; at most three. */
export const findWrongParts = async (sql: Db): Promise<Row[]> => [
  ...(await sql`
    select c.listing_id, row_to_json(c) as computed, row_to_json(p) as stored
    from computed_listing_parts c left join listing_parts p on p.listing_id = c.listing_id
    where (c.attributes::text, c.founders::text, c.updates::text, c.community_rating::text, c.domain_rating::text) is distinct from
      (p.attributes::text, p.founders::text, p.updates::text, p.community_rating::text, p.domain_rating::text)
    order by c.listing_id limit 3`),
];
