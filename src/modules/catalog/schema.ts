import { Count, Default, Nullable, PAGING, Slug, type Static, Strict, T, type TSchema } from '../../kernel/schema.ts';

export const CategoryLink = Strict({ slug: T.String(), name: T.String() });
export type CategoryLink = Static<typeof CategoryLink>;

const CATEGORY = {
  slug: T.String(),
  name: T.String(),
  description: Nullable(T.String()),
  live_listings: Count('Live listings in it and its subcategories.'),
  url: T.String(),
};

export const CategorySummary = Strict(CATEGORY);
export type CategorySummary = Static<typeof CategorySummary>;

/** Categories nest three deep at most (CATEGORY_DEPTH); a schema that ends is easier on every client than one that refers to itself. */
const branch = <S extends TSchema>(below: S) => Strict({ ...CATEGORY, subcategories: T.Array(below) });
export const CategoryTree = branch(branch(CategorySummary));
export type CategoryNode = CategorySummary & { subcategories?: CategoryNode[] };
export const CATEGORY_DEPTH = 3;

export const ListCategories = Strict({
  include_empty: Default(T.Boolean({ description: 'Whether categories without a live listing are shown.' }), true),
});

export const GetCategory = Strict({ slug: Slug('Category slug.'), ...PAGING });
