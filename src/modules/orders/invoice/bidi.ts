import bidiFactory from 'bidi-js';

/** The Unicode bidirectional algorithm (UAX 9). */
const bidi = bidiFactory();

type Direction = 'ltr' | 'rtl';

export const textDirection = (text: string): Direction => (bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr');

/** Words, and single characters between them. */
const PARTS = /[\p{L}\p{M}\p{Nd}\u200c\u200d]+|[^\p{L}\p{M}\p{Nd}\u200c\u200d]/gu;

/** The parts of a line in visual order, from left to right. Each has a single direction, which font shaping requires. */
export const toVisualOrder = (line: string, base: Direction): string[] => {
  const { levels } = bidi.getEmbeddingLevels(line, base);
  if (levels.every((level) => level % 2 === 0)) return [line];
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const parts = [...line.matchAll(PARTS)].flatMap(({ 0: text, index }) => {
    const starts = [...Array(text.length).keys()].filter((at) => at === 0 || levels[index + at] !== levels[index + at - 1]);
    return starts.map((start, n) => ({
      text: mirrored.get(index + start) ?? text.slice(start, starts[n + 1]),
      level: levels[index + start]!,
    }));
  });
  // Rule L2: from the highest level down, reverse what is at that level or above.
  for (let level = Math.max(...levels); level > 0; level--)
    for (let end = 0, start = 0; start < parts.length; start = end + 1) {
      for (end = start; end < parts.length && parts[end]!.level >= level; ) end++;
      parts.splice(start, end - start, ...parts.slice(start, end).reverse());
    }
  return parts.map(({ text }) => text);
};
