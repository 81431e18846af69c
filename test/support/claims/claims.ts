import { extractDomainOrHost } from '../../../src/modules/listings/addresses.ts';
import { NOON, type TestServer } from '../server.ts';

let numbers = 0;

export interface Unowned {
  id: number;
  slug: string;
  name: string;
  domain: string;
  website: string;
}

/** A live listing that nobody owns, of a website of its own unless told. */
export const unownedListing = async (
  { sql, site_id }: Pick<TestServer, 'sql' | 'site_id'>,
  {
    website = `https://claimed-${++numbers}.example/`,
    contact_email = null,
    status = 'live',
  }: { website?: string; contact_email?: string | null; status?: string } = {},
): Promise<Unowned> => {
  const domain = extractDomainOrHost(website)!;
  const slug = `claimable-${++numbers}`;
  const name = `Claimable ${numbers}`;
  await sql`insert into companies (domain) values (${domain}) on conflict do nothing`;
  const [row] = await sql<{ id: number }[]>`
    insert into listings (site_id, company_id, slug, name, website, domain, status, launched_at, contact_email)
    values (${site_id}, (select id from companies where domain = ${domain}), ${slug}, ${name}, ${website}, ${domain}, ${status}, ${NOON}, ${contact_email})
    returning id`;
  return { id: row!.id, slug, name, domain, website };
};

export const ownerOf = async ({ sql }: Pick<TestServer, 'sql'>, { id }: { id: number }): Promise<number | null> =>
  (await sql<{ owner_id: number | null }[]>`select owner_id from listings where id = ${id}`)[0]!.owner_id;
