import { readyDraft } from '../drafts/drafts.ts';
import { type Member, NOON, type TestServer } from '../server.ts';

/** Creates a listing owned by a member from a draft, in any status. Each has a website of its own. */
export const createOwnListing = async (
  server: Pick<TestServer, 'sql'>,
  member: Pick<Member, 'client'>,
  { status = 'live', unlocked = [] as string[] } = {},
): Promise<{ listing_id: number; slug: string; draft_id: string }> => {
  const draft = await readyDraft(server, member);
  const { listing_id, slug } = await member.client.submit_draft({ id: draft.id });
  await server.sql`
    update listings set status = ${status}, launched_at = ${status === 'live' ? NOON : null}, unlocked_sections = ${unlocked} where id = ${listing_id}`;
  return { listing_id, slug, draft_id: draft.id };
};

/** Creates another site on the same server with a host of its own. */
export const createOtherSite = async ({ sql }: Pick<TestServer, 'sql'>, key: string): Promise<number> => {
  const [site] = await sql<{ id: number }[]>`
    insert into sites (key, name, root) values (${key}, ${key}, ${`http://${key}.example`}) returning id`;
  return site!.id;
};

/** Copies a listing to another site. */
export const copyListingToSite = async (
  { sql }: Pick<TestServer, 'sql'>,
  listing_id: number,
  site_id: number,
  owner_id: number | null,
): Promise<number> => {
  const [copy] = await sql<{ id: number }[]>`
    insert into listings (site_id, company_id, owner_id, slug, name, website, domain, tagline, status, launched_at)
    select ${site_id}, company_id, ${owner_id}, slug, name, website, domain, tagline, 'live', ${NOON} from listings where id = ${listing_id} returning id`;
  return copy!.id;
};

/** Creates accounts that follow a listing. */
export const addFollowers = async ({ sql }: Pick<TestServer, 'sql'>, listing_id: number, count: number, prefix: string): Promise<void> => {
  await sql`
    with people as (
      insert into accounts (email, email_key, email_verified_at) select ${prefix} || n || '@example.com', ${prefix} || n || '@example.com', ${NOON}
      from generate_series(1, ${count}) n returning id
    )
    insert into follows (account_id, listing_id, site_id, created_at)
    select p.id, ${listing_id}, (select site_id from listings where id = ${listing_id}), ${NOON} from people p`;
};
