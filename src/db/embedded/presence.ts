import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from '../../kernel/errors.ts';
import postgres from '../driver/postgres.ts';
import { SOCKET_PORT } from './postmaster.ts';

export type Role = 'serve' | 'command';

export class AlreadyServing extends PlainError {}

/** Advisory lock keys in the database `postgres`. Session locks, so they end with their process. */
const IN_USE = 7_305_001;
const SERVING = 7_305_002;

export type Presence = { serve(): Promise<string | null>; isLast(): Promise<boolean>; end(): Promise<void> };

/** Connects and marks the cluster as in use. `onLost` is called if the connection breaks. */
export const showPresence = async (socket_dir: string, role: Role, onLost: () => void): Promise<Presence> => {
  let is_marked = false;
  let ending = false;
  const sql = postgres({
    host: socket_dir,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      if (is_marked && !ending) onLost();
      ending = true;
    },
    connection: { application_name: `launchweek ${role} ${process.pid}` },
  });
  const end = async () => {
    ending = true;
    await sql.end({ timeout: 5 });
  };
  try {
    await sql`select pg_advisory_lock_shared(${IN_USE})`;
    const [app] = await sql`select from pg_database where datname = 'launchweek'`;
    if (!app) await sql`create database launchweek`;
    is_marked = true;
  } catch (error) {
    await end();
    throw error;
  }

  /** Null if we got the serve lock, otherwise its holder. The session of a killed process takes a moment to end. */
  const serve = async (): Promise<string | null> => {
    for (let tries = 0; tries < 20; tries++, await sleep(50)) {
      const [row] = await sql`select pg_try_advisory_lock(${SERVING}) as ours`;
      if (row?.ours) return null;
    }
    const [holder] = await sql`select application_name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and objid = ${SERVING} and granted and database = (select oid from pg_database where datname = current_database())`;
    return String(holder?.application_name ?? '').replace(/^launchweek serve /, 'process ');
  };

  /** Releases our mark and returns whether no other is left. Called under the file lock, so no process can join meanwhile. */
  const isLast = async (): Promise<boolean> => {
    ending = true;
    const [row] = await sql`select pg_advisory_unlock_shared(${IN_USE}), pg_try_advisory_lock(${IN_USE}) as last`;
    return row?.last === true;
  };

  return { serve, isLast, end };
};
