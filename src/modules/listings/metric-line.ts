import { BadLine, readRecord } from '../../kernel/lines.ts';
import { Day, OneOf, RequiredText, Slug, Strict, T, Text } from '../../kernel/schema.ts';
import { isDay } from '../../kernel/week.ts';
import { domainOf } from './address.ts';
import { type Figure, figureOf, METRIC_NAMES, type MetricName } from './metric-rules.ts';

/** A record of `metrics import`: its columns, in any order. */
const MetricLine = Strict({
  slug: T.Optional(Slug('The listing, by its slug …')),
  website: T.Optional(RequiredText(2048, '… or by its website.')),
  name: OneOf([...METRIC_NAMES]),
  as_of_on: Day('The day it was true.'),
  value: RequiredText(40),
  unit: T.Optional(Text(40)),
  source: RequiredText(200, 'Who says so.'),
});
const COLUMNS = Object.keys(MetricLine.properties);
const NEEDED = ['name', 'as_of_on', 'value', 'source'];

/** The columns a file has, by its first record. */
export const readColumns = (cells: string[]): string[] => {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (unknown.length)
    throw new BadLine(`names columns that are not known: ${unknown.join(', ').slice(0, 200)}. Known are ${COLUMNS.join(', ')}`);
  if (missing.length) throw new BadLine(`lacks the columns ${missing.join(', ')}`);
  if (!columns.includes('slug') && !columns.includes('website')) throw new BadLine('needs a column slug or website, to name the listing');
  if (new Set(columns).size < columns.length) throw new BadLine('names a column twice');
  return columns;
};

export interface ReadMetric extends Figure {
  line: number;
  slug: string | null;
  domain: string | null;
  name: MetricName;
  as_of_on: string;
  source: string;
}

/** Reads one record, or says what is wrong with it. */
export const readMetric = (columns: string[], cells: string[], line: number, today: string): ReadMetric => {
  if (cells.length !== columns.length) throw new BadLine(`has ${cells.length} cells where the first line names ${columns.length} columns`);
  const said = columns.flatMap((column, i) => (cells[i]!.trim() ? [[column, cells[i]!]] : []));
  const { slug = null, website, name, as_of_on, value, unit, source } = readRecord(MetricLine, Object.fromEntries(said));
  if ((slug === null) === (website === undefined)) throw new BadLine('names its listing by slug or by website, not by both or neither');
  const domain = website === undefined ? null : domainOf(website);
  if (website !== undefined && !domain) throw new BadLine(`website is not the address of a public website: ${website.slice(0, 100)}`);
  if (!isDay(as_of_on) || as_of_on < '1900-01-01') throw new BadLine(`as_of_on is no day: ${as_of_on}`);
  if (as_of_on > today) throw new BadLine(`as_of_on is a day to come: ${as_of_on}`);
  if (source.includes('\uFFFD')) throw new BadLine('source is not UTF-8');
  return { line, slug, domain, name, as_of_on, source, ...figureOf(name, value, unit) };
};
