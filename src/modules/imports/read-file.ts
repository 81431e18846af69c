import type { Sql } from 'postgres';
import { InvalidLine } from '../../kernel/json-lines.ts';
import { t } from '../../kernel/language/messages.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { selectAllDefinitions } from '../catalog/attributes/queries.ts';
import { recognizeSource } from './formats/detect.ts';
import { openFile, type SourceRecord } from './formats/read.ts';
import { fieldsOf, guessMapping, type SourceColumn } from './mapping.ts';
import {
  deleteChunks,
  type ImportRow,
  insertRows,
  type NewRow,
  readChunks,
  updateImport,
  updateImportColumns,
  updateImportMapping,
} from './queries.ts';
import { importMoves } from './states.ts';

const ROWS_PER_INSERT = 500;
const MAX_COLUMNS = 120;
const MAX_SAMPLES = 5;
const MAX_SAMPLE_LENGTH = 200;

/** Collects the columns of a file with some of their values. */
const createColumnCollector = () => {
  const columns = new Map<string, SourceColumn>();
  const add = (record: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(record)) {
      let column = columns.get(name);
      if (!column) {
        if (columns.size >= MAX_COLUMNS) continue;
        column = { name, filled: 0, samples: [] };
        columns.set(name, column);
      }
      column.filled++;
      if (column.samples.length < MAX_SAMPLES)
        column.samples.push((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SAMPLE_LENGTH));
    }
  };
  return { add, list: () => [...columns.values()] };
};

const toRow = ({ line, values }: SourceRecord, number: number): NewRow =>
  values instanceof InvalidLine
    ? { number, line, record: {}, outcome: 'refused', faults: [{ column: null, message: values.message }] }
    : { number, line, record: values, outcome: null, faults: null };

interface ReadingCtx {
  sql: Sql;
  clock: Clock;
  signal?: AbortSignal;
}

/** PostgreSQL has no null characters in texts. */
const NULL_CHARACTER = /\\u0000/;

const withoutNullCharacters = (row: NewRow): NewRow =>
  NULL_CHARACTER.test(JSON.stringify(row.record))
    ? { ...row, record: {}, outcome: 'refused', faults: [{ column: null, message: t('contains a null character. Remove it') }] }
    : row;

/** Whether a file is the export of a site, which is compressed. */
const isArchive = (head: Buffer | undefined): boolean => head?.[0] === 0x1f && head[1] === 0x8b;

/** An export is not mapped: it waits for its import as it is. */
const keepArchive = ({ sql, clock }: ReadingCtx, { id }: ImportRow): Promise<unknown> =>
  sql.begin(async (tx) => {
    if (await importMoves.try({ sql: tx, clock }, id, 'read')) await updateImport(tx, id, { format: 'site_export' });
  });

/** Reads an uploaded file into rows, guesses its format and mapping, and lets the file go. Interrupted, it starts over with the same result. */
export const readFile = async (ctx: ReadingCtx, row: ImportRow): Promise<void> => {
  const { sql, clock, signal } = ctx;
  const { value: head } = await readChunks(sql, row.id).next();
  if (isArchive(head)) return void (await keepArchive(ctx, row));
  const { reading, records } = await openFile(row.file_name, readChunks(sql, row.id));
  const { add, list } = createColumnCollector();
  let number = 0;
  let batch: NewRow[] = [];
  const flush = async () => {
    signal?.throwIfAborted();
    await insertRows(sql, row, batch, clock.now());
    await updateImport(sql, row.id, { rows: number });
    batch = [];
  };
  for await (const record of records) {
    const read = withoutNullCharacters(toRow(record, ++number));
    add(read.record);
    batch.push(read);
    if (batch.length >= ROWS_PER_INSERT) await flush();
  }
  await flush();
  const columns = list();
  const fields = fieldsOf(await selectAllDefinitions(sql, row.site_id));
  const format = recognizeSource(
    reading.format,
    columns.map(({ name }) => name),
  );
  await sql.begin(async (tx) => {
    const is_empty = columns.length === 0;
    const moved = await importMoves.try({ sql: tx, clock }, row.id, is_empty ? 'reading_failed' : 'read');
    if (!moved) return;
    await updateImport(tx, row.id, {
      format,
      ...(is_empty && { failure: t('We found no rows in this file. Upload a CSV, JSON or Markdown file, or a list of websites.') }),
    });
    await updateImportColumns(tx, row.id, columns);
    await updateImportMapping(tx, row.id, guessMapping(columns, fields));
    await deleteChunks(tx, row.id);
  });
};
