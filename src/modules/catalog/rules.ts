import { CATEGORY_DEPTH } from './schema.ts';

/** A category's place in the tree. */
export interface Node {
  id: number;
  parent_id: number | null;
}

const pathOf = (nodes: Map<number, Node>, id: number | null): number[] => {
  const path: number[] = [];
  for (let at = id; at !== null && !path.includes(at); at = nodes.get(at)?.parent_id ?? null) path.push(at);
  return path;
};

/** A category and all below it. */
export const subtreeOf = (nodes: Node[], id: number): number[] => [
  id,
  ...nodes.filter(({ parent_id }) => parent_id === id).flatMap((child) => subtreeOf(nodes, child.id)),
];

const heightOf = (nodes: Node[], id: number): number =>
  1 + Math.max(0, ...nodes.filter(({ parent_id }) => parent_id === id).map((child) => heightOf(nodes, child.id)));

/** Why a category cannot stand under another; null where it can. A new one has no number yet. */
export const parentFault = (nodes: Node[], id: number | null, parent_id: number | null): string | null => {
  const above = pathOf(new Map(nodes.map((node) => [node.id, node])), parent_id);
  if (id !== null && above.includes(id)) return 'is the category itself or below it';
  const height = id === null ? 1 : heightOf(nodes, id);
  return above.length + height > CATEGORY_DEPTH ? `would make categories nest deeper than ${CATEGORY_DEPTH}` : null;
};

/** What an attribute is known by: its name in small letters, the first time it is named. */
export const attributeKey = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
