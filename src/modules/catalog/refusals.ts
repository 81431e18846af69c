import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const CATALOG_REFUSALS = {
  ...refusals(400, {
    category_in_use: msg('Only a category without listings, subcategories or attribute values can be deleted.'),
    values_do_not_convert: [
      'Some values don’t fit the new kind',
      msg('Confirm that they are hidden until the attribute has its old kind again.'),
    ],
  }),
  ...refusals(404, {
    category_not_found: 'No category has this slug. list_categories shows them all.',
    attribute_not_found: msg('This site has no such attribute.'),
  }),
};
