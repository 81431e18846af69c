import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database, openDatabase } from '../../src/db/open.ts';

/** The server to measure on, whose user may create databases; without it each benchmark starts its own PostgreSQL. */
const SERVER = process.env.DATABASE_URL || null;

type Role = Parameters<typeof openDatabase>[0]['role'];

const onServer = (name: string): string => SERVER!.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);

const asAdmin = async (work: (admin: ReturnType<typeof connect>) => Promise<unknown>): Promise<void> => {
  const admin = connect(SERVER!, 1);
  await work(admin).finally(() => admin.end({ timeout: 5 }));
};

/** A database that is dropped when it is closed. Without `durable` its own server does not wait for the disk. */
export const openTemporary = async (pool: number, durable = true): Promise<Database> => {
  if (SERVER) {
    const name = `lwbench_${randomBytes(6).toString('hex')}`;
    await asAdmin((admin) => admin`create database ${admin(name)}`);
    const database = await openDatabase({ database_url: onServer(name), data_dir: '', role: 'command', pool });
    const close = async () => {
      await database.close();
      await asAdmin((admin) => admin`drop database ${admin(name)} with (force)`);
    };
    return { ...database, close };
  }
  const data_dir = await mkdtemp(join(tmpdir(), 'launchweek-bench-'));
  // As root the server runs as another user, who needs access; otherwise the data would be elsewhere, and stay.
  await chmod(data_dir, 0o755);
  const database = await openDatabase({ database_url: null, data_dir, role: 'command', pool, durable });
  const close = async () => {
    await database.close();
    await rm(data_dir, { recursive: true, force: true });
  };
  return { ...database, close };
};

/** A database that stays for the next run: in a folder, or on the server as lwbench_NAME. */
export const openLasting = async (folder: string, name: string, pool: number, role: Role = 'command'): Promise<Database> => {
  if (!SERVER) return openDatabase({ database_url: null, data_dir: join(folder, name), role, pool });
  const named = `lwbench_${name}`;
  await asAdmin(async (admin) => {
    const [there] = await admin`select from pg_database where datname = ${named}`;
    if (!there) await admin`create database ${admin(named)}`;
  });
  return openDatabase({ database_url: onServer(named), data_dir: '', role, pool });
};
