import type { Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';
import { vectorOf } from '../../../kernel/words.ts';

/** The founders of a site that are shown, for its export. */
export const selectExportedFounders = (sql: Db, site_id: number): Promise<string[]> =>
  selectColumn<string>(sql`
    select json_build_object('slug', slug, 'name', name, 'bio', bio, 'country', country, 'photo_url', photo_url, 'socials', socials)::text
    from founders where site_id = ${site_id} and hidden_at is null order by slug`);

/** Inserts founders that the site does not have. Returns their ids. */
export const insertExportedFounders = (sql: Db, site_id: number, lines: string[]): Promise<number[]> => {
  const rows = lines.map((line) => {
    const founder = JSON.parse(line) as { name: string };
    return { ...founder, words: vectorOf({ A: founder.name }) };
  });
  return selectColumn<number>(sql`
    insert into founders (site_id, slug, name, bio, country, photo_url, socials, words)
    select ${site_id}, slug, name, bio, country, photo_url, socials, words::tsvector
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (slug text, name text, bio text, country text, photo_url text, socials json, words text)
    on conflict (site_id, slug) do nothing returning id`);
};

/** Ids of the founders of these listings. */
export const selectFounderIds = (sql: Db, listing_ids: number[]): Promise<number[]> =>
  selectColumn<number>(sql`select distinct founder_id from listing_founders where listing_id = any(${listing_ids}::bigint[])`);

/** Deletes those of the founders that are credited nowhere, and that nobody was merged into. */
export const deleteUncreditedFounders = (sql: Db, site_id: number, ids: number[]) => sql`
  delete from founders f where f.site_id = ${site_id} and f.id = any(${ids}::bigint[]) and f.merged_into_id is null
    and not exists (select from listing_founders l where l.founder_id = f.id) and not exists (select from founders o where o.merged_into_id = f.id)`;

export interface ExportedCredit {
  listing_id: number;
  slug: string;
  title: string | null;
  position: number;
}

/** Links founders to listings by their slugs. */
export const insertExportedCredits = (sql: Db, site_id: number, rows: ExportedCredit[]) => sql`
  insert into listing_founders (site_id, listing_id, founder_id, title, position)
  select ${site_id}, t.listing_id, f.id, t.title, t.position
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (listing_id bigint, slug text, title text, position integer)
  join founders f on f.site_id = ${site_id} and f.slug = t.slug on conflict do nothing`;
