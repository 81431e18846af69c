import { InvalidLine } from '../../../kernel/json-lines.ts';
import { t } from '../../../kernel/language/messages.ts';

/** Longest record. An unclosed bracket must not swallow the rest of the file. */
const MAX_RECORD = 1_000_000;

const [QUOTE, BACKSLASH, NEWLINE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [34, 92, 10, 123, 125, 91, 93];

export interface JsonRecord {
  line: number;
  value: unknown;
}

/** The value of a JSON text, or an InvalidLine. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return new InvalidLine(t('is not JSON'));
  }
};

/**
 * Reads the records of a JSON document as a stream: the elements of its first list of objects, wherever that is
 * (`[…]`, `{"servers": […]}`, `{"data": {"posts": {"edges": […]}}}`).
 * `value` is an InvalidLine for a record that cannot be parsed.
 */
export async function* readJsonRecords(pieces: AsyncIterable<string>): AsyncGenerator<JsonRecord> {
  const open: number[] = [];
  let line = 1;
  /** How many brackets are open where records begin; null until the first one was found. */
  let depth: number | null = null;
  let record = '';
  let record_line = 0;
  let in_record = false;
  let in_text = false;
  let escaped = false;
  for await (const piece of pieces) {
    let start = 0;
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      if (code === NEWLINE) line++;
      if (in_text) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) in_text = false;
        continue;
      }
      if (code === QUOTE) in_text = true;
      else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (code === OPEN_OBJECT && depth === null && open.at(-1) === OPEN_LIST) depth = open.length;
        if (code === OPEN_OBJECT && open.length === depth && !in_record) {
          in_record = true;
          start = i;
          record_line = line;
        }
        open.push(code);
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        open.pop();
        if (in_record && open.length === depth) {
          yield { line: record_line, value: parseJson(record + piece.slice(start, i + 1)) };
          in_record = false;
          record = '';
        } else if (depth !== null && open.length < depth) return;
      }
    }
    if (in_record) {
      record += piece.slice(start);
      if (record.length > MAX_RECORD) {
        yield { line: record_line, value: new InvalidLine(t('is longer than a million characters, or a bracket or quote is not closed')) };
        return;
      }
    }
  }
  if (in_record) yield { line: record_line, value: new InvalidLine(t('is cut off: a bracket or quote is not closed')) };
}

const MAX_DEPTH = 3;

/** Nested objects as columns with dots: `repository.url`. What a list wraps in `node`, as GraphQL does, is unwrapped. */
export const flattenRecord = (record: object, prefix = '', depth = 1): Record<string, unknown> =>
  Object.assign(
    {},
    ...Object.entries(record).map(([name, value]) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isObject && name === 'node' && !prefix) return flattenRecord(value);
      return isObject && depth < MAX_DEPTH ? flattenRecord(value, `${prefix}${name}.`, depth + 1) : { [prefix + name]: value };
    }),
  );
