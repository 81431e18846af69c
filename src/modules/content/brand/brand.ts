import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '../../../kernel/audit-log.ts';
import { type Brand, type Caller, type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../../kernel/errors.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { runParser } from '../../../kernel/parsing/pool.ts';
import { isTooCostly } from '../../../kernel/parsing/task.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { type LogoSize, logoOfSvg, type ProcessedPicture, processLogo } from '../../listings/media/image-processing.ts';
import type { PictureBytes } from '../../listings/media/queries.ts';
import { type MediaCtx, readStoredPicture, storePicture } from '../../listings/media/stored-pictures.ts';
import { deleteSiteSetting, findSite, type SiteColumns, writeSiteBrand, writeSiteSetting } from '../../sites/queries.ts';
import { findBrandPicture, insertBrandPicture } from './queries.ts';
import { BRAND_PICTURES, type BrandInput, type BrandPictureName, PICTURE_SIZES, readBrand, type SiteBrand } from './rules.ts';
import { clean_svg, type SafeSvg, SVG_BYTES, type SvgTrouble } from './tasks.ts';

/** Settings are JSON: what a brand recorded has the type that this file wrote. */
const publishedBrand = ({ name, tagline, settings }: SiteColumns): SiteBrand => ({
  name,
  tagline,
  brand: (settings.brand ?? {}) as Brand,
});
const draftOf = ({ settings }: SiteColumns): SiteBrand | null => (settings.brand_draft ?? null) as SiteBrand | null;

export interface BrandState {
  published: SiteBrand;
  /** What is not published yet; null without changes. */
  draft: SiteBrand | null;
}

export const getBrand = async (ctx: Ctx<Caller>): Promise<BrandState> => {
  await requireTeam(ctx);
  const site = await findSite(ctx);
  return { published: publishedBrand(site), draft: draftOf(site) };
};

export interface BrandChanges extends BrandInput {
  uploads: Partial<Record<BrandPictureName, Buffer>>;
  removed: BrandPictureName[];
}

const invalidPicture = (message: string): Refusal => invalidInput({ path: 'picture', code: 'wrong_form', message });

/** An SVG file begins with its tag, after what XML allows before it. */
const isSvg = (upload: Buffer): boolean => /^\ufeff?\s*<(\?xml|!--|!doctype svg|svg)/i.test(upload.toString('utf8', 0, 200));

const SVG_TROUBLES: Record<SvgTrouble, string> = texts({
  unreadable: msg('can’t be read as an SVG image'),
  has_text: msg('contains text, which looks different without its font. Convert it to paths, or upload a PNG'),
  no_shapes: msg('has no shapes. Upload a PNG instead'),
  too_complex: msg('is too complex. Upload a PNG instead'),
});

/** Drawings are rewritten in a worker thread so that only shapes are left, then rendered like other pictures. */
const processDrawing = async (upload: Buffer, size: LogoSize): Promise<ProcessedPicture> => {
  if (upload.length > SVG_BYTES) throw invalidPicture(t('may be at most 512 KB as SVG'));
  const { width, height } = size;
  const drawing = await runParser(clean_svg, { text: upload.toString('utf8'), width, height }).catch((error): SafeSvg => {
    if (isTooCostly(error)) return { trouble: 'too_complex' };
    throw error;
  });
  if ('trouble' in drawing) throw invalidPicture(SVG_TROUBLES[drawing.trouble]);
  return logoOfSvg(drawing.svg, size).catch(() => {
    throw invalidPicture(SVG_TROUBLES.unreadable);
  });
};

/** Encodes the uploads; an error names the field of its file. */
const processUploads = async (ctx: Ctx, uploads: BrandChanges['uploads']) => {
  const pictures = [];
  for (const name of BRAND_PICTURES) {
    const upload = uploads[name];
    if (!upload) continue;
    try {
      const picture = await (isSvg(upload) ? processDrawing : processLogo)(upload, PICTURE_SIZES[name]);
      pictures.push({ name, picture: await storePicture(ctx, ctx.site.id, picture) });
    } catch (error) {
      if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
      throw invalidInput(...error.errors.map((fault) => ({ ...fault, path: name })));
    }
  }
  return pictures;
};

/**
 * Saves changes of the brand for the team to preview. Nobody else sees them before they are published. If a text or colour is refused, the
 * pictures are saved all the same: a browser does not send a file twice.
 */
export const saveBrandDraft = async (ctx: Ctx<Caller>, { uploads, removed, ...input }: BrandChanges): Promise<boolean> => {
  await requireTeam(ctx);
  const { errors } = readBrand(input, {});
  const uploaded = await processUploads(ctx, uploads);
  const is_changed = await inTransaction(ctx, async (ctx) => {
    const site = await findSite(ctx, true);
    const published = publishedBrand(site);
    const current = draftOf(site) ?? published;
    const pictures: Pick<Brand, BrandPictureName> = {};
    for (const name of BRAND_PICTURES) if (current.brand[name] && !removed.includes(name)) pictures[name] = current.brand[name];
    for (const { name, picture } of uploaded) {
      await insertBrandPicture(ctx.sql, ctx.site.id, picture, ctx.clock.now());
      pictures[name] = { hash: picture.hash, width: picture.width, height: picture.height };
    }
    const draft: SiteBrand =
      errors.length > 0 ? { ...current, brand: { ...current.brand, ...pictures } } : readBrand(input, pictures).input;
    if (isDeepStrictEqual(draft, current)) return false;
    if (isDeepStrictEqual(draft, published)) await deleteSiteSetting(ctx.sql, ctx.site.id, 'brand_draft');
    else await writeSiteSetting(ctx.sql, ctx.site.id, 'brand_draft', draft);
    return true;
  });
  if (errors.length > 0) throw invalidInput(...errors);
  return is_changed;
};

/** Changes and publishes the brand at once; what is not given stays, an empty text brings the default back. For the site's team. */
export const changeBrand = async (ctx: Ctx<Caller>, changes: Partial<BrandInput>): Promise<number | null> => {
  const { published, draft } = await getBrand(ctx);
  if (draft) throw new Refusal('act_stands', { detail: 'The team has an unpublished draft of the brand. Publish or delete it first.' });
  const { name, tagline, brand } = published;
  const { logo, logo_dark, icon, ...texts } = brand;
  const pictures = { ...(logo && { logo }), ...(logo_dark && { logo_dark }), ...(icon && { icon }) };
  const { errors, input } = readBrand({ name, tagline, ...texts, ...changes }, pictures);
  if (errors.length > 0) throw invalidInput(...errors);
  return restoreBrand(ctx, input);
};

/** Deletes the draft. The published brand stays. */
export const discardBrandDraft = async (ctx: Ctx<Caller>): Promise<void> => {
  await requireTeam(ctx);
  await deleteSiteSetting(ctx.sql, ctx.site.id, 'brand_draft');
};

const writeBrand = async (ctx: Ctx<Caller>, site: SiteColumns, after: SiteBrand): Promise<AuditEntry | null> => {
  const before = publishedBrand(site);
  if (isDeepStrictEqual(before, after)) return null;
  await writeSiteBrand(ctx, after);
  return {
    act: 'publish_brand',
    record: 'brand',
    record_id: ctx.site.id,
    title: after.name,
    before: { ...before },
    after: { ...after },
  };
};

/** Makes the draft the site's brand. For the site's team. */
export const publishBrand = (ctx: Ctx<Caller>): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const site = await findSite(ctx, true);
    const draft = draftOf(site);
    if (!draft) return null;
    await deleteSiteSetting(ctx.sql, ctx.site.id, 'brand_draft');
    return writeBrand(ctx, site, draft);
  });

/** Brings a former brand back; used by undo. For the site's team. */
export const restoreBrand = (ctx: Ctx<Caller>, brand: SiteBrand): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => writeBrand(ctx, await findSite(ctx, true), brand));

/** The brand for an export: the one that the team works on, or else the published one; null if the site has none of its own. */
export const findExportedBrand = async (sql: Db, site_id: number): Promise<SiteBrand | null> => {
  const site = await findSite({ sql, site: { id: site_id } });
  const found = draftOf(site) ?? (site.settings.brand ? publishedBrand(site) : null);
  return found && { name: found.name, tagline: found.tagline, brand: found.brand };
};

/** Proposes a brand from an export as the draft, for the team to look at and publish. A site with a brand of its own keeps it. */
export const proposeBrand = async ({ sql, site_id }: { sql: Db; site_id: number }, { name, tagline, brand }: SiteBrand): Promise<void> => {
  const site = await findSite({ sql, site: { id: site_id } });
  if (site.settings.brand || draftOf(site)) return;
  const pictures = Object.fromEntries(BRAND_PICTURES.flatMap((name) => (brand[name] ? [[name, brand[name]]] : [])));
  const { input, errors } = readBrand({ ...brand, name, tagline }, pictures);
  if (errors.length === 0) await writeSiteSetting(sql, site_id, 'brand_draft', input);
};

/** The row of a picture of the site's brand by the hash of its content. */
export const requireBrandPicture = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, hash: string): Promise<PictureBytes> =>
  requireFound('picture_not_found', await findBrandPicture(sql, site.id, hash));

export const readBrandPicture = async (ctx: Pick<Ctx, 'site'> & MediaCtx, hash: string): Promise<Buffer> =>
  readStoredPicture(ctx, hash, await requireBrandPicture(ctx, hash));
