import { isOwnWord, type Placed } from './site.ts';

/** What a table, a list of terms or a line says of one thing: "Based in" and "Lyon, France". */
interface Stated {
  key: string;
  value: string;
  /** Both as they stand on the page, one behind the other. */
  quote: string;
  block: Placed;
}

const LONGEST_KEY = 40;
const LONGEST_VALUE = 160;
const KEYED = /^([\p{L}][\p{L}\s./&'’-]{1,38}?)\s*[:：]\s*(\S.*)$/u;

/** Cells and terms are followed by what they name. */
const BESIDE: Record<string, string> = { dt: 'dd', th: 'td', td: 'td' };

const fromBlock = (block: Placed): Stated[] => {
  const { lines, tag, page, at, text } = block;
  const next = page.blocks[at + 1];
  const key = text.replace(/\s*[:：]$/, '');
  if (next && BESIDE[tag.name] === next.tag.name && key.length <= LONGEST_KEY && next.text.length <= LONGEST_VALUE)
    return [{ key, value: next.text, quote: `${text} ${next.text}`, block }];
  const [first, ...rest] = lines;
  // "Location:" in one line, what it is in the next.
  if (first && rest[0] && /[:：]$/.test(first) && first.length <= LONGEST_KEY)
    return [{ key: first.replace(/\s*[:：]$/, ''), value: rest[0], quote: `${first} ${rest[0]}`, block }];
  return lines.flatMap((line) => {
    const found = line.length <= LONGEST_KEY + LONGEST_VALUE ? KEYED.exec(line) : null;
    return found ? [{ key: found[1]!, value: found[2]!, quote: line, block }] : [];
  });
};

/** What the maker states in tables and lists of facts, as press kits and pages about a company have them. */
export const statedIn = (blocks: Placed[]): Stated[] =>
  blocks.filter((block) => isOwnWord(block, 'customer', 'compare', 'article', 'modal')).flatMap(fromBlock);
