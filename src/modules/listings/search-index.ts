import type { Db } from '../../kernel/context.ts';
import { type Document, documentOf, type Entry, type ListingText, variantsFor } from './words.ts';

/** Brings the search up to date with listings, in the transaction that wrote them. */
export const indexListings = async (sql: Db, listing_ids: readonly number[]): Promise<void> => {
  const rows = await sql<(ListingText & { id: number; site_id: number })[]>`
    select id, site_id, name, tagline, short_description, description, keywords, tags from listings where id = any(${listing_ids as number[]}::bigint[])`;
  for (const [site_id, listings] of Map.groupBy(rows, (row) => row.site_id))
    await writeDocuments(sql, site_id, new Map(listings.map((listing) => [listing.id, documentOf(listing)])));
};

/** Words known to be in the dictionary already, so that a long import does not send each of them a thousand times. */
export type KnownWords = Map<string, Entry>;

/** Writes listings' documents and their words. */
export const writeDocuments = async (
  sql: Db,
  site_id: number,
  documents: Map<number, Document>,
  known: KnownWords = new Map(),
): Promise<void> => {
  const of = <K extends 'name_key' | 'name_words' | 'words'>(column: K): string[] =>
    [...documents.values()].map((document) => document[column]);
  await sql`
    insert into listing_words as w (listing_id, site_id, name_key, name_words, words)
    select id, ${site_id}, name_key, name_words::tsvector, words::tsvector
    from unnest(${[...documents.keys()]}::bigint[], ${of('name_key')}::text[], ${of('name_words')}::text[], ${of('words')}::text[]) as t (id, name_key, name_words, words)
    on conflict (listing_id) do update set name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
      where (w.name_key, w.name_words, w.words) is distinct from (excluded.name_key, excluded.name_words, excluded.words)`;
  await writeWords(sql, site_id, newWords(documents.values(), known));
};

const says = (known: Entry | undefined, { in_name, forgives }: Entry): boolean =>
  known !== undefined && known.forgives >= forgives && (known.in_name || !in_name);

const newWords = (documents: Iterable<Document>, known: KnownWords): KnownWords => {
  const words: KnownWords = new Map();
  for (const { dictionary } of documents)
    for (const [word, entry] of dictionary) {
      const before = known.get(word);
      if (says(before, entry)) continue;
      const merged = before
        ? { in_name: before.in_name || entry.in_name, forgives: before.forgives > entry.forgives ? before.forgives : entry.forgives }
        : entry;
      known.set(word, merged);
      words.set(word, merged);
    }
  return words;
};

/** In one order whoever writes, so that two writers with words in common wait for one another at most, and never both. */
const writeWords = async (sql: Db, site_id: number, words: KnownWords): Promise<void> => {
  if (words.size === 0) return;
  const rows = [...words].map(([word, entry]) => ({
    word,
    in_name: String(entry.in_name),
    forgives: String(entry.forgives),
    variants: `{${variantsFor(word, entry).join()}}`,
  }));
  const of = <K extends keyof (typeof rows)[number]>(column: K) => rows.map((row) => row[column]);
  await sql`
    insert into search_words as s (site_id, word, in_name, forgives, variants)
    select ${site_id}, word, in_name::boolean, forgives::smallint, variants::integer[]
    from unnest(${of('word')}::text[], ${of('in_name')}::text[], ${of('forgives')}::text[], ${of('variants')}::text[]) as t (word, in_name, forgives, variants)
    order by word collate "C"
    on conflict (site_id, word) do update set in_name = s.in_name or excluded.in_name, forgives = greatest(s.forgives, excluded.forgives),
      variants = case when excluded.forgives > s.forgives then excluded.variants else s.variants end
      where excluded.forgives > s.forgives or (excluded.in_name and not s.in_name)`;
};

/** Lets a transaction that writes many documents gather their words before filing them, which is several times faster. */
export const writingMuch = async (sql: Db): Promise<void> => {
  await sql`select set_config('gin_pending_list_limit', '64MB', true), set_config('work_mem', '64MB', true)`;
};

const GATHERED = ['listing_words_words', 'listing_words_name_words', 'search_words_variants'];

/** After much was written: files what was gathered, and lets PostgreSQL count anew which words are common. */
export const tidySearch = async (sql: Db): Promise<void> => {
  await sql`select gin_clean_pending_list(name::regclass) from unnest(${GATHERED}::text[]) as t (name)`;
  await sql`analyze listings, listing_categories, shelf_places, listing_words, search_words`;
};
