import { ancestorsOf, type HtmlTag, isTag, memoizeByObject } from '../../parse/dom.ts';
import { textInside } from '../../parse/parsed-page.ts';
import { getClassNames } from '../../parse/regions.ts';
import { isPlanTerm } from '../../words/features.ts';
import { isLabel } from '../labels.ts';
import { lettersOnly, type PageBlock, type SitePage } from '../site.ts';

/** A cell that says yes, says no, or gives a value. */
type Mark = 'yes' | 'no' | 'value' | 'empty';

const YES = /^[✓✔☑✅●•⬤◯○◎]|^(?:yes|ja|oui|s[ií]|sim|tak|да|included|enthalten|inclus|incluido|incluído|inbegrepen|対応|あり|支持)$/iu;
const NO =
  /^[✕✖✗✘×❌⛔🚫–—−-]$|^[✕✖✗✘×❌⛔🚫]|^(?:no|nein|non|não|nie|нет|none|not included|nicht enthalten|n\/a|対応なし|なし|不支持|~)$/iu;
const NAMED_YES = /\b(check|checked|checkmark|tick|yes|true|included|success|circle check|positive)\b/;
const NAMED_NO = /\b(x|cross|times|no|false|close|minus|dash|excluded|disabled|negative|xmark)\b/;

const MAX_INSIDE = 12;
/** Names of an icon: its classes and what it is labelled with. */
const iconNames = (cell: HtmlTag): string => {
  const found = [cell];
  for (let at = 0; at < found.length && found.length < MAX_INSIDE; at++)
    for (const child of found[at]!.children) if (isTag(child)) found.push(child);
  return found
    .slice(1)
    .map((tag) => `${getClassNames(tag)} ${tag.attribs.alt ?? ''} ${tag.attribs['aria-label'] ?? ''} ${tag.attribs['data-lucide'] ?? ''}`)
    .join(' ')
    .replace(/-/g, ' ')
    .toLowerCase();
};

const markOf = (cell: HtmlTag): Mark => {
  const text = textInside(cell, 60);
  if (YES.test(text)) return 'yes';
  if (NO.test(text)) return 'no';
  if (text !== '') return 'value';
  const names = iconNames(cell);
  if (NAMED_NO.test(names)) return 'no';
  if (NAMED_YES.test(names)) return 'yes';
  // An icon alone means yes: what is missing has a dash or nothing.
  return cell.children.some((child) => isTag(child) && /^(svg|img|i)$/.test(child.name)) ? 'yes' : 'empty';
};

const MAX_ROWS = 200;
const MAX_CELLS = 12;
const FEWEST_ROWS = 3;
const cellsOf = (row: HtmlTag): HtmlTag[] =>
  row.children
    .filter((one) => isTag(one))
    .filter(({ name }) => /^t[dh]$/.test(name))
    .slice(0, MAX_CELLS);

const rowsOf = (table: HtmlTag): HtmlTag[] =>
  table.children
    .filter((one) => isTag(one))
    .flatMap((part) => (part.name === 'tr' ? [part] : part.children.filter((one) => isTag(one)).filter(({ name }) => name === 'tr')))
    .slice(0, MAX_ROWS);

interface ComparisonTable {
  heads: string[];
  /** By the row's first cell. */
  marks: Map<HtmlTag, Mark[]>;
}

/** A table that compares: a first column of names, and columns in which some cells are marks. Cached, because its cells share it. */
const readTable = memoizeByObject((table: HtmlTag): ComparisonTable | null => {
  const [head, ...rows] = rowsOf(table).map(cellsOf);
  if (!head || head.length < 2 || rows.length < FEWEST_ROWS) return null;
  const marks = new Map<HtmlTag, Mark[]>();
  for (const [first, ...others] of rows) if (first && others.length === head.length - 1) marks.set(first, others.map(markOf));
  const all = [...marks.values()].flat();
  const marked = all.filter((mark) => mark === 'yes' || mark === 'no').length;
  if (marks.size < FEWEST_ROWS || marked * 4 < all.length) return null;
  return { heads: head.slice(1).map((cell) => textInside(cell, 80)), marks };
});

/** The column of the product in a comparison with others; undefined if none bears its name. */
const ownColumn = ({ heads }: ComparisonTable, names: readonly string[]): number | undefined => {
  const own = heads.flatMap((head, at) => (names.some((name) => lettersOnly(head).startsWith(name)) ? [at] : []));
  return own.length === 1 ? own[0] : undefined;
};

/** What a product has by a table: rows of a comparison with others that its own column ticks, rows of its plans that any of them has. */
export const findTableRows = (page: SitePage, names: readonly string[]): PageBlock[] => {
  const seen = new Set<HtmlTag>();
  return page.blocks.filter((block) => {
    const path = ancestorsOf(block.tag, 4);
    const cell = path.find(({ name }) => /^t[dh]$/.test(name));
    const table = cell && ancestorsOf(cell, 4).find(({ name }) => name === 'table');
    const read = table ? readTable(table) : null;
    const marks = cell && read?.marks.get(cell);
    if (!read || !marks || seen.has(cell)) return false;
    seen.add(cell);
    if (!isLabel(block.text) || isPlanTerm(block.text)) return false;
    const own = ownColumn(read, names);
    if (own !== undefined) return marks[own] === 'yes';
    const plans = page.kind === 'pricing' || block.regions.has('pricing');
    return plans && marks.some((mark) => mark === 'yes' || mark === 'value');
  });
};
