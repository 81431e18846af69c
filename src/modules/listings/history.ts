import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Paging } from '../../kernel/paging.ts';
import { asCaller, ownListing } from './own-listing.ts';
import { countVersions, hasVersion, lockListings, selectBefore, selectVersions, type VersionRow } from './version-queries.ts';
import { editListing } from './versions.ts';

export interface History extends Paging {
  items: VersionRow[];
  total: number;
  total_is_exact: true;
  has_more: boolean;
}

/** The versions of your listing, newest first, each with what it changed. */
export const listVersions = async (ctx: Ctx, { listing_id, ...paging }: { listing_id: number } & Paging): Promise<History> => {
  await ownListing(ctx, listing_id);
  const [items, total] = await Promise.all([selectVersions(ctx.sql, listing_id, paging), countVersions(ctx.sql, listing_id)]);
  return { items, ...paging, total, total_is_exact: true, has_more: paging.page * paging.per_page < total };
};

/** Brings your listing back to how it was after a version, or (version 0) before the first. That is a version of its own. */
export const restoreVersion = (ctx: Ctx, { listing_id, version_id }: { listing_id: number; version_id: number }): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    await ownListing(ctx, listing_id);
    if (version_id !== 0 && !(await hasVersion(sql, listing_id, version_id))) throw new Refusal('version_not_found');
    await lockListings(sql, [listing_id]);
    // Of several edits of one field the earliest after the version knows how it stood.
    const { attributes: _, ...columns } = Object.assign({}, ...(await selectBefore(sql, listing_id, version_id)));
    const edit = {
      account_id: asCaller(ctx).caller.account_id,
      source: 'restore',
      at: clock.now(),
      restored_id: version_id || null,
    } as const;
    return editListing(sql, listing_id, columns, edit);
  });
