import { isDeepStrictEqual } from 'node:util';
import type { NewAct } from '../../kernel/acts.ts';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsTeam } from '../accounts/team.ts';
import { tellOwner } from '../launches/telling.ts';
import { type EditedListing, findEdit, lockListings } from '../listings/version-queries.ts';
import { editListing } from '../listings/versions.ts';
import { takenBackNews } from './mails.tsx';

type Values = Record<string, unknown>;

/** What a category asks is kept beside the listing, and is not put back with it. */
const columnsOf = ({ attributes: _, ...columns }: Values): Values => columns;

/** Writes what a listing said before, if it still says what it said then, and keeps that as an edit of the team. */
const putBack = async (ctx: Ctx<Caller>, { listing_id, name }: EditedListing, from: Values, to: Values): Promise<Omit<NewAct, 'act'>> => {
  const { sql, caller, clock } = ctx;
  const [standing] = await lockListings(sql, [listing_id]);
  const names = Object.keys(to);
  if (!standing || names.length === 0 || names.some((one) => !isDeepStrictEqual(standing.values[one] ?? null, from[one] ?? null)))
    throw new Refusal('edit_overwritten');
  await editListing(sql, listing_id, to, { account_id: caller.account_id, source: 'team', at: clock.now() });
  return { record: 'listing', record_id: listing_id, title: name, before: from, after: to };
};

/** Takes back what an owner changed in a listing; they are told, and why. For the site's team. */
export const takeBackEdit = (ctx: Ctx<Caller>, { id, reason }: { id: number; reason: string }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const edit = await findEdit(ctx, { version_id: id });
    if (!edit) throw new Refusal('version_not_found', { detail: 'No listing of this site has such an edit.' });
    const act = await putBack(ctx, edit, columnsOf(edit.after), columnsOf(edit.before));
    await tellOwner(ctx, edit.owner_id, takenBackNews(ctx.site, edit, reason, ctx.clock.now()));
    return { act: 'take_back_edit', ...act, reason };
  });

/** Lets an edit that was taken back stand after all; for undoing. For the site's team. */
export const letEditStand = (
  ctx: Ctx<Caller>,
  { listing_id, before, after }: { listing_id: number; before: Values; after: Values },
): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const listing = await findEdit(ctx, { listing_id });
    if (!listing) throw new Refusal('listing_not_found');
    return { act: 'let_edit_stand', ...(await putBack(ctx, listing, after, before)) };
  });
