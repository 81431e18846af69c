import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import {
  type Approved,
  type AttributeRow,
  insertAlternative,
  removeAlternative,
  removeAttributes,
  selectApproved,
  selectAttributes,
  writeAttributes,
} from './comparison-queries.ts';
import { ownListing } from './own-listing.ts';
import { findPublicListing } from './queries.ts';
import { insertVersion, lockListings } from './version-queries.ts';

export const MOST_ALTERNATIVES = 10;

/** What your listing is compared with and on: alternatives you approved, and its categories' attributes with their values. */
export const ownComparison = async (
  ctx: Ctx,
  { listing_id }: { listing_id: number },
): Promise<{ approved: Approved[]; attributes: AttributeRow[] }> => {
  await ownListing(ctx, listing_id);
  const [approved, attributes] = await Promise.all([selectApproved(ctx.sql, listing_id), selectAttributes(ctx.sql, listing_id)]);
  return { approved, attributes };
};

/** Names a product as an alternative to yours: it is shown first among them. */
export const approveAlternative = (ctx: Ctx<Caller>, { listing_id, slug }: { listing_id: number; slug: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ownListing(ctx, listing_id);
    if (!(await findPublicListing(ctx, slug))) throw new Refusal('listing_not_found');
    await lockListings(ctx.sql, [listing_id]);
    if ((await selectApproved(ctx.sql, listing_id)).length >= MOST_ALTERNATIVES) throw new Refusal('too_many_alternatives');
    await insertAlternative(ctx, listing_id, slug);
  });

export const dropAlternative = async (
  ctx: Ctx<Caller>,
  { listing_id, alternative_id }: { listing_id: number; alternative_id: number },
): Promise<void> => {
  await ownListing(ctx, listing_id);
  await removeAlternative(ctx.sql, listing_id, alternative_id);
};

const named = (attributes: AttributeRow[], value: (row: AttributeRow) => string | null): Record<string, string> =>
  Object.fromEntries(
    attributes.flatMap((row) => {
      const text = value(row);
      return text ? [[row.name, text]] : [];
    }),
  );

/** Writes what your listing says on its categories' attributes. What is not changed keeps where it was read; the rest is your word. */
export const setAttributes = (
  ctx: Ctx<Caller>,
  { listing_id, values }: { listing_id: number; values: Map<number, string> },
): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock, caller } = ctx;
    const { site_id } = await ownListing(ctx, listing_id);
    await lockListings(sql, [listing_id]);
    const changed = (await selectAttributes(sql, listing_id)).filter(
      ({ id, value }) => values.has(id) && (values.get(id) || null) !== value,
    );
    if (changed.length === 0) return false;
    const written = changed.flatMap(({ id }) => (values.get(id) ? [{ attribute_id: id, value: values.get(id)! }] : []));
    await removeAttributes(
      sql,
      listing_id,
      changed.map(({ id }) => id),
    );
    await writeAttributes(sql, site_id, listing_id, written);
    // The team sees these, too; they are not among what a restore brings back.
    await insertVersion(sql, {
      site_id,
      listing_id,
      account_id: caller.account_id,
      source: 'owner',
      before: { attributes: named(changed, ({ value }) => value) },
      after: { attributes: named(changed, ({ id }) => values.get(id) ?? null) },
      restored_id: null,
      at: clock.now(),
    });
    return true;
  });
