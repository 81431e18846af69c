import type { Db, SiteCtx } from '../../../kernel/context.ts';
import { findRow, firstRow, hasRows, type SqlFragment } from '../../../kernel/database.ts';
import { weekPages } from '../../launches/weeks/queries.ts';
import { categoryPages, listingPages } from '../../listings/browse/queries.ts';
import { founderPages } from '../../people/queries.ts';

export const SITEMAP_KINDS = ['listings', 'categories', 'founders', 'weeks', 'blog'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** The pages of each kind: id (stable order), path, and when the content last changed (null if unknown). */
const SITEMAP_PAGES: Record<SitemapKind, (ctx: SiteCtx) => SqlFragment> = {
  listings: listingPages,
  categories: categoryPages,
  founders: founderPages,
  weeks: weekPages,
  blog: ({ sql, site, clock }) => sql`
    select p.id, '/blog/' || p.slug as path, greatest(p.updated_at, p.published_at) as changed_at
    from blog_posts p where p.site_id = ${site.id} and p.published_at <= ${clock.now()}`,
};

/** A part of a kind's pages, as lines of a sitemap. */
export interface SitemapPart {
  lines: string | null;
  pages: number;
  last_id: number | null;
  changed_at: Date | null;
}

/** The next pages of a kind, after those up to an id. Paths contain nothing to escape. */
export const selectSitemapPart = async (ctx: SiteCtx, kind: SitemapKind, after_id: number | null, limit: number): Promise<SitemapPart> =>
  firstRow(
    await ctx.sql<SitemapPart[]>`
    select string_agg('<url><loc>' || ${ctx.site.root}::text || path || '</loc>'
      || coalesce('<lastmod>' || to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '</lastmod>', '') || '</url>', E'\n' order by id) as lines,
      count(*)::int as pages, max(id) as last_id, max(changed_at) as changed_at
    from (select id, path, changed_at from (${SITEMAP_PAGES[kind](ctx)}) p
      where ${after_id === null ? ctx.sql`true` : ctx.sql`id > ${after_id}`} order by id limit ${limit}) t`,
  );

export interface SitemapFile {
  name: string;
  written_for: string;
  etag: string;
  bytes: Uint8Array;
}

/** Writes a file, unless it is there. */
export const upsertSitemapFile = async (sql: Db, site_id: number, { name, written_for, etag, bytes }: SitemapFile): Promise<void> => {
  await sql`
    insert into sitemap_files (site_id, name, written_for, etag, bytes) values (${site_id}, ${name}, ${written_for}, ${etag}, ${bytes})
    on conflict (site_id, name) do update set written_for = excluded.written_for, etag = excluded.etag, bytes = excluded.bytes
    where (sitemap_files.written_for, sitemap_files.etag) is distinct from (excluded.written_for, excluded.etag)`;
};

export const deleteOtherSitemapFiles = async (sql: Db, site_id: number, names: string[]): Promise<void> => {
  await sql`delete from sitemap_files where site_id = ${site_id} and name <> all(${names})`;
};

export const findSitemapFile = (sql: Db, site_id: number, name: string, written_for: string): Promise<SitemapFile | undefined> =>
  findRow(sql<SitemapFile[]>`
    select name, written_for, etag, bytes from sitemap_files where site_id = ${site_id} and name = ${name} and written_for = ${written_for}`);

export const hasSitemapFile = (sql: Db, site_id: number, name: string, written_for: string): Promise<boolean> =>
  hasRows(sql`select from sitemap_files where site_id = ${site_id} and name = ${name} and written_for = ${written_for}`);
