import type { Sql } from '../../../src/db/open.ts';

let made = 0;

interface Saved {
  owner_id: number | null;
  website?: string;
}

/** Listings as submit_draft leaves them: saved, owned and not published. Each has a website of its own. */
export const saveListings = async (sql: Sql, site_id: number, listings: Saved[]): Promise<{ id: number; slug: string }[]> => {
  const rows = listings.map(({ owner_id, website }) => {
    made += 1;
    const domain = `saved-${process.pid}-${made}.example`;
    return { owner_id, domain, slug: domain.replaceAll('.', '-'), website: website ?? `https://${domain}/` };
  });
  const json = JSON.stringify(rows);
  await sql`insert into companies (domain) select domain from json_to_recordset(${json}::text::json) as t (domain text)`;
  const saved = await sql<{ id: number; slug: string }[]>`
    insert into listings (site_id, company_id, owner_id, domain, slug, website, name, tagline, description, status)
    select ${site_id}, c.id, t.owner_id, t.domain, t.slug, t.website, 'Saved ' || t.slug, 'A tagline', 'A description', 'draft'
    from json_to_recordset(${json}::text::json) as t (owner_id bigint, domain text, slug text, website text)
    join companies c on c.domain = t.domain order by c.id returning id, slug`;
  return [...saved];
};

/** One of them. */
export const saveListing = async (sql: Sql, site_id: number, listing: Saved): Promise<{ id: number; slug: string }> =>
  (await saveListings(sql, site_id, [listing]))[0]!;
