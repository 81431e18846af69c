import type { Sql } from 'postgres';
import { readCsv } from '../../../kernel/csv.ts';
import { InvalidLine, readRecord } from '../../../kernel/json-lines.ts';
import { Day, OneOf, RequiredText, Slug, Strict, T, Text } from '../../../kernel/schema.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { dayAt, isDay } from '../../../kernel/time/weeks.ts';
import { identifyWebsite, normalizeWebsite } from '../addresses.ts';
import { withoutTimeout } from '../search/search-index.ts';
import { type MetricRow, selectListingsBySlugOrDomain, upsertMetrics } from './queries.ts';
import { METRIC_NAMES, parseFigure } from './rules.ts';

/** A record of `metrics import`. Columns may be in any order. */
const MetricLine = Strict({
  slug: T.Optional(Slug('The listing, by its slug …')),
  website: T.Optional(RequiredText(2048, '… or by its website.')),
  name: OneOf([...METRIC_NAMES]),
  as_of_on: Day('The date of the figure.'),
  value: RequiredText(40),
  unit: T.Optional(Text(40)),
  source: RequiredText(200, 'Source of the figure.'),
});
const COLUMNS = Object.keys(MetricLine.properties);
const REQUIRED_COLUMNS = ['name', 'as_of_on', 'value', 'source'];

export const parseColumns = (cells: string[]): string[] => {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (unknown.length)
    throw new InvalidLine(`has unknown columns: ${unknown.join(', ').slice(0, 200)}. Allowed columns: ${COLUMNS.join(', ')}`);
  if (missing.length) throw new InvalidLine(`is missing the columns ${missing.join(', ')}`);
  if (!columns.includes('slug') && !columns.includes('website'))
    throw new InvalidLine('needs a slug or website column to identify the listing');
  if (new Set(columns).size < columns.length) throw new InvalidLine('has a duplicate column');
  return columns;
};

export interface ParsedMetric extends Omit<MetricRow, 'listing_id'> {
  line: number;
  slug: string | null;
  domain: string | null;
}

/** Throws InvalidLine with the reason if the record cannot be imported. */
export const parseMetricLine = (columns: string[], cells: string[], line: number, today: string): ParsedMetric => {
  if (cells.length !== columns.length) throw new InvalidLine(`has ${cells.length} cells, but the header has ${columns.length} columns`);
  const record = columns.flatMap((column, i) => (cells[i]!.trim() ? [[column, cells[i]!]] : []));
  const { slug = null, website, name, as_of_on, value, unit, source } = readRecord(MetricLine, Object.fromEntries(record));
  if ((slug === null) === (website === undefined)) throw new InvalidLine('needs either slug or website, not both');
  const domain = website !== undefined && normalizeWebsite(website) ? identifyWebsite(website) : null;
  if (website !== undefined && !domain) throw new InvalidLine(`website is not the address of a public website: ${website.slice(0, 100)}`);
  if (!isDay(as_of_on) || as_of_on < '1900-01-01') throw new InvalidLine(`as_of_on is not a valid date: ${as_of_on}`);
  if (as_of_on > today) throw new InvalidLine(`as_of_on is in the future: ${as_of_on}`);
  if (source.includes('\uFFFD')) throw new InvalidLine('source is not UTF-8');
  return { line, slug, domain, name, as_of_on, source, ...parseFigure(name, value, unit) };
};

export interface MetricsImportResult {
  imported: number;
  /** Days for which another value was stored. */
  corrected: number;
  already_there: number;
  refused: { line: number; reason: string }[];
}

interface MetricsImportOptions {
  clock: Clock;
  /** Records per transaction: a killed import repeats no more than these. */
  batch?: number;
}

/** Splits rows into groups with at most one value per listing, name and day, in file order: the last value in the file wins. */
const groupWithoutRepeats = (rows: MetricRow[]): MetricRow[][] => {
  const occurrences = new Map<string, number>();
  const groups: MetricRow[][] = [];
  for (const row of rows) {
    const key = `${row.listing_id} ${row.name} ${row.as_of_on}`;
    const group = occurrences.get(key) ?? 0;
    occurrences.set(key, group + 1);
    groups[group] ??= [];
    groups[group].push(row);
  }
  return groups;
};

/**
 * Imports metrics from a CSV file. The history is kept: each day's figure is one row, and importing the same file again changes
 * nothing. Every record that cannot be imported is reported with line and reason.
 */
export const importMetrics = async (
  sql: Sql,
  site: { id: number; time_zone: string },
  file: AsyncIterable<Uint8Array | string>,
  { clock, batch: batch_size = 1000 }: MetricsImportOptions,
): Promise<MetricsImportResult> => {
  const result: MetricsImportResult = { imported: 0, corrected: 0, already_there: 0, refused: [] };
  const today = dayAt(clock.now(), site.time_zone);

  const write = async (batch: ParsedMetric[]): Promise<void> => {
    const slugs = batch.flatMap(({ slug }) => slug ?? []);
    const domains = batch.flatMap(({ domain }) => domain ?? []);
    const listings = await selectListingsBySlugOrDomain(sql, site.id, slugs, domains);
    const [by_slug, by_domain] = [new Map(listings.map((one) => [one.slug, one.id])), new Map(listings.map((one) => [one.domain, one.id]))];
    const rows = batch.flatMap(({ line, slug, domain, ...figure }): MetricRow[] => {
      const listing_id = slug === null ? by_domain.get(domain!) : by_slug.get(slug);
      if (listing_id !== undefined) return [{ listing_id, ...figure }];
      result.refused.push({ line, reason: `no listing found for ${slug ?? domain}` });
      return [];
    });
    for (const group of groupWithoutRepeats(rows)) {
      const { imported, corrected } = await withoutTimeout(sql, (tx) => upsertMetrics(tx, site.id, group));
      result.imported += imported;
      result.corrected += corrected;
      result.already_there += group.length - imported - corrected;
    }
  };

  let columns: string[] | null = null;
  let batch: ParsedMetric[] = [];
  for await (const { line, cells } of readCsv(file)) {
    try {
      if (cells instanceof InvalidLine) throw cells;
      if (columns) batch.push(parseMetricLine(columns, cells, line, today));
      else columns = parseColumns(cells);
    } catch (error) {
      if (!(error instanceof InvalidLine)) throw error;
      result.refused.push({ line, reason: error.message });
      // Without a valid header the file cannot be read.
      if (!columns) return result;
    }
    if (batch.length < batch_size) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
  result.refused.sort((a, b) => a.line - b.line);
  return result;
};
