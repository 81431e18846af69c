import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal, requireFound } from '../../../kernel/errors.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import type { AttributeKind } from '../../catalog/attributes/kinds.ts';
import {
  type AttributeDetails,
  type AttributeRow,
  findAttribute,
  insertAttribute,
  lockAttribute,
  selectAttributes,
  updateAttribute,
} from '../../catalog/attributes/queries.ts';
import { convertAttributeValue } from '../../catalog/attributes/rules.ts';
import { findEditableCategory } from '../../catalog/queries.ts';
import { makeAttributeKey } from '../../catalog/rules.ts';
import { selectValuesOfOtherKinds, updateConvertedValues } from './queries.ts';

/** The attributes of a category, or of the whole site, as the team edits them. */
export const listAttributesForTeam = async (ctx: Ctx<Caller>, { category_id }: { category_id: number | null }): Promise<AttributeRow[]> => {
  await requireTeam(ctx);
  return selectAttributes(ctx, category_id);
};

export const getAttributeForTeam = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<AttributeRow> => {
  await requireTeam(ctx);
  return requireFound('attribute_not_found', await findAttribute(ctx, id));
};

const pickDetails = ({ name, kind, unit, synonyms, options, position }: AttributeDetails): AttributeDetails => ({
  name,
  kind,
  unit: kind === 'number' ? unit : kind === 'text' ? unit : null,
  synonyms,
  options: kind === 'list' && options?.length ? options : null,
  position,
});

const entryOf = (act: string, { id, name }: Pick<AttributeRow, 'id' | 'name'>) => ({
  act,
  record: 'attribute',
  record_id: id,
  title: name,
});

/** The key comes from the first name and stays, so that a renamed attribute keeps the listings' values. For the site's team. */
export const createAttribute = (
  ctx: Ctx<Caller>,
  { category_id, ...input }: AttributeDetails & { category_id: number | null },
): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    if (category_id !== null) requireFound('category_not_found', await findEditableCategory(ctx, category_id));
    const details = pickDetails(input);
    const key = makeAttributeKey(details.name);
    const id = key && (await insertAttribute(ctx, { key, category_id, ...details }));
    if (!id) {
      const message = key === '' ? 'needs a letter from a to z' : 'is taken by another attribute, which may be archived';
      throw invalidInput({ path: 'name', code: 'taken', message, actual: details.name });
    }
    return { ...entryOf('create_attribute', { id, name: details.name }), after: { key, ...details } };
  });

/** Values that one statement converts. Many take longer than a statement may. */
const CONVERTED_AT_ONCE = 5000;

/** Values that fit the attribute's kind are converted. The others keep theirs and are hidden until the attribute has that kind again. */
const convertValues = async ({ sql }: Ctx, attribute: Pick<AttributeRow, 'id' | 'kind' | 'options' | 'unit'>): Promise<number> => {
  const values = await selectValuesOfOtherKinds(sql, attribute.id, attribute.kind);
  const converted = values.flatMap(({ listing_id, value }) => {
    const now = convertAttributeValue(attribute, value);
    return now === null ? [] : [{ listing_id, value: now }];
  });
  for (let at = 0; at < converted.length; at += CONVERTED_AT_ONCE)
    await updateConvertedValues(sql, attribute, converted.slice(at, at + CONVERTED_AT_ONCE));
  return values.length - converted.length;
};

/**
 * Edits an attribute. Renaming keeps all values; another kind keeps those that convert, and asks first if some do not: it is refused unless
 * `hides_values` says so. For the site's team.
 */
export const editAttribute = (
  ctx: Ctx<Caller>,
  { id, hides_values = false, ...input }: AttributeDetails & { id: number; hides_values?: boolean },
): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    await lockAttribute(ctx, id);
    const current = requireFound('attribute_not_found', await findAttribute(ctx, id));
    const [before, after] = [pickDetails(current), pickDetails(input)];
    if (isDeepStrictEqual(before, after)) return null;
    await updateAttribute(ctx.sql, id, after);
    const hidden = after.kind === before.kind ? 0 : await convertValues(ctx, { id, ...after });
    if (hidden > 0 && !hides_values)
      throw new Refusal('values_do_not_convert', { detail: describeHidden(current.values, hidden, after.kind) });
    return { ...entryOf('edit_attribute', { id, name: after.name }), before: { ...before }, after: { ...after } };
  });

const describeHidden = (values: number, hidden: number, kind: AttributeKind): string =>
  `${hidden} of ${values} ${values === 1 ? 'value' : 'values'} can’t be converted to ${kind}. They will be hidden, and shown again if you change the kind back.`;

const setArchived = (ctx: Ctx<Caller>, id: number, is_archived: boolean): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    await lockAttribute(ctx, id);
    const current = requireFound('attribute_not_found', await findAttribute(ctx, id));
    if ((current.archived_at !== null) === is_archived) return null;
    await updateAttribute(ctx.sql, id, { archived_at: is_archived ? ctx.clock.now() : null });
    return entryOf(is_archived ? 'archive_attribute' : 'restore_attribute', current);
  });

/** Hides an attribute everywhere. Listings keep their values for when it is restored. For the site's team. */
export const archiveAttribute = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> => setArchived(ctx, id, true);

export const restoreAttribute = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> => setArchived(ctx, id, false);
