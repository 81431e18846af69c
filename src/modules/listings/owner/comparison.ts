import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { type ListingAttribute, selectAttributesWithValues } from '../attributes/queries.ts';
import { lockListingsForEdit } from '../history/queries.ts';
import { findPublicListing } from '../profile/queries.ts';
import { requireOwnListing } from './listings.ts';
import { type ApprovedAlternative, deleteAlternative, insertAlternative, selectApprovedAlternatives } from './queries.ts';

export const MAX_ALTERNATIVES = 10;

/** The approved alternatives of the caller's listing, and its categories' attributes with their values. */
export const getOwnComparison = async (
  ctx: Ctx<Caller>,
  { listing_id }: { listing_id: number },
): Promise<{ approved: ApprovedAlternative[]; attributes: ListingAttribute[] }> => {
  await requireOwnListing(ctx, listing_id);
  const [approved, attributes] = await Promise.all([
    selectApprovedAlternatives(ctx.sql, listing_id),
    selectAttributesWithValues(ctx.sql, listing_id),
  ]);
  return { approved, attributes };
};

/** Approves a product as an alternative to the caller's. Approved alternatives are shown first. */
export const approveAlternative = (ctx: Ctx<Caller>, { listing_id, slug }: { listing_id: number; slug: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await requireOwnListing(ctx, listing_id);
    if (!(await findPublicListing(ctx, slug))) throw new Refusal('listing_not_found');
    await lockListingsForEdit(ctx.sql, [listing_id]);
    if ((await selectApprovedAlternatives(ctx.sql, listing_id)).length >= MAX_ALTERNATIVES) throw new Refusal('too_many_alternatives');
    await insertAlternative(ctx, listing_id, slug);
  });

export const removeAlternative = async (
  ctx: Ctx<Caller>,
  { listing_id, alternative_id }: { listing_id: number; alternative_id: number },
): Promise<void> => {
  await requireOwnListing(ctx, listing_id);
  await deleteAlternative(ctx.sql, listing_id, alternative_id);
};
