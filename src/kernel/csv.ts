import { InvalidLine } from './json-lines.ts';

/** A record of a CSV file and the line it begins on. `cells` is an InvalidLine if the record cannot be parsed. */
export interface CsvRecord {
  line: number;
  cells: string[] | InvalidLine;
}

/** Longest valid record. An unclosed quote must not swallow the rest of the file. */
const LONGEST_RECORD = 65_536;

export interface Line {
  number: number;
  /** Null if the line is longer than the longest record. */
  text: string | null;
}

/** Splits a stream into lines, without line endings and byte order mark. */
export async function* splitLines(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 1;
  let rest = '';
  let too_long = false;
  const makeLine = (text: string): Line => {
    const whole = number === 1 ? text.replace(/^\uFEFF/, '') : text;
    return { number: number++, text: too_long || whole.length > LONGEST_RECORD ? null : whole.replace(/\r$/, '') };
  };
  const take = function* (text: string): Generator<Line> {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      yield makeLine(line);
      too_long = false;
    }
    if (rest.length > LONGEST_RECORD) {
      too_long = true;
      rest = '';
    }
  };
  for await (const piece of pieces) yield* take(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
  yield* take(decoder.decode());
  if (rest || too_long) yield makeLine(rest);
}

/**
 * Matches the start of a cell (also for spreadsheets that separate by semicolon or tab) whose content is a formula. Leading quotes are
 * skipped, and existing apostrophes count too, so that removing one apostrophe always restores the text.
 */
const FORMULA = String.raw`["']{0,50}[=+\-@\t\r\n＝＋－＠]`;
const BEGINS_FORMULA = new RegExp(String.raw`(?<=^|[;\t\r\n])(?=${FORMULA})`, 'g');
const MARKED_FORMULA = new RegExp(String.raw`(?<=^|[;\t\r\n])'(?=${FORMULA})`, 'g');
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Puts an apostrophe before formulas (OWASP: CSV injection). Numbers stay numbers. */
const escapeFormulas = (text: string): string => (NUMBER.test(text) ? text : text.replace(BEGINS_FORMULA, "'"));
const unescapeFormulas = (text: string): string => text.replace(MARKED_FORMULA, '');

/** A quoted and a plain cell with the separator after it. */
const CELLS = {
  ',': [/^[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(?:,|$)/, /^([^",]*)(?:,|$)/],
  ';': [/^[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(?:;|$)/, /^([^";]*)(?:;|$)/],
  '\t': [/^ *"([^"]*(?:""[^"]*)*)" *(?:\t|$)/, /^([^"\t]*)(?:\t|$)/],
} as const;
export type Separator = keyof typeof CELLS;
export const SEPARATORS = Object.keys(CELLS) as Separator[];

/** The cells of a record with balanced quotes. */
const parseCells = (text: string, separator: Separator): string[] | InvalidLine => {
  const [quoted_cell, plain_cell] = CELLS[separator];
  const cells: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = quoted_cell.exec(rest);
    const found = quoted ?? plain_cell.exec(rest);
    if (!found) return new InvalidLine(`has a misplaced quote in cell ${cells.length + 1}`);
    cells.push(unescapeFormulas(quoted ? found[1]!.replaceAll('""', '"') : found[1]!));
    const ended = found[0].length === rest.length && !found[0].endsWith(separator);
    rest = rest.slice(found[0].length);
    if (ended) return cells;
  }
};

const countQuotes = (text: string): number => text.split('"').length - 1;

/** Joins the lines of one record and returns lines that turn out not to belong to it. */
const joinLines = async (
  first: Line,
  next: () => Promise<Line | undefined>,
  separator: Separator,
): Promise<{ record: CsvRecord; unused: Line[] }> => {
  const line = first.number;
  const invalid = (reason: string, unused: Line[] = []) => ({ record: { line, cells: new InvalidLine(reason) }, unused });
  if (first.text === null) return invalid('is longer than 65,536 characters');
  if (countQuotes(first.text) % 2 === 0) return { record: { line, cells: parseCells(first.text, separator) }, unused: [] };
  const more: Line[] = [];
  for (let text = first.text; ; ) {
    const another = await next();
    if (another) more.push(another);
    if (!another || another.text === null || text.length + another.text.length > LONGEST_RECORD)
      return invalid('has an unclosed quote', more);
    text += `\n${another.text}`;
    if (countQuotes(another.text) % 2 === 1) return { record: { line, cells: parseCells(text, separator) }, unused: [] };
  }
};

/** Reads a CSV file (RFC 4180) as a stream. Skips empty lines and removes apostrophes that escape formulas. */
export async function* readCsv(pieces: AsyncIterable<Uint8Array | string>, separator: Separator = ','): AsyncGenerator<CsvRecord> {
  const lines = splitLines(pieces);
  let waiting: Line[] = [];
  const next = async (): Promise<Line | undefined> => waiting.shift() ?? ((await lines.next()).value as Line | undefined);
  for (let line = await next(); line; line = await next()) {
    if (line.text !== null && line.text.trim() === '') continue;
    const { record, unused } = await joinLines(line, next, separator);
    waiting = [...unused, ...waiting];
    yield record;
  }
}

const formatCell = (cell: string | number | null): string => {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? escapeFormulas(cell) : String(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Formats records as CSV (RFC 4180). Formulas are escaped with an apostrophe, which readCsv removes. */
export const csvText = (records: (string | number | null)[][]): string =>
  records.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('');
