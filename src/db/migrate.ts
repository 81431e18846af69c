import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReservedSql } from 'postgres';
import type { Sql } from './open.ts';

type Migration = { name: string; text: string; checksum: string };

/** Processes that start together take turns at migrating. */
const MIGRATING = 7_305_003;

/** Brings the database to this version's shape and says which migrations that took. */
export const migrate = async (sql: Sql, folder = migrationsFolder()): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  const session = await sql.reserve();
  try {
    // Neither waiting for another process nor rewriting a large table is a stuck statement.
    await session`set statement_timeout = 0`;
    await session`select pg_advisory_lock(${MIGRATING})`;
    await session`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), checksum text not null)`;
    const applied = await session<{ name: string; checksum: string }[]>`select name, checksum from migrations order by name`;
    refuseStrangers(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.some((row) => row.name === name));
    for (const migration of missing) await apply(session, migration);
    return missing.map(({ name }) => name);
  } finally {
    await session`select pg_advisory_unlock_all()`.catch(() => {});
    await session`reset statement_timeout`.catch(() => {});
    session.release();
  }
};

const apply = async (session: ReservedSql, { name, text, checksum }: Migration): Promise<void> => {
  await session`begin`;
  try {
    await session.unsafe(text);
    await session`insert into migrations (name, checksum) values (${name}, ${checksum})`;
    await session`commit`;
  } catch (cause) {
    await session`rollback`.catch(() => {});
    throw new Error(`Migration ${name} failed and was undone: ${(cause as Error).message}`, { cause });
  }
};

const refuseStrangers = (migrations: Migration[], applied: { name: string; checksum: string }[]): void => {
  for (const { name, checksum } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known)
      throw new Error(
        `The database has migration ${name}, which this version does not know: a newer Launchweek wrote it. Run that version.`,
      );
    if (known.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied. Put it back, and write the change as a new migration.`);
  }
};

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    names.map(async (file) => {
      // A checkout may turn line ends; that is not a change.
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { name: file.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

/** From source and from the bundle in dist/ alike: the package's root is where package.json is. */
const migrationsFolder = (): string => {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  return join(root, 'src', 'db', 'migrations');
};
