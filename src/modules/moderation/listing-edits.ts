import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx, Site } from '../../kernel/context.ts';
import { Refusal, requireFound } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { asTeamMember } from '../accounts/team.ts';
import { buildOwnerNotification, type OwnerNotification } from '../launches/mails.tsx';
import { notifyOwner } from '../launches/notifications.ts';
import { editListing } from '../listings/history/history.ts';
import { findEdit, type ListingEdit, lockListingsForEdit } from '../listings/history/queries.ts';
import { applyEdit } from '../listings/owner/edit.ts';
import type { FieldEdits } from '../listings/owner/fields.ts';
import { findTeamListing } from '../listings/profile/queries.ts';
import { dashboardPath } from '../sites/addresses.ts';

const editRevertedNotification = (site: Site, { listing_id, name, id }: ListingEdit, reason: string, at: Date): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `taken back ${id} ${at.toISOString()}`,
    title: t('An edit of {product} was reverted', { product: name }),
    says: [
      t('The {site} team reverted an edit of {product}: {reason}', { site: site.name, product: name, reason }),
      t('The page below shows what changed. You can edit the listing again.'),
    ],
    link: t('View listing history'),
    url: `${dashboardPath(listing_id)}/history`,
  });

type Values = Record<string, unknown>;

/** Edits from before attributes had kinds have them in one property, which is not reverted. */
const columnsOf = ({ attributes: _, ...columns }: Values): Values => columns;

/** Writes a listing's former values as an edit of the team, if the listing still has the values of the edit that is undone. */
const writeValues = async (ctx: Ctx<Caller>, { listing_id, name }: ListingEdit, from: Values, to: Values) => {
  const { sql, caller, clock } = ctx;
  const [current] = await lockListingsForEdit(sql, [listing_id]);
  const names = Object.keys(to);
  if (!current || names.length === 0 || names.some((one) => !isDeepStrictEqual(current.values[one] ?? null, from[one] ?? null)))
    throw new Refusal('edit_overwritten');
  await editListing(sql, listing_id, to, { account_id: caller.account_id, source: 'team', at: clock.now() });
  return { record: 'listing', record_id: listing_id, title: name, before: from, after: to };
};

/** Reverts an owner's edit of a listing, and notifies them with the reason. For the site's team. */
export const revertEdit = (ctx: Ctx<Caller>, { id, reason }: { id: number; reason: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const edit = await findEdit(ctx, { version_id: id });
    if (!edit) throw new Refusal('version_not_found', { detail: t('This site has no such edit.') });
    const act = await writeValues(ctx, edit, columnsOf(edit.after), columnsOf(edit.before));
    await notifyOwner(ctx, edit.owner_id, () => editRevertedNotification(ctx.site, edit, reason, ctx.clock.now()));
    return { act: 'take_back_edit', ...act, reason };
  });

interface EditedValues {
  listing_id: number;
  before: Values;
  after: Values;
}

/** Reapplies an edit that was reverted; used by undo. For the site's team. */
export const reinstateEdit = (ctx: Ctx<Caller>, { listing_id, before, after }: EditedValues): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const listing = await findEdit(ctx, { listing_id });
    if (!listing) throw new Refusal('listing_not_found');
    return { act: 'let_edit_stand', ...(await writeValues(ctx, listing, after, before)) };
  });

const editedByTeamNotification = (site: Site, { listing_id, name, id }: ListingEdit): OwnerNotification =>
  buildOwnerNotification(site, {
    kind: 'listing',
    key: `edited by the team ${id}`,
    title: t('The {site} team edited {product}', { site: site.name, product: name }),
    says: [
      t('The {site} team edited {product}. The change is on its page already.', { site: site.name, product: name }),
      t('The page below shows what changed. You can edit the listing again, or restore an earlier version.'),
    ],
    link: t('View listing history'),
    url: `${dashboardPath(listing_id)}/history`,
  });

/** Tells the owner of the newest edit of a listing, unless they made it themselves as a member of the team. Returns the edit. */
const notifyOfTeamEdit = async (ctx: Ctx<Caller>, listing_id: number): Promise<ListingEdit> => {
  const edit = requireFound('listing_not_found', await findEdit(ctx, { listing_id }));
  if (edit.owner_id !== ctx.caller.account_id) await notifyOwner(ctx, edit.owner_id, () => editedByTeamNotification(ctx.site, edit));
  return edit;
};

/** Edits any listing of the site as its owner would, and tells the owner. Null if nothing changed. For the site's team. */
export const editAsTeam = (ctx: Ctx<Caller>, { listing_id, ...edits }: FieldEdits & { listing_id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    requireFound('listing_not_found', await findTeamListing(ctx, listing_id));
    const [listing] = await lockListingsForEdit(ctx.sql, [listing_id]);
    const { is_changed } = await applyEdit(ctx, listing!, edits, { source: 'team', at: ctx.clock.now() });
    if (!is_changed) return null;
    const { name, before, after } = await notifyOfTeamEdit(ctx, listing_id);
    return { act: 'edit_listing', record: 'listing', record_id: listing_id, title: name, before, after };
  });

/** Restores what a listing said before an edit of the team, which is another such edit. For the site's team. */
export const undoTeamEdit = (ctx: Ctx<Caller>, { listing_id, before, after }: EditedValues): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const listing = requireFound('listing_not_found', await findEdit(ctx, { listing_id }));
    const act = await writeValues(ctx, listing, after, before);
    await notifyOfTeamEdit(ctx, listing_id);
    return { act: 'edit_listing', ...act };
  });
