import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import {
  type Attribute,
  type CategoryFacts,
  deleteEmpty,
  findStanding,
  insertCategory,
  lockTree,
  placeListingsOf,
  type StandingCategory,
  selectStanding,
  selectStated,
  updateCategory,
  writeAttributes,
} from './editing-queries.ts';
import { attributeKey, parentFault, subtreeOf } from './rules.ts';

/** Attributes as they are typed: a new one has no key yet. */
type TypedAttribute = Omit<Attribute, 'key'> & { key?: string };
export type TypedCategory = Omit<CategoryFacts, 'attributes'> & { attributes: TypedAttribute[] };

const wrong = (errors: InputError[]): Refusal => new Refusal('invalid_input', { errors });

/** The site's categories as its team edits them. For the site's team. */
export const categoriesToEdit = async (ctx: Ctx<Caller>): Promise<StandingCategory[]> => {
  await refuseStrangers(ctx);
  return selectStanding(ctx);
};

export const categoryToEdit = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<StandingCategory> => {
  await refuseStrangers(ctx);
  const category = await findStanding(ctx, id);
  if (!category) throw new Refusal('category_not_found');
  return category;
};

const factsOf = ({ slug, name, description, parent, position, faqs, attributes }: CategoryFacts): CategoryFacts => ({
  slug,
  name,
  description,
  parent,
  position,
  faqs,
  attributes,
});

/** Keys are made once: an attribute that is renamed keeps its own, so that what listings state stays with it. */
const withKeys = (attributes: TypedAttribute[]): Attribute[] => {
  const keyed = attributes.map(({ key, name, unit }) => ({ key: key ?? attributeKey(name), name, unit }));
  const errors = keyed.flatMap(({ key }, at) =>
    key === '' || keyed.findIndex((one) => one.key === key) < at
      ? [
          {
            path: `attribute_${at + 1}_name`,
            code: 'repeated',
            message: key === '' ? 'needs a letter from a to z' : 'is named twice',
            actual: keyed[at]!.name,
          },
        ]
      : [],
  );
  if (errors.length) throw wrong(errors);
  return keyed;
};

/** The tree as it stands, and where in it a category is to be. */
const placeIn = async (ctx: Ctx, id: number | null, parent: string | null) => {
  const tree = await lockTree(ctx);
  const above = parent === null ? null : tree.find(({ slug }) => slug === parent);
  if (above === undefined) throw wrong([{ path: 'parent', code: 'unknown', message: 'is no category of this site', actual: parent }]);
  const parent_id = above?.id ?? null;
  const fault = parentFault(tree, id, parent_id);
  if (fault) throw wrong([{ path: 'parent', code: 'not_allowed', message: fault, actual: parent }]);
  return { tree, parent_id };
};

/** Makes a category. For the site's team. */
export const createCategory = (ctx: Ctx<Caller>, typed: TypedCategory): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const facts = { ...factsOf({ ...typed, attributes: withKeys(typed.attributes) }) };
    const { parent_id } = await placeIn(ctx, null, facts.parent);
    const id = await insertCategory(ctx, { ...facts, parent_id });
    if (id === null) throw wrong([{ path: 'slug', code: 'taken', message: 'is that of another category', actual: facts.slug }]);
    await writeAttributes(ctx, id, facts.attributes);
    return { act: 'create_category', record: 'category', record_id: id, title: facts.name, after: { ...facts } };
  });

const refuseStated = async (ctx: Ctx, id: number, attributes: Attribute[]): Promise<void> => {
  const lost = (await selectStated(ctx.sql, id)).filter((key) => !attributes.some((one) => one.key === key));
  if (lost.length)
    throw new Refusal('category_in_use', { detail: `Listings state ${lost.join(', ')}, so it cannot be taken away. Rename it instead.` });
};

/** Renames, moves or describes a category. Its slug stays: others link to it. For the site's team. */
export const editCategory = (ctx: Ctx<Caller>, { id, ...typed }: Omit<TypedCategory, 'slug'> & { id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { tree, parent_id } = await placeIn(ctx, id, typed.parent);
    const standing = await findStanding(ctx, id);
    if (!standing) throw new Refusal('category_not_found');
    const before = factsOf(standing);
    const after = factsOf({ ...typed, slug: standing.slug, attributes: withKeys(typed.attributes) });
    if (isDeepStrictEqual(before, after)) return null;
    await refuseStated(ctx, id, after.attributes);
    await updateCategory(ctx.sql, id, { ...after, parent_id });
    await writeAttributes(ctx, id, after.attributes);
    if (parent_id !== standing.parent_id) await placeListingsOf(ctx.sql, subtreeOf(tree, id));
    return { act: 'edit_category', record: 'category', record_id: id, title: after.name, before: { ...before }, after: { ...after } };
  });

/** Deletes a category that nothing is in. For the site's team. */
export const deleteCategory = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    await lockTree(ctx);
    const standing = await findStanding(ctx, id);
    if (!standing) throw new Refusal('category_not_found');
    await refuseStated(ctx, id, []);
    await writeAttributes(ctx, id, []);
    if (!(await deleteEmpty(ctx, id))) throw new Refusal('category_in_use');
    return { act: 'delete_category', record: 'category', record_id: id, title: standing.name, before: { ...factsOf(standing) } };
  });
