import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { type JsonText, type ListResponse, unpagedList } from '../../kernel/responses.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { type AttributeDetails, type AttributeRow, insertAttribute, selectAttributes } from './attributes/queries.ts';
import {
  type CategoryDetails,
  type CategoryRow,
  deleteEmptyCategory,
  type EditableCategory,
  findEditableCategory,
  insertCategory,
  lockCategoryTree,
  placeCategoryListings,
  selectCategories,
  selectEditableCategories,
  updateCategory,
} from './queries.ts';
import { findParentFault, listSubtree } from './rules.ts';
import { CATEGORY_DEPTH, type CategoryNode, type CategoryTree } from './schema.ts';

/** The category tree with live listing counts. */
export const listCategories = async (
  ctx: Ctx,
  { include_empty }: { include_empty: boolean },
): Promise<JsonText<ListResponse<CategoryTree>>> => {
  const rows = await selectCategories(ctx);
  const children = Map.groupBy(rows, (row) => row.parent_id);
  const toNode = ({ id, slug, name, description, live_listings }: CategoryRow, depth: number): CategoryNode => ({
    slug,
    name,
    description,
    live_listings,
    url: `${ctx.site.root}/categories/${slug}`,
    subcategories: depth < CATEGORY_DEPTH ? listVisible(id).map((row) => toNode(row, depth + 1)) : [],
  });
  const listVisible = (parent: number | null) => (children.get(parent) ?? []).filter((row) => include_empty || row.live_listings > 0);
  return unpagedList(listVisible(null).map((row) => JSON.stringify(toNode(row, 1))));
};

/** All categories of the site with what can be edited. For the site's team. */
export const listCategoriesForTeam = async (ctx: Ctx<Caller>): Promise<EditableCategory[]> => {
  await requireTeam(ctx);
  return selectEditableCategories(ctx);
};

export const getCategoryForTeam = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<EditableCategory> => {
  await requireTeam(ctx);
  return requireFound('category_not_found', await findEditableCategory(ctx, id));
};

const pickDetails = ({ slug, name, description, parent, position, faqs }: CategoryDetails): CategoryDetails => ({
  slug,
  name,
  description,
  parent,
  position,
  faqs,
});

/** Locks the tree and checks that the category may have this parent. */
const resolveParent = async (ctx: Ctx, id: number | null, parent: string | null) => {
  const tree = await lockCategoryTree(ctx);
  const parent_node = parent === null ? null : tree.find(({ slug }) => slug === parent);
  if (parent_node === undefined)
    throw invalidInput({ path: 'parent', code: 'unknown', message: t('is not a category of this site'), actual: parent });
  const parent_id = parent_node?.id ?? null;
  const fault = findParentFault(tree, id, parent_id);
  if (fault) throw invalidInput({ path: 'parent', code: 'not_allowed', message: fault, actual: parent });
  return { tree, parent_id };
};

type DeletedAttribute = Pick<AttributeRow, 'key'> & Partial<AttributeDetails> & { name: string };
/** The attributes of a category that is deleted, and comes back with them when that is undone. */
export type CategoryInput = CategoryDetails & { attributes?: DeletedAttribute[] };

export const createCategory = (ctx: Ctx<Caller>, { attributes = [], ...input }: CategoryInput): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const details = pickDetails(input);
    const { parent_id } = await resolveParent(ctx, null, details.parent);
    const id = await insertCategory(ctx, { ...details, parent_id });
    if (id === null)
      throw invalidInput({ path: 'slug', code: 'taken', message: t('is already used by another category'), actual: details.slug });
    for (const [position, { key, name, kind = 'text', unit = null, synonyms = [], options = null }] of attributes.entries())
      await insertAttribute(ctx, { key, category_id: id, name, kind, unit, synonyms, options, position });
    return { act: 'create_category', record: 'category', record_id: id, title: details.name, after: { ...details } };
  });

/** Edits everything but the slug, which others link to. For the site's team. */
export const editCategory = (ctx: Ctx<Caller>, { id, ...input }: Omit<CategoryDetails, 'slug'> & { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { tree, parent_id } = await resolveParent(ctx, id, input.parent);
    const current = requireFound('category_not_found', await findEditableCategory(ctx, id));
    const before = pickDetails(current);
    const after = pickDetails({ ...input, slug: current.slug });
    if (isDeepStrictEqual(before, after)) return null;
    await updateCategory(ctx.sql, id, { ...after, parent_id });
    if (parent_id !== current.parent_id) await placeCategoryListings(ctx.sql, listSubtree(tree, id));
    return { act: 'edit_category', record: 'category', record_id: id, title: after.name, before: { ...before }, after: { ...after } };
  });

/** Deletes an empty category. For the site's team. */
export const deleteCategory = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    await lockCategoryTree(ctx);
    const current = requireFound('category_not_found', await findEditableCategory(ctx, id));
    const attributes = await selectAttributes(ctx, id);
    if (attributes.some(({ values }) => values > 0) || !(await deleteEmptyCategory(ctx, id))) throw new Refusal('category_in_use');
    const before = { ...pickDetails(current), attributes: attributes.map(({ values: _, category: __, ...attribute }) => attribute) };
    return { act: 'delete_category', record: 'category', record_id: id, title: current.name, before };
  });
