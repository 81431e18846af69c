import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { findListingLogo } from '../../listings/export/queries.ts';
import { processPicture } from '../../listings/media/image-processing.ts';
import type { PictureBytes } from '../../listings/media/queries.ts';
import { storePicture } from '../../listings/media/stored-pictures.ts';
import { requireOwnDraft, requireOwnDraftForUpdate } from '../drafts.ts';
import { editContent, NO_EDITS } from '../edits.ts';
import { saveContent } from '../update.ts';
import { findLogoBytes, insertLogo } from './queries.ts';

/** Stores an uploaded picture and makes it the logo of the caller's draft, and of its listing if it has one. */
export const uploadLogo = async (ctx: Ctx<Caller>, { id, sent }: { id: string; sent: Buffer }): Promise<void> => {
  await requireOwnDraft(ctx, id);
  const { hash, bytes } = await storePicture(ctx, ctx.site.id, await processPicture(sent));
  await inTransaction(ctx, async (ctx) => {
    const draft = await requireOwnDraftForUpdate(ctx, id);
    await insertLogo(ctx.sql, draft, { hash, bytes, at: ctx.clock.now() });
    const logo_url = `${ctx.site.root}/media/${hash}.webp`;
    await saveContent(ctx, draft, editContent(draft, draft.original, { ...NO_EDITS, fields: { logo_url } }));
  });
};

/** The row of an uploaded or imported logo by the hash of its content. Logos of removed listings are not shown. */
export const findLogo = async ({ sql, site }: Ctx, { hash }: { hash: string }): Promise<PictureBytes | undefined> =>
  (await findLogoBytes(sql, site.id, hash)) ?? findListingLogo(sql, site.id, hash);
