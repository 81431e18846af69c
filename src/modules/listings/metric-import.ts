import type { Sql } from 'postgres';
import type { Clock } from '../../kernel/clock.ts';
import { readCsv } from '../../kernel/csv.ts';
import { BadLine } from '../../kernel/lines.ts';
import { dayIn } from '../../kernel/week.ts';
import { type ReadMetric, readColumns, readMetric } from './metric-line.ts';
import { type MetricRow, selectMeasured, upsertMetrics } from './metric-queries.ts';
import { patiently } from './search-index.ts';

export interface MetricsImport {
  imported: number;
  /** Days of which another value was known. */
  corrected: number;
  already_there: number;
  refused: { line: number; reason: string }[];
}

interface Options {
  clock: Clock;
  /** Records a transaction: what a killed import does again at most. */
  batch?: number;
}

/** Rows in turns of which none says two values for one listing, name and day: what stands later in the file counts. */
const inTurns = (rows: MetricRow[]): MetricRow[][] => {
  const seen = new Map<string, number>();
  const turns: MetricRow[][] = [];
  for (const row of rows) {
    const key = `${row.listing_id} ${row.name} ${row.as_of_on}`;
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    turns[turn] ??= [];
    turns[turn].push(row);
  }
  return turns;
};

/**
 * Imports figures from outside from a CSV file. The history is kept: a day's figure is one row, and the same file again changes
 * nothing. A record that cannot be imported is named with its line and reason; none is lost in silence.
 */
export const importMetrics = async (
  sql: Sql,
  site: { id: number; time_zone: string },
  file: AsyncIterable<Uint8Array | string>,
  { clock, batch: most = 1000 }: Options,
): Promise<MetricsImport> => {
  const told: MetricsImport = { imported: 0, corrected: 0, already_there: 0, refused: [] };
  const today = dayIn(clock.now(), site.time_zone);

  const write = async (batch: ReadMetric[]): Promise<void> => {
    const slugs = batch.flatMap(({ slug }) => slug ?? []);
    const domains = batch.flatMap(({ domain }) => domain ?? []);
    const listed = await selectMeasured(sql, site.id, slugs, domains);
    const [by_slug, by_domain] = [new Map(listed.map((one) => [one.slug, one.id])), new Map(listed.map((one) => [one.domain, one.id]))];
    const rows = batch.flatMap(({ line, slug, domain, ...figure }): MetricRow[] => {
      const listing_id = slug === null ? by_domain.get(domain!) : by_slug.get(slug);
      if (listing_id !== undefined) return [{ listing_id, ...figure }];
      told.refused.push({ line, reason: `there is no listing of ${slug ?? domain}` });
      return [];
    });
    for (const turn of inTurns(rows)) {
      const { imported, corrected } = await patiently(sql, (tx) => upsertMetrics(tx, site.id, turn));
      told.imported += imported;
      told.corrected += corrected;
      told.already_there += turn.length - imported - corrected;
    }
  };

  let columns: string[] | null = null;
  let batch: ReadMetric[] = [];
  for await (const { line, cells } of readCsv(file)) {
    try {
      if (cells instanceof BadLine) throw cells;
      if (columns) batch.push(readMetric(columns, cells, line, today));
      else columns = readColumns(cells);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      told.refused.push({ line, reason: error.message });
      // Without its columns nothing in the file has a meaning.
      if (!columns) return told;
    }
    if (batch.length < most) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
  told.refused.sort((a, b) => a.line - b.line);
  return told;
};
