/** Input that a hostile site may send, generated from a seed. */
export interface HostileInput {
  name: string;
  kind: 'page' | 'robots' | 'sitemap' | 'image';
  /** Generates about this many bytes; some kinds decompress to far more. */
  make: (random: () => number, bytes: number) => string | Buffer;
  headers?: Record<string, string>;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const pick = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** Repeats a piece, which gets its index, up to this many characters. */
export const fill = (length: number, piece: (at: number) => string): string => {
  const parts: string[] = [];
  for (let at = 0, total = 0; total < length; at++) {
    parts.push(piece(at));
    total += parts.at(-1)!.length;
  }
  return parts.join('');
};

/** A word of two to nine letters. */
export const word = (random: () => number): string =>
  Array.from({ length: 2 + Math.floor(random() * 8) }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');

/** A name of two words with capitals. */
export const personName = (random: () => number): string =>
  [word(random), word(random)].map((part) => part[0]!.toUpperCase() + part.slice(1)).join(' ');
