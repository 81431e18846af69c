import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { findRow, hasRows } from '../../../kernel/database.ts';
import type { LegalKind } from './kinds.ts';

export interface LegalText {
  title: string;
  body_markdown: string;
}

export interface LegalVersion extends LegalText {
  number: number;
  published_at: Date;
  withdrawn_at: Date | null;
}

/** Published versions of a page, the newest first. */
export const selectLegalVersions = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, kind: LegalKind): Promise<LegalVersion[]> => sql<
  LegalVersion[]
>`
  select number, title, body_markdown, published_at, withdrawn_at from legal_versions
  where site_id = ${site.id} and kind = ${kind} order by number desc`;

export const findLegalDraft = (
  { sql, site }: Pick<Ctx, 'sql' | 'site'>,
  kind: LegalKind,
): Promise<(LegalText & { updated_at: Date }) | undefined> =>
  findRow(sql`select title, body_markdown, updated_at from legal_drafts where site_id = ${site.id} and kind = ${kind}`);

export const selectLegalDraftKinds = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>) =>
  sql<{ kind: LegalKind }[]>`select kind from legal_drafts where site_id = ${site.id}`;

export const writeLegalDraft = ({ sql, site, clock }: SiteCtx, kind: LegalKind, { title, body_markdown }: LegalText) => sql`
  insert into legal_drafts (site_id, kind, title, body_markdown, updated_at)
  values (${site.id}, ${kind}, ${title}, ${body_markdown}, ${clock.now()})
  on conflict (site_id, kind) do update set title = excluded.title, body_markdown = excluded.body_markdown, updated_at = excluded.updated_at`;

export const deleteLegalDraft = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, kind: LegalKind) =>
  sql`delete from legal_drafts where site_id = ${site.id} and kind = ${kind}`;

/** Publications of one page wait for each other, so that numbers have no gap. */
export const lockLegalKind = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, kind: LegalKind) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`legal ${kind}`}, ${site.id}))`;

export const insertLegalVersion = (
  { sql, site, clock }: SiteCtx,
  kind: LegalKind,
  number: number,
  { title, body_markdown }: LegalText,
) => sql`
  insert into legal_versions (site_id, kind, number, title, body_markdown, published_at)
  values (${site.id}, ${kind}, ${number}, ${title}, ${body_markdown}, ${clock.now()})`;

/** Takes a version back, or puts it in force again with null. */
export const setLegalWithdrawn = (
  { sql, site }: Pick<Ctx, 'sql' | 'site'>,
  kind: LegalKind,
  number: number,
  at: Date | null,
): Promise<boolean> =>
  hasRows(sql`
    update legal_versions set withdrawn_at = ${at} where site_id = ${site.id} and kind = ${kind} and number = ${number}
      and (withdrawn_at is null) = ${at !== null} returning number`);
