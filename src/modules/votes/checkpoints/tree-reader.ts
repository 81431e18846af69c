import type { Db } from '../../../kernel/context.ts';
import { countNodes, insertNodes, selectNodes, selectRowHashes } from './queries.ts';
import { foldHashes, leafHash, type ReadNode } from './tree.ts';

/** Every eighth level is stored; a tile is 256 hashes of one of these levels. */
const LEVELS = 8;
const TILE = 2 ** LEVELS;
/** Tiles that are read and hashed at a time. */
const BATCH = 64;

/** Hashes of a stored level, from a position to before another. Level 0 follows from the rows. */
const readLevel = async (sql: Db, site_id: number, level: number, from: number, to: number): Promise<Buffer[]> =>
  level === 0 ? (await selectRowHashes(sql, site_id, from, to)).map(leafHash) : selectNodes(sql, site_id, level, from, to);

/** Reads hashes of a site's tree, each tile once. */
export const treeReader = (sql: Db, site_id: number): ReadNode => {
  const tiles = new Map<string, Promise<Buffer[]>>();
  const readTile = (level: number, n: number): Promise<Buffer[]> => {
    const key = `${level} ${n}`;
    const tile = tiles.get(key) ?? readLevel(sql, site_id, level, n * TILE, (n + 1) * TILE);
    tiles.set(key, tile);
    return tile;
  };
  return async (level, position) => {
    const stored_level = level - (level % LEVELS);
    const count = 2 ** (level - stored_level);
    const first = position * count;
    const tile = await readTile(stored_level, Math.floor(first / TILE));
    const hashes = tile.slice(first % TILE, (first % TILE) + count);
    if (hashes.length < count) throw new Error(`The tree of site ${site_id} has no hash ${position} of level ${level}.`);
    return foldHashes(hashes);
  };
};

/** Stores the hashes of subtrees that are complete by now. Each batch counts by itself, so an interrupted run continues. */
export const growTree = async (sql: Db, site_id: number, size: number, signal?: AbortSignal): Promise<void> => {
  for (let level = LEVELS, complete = Math.floor(size / TILE); complete > 0; level += LEVELS, complete = Math.floor(complete / TILE)) {
    for (let stored = await countNodes(sql, site_id, level); stored < complete; ) {
      signal?.throwIfAborted();
      const end = Math.min(stored + BATCH, complete);
      const hashes = await readLevel(sql, site_id, level - LEVELS, stored * TILE, end * TILE);
      const tiles = Array.from({ length: end - stored }, (_, i) => hashes.slice(i * TILE, (i + 1) * TILE));
      await insertNodes(sql, site_id, level, stored, tiles.map(foldHashes));
      stored = end;
    }
  }
};
