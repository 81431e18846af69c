import type { Ctx } from '../../kernel/context.ts';
import { MAP_KINDS, type MapKind, type PartRow, selectMapLines, selectMapParts } from './sitemap-queries.ts';

/** What the protocol lets one file hold. */
export const MOST_IN_A_FILE = 50_000;

export interface MapPart extends PartRow {
  kind: MapKind;
}

/** The parts of a site's map, each with when the newest of its pages changed. */
export const mapParts = async (ctx: Ctx): Promise<MapPart[]> => {
  const parts = await Promise.all(MAP_KINDS.map((kind) => selectMapParts(ctx, kind, MOST_IN_A_FILE)));
  return MAP_KINDS.flatMap((kind, at) => parts[at]!.map((part) => ({ ...part, kind })));
};

/** A part as lines of a sitemap, with the root as it is to stand in XML. */
export const mapLines = (ctx: Ctx, { kind, first_id }: MapPart, root: string): Promise<string> =>
  selectMapLines(ctx, kind, first_id, MOST_IN_A_FILE, root);
