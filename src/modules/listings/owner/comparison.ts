import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { insertVersion, lockListingsForEdit } from '../history/queries.ts';
import { findPublicListing } from '../profile/queries.ts';
import { requireOwnListing } from './listings.ts';
import {
  type ApprovedAlternative,
  deleteAlternative,
  deleteListingAttributes,
  insertAlternative,
  type ListingAttributeRow,
  selectApprovedAlternatives,
  selectListingAttributes,
  writeListingAttributes,
} from './queries.ts';

export const MAX_ALTERNATIVES = 10;

/** The approved alternatives of the caller's listing, and its categories' attributes with their values. */
export const getOwnComparison = async (
  ctx: Ctx<Caller>,
  { listing_id }: { listing_id: number },
): Promise<{ approved: ApprovedAlternative[]; attributes: ListingAttributeRow[] }> => {
  await requireOwnListing(ctx, listing_id);
  const [approved, attributes] = await Promise.all([
    selectApprovedAlternatives(ctx.sql, listing_id),
    selectListingAttributes(ctx.sql, listing_id),
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

const attributesByName = (attributes: ListingAttributeRow[], value: (row: ListingAttributeRow) => string | null): Record<string, string> =>
  Object.fromEntries(
    attributes.flatMap((row) => {
      const text = value(row);
      return text ? [[row.name, text]] : [];
    }),
  );

/** Sets the caller's values for its categories' attributes. Unchanged values keep their evidence; changed ones lose it. */
export const setListingAttributes = (
  ctx: Ctx<Caller>,
  { listing_id, values }: { listing_id: number; values: Map<number, string> },
): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock, caller } = ctx;
    const { site_id } = await requireOwnListing(ctx, listing_id);
    await lockListingsForEdit(sql, [listing_id]);
    const changed = (await selectListingAttributes(sql, listing_id)).filter(
      ({ id, value }) => values.has(id) && (values.get(id) || null) !== value,
    );
    if (changed.length === 0) return false;
    const new_values = changed.flatMap(({ id }) => (values.get(id) ? [{ attribute_id: id, value: values.get(id)! }] : []));
    await deleteListingAttributes(
      sql,
      listing_id,
      changed.map(({ id }) => id),
    );
    await writeListingAttributes(sql, site_id, listing_id, new_values);
    // Recorded for the team. A restore does not bring attributes back.
    await insertVersion(sql, {
      site_id,
      listing_id,
      account_id: caller.account_id,
      source: 'owner',
      before: { attributes: attributesByName(changed, ({ value }) => value) },
      after: { attributes: attributesByName(changed, ({ id }) => values.get(id) ?? null) },
      restored_id: null,
      at: clock.now(),
    });
    return true;
  });
