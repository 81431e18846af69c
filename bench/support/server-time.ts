import { readdirSync, readFileSync } from 'node:fs';
import type { Sql } from '../../src/db/open.ts';

/** The parent of a process and its processor time in milliseconds; null if it has ended. */
const statOf = (pid: string): { parent: string; ms: number } | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return { parent: fields[1]!, ms: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    return null;
  }
};

/** Reads the processor time of a PostgreSQL server on this machine with all its processes, in milliseconds. Other load changes it little. */
export const serverTime = async (sql: Sql): Promise<() => number> => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const server = statOf(String(row!.pid))?.parent;
  return () =>
    readdirSync('/proc').reduce((total, pid) => {
      const stat = /^\d+$/.test(pid) && server ? statOf(pid) : null;
      return stat && (stat.parent === server || pid === server) ? total + stat.ms : total;
    }, 0);
};
