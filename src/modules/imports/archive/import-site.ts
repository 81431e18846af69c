import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Sql } from 'postgres';
import { type ArchiveEntry, readArchive } from '../../../db/backup/archive.ts';
import { sha256Of } from '../../../integrations/media/store.ts';
import type { Db } from '../../../kernel/context.ts';
import { PlainError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { insertExportedCategory, upsertExportedAttributes } from '../../catalog/export/queries.ts';
import { proposeBrand } from '../../content/brand/brand.ts';
import { insertBrandPicture } from '../../content/brand/queries.ts';
import {
  type ExportedSitePicture,
  insertExportedLegalPages,
  insertExportedPosts,
  insertExportedQuestions,
} from '../../content/export/queries.ts';
import { LEGAL_KINDS } from '../../content/legal/kinds.ts';
import {
  type ExportedListing,
  type ExportedPicture,
  insertExportedAlternatives,
  insertExportedListings,
  insertExportedParts,
  insertExportedPicture,
} from '../../listings/export/queries.ts';
import { type MediaCtx, storePicture } from '../../listings/media/stored-pictures.ts';
import { indexListings, withoutTimeout } from '../../listings/search/search-index.ts';
import { insertExportedCredits, insertExportedFounders } from '../../people/export/queries.ts';
import { ARCHIVE_FORMAT } from './export-site.ts';

/** What an import makes besides listings that undo takes back: ids by kind. */
export interface Made {
  categories?: number[];
  attributes?: number[];
  founders?: number[];
  posts?: number[];
  questions?: number[];
}

interface ArchiveCtx extends Pick<MediaCtx, 'integrations'> {
  sql: Sql;
  clock: Clock;
  site_id: number;
  signal?: AbortSignal;
  /** Called in the transaction that writes listings: which of them are new, by their position in the export. */
  onListings?(sql: Db, written: { number: number; listing_id: number | null }[]): Promise<void>;
  /** Called in the transaction that writes them: what is new besides listings. */
  onMade?(sql: Db, kind: keyof Made, ids: number[]): Promise<void>;
  /** Listings up to this position were written before. */
  written?: number;
}

export interface ArchiveResult {
  imported: number;
  /** Listings whose website or address the site has already. */
  already_there: number;
}

const linesOf = (content: Buffer): string[] => content.toString('utf8').split('\n').filter(Boolean);

/** Pictures are addressed by the hash of their content, which names their file. */
const PICTURE_FILE = /^media\/([0-9a-f]{64})\.webp$/;
const LISTINGS_PER_BATCH = 100;

/** An archive may have been edited: links must be web addresses. */
const requireWebLinks = ({ listing }: ExportedListing): void => {
  const links = [
    listing.website,
    ...Object.values((listing.socials ?? {}) as object),
    listing.demo_video_url ?? 'https:',
    listing.logo_url ?? '/',
  ];
  if (links.some((link) => !/^(https?:|\/(?!\/))/.test(String(link))))
    throw new PlainError(`The listing ${listing.slug} has a link that is not a web address.`);
};

const writeListings = async (sql: Db, site_id: number, listings: ExportedListing[]): Promise<Map<string, number>> => {
  listings.forEach(requireWebLinks);
  const ids = await insertExportedListings(sql, site_id, listings);
  const fresh = listings.flatMap((one) => {
    const id = ids.get(one.listing.slug);
    return id === undefined ? [] : [{ ...one, id }];
  });
  await insertExportedParts(sql, site_id, fresh);
  await insertExportedCredits(
    sql,
    site_id,
    fresh.flatMap(({ id, founders }) => founders.map((founder) => ({ listing_id: id, ...founder }))),
  );
  await indexListings(sql, [...ids.values()]);
  return ids;
};

/**
 * Imports the export of a site. What the site has already stays as it is, so an interrupted import is finished by running it again, and
 * each batch of listings is one transaction.
 */
export const importSite = async (ctx: ArchiveCtx, pieces: AsyncIterable<Buffer>): Promise<ArchiveResult> => {
  const { sql, clock, site_id, signal, written = 0 } = ctx;
  const result: ArchiveResult = { imported: 0, already_there: 0 };
  let pictures = new Map<string, ExportedPicture[]>();
  const site_pictures = new Map<string, ExportedSitePicture>();
  let number = 0;
  const importListings = async ({ content }: ArchiveEntry) => {
    const lines = linesOf(content);
    for (let at = 0; at < lines.length; at += LISTINGS_PER_BATCH) {
      const batch = lines.slice(at, at + LISTINGS_PER_BATCH).map((line) => JSON.parse(line) as ExportedListing);
      const first = number + 1;
      number += batch.length;
      if (number <= written) continue;
      signal?.throwIfAborted();
      await withoutTimeout(sql, async (tx) => {
        const ids = await writeListings(tx, site_id, batch);
        result.imported += ids.size;
        result.already_there += batch.length - ids.size;
        await ctx.onListings?.(
          tx,
          batch.map(({ listing }, i) => ({ number: first + i, listing_id: ids.get(listing.slug) ?? null })),
        );
      });
    }
  };
  const make = (kind: keyof Made, insert: (sql: Db) => Promise<number[]>): Promise<unknown> =>
    sql.begin(async (tx) => {
      const ids = await insert(tx);
      if (ids.length > 0) await ctx.onMade?.(tx, kind, ids);
    });
  const FILES: Record<string, (entry: ArchiveEntry) => Promise<unknown> | undefined> = {
    'categories.jsonl': ({ content }) =>
      make('categories', async (tx) => {
        const ids: number[] = [];
        // One after another: a category may be the parent of the next one.
        for (const line of linesOf(content)) ids.push(...(await insertExportedCategory(tx, site_id, line)));
        return ids;
      }),
    'attributes.jsonl': ({ content }) => make('attributes', (tx) => upsertExportedAttributes(tx, site_id, linesOf(content), clock.now())),
    'founders.jsonl': ({ content }) => make('founders', (tx) => insertExportedFounders(tx, site_id, linesOf(content))),
    'questions.jsonl': ({ content }) => make('questions', (tx) => insertExportedQuestions(tx, site_id, linesOf(content), clock.now())),
    'posts.jsonl': ({ content }) => make('posts', (tx) => insertExportedPosts(tx, site_id, linesOf(content))),
    'legal.jsonl': ({ content }) => insertExportedLegalPages(sql, site_id, linesOf(content), Object.keys(LEGAL_KINDS), clock.now()),
    'brand.json': ({ content }) => proposeBrand({ sql, site_id }, JSON.parse(content.toString())),
    'site-pictures.jsonl': async ({ content }) => {
      for (const line of linesOf(content)) {
        const picture = JSON.parse(line) as ExportedSitePicture;
        site_pictures.set(picture.hash, picture);
      }
    },
    'alternatives.jsonl': ({ content }) => insertExportedAlternatives(sql, site_id, linesOf(content)),
    'pictures.jsonl': async ({ content }) => {
      pictures = Map.groupBy(
        linesOf(content).map((line) => JSON.parse(line) as ExportedPicture),
        ({ hash }) => hash,
      );
    },
  };
  let is_export = false;
  for await (const entry of readArchive(Readable.from(pieces).pipe(createGunzip()))) {
    if (entry.name === 'site.json') is_export = JSON.parse(entry.content.toString()).format === ARCHIVE_FORMAT;
    if (!is_export) throw new PlainError('This archive is not the export of a site.');
    const hash = PICTURE_FILE.exec(entry.name)?.[1];
    if (hash) {
      if (sha256Of(entry.content) !== hash) throw new PlainError(`The picture ${entry.name} is damaged: its content has another hash.`);
      const { bytes } = await storePicture(ctx, site_id, { hash, bytes: entry.content });
      const own = site_pictures.get(hash);
      if (own) await insertBrandPicture(sql, site_id, { ...own, bytes }, clock.now());
      await insertExportedPicture(sql, site_id, pictures.get(hash) ?? [], bytes, clock.now());
    } else if (entry.name.startsWith('listings/')) await importListings(entry);
    else await FILES[entry.name]?.(entry);
  }
  return result;
};
