import type { Sql } from 'postgres';
import type { Db } from '../../../kernel/context.ts';
import {
  indexWordsOf,
  nameKey,
  positionsOf,
  vectorOfPositions,
  WEIGHT_POSITIONS,
  type WordPositions,
  wordsOf,
} from '../../../kernel/words.ts';
import { foldAllFilterChanges } from '../browse/bitmaps/queries.ts';
import { allowedTypos, hashVariants } from './spelling.ts';

/** The searchable text of a listing. */
export interface ListingText {
  name: string;
  tagline: string | null;
  short_description: string | null;
  description: string | null;
  tags: readonly string[];
}

/** A listing as it is indexed: its words by weight, and the words of its name once more, which are searched first. */
export interface SearchDocument {
  name_key: string;
  written_name: readonly string[];
  name_positions: WordPositions;
  positions: WordPositions;
  /** Words that are in `positions` only because neighbours in the tagline were joined. */
  joined: ReadonlySet<string>;
}

/** Documents of an earlier version are written again by a job (jobs.ts). */
export const INDEX_VERSION = 3;

/** Longer joined words only serve the ranking. The dictionary does not get them: there are too many. */
const MAX_JOINED_LENGTH = 8;
const WORDS_AND_HYPHENS = /[\p{L}\p{N}\p{M}-]+/gu;

/** Each two neighbouring words, joined. Scripts without spaces are indexed as overlapping pairs of letters, which must not be joined. */
const joinNeighbours = (text: string): string[] => {
  const words = wordsOf(text);
  return words.join('').startsWith(nameKey(text)) ? words.slice(1).map((word, at) => words[at] + word) : [];
};

/** Words written with a hyphen, without it: "to-do" is found by "todo". */
const joinHyphenated = (text: string): string[] => {
  const runs = text.includes('-') ? text.match(WORDS_AND_HYPHENS) : null;
  return (runs ?? [])
    .filter((run) => run.includes('-') && !run.includes('--'))
    .map(nameKey)
    .filter(Boolean);
};

/**
 * The name weighs most, then tagline, description, tags: only what the listing's page shows, so keywords are left out. Neighbouring
 * words are also joined, in the name and the tagline: a missing space or hyphen is the most common error, and listings that have the
 * words of a query next to each other come first.
 */
export const buildSearchDocument = ({ name, tagline, short_description, description, tags }: ListingText): SearchDocument => {
  const name_key = nameKey(name);
  const written_name = indexWordsOf(name);
  const A = [...written_name, ...joinNeighbours(name), ...(name_key ? [name_key] : [])];
  const body = description?.startsWith(short_description ?? '') ? description : `${short_description ?? ''}\n${description ?? ''}`;
  const [B, C, D] = [tagline ?? '', body, tags.join('\n')].map((text) => [...indexWordsOf(text), ...joinHyphenated(text)]);
  const neighbours = joinNeighbours(tagline ?? '');
  const written = new Set([A, B, C, D].flat());
  return {
    name_key,
    written_name,
    name_positions: positionsOf({ A }),
    positions: positionsOf({ A, B: [...B!, ...neighbours], C, D }),
    joined: new Set(neighbours.filter((word) => !written.has(word))),
  };
};

export const buildVectors = ({ name_positions, positions }: SearchDocument) => ({
  name_words: vectorOfPositions(name_positions),
  words: vectorOfPositions(positions),
});

/** A word of the dictionary: whether some name has it, and with how many typing errors it is found. */
export interface DictionaryEntry {
  in_name: boolean;
  forgives: 0 | 1 | 2;
}

const PLAIN_ENTRY: DictionaryEntry = { in_name: false, forgives: 0 };
const ONE_TYPO_ENTRY: DictionaryEntry = { in_name: false, forgives: 1 };
const NAME_ENTRIES: readonly [DictionaryEntry, DictionaryEntry, DictionaryEntry] = [
  { in_name: true, forgives: 0 },
  { in_name: true, forgives: 1 },
  { in_name: true, forgives: 2 },
];

const isOnlyInDescription = (word: string, { positions }: SearchDocument): boolean => positions.get(word) === WEIGHT_POSITIONS.C;

/**
 * The dictionary entry of a document's word: words of a name are found with two typing errors, whole names and words of taglines and
 * tags with one. Words of descriptions are not: there are so many that one of them is near any word.
 */
export const makeDictionaryEntry = (word: string, document: SearchDocument): DictionaryEntry => {
  const { name_key, written_name, name_positions, joined } = document;
  if (written_name.includes(word)) return NAME_ENTRIES[allowedTypos(word)];
  if (word === name_key) return NAME_ENTRIES[allowedTypos(word) === 0 ? 0 : 1];
  if (name_positions.has(word)) return NAME_ENTRIES[0];
  return joined.has(word) || isOnlyInDescription(word, document) || allowedTypos(word) === 0 ? PLAIN_ENTRY : ONE_TYPO_ENTRY;
};

export const hashEntryVariants = (word: string, { forgives }: DictionaryEntry): number[] =>
  forgives === 0 ? [] : hashVariants(word, forgives);

/** Updates the search index for listings. Call it in the transaction that wrote them. */
export const indexListings = async (sql: Db, listing_ids: readonly number[]): Promise<void> => {
  const rows = await sql<(ListingText & { id: number; site_id: number })[]>`
    select id, site_id, name, tagline, short_description, description, tags from listings where id = any(${listing_ids as number[]}::bigint[])`;
  await setPendingListLimit(sql, 'interactive');
  for (const [site_id, listings] of Map.groupBy(rows, (row) => row.site_id)) {
    const documents = new Map(listings.map((listing) => [listing.id, buildSearchDocument(listing)]));
    await writeDocuments(sql, site_id, documents);
    await writeWords(sql, site_id, documents.values());
  }
};

export const writeDocuments = async (sql: Db, site_id: number, documents: Map<number, SearchDocument>): Promise<void> => {
  const rows = [...documents].map(([id, document]) => ({ id, name_key: document.name_key, ...buildVectors(document) }));
  await sql`
    insert into listing_words as w (listing_id, site_id, name_key, name_words, words, version)
    select id, ${site_id}, name_key, name_words::tsvector, words::tsvector, ${INDEX_VERSION}
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (id bigint, name_key text, name_words text, words text)
    on conflict (listing_id) do update
      set name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words, version = excluded.version
      where (w.name_key, w.name_words, w.words, w.version)
        is distinct from (excluded.name_key, excluded.name_words, excluded.words, excluded.version)`;
};

/** Words already in the dictionary, so that a long import does not send each of them a thousand times. */
export type KnownWords = Map<string, DictionaryEntry>;

/** Words that the dictionary does not have yet, or that need a stronger entry (in a name, more typing errors). */
const collectNewWords = (documents: Iterable<SearchDocument>, known: KnownWords): KnownWords => {
  const words: KnownWords = new Map();
  for (const document of documents)
    for (const word of document.positions.keys()) {
      if (word.length > MAX_JOINED_LENGTH && document.joined.has(word)) continue;
      const before = known.get(word);
      const in_name = document.name_positions.has(word);
      // The fast path for most words: known already, and nothing to add.
      if (before && !in_name && (before.forgives > 0 || isOnlyInDescription(word, document))) continue;
      const entry = makeDictionaryEntry(word, document);
      if (before && before.forgives >= entry.forgives && before.in_name >= in_name) continue;
      const merged = before && before.forgives > entry.forgives ? { ...entry, forgives: before.forgives } : entry;
      known.set(word, merged);
      words.set(word, merged);
    }
  return words;
};

/** Adds words to the dictionary, always in the same order, so that concurrent writers cannot deadlock. */
export const writeWords = async (
  sql: Db,
  site_id: number,
  documents: Iterable<SearchDocument>,
  known: KnownWords = new Map(),
): Promise<void> => {
  const rows = [...collectNewWords(documents, known)].map(([word, entry]) => ({
    word,
    ...entry,
    variants: `{${hashEntryVariants(word, entry)}}`,
  }));
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
 * Size of the GIN indexes' pending lists. Every search scans the pending list, so it is normally small; an import lets it grow
 * because merging much at once is several times faster.
 */
const PENDING_LIST_LIMITS = { interactive: '128kB', bulk: '64MB' };

const setPendingListLimit = async (sql: Db, size: keyof typeof PENDING_LIST_LIMITS): Promise<void> => {
  await sql`select set_config('gin_pending_list_limit', ${PENDING_LIST_LIMITS[size]}, true)`;
};

const configureBulkWrite = async (sql: Db): Promise<void> => {
  await setPendingListLimit(sql, 'bulk');
  await sql`select set_config('work_mem', '64MB', true), set_config('statement_timeout', '0', true)`;
};

const GIN_INDEXES = ['listing_words_words', 'listing_words_name_words', 'listing_facts_terms', 'search_words_variants'];

/** Runs a bulk write in a transaction without statement timeout. */
export const withoutTimeout = <T>(sql: Sql, work: (tx: Db) => Promise<T>): Promise<T> =>
  sql.begin((tx) => configureBulkWrite(tx).then(() => work(tx))) as Promise<T>;

/** Merges the pending lists into the indexes, all in parallel. */
export const flushPendingLists = async (sql: Sql): Promise<void> => {
  await Promise.all(GIN_INDEXES.map((index) => withoutTimeout(sql, (tx) => tx`select gin_clean_pending_list(to_regclass(${index}))`)));
};

/** After a bulk write: merges the pending lists, writes the bitmaps of filters and updates the statistics on common words. */
export const optimizeSearchIndex = async (sql: Sql): Promise<void> => {
  await flushPendingLists(sql);
  await foldAllFilterChanges((fold) => withoutTimeout(sql, fold));
  await withoutTimeout(
    sql,
    (tx) =>
      tx`analyze listings, listing_categories, listing_facts, filter_bitmaps, filter_changes, shelf_places, shelf_views, listing_words, search_words`,
  );
};
