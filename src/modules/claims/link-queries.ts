import type { Db } from '../../kernel/context.ts';

export interface OpenLink {
  claim_id: number;
  listing_id: number;
  listing_name: string;
  listing_slug: string;
  website: string;
  /** The mailbox it proves. */
  email: string;
  /** Whose claim it is. */
  account_email: string;
}

/** A link that still works, left as it is. */
export const findLink = async (
  sql: Db,
  { site_id, link_hash, now, since }: { site_id: number; link_hash: Buffer; now: Date; since: Date },
): Promise<OpenLink | undefined> => {
  const [row] = await sql<OpenLink[]>`
    select c.id as claim_id, c.listing_id, l.name as listing_name, l.slug as listing_slug, l.website, c.email, a.email as account_email
    from claims c join listings l on l.id = c.listing_id join accounts a on a.id = c.account_id
    where c.site_id = ${site_id} and c.link_hash = ${link_hash} and c.status = 'pending' and c.link_sent_at > ${since} and c.expires_at > ${now}`;
  return row;
};
