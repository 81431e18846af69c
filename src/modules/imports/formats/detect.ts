import { SEPARATORS, type Separator } from '../../../kernel/csv.ts';
import { msg, texts } from '../../../kernel/language/messages.ts';
import { extractDomain } from '../../listings/addresses.ts';
import { createMarkdownReader } from './markdown.ts';

/** The formats that can be imported, as the pages name them. */
export const FORMATS = texts({
  csv: 'CSV',
  json: 'JSON',
  jsonl: msg('JSON lines'),
  markdown: msg('Awesome list (Markdown)'),
  addresses: msg('List of websites'),
  mcp_registry: msg('MCP registry'),
  product_hunt: 'Product Hunt',
  site_export: msg('Export of a site'),
});
export type Format = keyof typeof FORMATS;

/** How a file is read. */
export interface Reading {
  format: Format;
  separator?: Separator;
}

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

const withoutQuoted = (line: string): string => line.replace(/"[^"]*"/g, '');

/** The character that separates cells: the one that the first line has most of. */
const guessSeparator = (first_line: string): Separator => {
  const bare = withoutQuoted(first_line);
  const counts = SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
};

const isAddress = (line: string): boolean =>
  /^\S{3,2048}$/.test(line) && !/[,;"]/.test(line) && (/^https?:\/\/[\w[]/i.test(line) || extractDomain(line) !== null);

/** Guesses how to read a file from its name and the beginning of its text. */
export const detectFormat = (file_name: string, head: string): Reading => {
  const lines = head
    .split(/\r?\n/)
    .slice(0, 200)
    .map((line) => line.trim())
    .filter(Boolean);
  const [first = '', second = ''] = lines;
  if (/^[[{]/.test(first)) {
    const is_lines = first.startsWith('{') && isJson(first) && (second !== '' || /\.jsonl$|\.ndjson$/i.test(file_name));
    return { format: is_lines ? 'jsonl' : 'json' };
  }
  const readEntry = createMarkdownReader();
  const entries = lines.filter((line) => readEntry(line) !== null).length;
  if (entries >= 3 || (entries > 0 && /\.(md|markdown)$/i.test(file_name))) return { format: 'markdown' };
  // The last line may be cut off.
  const whole = lines.slice(0, Math.max(lines.length - 1, 1));
  if (whole.every((line) => isAddress(line) || /^#|^(website|url|address|domain)s?$/i.test(line))) return { format: 'addresses' };
  return { format: 'csv', separator: guessSeparator(first) };
};

/** Recognises well-known exports by their columns. */
export const recognizeSource = (format: Format, columns: string[]): Format => {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (format === 'json' && has('server.name', 'server.description')) return 'mcp_registry';
  if (has('name', 'tagline', 'votesCount') || has('name', 'product_description', 'category_tags')) return 'product_hunt';
  return format;
};
