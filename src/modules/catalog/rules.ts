import { normalize } from '../../kernel/unicode.ts';
import { CATEGORY_DEPTH } from './schema.ts';

export interface CategoryTreeNode {
  id: number;
  parent_id: number | null;
}

const listAncestors = (nodes: Map<number, CategoryTreeNode>, id: number | null): number[] => {
  const path: number[] = [];
  for (let at = id; at !== null && !path.includes(at); at = nodes.get(at)?.parent_id ?? null) path.push(at);
  return path;
};

/** A category and all its descendants. */
export const listSubtree = (nodes: CategoryTreeNode[], id: number): number[] => [
  id,
  ...nodes.filter(({ parent_id }) => parent_id === id).flatMap((child) => listSubtree(nodes, child.id)),
];

const subtreeHeight = (nodes: CategoryTreeNode[], id: number): number =>
  1 + Math.max(0, ...nodes.filter(({ parent_id }) => parent_id === id).map((child) => subtreeHeight(nodes, child.id)));

/** Why a category cannot have this parent, or null. `id` is null for a new category. */
export const findParentFault = (nodes: CategoryTreeNode[], id: number | null, parent_id: number | null): string | null => {
  const ancestors = listAncestors(new Map(nodes.map((node) => [node.id, node])), parent_id);
  if (id !== null && ancestors.includes(id)) return 'is the category itself or one of its subcategories';
  const height = id === null ? 1 : subtreeHeight(nodes, id);
  return ancestors.length + height > CATEGORY_DEPTH ? `would make categories nest deeper than ${CATEGORY_DEPTH}` : null;
};

/** The key of an attribute, from its first name. */
export const makeAttributeKey = (name: string): string =>
  normalize(name, 'NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 60);
