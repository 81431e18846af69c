import { hash } from 'node:crypto';

/** Hashes of a Merkle tree as in RFC 6962. An entry of our tree is the hash of a ledger row. */
export const leafHash = (entry: Buffer): Buffer => hash('sha256', Buffer.concat([Buffer.of(0), entry]), 'buffer');
const innerHash = (left: Buffer, right: Buffer): Buffer => hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer');
const EMPTY_ROOT = hash('sha256', '', 'buffer');

/** Reads the hash of a complete subtree: that of 2^level entries, beginning at entry position × 2^level. */
export type ReadNode = (level: number, position: number) => Promise<Buffer>;

/** The root of a complete subtree, from the hashes of 2^n subtrees of one level. */
export const foldHashes = (hashes: Buffer[]): Buffer => {
  let row = hashes;
  while (row.length > 1) row = Array.from({ length: row.length / 2 }, (_, i) => innerHash(row[2 * i]!, row[2 * i + 1]!));
  return row[0]!;
};

/** The largest power of two below a number. */
const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size));

/** The hash of the entries from `start`, as many as `size`. */
const hashRange = async (read: ReadNode, start: number, size: number): Promise<Buffer> => {
  if (isPowerOfTwo(size)) return read(Math.log2(size), start / size);
  const split = splitOf(size);
  return innerHash(await read(Math.log2(split), start / split), await hashRange(read, start + split, size - split));
};

export const treeRoot = async (read: ReadNode, size: number): Promise<Buffer> => (size === 0 ? EMPTY_ROOT : hashRange(read, 0, size));

/** The hashes of the complete subtrees that the first `size` entries consist of, the largest first: a tree that can be continued. */
export const treeFrontier = async (read: ReadNode, size: number): Promise<Buffer[]> => {
  const hashes: Buffer[] = [];
  for (let start = 0; start < size; ) {
    const left = size - start;
    const part = isPowerOfTwo(left) ? left : splitOf(left);
    hashes.push(await read(Math.log2(part), start / part));
    start += part;
  }
  return hashes;
};

/** The path from an entry (counted from 0) to the root, as in section 2.1.1 of RFC 6962. */
export const inclusionProof = async (read: ReadNode, index: number, size: number, start = 0): Promise<Buffer[]> => {
  if (size === 1) return [];
  const split = splitOf(size);
  return index < split
    ? [...(await inclusionProof(read, index, split, start)), await hashRange(read, start + split, size - split)]
    : [...(await inclusionProof(read, index - split, size - split, start + split)), await hashRange(read, start, split)];
};

const subproof = async (read: ReadNode, from: number, size: number, start: number, is_known: boolean): Promise<Buffer[]> => {
  if (from === size) return is_known ? [] : [await hashRange(read, start, size)];
  const split = splitOf(size);
  return from <= split
    ? [...(await subproof(read, from, split, start, is_known)), await hashRange(read, start + split, size - split)]
    : [...(await subproof(read, from - split, size - split, start + split, false)), await hashRange(read, start, split)];
};

/** Shows that the tree of `from` entries is the beginning of the tree of `size`, as in section 2.1.2 of RFC 6962. */
export const consistencyProof = (read: ReadNode, from: number, size: number): Promise<Buffer[]> =>
  from === 0 ? Promise.resolve([]) : subproof(read, from, size, 0, true);
