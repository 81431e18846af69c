import { publicRead } from '../../kernel/operation.ts';
import { ListOf } from '../../kernel/schema.ts';
import { listCategories } from './categories.ts';
import { CategoryTree, ListCategories } from './schema.ts';

export const list_categories = publicRead({
  id: 'list_categories',
  path: '/categories',
  tag: 'Categories',
  summary: 'The category tree with live listing counts',
  description:
    'Returns all categories of the site as a tree, with the number of live listings in each. Use it to find a slug for search_listings and get_category, or a category’s name for update_draft. For the listings of one category use get_category.',
  input: ListCategories,
  output: ListOf(CategoryTree),
  example: { include_empty: false },
  // The schema has exactly three levels, CategoryNode any number: TypeScript cannot see that they match.
  handler: listCategories,
});
