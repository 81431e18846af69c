import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Chance, chanceFrom } from './random.ts';

interface Line {
  name: string;
  website: string;
  tagline: string;
  short_description: string;
  description: string;
}

const WORD = /[a-z]{5,}/gi;
/** Vocabulary grows with products, but more slowly: one in this many words of a text is new. */
const COINED = 40;

/** A plausible new word: the beginning of one word and the end of another. */
const coin = (word: string, other: string): string => word.slice(0, Math.ceil(word.length / 2)) + other.slice(Math.floor(other.length / 2));

const another = (line: Line, words: readonly string[], taken: Set<string>, chance: Chance): Line => {
  const longest = line.name.match(WORD)?.sort((a, b) => b.length - a.length)[0] ?? line.name;
  let name: string;
  let coined: string;
  do {
    coined = coin(longest, chance.of(words));
    name = line.name.replace(longest, coined);
  } while (taken.has(name));
  taken.add(name);
  const retold = (text: string) =>
    text.replaceAll(longest, coined).replace(WORD, (word) => (chance.below(COINED) === 0 ? coin(word, chance.of(words)) : word));
  return {
    ...line,
    name,
    website: `https://${name.toLowerCase().replace(/[^a-z0-9]/g, '-')}-${taken.size}.example/`,
    tagline: retold(line.tagline).slice(0, 200),
    short_description: retold(line.short_description).slice(0, 300),
    description: retold(line.description).slice(0, 20_000),
  };
};

/** Writes a listings file with each listing and nine variants: other names, and similar texts with a few new words. */
export const writeTenfold = async (from: string, to: string): Promise<void> => {
  const lines: Line[] = [];
  for await (const text of createInterface({ input: createReadStream(from) })) lines.push(JSON.parse(text));
  const words = [...new Set(lines.flatMap(({ name }) => name.match(WORD) ?? []))];
  const taken = new Set(lines.map(({ name }) => name));
  const chance = chanceFrom(10);
  const file = createWriteStream(to);
  for (let copy = 0; copy < 10; copy++)
    for (const line of lines)
      if (!file.write(`${JSON.stringify(copy === 0 ? line : another(line, words, taken, chance))}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
};
