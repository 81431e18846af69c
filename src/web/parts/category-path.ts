import type { CategoryNode } from '../../modules/catalog/schema.ts';

/** The way down the tree to a category, itself last; empty where the tree does not have it. */
export const pathTo = (tree: CategoryNode[], slug: string | undefined): CategoryNode[] => {
  for (const node of tree) {
    if (node.slug === slug) return [node];
    const below = pathTo(node.subcategories ?? [], slug);
    if (below.length > 0) return [node, ...below];
  }
  return [];
};
