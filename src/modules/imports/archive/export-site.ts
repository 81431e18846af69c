import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ARCHIVE_END, packEntry } from '../../../db/backup/archive.ts';
import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { requireTeam } from '../../accounts/team.ts';
import { selectExportedAttributes, selectExportedCategories } from '../../catalog/export/queries.ts';
import { findExportedBrand } from '../../content/brand/brand.ts';
import { BRAND_PICTURES } from '../../content/brand/rules.ts';
import {
  selectExportedLegalPages,
  selectExportedPosts,
  selectExportedQuestions,
  selectExportedSitePictures,
} from '../../content/export/queries.ts';
import { selectExportedAlternatives, selectExportedListings, selectExportedPictures } from '../../listings/export/queries.ts';
import type { MediaCtx } from '../../listings/media/stored-pictures.ts';
import { selectExportedFounders } from '../../people/export/queries.ts';
import { findBytes } from '../media/find-bytes.ts';

interface ExportCtx extends Pick<MediaCtx, 'integrations'> {
  sql: Db;
  clock: Clock;
  site: { id: number; name: string; root: string | null };
  /** Called with the hash of each picture that could not be found. */
  onMissingPicture?(hash: string): void;
}

export const ARCHIVE_FORMAT = 'launchweek-site';
const LISTINGS_PER_FILE = 500;

const toLines = (lines: string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** Addresses of the site itself without its origin, so that they work on another site. */
const withoutOrigin = (url: string | null, root: string | null): string | null =>
  root && url?.startsWith(`${root}/`) ? url.slice(root.length) : url;

async function* exportListings({ sql, site }: ExportCtx): AsyncGenerator<{ name: string; content: Buffer }> {
  let after = 0;
  for (let file = 1; ; file++) {
    const rows = await selectExportedListings(sql, site.id, after, LISTINGS_PER_FILE);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    const lines = rows.map(({ exported }) => {
      const listing = { ...exported.listing, logo_url: withoutOrigin(exported.listing.logo_url, site.root) };
      return JSON.stringify({ ...exported, listing });
    });
    yield { name: `listings/${String(file).padStart(5, '0')}.jsonl`, content: toLines(lines) };
  }
}

/** The files of an export in the order in which they are imported: what others refer to comes first. */
async function* exportFiles(ctx: ExportCtx): AsyncGenerator<{ name: string; content: Buffer }> {
  const { sql, site, clock } = ctx;
  const about = { format: ARCHIVE_FORMAT, version: 1, site: site.name, exported_at: clock.now().toISOString() };
  yield { name: 'site.json', content: Buffer.from(`${JSON.stringify(about)}\n`) };
  yield { name: 'categories.jsonl', content: toLines(await selectExportedCategories(sql, site.id)) };
  yield { name: 'attributes.jsonl', content: toLines(await selectExportedAttributes(sql, site.id)) };
  yield { name: 'founders.jsonl', content: toLines(await selectExportedFounders(sql, site.id)) };
  yield { name: 'questions.jsonl', content: toLines(await selectExportedQuestions(sql, site.id)) };
  yield { name: 'legal.jsonl', content: toLines(await selectExportedLegalPages(sql, site.id)) };
  const brand = await findExportedBrand(sql, site.id);
  if (brand) yield { name: 'brand.json', content: Buffer.from(`${JSON.stringify(brand)}\n`) };
  yield { name: 'posts.jsonl', content: toLines(await selectExportedPosts(sql, site.id)) };
  yield* exportListings(ctx);
  yield { name: 'alternatives.jsonl', content: toLines(await selectExportedAlternatives(sql, site.id)) };
  const site_pictures = await selectExportedSitePictures(
    sql,
    site.id,
    BRAND_PICTURES.flatMap((name) => brand?.brand[name]?.hash ?? []),
  );
  yield { name: 'site-pictures.jsonl', content: toLines(site_pictures.map((picture) => JSON.stringify(picture))) };
  const pictures = await selectExportedPictures(sql, site.id, site.root);
  yield { name: 'pictures.jsonl', content: toLines(pictures.map((picture) => JSON.stringify(picture))) };
  const missing: string[] = [];
  for (const hash of new Set([...site_pictures, ...pictures].map((picture) => picture.hash))) {
    const content = await findBytes({ sql, media: ctx.integrations.media }, { site_id: site.id, hash });
    if (content) yield { name: `media/${hash}.webp`, content };
    else missing.push(hash);
  }
  if (missing.length > 0) yield { name: 'missing-pictures.jsonl', content: toLines(missing.map((hash) => JSON.stringify({ hash }))) };
  for (const hash of missing) ctx.onMissingPicture?.(hash);
}

async function* packFiles(ctx: ExportCtx): AsyncGenerator<Buffer> {
  for await (const file of exportFiles(ctx)) yield packEntry(file, ctx.clock.now());
  yield ARCHIVE_END;
}

/** Exports what a site owns as a compressed tar file of JSON lines and pictures, as a stream. */
export const exportSite = (ctx: ExportCtx): Readable => {
  const source = Readable.from(packFiles(ctx));
  const zipped = createGzip();
  source.on('error', (error) => zipped.destroy(error));
  return source.pipe(zipped);
};

/** The same for the site's team. */
export const exportOwnSite = async (ctx: Ctx<Caller>): Promise<Readable> => {
  await requireTeam(ctx);
  return exportSite(ctx);
};
