import { Count, Default, Nullable, PAGING, Slug, type Static, Strict, T, type TSchema } from '../../kernel/schema.ts';

export const CategoryLink = Strict({ slug: T.String(), name: T.String() });
export type CategoryLink = Static<typeof CategoryLink>;

const CATEGORY_FIELDS = {
  slug: T.String(),
  name: T.String(),
  description: Nullable(T.String()),
  live_listings: Count('Live listings in it and its subcategories.'),
  url: T.String(),
};

export const CategorySummary = Strict(CATEGORY_FIELDS);
export type CategorySummary = Static<typeof CategorySummary>;

/** Three levels (CATEGORY_DEPTH) written out: clients handle that better than a recursive schema. */
const withSubcategories = <S extends TSchema>(child: S) => Strict({ ...CATEGORY_FIELDS, subcategories: T.Array(child) });
export const CategoryTree = withSubcategories(withSubcategories(CategorySummary));
export type CategoryTree = Static<typeof CategoryTree>;
/** Any level of the tree. */
export type CategoryNode = CategorySummary & { subcategories?: CategoryNode[] };
export const CATEGORY_DEPTH = 3;

export const ListCategories = Strict({
  include_empty: Default(T.Boolean({ description: 'Whether categories without a live listing are shown.' }), true),
});

export const GetCategory = Strict({ slug: Slug('Category slug.'), ...PAGING });
