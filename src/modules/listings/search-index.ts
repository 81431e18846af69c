import type { Sql } from 'postgres';
import type { Db } from '../../kernel/context.ts';
import { type Document, documentOf, type Entry, entryOf, type ListingText, variantsFor, vectorsOf } from './words.ts';

/** Brings the search up to date with listings, in the transaction that wrote them. */
export const indexListings = async (sql: Db, listing_ids: readonly number[]): Promise<void> => {
  const rows = await sql<(ListingText & { id: number; site_id: number })[]>`
    select id, site_id, name, tagline, short_description, description, keywords, tags from listings where id = any(${listing_ids as number[]}::bigint[])`;
  await gather(sql, 'little');
  for (const [site_id, listings] of Map.groupBy(rows, (row) => row.site_id)) {
    const documents = new Map(listings.map((listing) => [listing.id, documentOf(listing)]));
    await writeDocuments(sql, site_id, documents);
    await writeWords(sql, site_id, documents.values());
  }
};

/** Writes what listings are found by. */
export const writeDocuments = async (sql: Db, site_id: number, documents: Map<number, Document>): Promise<void> => {
  const rows = [...documents].map(([id, document]) => ({ id, name_key: document.name_key, ...vectorsOf(document) }));
  await sql`
    insert into listing_words as w (listing_id, site_id, name_key, name_words, words)
    select id, ${site_id}, name_key, name_words::tsvector, words::tsvector
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (id bigint, name_key text, name_words text, words text)
    on conflict (listing_id) do update set name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
      where (w.name_key, w.name_words, w.words) is distinct from (excluded.name_key, excluded.name_words, excluded.words)`;
};

/** Words known to be in the dictionary already, so that a long import does not send each of them a thousand times. */
export type KnownWords = Map<string, Entry>;

/** Words of documents that the dictionary does not have yet, or says less of. */
const newWords = (documents: Iterable<Document>, known: KnownWords): KnownWords => {
  const words: KnownWords = new Map();
  for (const document of documents)
    for (const word of document.places.keys()) {
      const before = known.get(word);
      const in_name = document.name_places.has(word);
      // By far the most words of a text: seen before, and not a name's.
      if (before && !in_name && (before.forgives > 0 || !before.in_name)) continue;
      const entry = entryOf(word, document);
      if (before && before.forgives >= entry.forgives && before.in_name >= in_name) continue;
      const merged = before && before.forgives > entry.forgives ? { ...entry, forgives: before.forgives } : entry;
      known.set(word, merged);
      words.set(word, merged);
    }
  return words;
};

/** Enters words in the dictionary, in one order whoever writes: two writers may wait for one another, but never each for the other. */
export const writeWords = async (sql: Db, site_id: number, documents: Iterable<Document>, known: KnownWords = new Map()): Promise<void> => {
  const rows = [...newWords(documents, known)].map(([word, entry]) => ({ word, ...entry, variants: `{${variantsFor(word, entry)}}` }));
  if (rows.length === 0) return;
  await sql`
    insert into search_words as s (site_id, word, in_name, forgives, variants)
    select ${site_id}, word, in_name, forgives, variants::integer[]
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (word text, in_name boolean, forgives smallint, variants text)
    order by word collate "C"
    on conflict (site_id, word) do update set in_name = s.in_name or excluded.in_name, forgives = greatest(s.forgives, excluded.forgives),
      variants = case when excluded.forgives > s.forgives then excluded.variants else s.variants end
      where excluded.forgives > s.forgives or (excluded.in_name and not s.in_name)`;
};

/**
 * How much the indexes gather before they file it. Searching goes through what is gathered, so it is little; an import lets it
 * grow, because filing much at once is several times faster.
 */
const GATHER = { little: '128kB', much: '64MB' };

const gather = async (sql: Db, size: keyof typeof GATHER): Promise<void> => {
  await sql`select set_config('gin_pending_list_limit', ${GATHER[size]}, true)`;
};

const writingMuch = async (sql: Db): Promise<void> => {
  await gather(sql, 'much');
  await sql`select set_config('work_mem', '64MB', true), set_config('statement_timeout', '0', true)`;
};

const GATHERING = ['listing_words_words', 'listing_words_name_words', 'search_words_variants'];

/** A transaction that writes much, however long it takes. */
export const patiently = <T>(sql: Sql, work: (tx: Db) => Promise<T>): Promise<T> =>
  sql.begin((tx) => writingMuch(tx).then(() => work(tx))) as Promise<T>;

/** Files what the indexes have gathered, all at the same time. */
export const fileGathered = async (sql: Sql): Promise<void> => {
  await Promise.all(GATHERING.map((index) => patiently(sql, (tx) => tx`select gin_clean_pending_list(to_regclass(${index}))`)));
};

/** After much was written: files what was gathered, and lets PostgreSQL count anew which words are common. */
export const tidySearch = async (sql: Sql): Promise<void> => {
  await fileGathered(sql);
  await patiently(sql, (tx) => tx`analyze listings, listing_categories, shelf_places, listing_words, search_words`);
};
