import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';

export interface FounderFacts {
  name: string;
  bio: string | null;
  country: string | null;
  photo_url: string | null;
  socials: Record<string, string>;
}

export interface StandingFounder extends FounderFacts {
  id: number;
  slug: string;
  hidden_at: Date | null;
  merged_into: { id: number; slug: string; name: string } | null;
  companies: { listing_id: number; name: string }[];
}

const standing = (sql: Db) => sql`
  select f.id, f.slug, f.name, f.bio, f.country, f.photo_url, f.socials, f.hidden_at,
    (select json_build_object('id', i.id, 'slug', i.slug, 'name', i.name) from founders i where i.id = f.merged_into_id) as merged_into,
    coalesce((select json_agg(json_build_object('listing_id', l.id, 'name', l.name) order by l.id) from listing_founders lf
      join listings l on l.id = lf.listing_id where lf.founder_id = f.id), '[]'::json) as companies
  from founders f`;

/** Founders of the site, hidden ones among them; one more than asked for says that there are others. */
export const selectStanding = ({ sql, site }: Ctx, words: string | null, paging: Paging): Promise<StandingFounder[]> => sql<
  StandingFounder[]
>`
  ${standing(sql)} where f.site_id = ${site.id} ${words ? sql`and f.words @@ ${words}::tsquery` : sql``}
  order by f.name, f.id limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

/** A founder of the site, locked until the transaction ends. */
export const lockFounder = async ({ sql, site }: Ctx, id: number): Promise<StandingFounder | undefined> => {
  const [row] = await sql<StandingFounder[]>`${standing(sql)} where f.site_id = ${site.id} and f.id = ${id} for update of f`;
  return row;
};

/** A founder that others can be merged into. */
export const lockShown = async ({ sql, site }: Ctx, slug: string): Promise<StandingFounder | undefined> => {
  const [row] = await sql<
    StandingFounder[]
  >`${standing(sql)} where f.site_id = ${site.id} and f.slug = ${slug} and f.hidden_at is null for update of f`;
  return row;
};

export const updateFounder = (sql: Db, id: number, { name, bio, country, photo_url, socials }: FounderFacts, words: string) => sql`
  update founders set name = ${name}, bio = ${bio}, country = ${country}, photo_url = ${photo_url},
    socials = ${JSON.stringify(socials)}::text::json, words = ${words}::tsvector where id = ${id}`;

export const writeHidden = (sql: Db, id: number, hidden_at: Date | null, merged_into_id: number | null = null) =>
  sql`update founders set hidden_at = ${hidden_at}, merged_into_id = ${merged_into_id} where id = ${id}`;

/** Puts one founder in another's place on the listings; where both are named the one that stays is kept. Gives the listings it changed. */
export const relink = async (sql: Db, from: number, to: number, only: number[] | null = null): Promise<number[]> => {
  const rows = await sql<{ listing_id: number }[]>`
    update listing_founders lf set founder_id = ${to} where lf.founder_id = ${from}
      and (${only}::bigint[] is null or lf.listing_id = any(${only}::bigint[]))
      and not exists (select from listing_founders o where o.listing_id = lf.listing_id and o.founder_id = ${to}) returning lf.listing_id`;
  return rows.map(({ listing_id }) => listing_id).sort((a, b) => a - b);
};

/** Where a founder who was merged stands now. */
export const findMergedFounder = async ({ sql, site }: Ctx, slug: string): Promise<string | null> => {
  const [row] = await sql<{ slug: string }[]>`
    with recursive way as (
      select id, slug, merged_into_id, 0 as steps from founders where site_id = ${site.id} and slug = ${slug} and merged_into_id is not null
      union all
      select f.id, f.slug, f.merged_into_id, w.steps + 1 from way w join founders f on f.id = w.merged_into_id where w.steps < 10
    )
    select slug from way where merged_into_id is null`;
  return row?.slug ?? null;
};
