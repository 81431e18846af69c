import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { type InputError, Refusal, requireFound } from '../../kernel/errors.ts';
import { type JsonText, type ListResponse, unpagedList } from '../../kernel/responses.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import {
  type CategoryAttribute,
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
  selectUsedAttributeKeys,
  updateCategory,
  writeCategoryAttributes,
} from './queries.ts';
import { findParentFault, listSubtree, makeAttributeKey } from './rules.ts';
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

/** A new attribute has no key yet. */
type AttributeInput = Omit<CategoryAttribute, 'key'> & { key?: string };
export type CategoryInput = Omit<CategoryDetails, 'attributes'> & { attributes: AttributeInput[] };

const invalidInput = (errors: InputError[]): Refusal => new Refusal('invalid_input', { errors });

/** All categories of the site with what can be edited. For the site's team. */
export const listCategoriesForTeam = async (ctx: Ctx<Caller>): Promise<EditableCategory[]> => {
  await requireTeam(ctx);
  return selectEditableCategories(ctx);
};

export const getCategoryForTeam = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<EditableCategory> => {
  await requireTeam(ctx);
  return requireFound('category_not_found', await findEditableCategory(ctx, id));
};

const pickDetails = ({ slug, name, description, parent, position, faqs, attributes }: CategoryDetails): CategoryDetails => ({
  slug,
  name,
  description,
  parent,
  position,
  faqs,
  attributes,
});

/** A renamed attribute keeps its key, so that it keeps the listings' values. */
const assignKeys = (attributes: AttributeInput[]): CategoryAttribute[] => {
  const with_keys = attributes.map(({ key, name, unit }) => ({ key: key ?? makeAttributeKey(name), name, unit }));
  const errors = with_keys.flatMap(({ key }, at) =>
    key === '' || with_keys.findIndex((one) => one.key === key) < at
      ? [
          {
            path: `attribute_${at + 1}_name`,
            code: 'repeated',
            message: key === '' ? 'needs a letter from a to z' : 'is named twice',
            actual: with_keys[at]!.name,
          },
        ]
      : [],
  );
  if (errors.length) throw invalidInput(errors);
  return with_keys;
};

/** Locks the tree and checks that the category may have this parent. */
const resolveParent = async (ctx: Ctx, id: number | null, parent: string | null) => {
  const tree = await lockCategoryTree(ctx);
  const parent_node = parent === null ? null : tree.find(({ slug }) => slug === parent);
  if (parent_node === undefined)
    throw invalidInput([{ path: 'parent', code: 'unknown', message: 'is not a category of this site', actual: parent }]);
  const parent_id = parent_node?.id ?? null;
  const fault = findParentFault(tree, id, parent_id);
  if (fault) throw invalidInput([{ path: 'parent', code: 'not_allowed', message: fault, actual: parent }]);
  return { tree, parent_id };
};

export const createCategory = (ctx: Ctx<Caller>, input: CategoryInput): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const details = { ...pickDetails({ ...input, attributes: assignKeys(input.attributes) }) };
    const { parent_id } = await resolveParent(ctx, null, details.parent);
    const id = await insertCategory(ctx, { ...details, parent_id });
    if (id === null)
      throw invalidInput([{ path: 'slug', code: 'taken', message: 'is already used by another category', actual: details.slug }]);
    await writeCategoryAttributes(ctx, id, details.attributes);
    return { act: 'create_category', record: 'category', record_id: id, title: details.name, after: { ...details } };
  });

const requireUnusedAttributes = async (ctx: Ctx, id: number, attributes: CategoryAttribute[]): Promise<void> => {
  const removed_keys = (await selectUsedAttributeKeys(ctx.sql, id)).filter((key) => !attributes.some((one) => one.key === key));
  if (removed_keys.length)
    throw new Refusal('category_in_use', {
      detail: `Listings use ${removed_keys.join(', ')}, so it can’t be removed. Rename it instead.`,
    });
};

/** Edits everything but the slug, which others link to. For the site's team. */
export const editCategory = (ctx: Ctx<Caller>, { id, ...input }: Omit<CategoryInput, 'slug'> & { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { tree, parent_id } = await resolveParent(ctx, id, input.parent);
    const current = requireFound('category_not_found', await findEditableCategory(ctx, id));
    const before = pickDetails(current);
    const after = pickDetails({ ...input, slug: current.slug, attributes: assignKeys(input.attributes) });
    if (isDeepStrictEqual(before, after)) return null;
    await requireUnusedAttributes(ctx, id, after.attributes);
    await updateCategory(ctx.sql, id, { ...after, parent_id });
    await writeCategoryAttributes(ctx, id, after.attributes);
    if (parent_id !== current.parent_id) await placeCategoryListings(ctx.sql, listSubtree(tree, id));
    return { act: 'edit_category', record: 'category', record_id: id, title: after.name, before: { ...before }, after: { ...after } };
  });

/** Deletes an empty category. For the site's team. */
export const deleteCategory = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    await lockCategoryTree(ctx);
    const current = requireFound('category_not_found', await findEditableCategory(ctx, id));
    await requireUnusedAttributes(ctx, id, []);
    await writeCategoryAttributes(ctx, id, []);
    if (!(await deleteEmptyCategory(ctx, id))) throw new Refusal('category_in_use');
    return { act: 'delete_category', record: 'category', record_id: id, title: current.name, before: { ...pickDetails(current) } };
  });
