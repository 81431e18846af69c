import { Count, Default, Named, Nullable, PAGING, Slug, type Static, Strict, T, type TSchema } from '../../kernel/schema.ts';

export const CategoryLink = Named('CategoryLink', {
  slug: Slug('Slug, used in its URL.'),
  name: T.String({ description: 'The category’s name.' }),
});
export type CategoryLink = Static<typeof CategoryLink>;

const CATEGORY_FIELDS = {
  ...CategoryLink.properties,
  description: Nullable(T.String(), { description: 'What belongs in it; null if not described.' }),
  live_listings: Count('Including subcategories.'),
  url: T.String({ format: 'uri', description: 'Its page on the site.' }),
};

export const CategorySummary = Named('CategorySummary', CATEGORY_FIELDS);
export type CategorySummary = Static<typeof CategorySummary>;

/** Three levels (CATEGORY_DEPTH) written out: clients handle that better than a recursive schema. */
const treeLevel = <S extends TSchema>(title: string, child: S, options: { maxItems?: number; description: string }) =>
  Named(title, { ...CATEGORY_FIELDS, subcategories: T.Array(child, options) });
const CategoryLeaf = treeLevel('CategoryLeaf', CategorySummary, { maxItems: 0, description: 'Always empty: the tree has three levels.' });
const CategoryBranch = treeLevel('CategoryBranch', CategoryLeaf, { description: 'The categories below it; empty if there are none.' });
export const CategoryTree = treeLevel('CategoryTree', CategoryBranch, { description: 'The categories below it; empty if there are none.' });
export type CategoryTree = Static<typeof CategoryTree>;
/** Any level of the tree. */
export type CategoryNode = CategorySummary & { subcategories: CategoryNode[] };
export const CATEGORY_DEPTH = 3;

export const ListCategories = Strict({
  include_empty: Default(T.Boolean({ description: 'Whether categories without a live listing are shown.' }), true),
});

export const GetCategory = Strict({ slug: Slug('Category slug, from list_categories.'), ...PAGING });
