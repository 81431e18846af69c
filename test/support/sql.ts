import { globSync, readFileSync } from 'node:fs';

/** The text of SQL templates in a source file: sql`…`, tx`…`, with anything interpolated left out. */
export const sqlIn = (source: string): string[] => {
  const found: string[] = [];
  let at = 0;
  const skipTo = (end: string) => {
    at = source.indexOf(end, at + 1);
    at = at < 0 ? source.length : at + end.length - 1;
  };
  /** Reads code up to the closing brace of an interpolation, or the end of the file. */
  const readCode = (): void => {
    for (let depth = 0; at < source.length; at++) {
      const letter = source[at];
      if (letter === '{') depth++;
      else if (letter === '}' && depth-- === 0) return;
      else if (source.startsWith('//', at)) skipTo('\n');
      else if (source.startsWith('/*', at)) skipTo('*/');
      else if (letter === "'" || letter === '"') skipTo(letter);
      else if (letter === '`') readTemplate(/\b(sql|tx)(<[^`]*>)?$/.test(source.slice(Math.max(0, at - 400), at)));
    }
  };
  const readTemplate = (is_sql: boolean): void => {
    let text = '';
    for (at++; at < source.length && source[at] !== '`'; at++) {
      if (source[at] === '\\') at++;
      else if (source.startsWith('${', at)) {
        at += 2;
        readCode();
        text += '$';
      } else text += source[at];
    }
    if (is_sql) found.push(text.replace(/--.*/g, ''));
  };
  readCode();
  return found;
};

export interface TableAccess {
  writes: Set<string>;
  reads: Set<string>;
}

const WRITE = /\b(?:insert into|update|delete from|merge into|truncate|truncate table|lock table)\s+(?:only\s+)?([a-z_]+)\b/g;
const READ = /(?<!\bdelete )\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)\b/g;
/** The second of `from one a, other b`. */
const ALSO_READ = /\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*([a-z_]+)\b/g;

/** Which of the tables and views a file writes and reads. */
export const tablesIn = (source: string, tables: ReadonlySet<string>): TableAccess => {
  const text = sqlIn(source).join('\n;\n');
  const named = (...patterns: RegExp[]) =>
    new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!)).filter((name) => tables.has(name)));
  return { writes: named(WRITE), reads: named(READ, ALSO_READ) };
};

/** The tables and views that the migrations create and keep. */
export const migratedTables = (): { tables: Set<string>; views: Set<string> } => {
  const text = globSync('src/db/migrations/*.sql')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
  const dropped = named(/^drop table (\w+)/gm);
  const tables = named(/^create (?:unlogged )?table (\w+)/gm).filter((name) => !dropped.includes(name));
  return { tables: new Set(tables), views: new Set(named(/^create (?:or replace )?view (\w+)/gm)) };
};
