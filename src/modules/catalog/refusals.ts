import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const CATALOG_REFUSALS = {
  ...refusals(400, { category_in_use: 'Only a category without listings, subcategories or attribute values can be deleted.' }),
  ...refusals(404, { category_not_found: 'No category has this slug. list_categories shows them all.' }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof CATALOG_REFUSALS, RefusalText> {}
}
