import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A step of a migration that is applied by itself, while processes are running. */
export interface MigrationStep {
  title: string;
  text: string;
  /** Repeated in batches until it changes no row. */
  repeats: boolean;
  /** The index it builds concurrently, outside a transaction. */
  index: string | null;
}

export interface Migration {
  name: string;
  text: string;
  checksum: string;
  /** Null: the whole file is one transaction. */
  steps: MigrationStep[] | null;
}

const STEPPED = /^-- steps\b/;
const MARK = /^-- (step|repeat): *(.+)$/gm;
const CONCURRENTLY = /\bconcurrently\b/i;
const INDEX = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z_][a-z0-9_]*)\s/i;

const withoutComments = (text: string): string => text.replace(/^[ \t]*--.*$/gm, '').trim();

const parseStep = (name: string, kind: string, title: string, text: string): MigrationStep => {
  const refuse = (why: string): never => {
    throw new Error(`Migration ${name}, step "${title}": ${why}`);
  };
  const body = withoutComments(text);
  if (!body) refuse('there is nothing in it.');
  // The row count of the statement decides whether to repeat it.
  if (kind === 'repeat' && /;\s*\S/.test(body)) refuse('what is repeated is one statement.');
  if (!CONCURRENTLY.test(body)) return { title, text, repeats: kind === 'repeat', index: null };
  const index = INDEX.exec(body)?.[1] ?? refuse('write "create index concurrently if not exists NAME", since it may be done twice.');
  if (kind === 'repeat') refuse('an index is made once, not again and again.');
  if (/;\s*\S/.test(body)) refuse('an index that is made concurrently needs a step of its own.');
  return { title, text: body, repeats: false, index };
};

/** The steps of a migration whose first line is `-- steps`; null for a single transaction. */
const stepsIn = (name: string, text: string): MigrationStep[] | null => {
  if (!STEPPED.test(text)) return null;
  const marks = [...text.matchAll(MARK)];
  if (marks.length === 0 || withoutComments(text.slice(0, marks[0]!.index)))
    throw new Error(`Migration ${name}: after "-- steps" each part begins with a line "-- step: TITLE" or "-- repeat: TITLE".`);
  return marks.map((mark, i) => parseStep(name, mark[1]!, mark[2]!.trim(), text.slice(mark.index + mark[0].length, marks[i + 1]?.index)));
};

export const readMigrations = async (folder: string = migrationsFolder()): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    names.map(async (file) => {
      // A checkout may convert line endings; that is not a change.
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const name = file.slice(0, -'.sql'.length);
      return { name, text, checksum: hash('sha256', text), steps: stepsIn(name, text) };
    }),
  );
};

/** The folder of package.json, from source and from the bundle in dist/. */
export const packageRoot = (): string => {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  return root;
};

const migrationsFolder = (): string => join(packageRoot(), 'src', 'db', 'migrations');
