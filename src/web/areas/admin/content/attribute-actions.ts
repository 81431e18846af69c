import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { ATTRIBUTE_KINDS, type AttributeKind } from '../../../../modules/catalog/attributes/kinds.ts';
import type { AttributeDetails } from '../../../../modules/catalog/attributes/queries.ts';
import { archiveAttribute, createAttribute, editAttribute, restoreAttribute } from '../../../../modules/listings/attributes/definitions.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { NumberField } from '../../../server/form-action.ts';

const ATTRIBUTE = {
  name: RequiredText(80),
  kind: OneOf([...ATTRIBUTE_KINDS]),
  unit: T.Optional(Text(40)),
  synonyms: T.Optional(Text(2000)),
  options: T.Optional(Text(2000)),
  position: T.Optional(NumberField({ pattern: '^-?\\d{1,6}$' })),
};

/** Commas separate, too: a value with a comma in it could not be typed in a list. */
const splitTexts = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

interface AttributeForm {
  name: string;
  kind: AttributeKind;
  unit?: string;
  synonyms?: string;
  options?: string;
  position?: number;
}

const toAttribute = ({ name, kind, unit = '', synonyms, options, position = 0 }: AttributeForm): AttributeDetails => ({
  name,
  kind,
  unit: unit || null,
  synonyms: splitTexts(synonyms),
  options: splitTexts(options),
  position,
});

export const ADMIN_ATTRIBUTE_ACTIONS = [
  teamForm({
    path: adminPaths.createAttribute,
    page: adminPaths.attributes,
    fields: ATTRIBUTE,
    run: (ctx, form) => createAttribute(ctx, { category_id: null, ...toAttribute(form) }),
    done: 'made',
  }),
  teamForm({
    path: adminPaths.createCategoryAttribute,
    page: adminPaths.category,
    fields: ATTRIBUTE,
    run: (ctx, { id, ...form }) => createAttribute(ctx, { category_id: id, ...toAttribute(form) }),
    done: 'attribute',
  }),
  teamForm({
    path: adminPaths.editAttribute,
    page: adminPaths.attribute,
    fields: { ...ATTRIBUTE, hides_values: T.Optional(OneOf(['on'])) },
    run: (ctx, { id, hides_values, ...form }) => editAttribute(ctx, { id, hides_values: hides_values === 'on', ...toAttribute(form) }),
    done: 'edit',
    unchanged: 'same',
  }),
  teamForm({ path: adminPaths.archiveAttribute, page: adminPaths.attribute, run: archiveAttribute, done: 'archive', unchanged: 'same' }),
  teamForm({ path: adminPaths.restoreAttribute, page: adminPaths.attribute, run: restoreAttribute, done: 'restore', unchanged: 'same' }),
];
