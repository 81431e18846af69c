import { readCsv, splitLines } from '../../../kernel/csv.ts';
import { InvalidLine } from '../../../kernel/json-lines.ts';
import { t } from '../../../kernel/language/messages.ts';
import { detectFormat, type Reading } from './detect.ts';
import { flattenRecord, parseJson, readJsonRecords } from './json.ts';
import { createMarkdownReader } from './markdown.ts';

/** The encoding of a text by its first bytes: Unicode by its byte order mark, otherwise UTF-8, or what older spreadsheets write. */
const guessEncoding = (head: Uint8Array): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};

/** Decodes a stream of bytes as text, without its byte order mark. */
export async function* decodeText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(guessEncoding(piece));
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

/** A record of a file, by column, and the line it begins on. `values` is an InvalidLine if it cannot be read. */
export interface SourceRecord {
  line: number;
  values: Record<string, unknown> | InvalidLine;
}

const isFilled = (value: unknown): boolean => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const withoutBlanks = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));

/** Column names as the header has them; unnamed and repeated ones get a number. */
const nameColumns = (cells: string[]): string[] => {
  const names: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim().slice(0, 100) || `Column ${at + 1}`;
    names.push(names.includes(name) ? `${name} (${at + 1})` : name);
  }
  return names;
};

/** Whether the first record is no header: headers have no web addresses. */
const isHeader = (cells: string[]): boolean => !cells.some((cell) => /^https?:\/\//i.test(cell.trim()));

async function* readTable(text: AsyncIterable<string>, { separator }: Reading): AsyncGenerator<SourceRecord> {
  let columns: string[] | null = null;
  for await (const { line, cells } of readCsv(text, separator)) {
    if (cells instanceof InvalidLine) {
      yield { line, values: cells };
      continue;
    }
    if (!columns) {
      const has_header = isHeader(cells);
      columns = nameColumns(has_header ? cells : cells.map(() => ''));
      if (has_header) continue;
    }
    const names = columns;
    if (cells.length > names.length && cells.slice(names.length).some((cell) => cell.trim()))
      yield {
        line,
        values: new InvalidLine(
          t('has {cells} cells, but the header has {names}. Put cells that contain the separator in quotes', {
            cells: cells.length,
            names: names.length,
          }),
        ),
      };
    else yield { line, values: withoutBlanks(Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()]))) };
  }
}

async function* readJson(text: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
  for await (const { line, value } of readJsonRecords(text))
    yield { line, values: value instanceof InvalidLine ? value : withoutBlanks(flattenRecord(value as object)) };
}

/** Lines that hold something to import. */
const readEachLine = (toValues: (line: string) => Record<string, unknown> | InvalidLine | null) =>
  async function* (text: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
    for await (const { number, text: line } of splitLines(text)) {
      const values = line === null ? new InvalidLine(t('is longer than 65,536 characters')) : toValues(line.trimEnd());
      if (values) yield { line: number, values: values instanceof InvalidLine ? values : withoutBlanks(values) };
    }
  };

const readMarkdown = (text: AsyncIterable<string>): AsyncGenerator<SourceRecord> => {
  const readEntry = createMarkdownReader();
  return readEachLine((line) => readEntry(line) as Record<string, unknown> | null)(text);
};

const readJsonLines = readEachLine((line) => {
  const value = line.trim() ? parseJson(line) : null;
  if (value === null || value instanceof InvalidLine) return value;
  return typeof value === 'object' && !Array.isArray(value) ? flattenRecord(value) : new InvalidLine(t('is not a JSON object'));
});

const readAddresses = readEachLine((line) =>
  line.trim() && !/^\s*#/.test(line) && !/^\w+$/.test(line.trim()) ? { Website: line.trim() } : null,
);

const READERS: Record<string, (text: AsyncIterable<string>, reading: Reading) => AsyncGenerator<SourceRecord>> = {
  csv: readTable,
  json: readJson,
  jsonl: readJsonLines,
  markdown: readMarkdown,
  addresses: readAddresses,
};

async function* continueWith(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Guesses the format of a file and reads its records as a stream. */
export const openFile = async (
  file_name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ reading: Reading; records: AsyncGenerator<SourceRecord> }> => {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  const head = first.done ? new Uint8Array() : first.value;
  const reading = detectFormat(file_name, new TextDecoder(guessEncoding(head)).decode(head));
  return { reading, records: READERS[reading.format]!(decodeText(continueWith(head, source)), reading) };
};
