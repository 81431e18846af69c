import { BadLine } from './lines.ts';

/** A record of a CSV file and the line it begins on; or, where it cannot be read, why. */
export interface CsvRecord {
  line: number;
  cells: string[] | BadLine;
}

/** More than any honest record has. A quote that is never closed must not swallow the rest of the file. */
const LONGEST_RECORD = 65_536;

interface Line {
  number: number;
  /** Null for a line longer than any record may be: its text is not kept. */
  text: string | null;
}

/** The lines of a text that comes in pieces, however long: without their ends, and without the mark some programs put first. */
async function* linesOf(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 1;
  let rest = '';
  let too_long = false;
  const lineOf = (text: string): Line => {
    const whole = number === 1 ? text.replace(/^\uFEFF/, '') : text;
    return { number: number++, text: too_long || whole.length > LONGEST_RECORD ? null : whole.replace(/\r$/, '') };
  };
  const take = function* (text: string): Generator<Line> {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      yield lineOf(line);
      too_long = false;
    }
    if (rest.length > LONGEST_RECORD) {
      too_long = true;
      rest = '';
    }
  };
  for await (const piece of pieces) yield* take(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
  yield* take(decoder.decode());
  if (rest || too_long) yield lineOf(rest);
}

const QUOTED = /^[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(?:,|$)/;
const PLAIN = /^([^",]*)(?:,|$)/;

/** The cells of a record whose quotes are all closed. */
const cellsOf = (text: string): string[] | BadLine => {
  const cells: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = QUOTED.exec(rest);
    const found = quoted ?? PLAIN.exec(rest);
    if (!found) return new BadLine(`has a quote where none may be, in cell ${cells.length + 1}`);
    cells.push(quoted ? found[1]!.replaceAll('""', '"') : found[1]!);
    const ended = found[0].length === rest.length && !found[0].endsWith(',');
    rest = rest.slice(found[0].length);
    if (ended) return cells;
  }
};

const quotesIn = (text: string): number => text.split('"').length - 1;

/** Joins the lines of one record; gives back those that turn out not to belong to it. */
const joined = async (first: Line, next: () => Promise<Line | undefined>): Promise<{ record: CsvRecord; back: Line[] }> => {
  const line = first.number;
  const bad = (reason: string, back: Line[] = []) => ({ record: { line, cells: new BadLine(reason) }, back });
  if (first.text === null) return bad('is longer than 65,536 characters');
  if (quotesIn(first.text) % 2 === 0) return { record: { line, cells: cellsOf(first.text) }, back: [] };
  const more: Line[] = [];
  for (let text = first.text; ; ) {
    const another = await next();
    if (another) more.push(another);
    if (!another || another.text === null || text.length + another.text.length > LONGEST_RECORD)
      return bad('opens a quote that is not closed', more);
    text += `\n${another.text}`;
    if (quotesIn(another.text) % 2 === 1) return { record: { line, cells: cellsOf(text) }, back: [] };
  }
};

/**
 * The records of a CSV file (RFC 4180), one after the other and never the whole file at once. Quotes, line ends within them,
 * CRLF and a byte order mark are understood; empty lines are passed over.
 */
export async function* readCsv(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<CsvRecord> {
  const lines = linesOf(pieces);
  let waiting: Line[] = [];
  const next = async (): Promise<Line | undefined> => waiting.shift() ?? ((await lines.next()).value as Line | undefined);
  for (let line = await next(); line; line = await next()) {
    if (line.text !== null && line.text.trim() === '') continue;
    const { record, back } = await joined(line, next);
    waiting = [...back, ...waiting];
    yield record;
  }
}

/** A spreadsheet takes such a beginning for a formula and computes it. */
const LOOKS_COMPUTED = /^[=+@\t\r]|^-(?!\d)/;

const cellOf = (cell: string | number | null): string => {
  if (cell === null) return '';
  const text = typeof cell === 'string' && LOOKS_COMPUTED.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Records as the text of a CSV file (RFC 4180). What a spreadsheet would take for a formula is marked as text. */
export const csvText = (records: (string | number | null)[][]): string =>
  records.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
