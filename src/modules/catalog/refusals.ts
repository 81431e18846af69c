import type { RefusalText } from '../../kernel/refusals.ts';

export const CATALOG_REFUSALS = {
  category_not_found: { status: 404, title: 'Category not found', detail: 'No category has this slug. list_categories shows them all.' },
  category_in_use: {
    status: 400,
    title: 'Category in use',
    detail: 'Only a category without listings, subcategories and stated attributes can be deleted.',
  },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof CATALOG_REFUSALS, RefusalText> {}
}
