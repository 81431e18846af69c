import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { PORT } from './settings.ts';

export type Role = 'serve' | 'command';

/** A server already runs on this DATA_DIR. */
export class AlreadyServing extends Error {
  override name = 'AlreadyServing';
}

/** Keys of advisory locks in the database `postgres`: held by a session, so they end with their process. */
const IN_USE = 7_305_001;
const SERVING = 7_305_002;

/** How a process shows that it uses the cluster. */
export type Presence = { serve(): Promise<string | null>; isLast(): Promise<boolean>; end(): Promise<void> };

/** Connects and marks the cluster as in use; `lost` is called when the connection breaks by itself. */
export const showPresence = async (socket_dir: string, role: Role, lost: () => void): Promise<Presence> => {
  let shown = false;
  let ending = false;
  const sql = postgres({
    host: socket_dir,
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => {
      if (shown && !ending) lost();
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
    shown = true;
  } catch (error) {
    await end();
    throw error;
  }

  /** Null when the serve lock is ours, else who has it. A session of a process just killed takes a moment to end. */
  const serve = async (): Promise<string | null> => {
    for (let tries = 0; tries < 20; tries++, await sleep(50)) {
      const [row] = await sql`select pg_try_advisory_lock(${SERVING}) as ours`;
      if (row?.ours) return null;
    }
    const [holder] = await sql`select application_name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and objid = ${SERVING} and granted`;
    return String(holder?.application_name ?? '').replace(/^launchweek serve /, 'process ');
  };

  /** Gives up the own mark and says whether no other is left; called in turn, so none can come meanwhile. */
  const isLast = async (): Promise<boolean> => {
    ending = true;
    const [row] = await sql`select pg_advisory_unlock_shared(${IN_USE}), pg_try_advisory_lock(${IN_USE}) as last`;
    return row?.last === true;
  };

  return { serve, isLast, end };
};
